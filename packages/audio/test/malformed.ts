/** Malformed audio files, the same for a seed: what a detector that anybody may call must live with. */
import { silence } from '../src/pcm.ts'
import { encodeWav } from '../src/wav-encode.ts'
import { made } from './ffmpeg.ts'
import { seeded, sine } from './signals.ts'

/** A file that nobody should send. */
export interface MalformedFile {
  name: string
  bytes: Buffer
}

type Random = () => number

const sound = encodeWav(sine(0.7, -6, 16_000, 440))
const encodings: [string, string, string[]][] = [
  ['wav', 'wav', []],
  ['wav float', 'wav', ['-c:a', 'pcm_f32le']],
  ['wav adpcm', 'wav', ['-c:a', 'adpcm_ms']],
  ['mp3', 'mp3', ['-b:a', '48k']],
  ['m4a', 'm4a', ['-b:a', '48k']],
  ['m4a first', 'm4a', ['-b:a', '48k', '-movflags', '+faststart']],
  ['ogg', 'ogg', ['-c:a', 'libvorbis']],
  ['opus', 'opus', ['-b:a', '24k']],
  ['flac', 'flac', []],
  ['webm', 'webm', ['-c:a', 'libopus', '-b:a', '24k']],
]

/** Text that makes some players open other files or addresses. */
const lures = [
  '#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n',
  '#EXTM3U\n#EXTINF:5,\nhttp://127.0.0.1:PORT/a.ts\n',
  "ffconcat version 1.0\nfile 'file:///etc/passwd'\n",
  'concat:/etc/passwd|/etc/hostname',
  '[playlist]\nFile1=http://127.0.0.1:PORT/\nNumberOfEntries=1\n',
  '<?xml version="1.0"?><MPD><Period><BaseURL>http://127.0.0.1:PORT/</BaseURL></Period></MPD>',
  '<!DOCTYPE smil [<!ENTITY a SYSTEM "file:///etc/passwd">]><smil><audio src="&a;"/></smil>',
  'v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\nm=audio 9 RTP/AVP 0\r\n',
]

/**
 * Gives `count` malformed files, one at a time. Those that would have a reader open addresses name `port` of this
 * machine, so that a listener there can tell.
 */
export function* malformedFiles(
  count: number,
  { seed, port }: { seed: number; port: number },
): Generator<MalformedFile> {
  const sources = encodings.map(([name, extension, args]) => ({
    name,
    bytes: made(sound, extension, args),
  }))
  const bombs = bombsOf()
  const lure = (bytes: Buffer) =>
    Buffer.from(bytes.toString('latin1').replaceAll('PORT', String(port)), 'latin1')
  const random = seeded(seed)
  for (let i = 0; i < count; i++) {
    const source = sources[i % sources.length]!
    const kind = kinds[Math.floor(i / sources.length) % kinds.length]!
    const { bytes } = source
    if (i % 50 === 49) yield bombs[Math.floor(i / 50) % bombs.length]!
    else
      yield { name: `${i} ${source.name}, ${kind.name}`, bytes: lure(kind.change(bytes, random)) }
  }
}

const below = (random: Random, limit: number) => Math.floor(random() * limit)

/** Overwrites a field of four bytes somewhere in the first `within` bytes. */
function lie(bytes: Buffer, random: Random, within: number): Buffer {
  const out = Buffer.from(bytes)
  const at = below(random, Math.min(within, out.length - 4))
  const values = [0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0x7ffff000, below(random, 2 ** 32)]
  out.writeUInt32LE(values[below(random, values.length)]!, at)
  return out
}

const kinds: { name: string; change: (bytes: Buffer, random: Random) => Buffer }[] = [
  { name: 'cut', change: (bytes, random) => bytes.subarray(0, below(random, bytes.length)) },
  {
    name: 'bits flipped',
    change: (bytes, random) => {
      const out = Buffer.from(bytes)
      const count = 1 + below(random, 40)
      for (let n = 0; n < count; n++) out[below(random, out.length)]! ^= 1 << below(random, 8)
      return out
    },
  },
  { name: 'a lie in the header', change: (bytes, random) => lie(bytes, random, 200) },
  { name: 'a lie anywhere', change: (bytes, random) => lie(bytes, random, bytes.length) },
  {
    name: 'a hole',
    change: (bytes, random) => {
      const at = below(random, bytes.length)
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + below(random, 2_000))])
    },
  },
  {
    name: 'noise put in',
    change: (bytes, random) => {
      const at = below(random, bytes.length)
      const noise = Buffer.from(
        Array.from({ length: below(random, 3_000) }, () => below(random, 256)),
      )
      return Buffer.concat([bytes.subarray(0, at), noise, bytes.subarray(at)])
    },
  },
  {
    name: 'another file behind its head',
    change: (bytes, random) =>
      Buffer.concat([bytes.subarray(0, below(random, 100)), Buffer.from(lures[below(random, 8)]!)]),
  },
  { name: 'a lure', change: (_, random) => Buffer.from(lures[below(random, lures.length)]!) },
  {
    name: 'samples that are no numbers',
    change: (bytes, random) => {
      const out = Buffer.from(bytes)
      for (
        let at = 80 + below(random, 100);
        at + 4 < out.length;
        at += 4 * (1 + below(random, 50))
      ) {
        out.writeFloatLE([Number.NaN, Infinity, -Infinity, 3e38][below(random, 4)]!, at)
      }
      return out
    },
  },
  {
    name: 'the same again and again',
    change: (bytes, random) =>
      Buffer.concat(Array.from({ length: 2 + below(random, 6) }, () => bytes)),
  },
]

/** Small files that are long, or say that they are. */
function bombsOf(): MalformedFile[] {
  const hours = made(encodeWav(silence(1, 8_000)), 'flac', ['-af', 'apad', '-t', '5400'])
  const endless = Buffer.from(encodeWav(silence(1, 8_000)))
  endless.writeUInt32LE(0xffffffff, 40)
  return [
    { name: 'an hour and a half of silence as FLAC', bytes: hours },
    { name: 'a WAV without an end', bytes: endless },
  ]
}
