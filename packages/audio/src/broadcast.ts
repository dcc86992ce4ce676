import type { WavInfo } from './wav-format.ts'

/** Bytes of each text field, filled up with zeros (EBU Tech 3285, "Broadcast Wave Format", version 2, 2011). */
const fields = { description: 256, originator: 32, originatorReference: 32, date: 10, time: 8 }
/** Time reference, version, UMID, five loudness values, and what is reserved. */
const restBytes = 8 + 2 + 64 + 10 + 180
const version = 1

/** The body of a `bext` chunk: what broadcasters' tools show of where a file comes from. */
export function broadcastExtension(info: WavInfo, sampleRateHz: number): Uint8Array {
  const [date = '', time = ''] = (info.created ?? '').split('T')
  const rest = Buffer.alloc(restBytes)
  rest.writeUInt16LE(version, 8)
  return Buffer.concat([
    field(info.comment ?? info.title, fields.description),
    field(info.software, fields.originator),
    field(info.source, fields.originatorReference),
    field(date, fields.date),
    field(time, fields.time),
    rest,
    Buffer.from(`A=PCM,F=${sampleRateHz},W=16,M=mono,T=${ascii(info.software)}\r\n`, 'latin1'),
  ])
}

function field(text: string | undefined, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes)
  buffer.write(ascii(text), 'latin1')
  return buffer
}

/** The fields are ASCII. */
function ascii(text = ''): string {
  return text.normalize('NFKD').replaceAll(/[^\x20-\x7e]/g, '')
}
