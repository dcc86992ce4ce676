/**
 * Numbers and arrays in one block of bytes, little-endian: "VVRC", version (u32), length of the header (u32),
 * header (JSON: kind, numbers, and name, type and length of each array), the arrays one after another, each
 * from a multiple of 4, and the CRC-32 of all before it.
 */
import { crc32 } from 'node:zlib'
import { SpeechError } from '../error.ts'

const MAGIC = 0x43525656
const PREFIX_BYTES = 12
const CRC_BYTES = 4

type NumberArray = Float32Array | Int32Array | Uint8Array
const TYPES = { f32: Float32Array, i32: Int32Array, u8: Uint8Array } as const

interface Header {
  kind: string
  numbers: unknown
  arrays: { name: string; type: keyof typeof TYPES; length: number }[]
}

/** What a record holds: any JSON, and arrays by name. */
export interface StoredRecord {
  numbers: unknown
  arrays: Record<string, NumberArray>
}

/** Packs numbers (JSON-able) and arrays. */
export function encodeRecord(
  kind: string,
  version: number,
  numbers: unknown,
  arrays: Record<string, NumberArray>,
): Uint8Array {
  const entries = Object.entries(arrays)
  const list = entries.map(([name, array]) => ({ name, type: typeOf(array), length: array.length }))
  const header: Header = { kind, numbers, arrays: list }
  const text = new TextEncoder().encode(JSON.stringify(header))
  const sizes = entries.map(([, array]) => padded(array.byteLength))
  const start = PREFIX_BYTES + padded(text.length)
  const bytes = new Uint8Array(sizes.reduce((sum, size) => sum + size, start) + CRC_BYTES)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, MAGIC, true)
  view.setUint32(4, version, true)
  view.setUint32(8, text.length, true)
  bytes.set(text, PREFIX_BYTES)
  let at = start
  entries.forEach(([, { buffer, byteOffset, byteLength }], i) => {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at)
    at += sizes[i]!
  })
  view.setUint32(at, crc32(bytes.subarray(0, at)), true)
  return bytes
}

/** Unpacks a record. Throws SpeechError `engine_failed` for damaged bytes, another kind or version. */
export function decodeRecord(kind: string, version: number, bytes: Uint8Array): StoredRecord {
  const copy = bytes.slice()
  const header = readHeader(copy, version)
  if (header.kind !== kind) throw broken(`a "${header.kind}" where a "${kind}" should be`)
  const arrays: Record<string, NumberArray> = {}
  let at = PREFIX_BYTES + padded(new DataView(copy.buffer).getUint32(8, true))
  for (const { name, type, length } of header.arrays) {
    const array = new TYPES[type](copy.buffer, at, length)
    arrays[name] = array
    at += padded(array.byteLength)
  }
  return { numbers: header.numbers, arrays }
}

/** The checksum comes first, so that whatever follows is as it was written. */
function readHeader(bytes: Uint8Array, version: number): Header {
  if (bytes.length < PREFIX_BYTES + CRC_BYTES) throw broken('too few bytes')
  const view = new DataView(bytes.buffer)
  if (view.getUint32(0, true) !== MAGIC) throw broken('another kind of file')
  const end = bytes.length - CRC_BYTES
  if (view.getUint32(end, true) !== crc32(bytes.subarray(0, end))) throw broken('damaged')
  const found = view.getUint32(4, true)
  if (found !== version) throw broken(`version ${found}, this release reads ${version}`)
  const text = bytes.subarray(PREFIX_BYTES, PREFIX_BYTES + view.getUint32(8, true))
  return JSON.parse(new TextDecoder().decode(text)) as Header
}

function typeOf(array: NumberArray): keyof typeof TYPES {
  if (array instanceof Float32Array) return 'f32'
  return array instanceof Int32Array ? 'i32' : 'u8'
}

function padded(bytes: number): number {
  return Math.ceil(bytes / 4) * 4
}

function broken(what: string): SpeechError {
  return new SpeechError('engine_failed', `the stored voice cannot be read: ${what}`)
}
