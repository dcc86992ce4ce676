/**
 * Reads the metadata of an ONNX file without loading it: sherpa-onnx ends its whole process on a file that
 * lacks a key. Only headers are read and the graph is skipped, so a file of gigabytes costs a few kilobytes.
 * Wire format: protobuf encoding guide; field numbers: ModelProto and StringStringEntryProto of onnx.proto3.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

const IR_VERSION = 1
const GRAPH = 7
const METADATA_PROPS = 14
const ENTRY_KEY = 1
const ENTRY_VALUE = 2

/** A ModelProto has some ten fields and an entry for each key; exported models stay far below these. */
const MAX_FIELDS = 10_000
const MAX_METADATA_BYTES = 1_048_576
/** Read around each field's header; most metadata entries fit in the same piece. */
const WINDOW_BYTES = 4_096

/** Why a file is not an ONNX model that can be loaded; the message names what was found, not the file. */
export class OnnxError extends Error {
  override readonly name = 'OnnxError'
}

/** Gives `length` bytes at `offset`; never asked beyond `size`. */
interface Source {
  size: number
  bytes(offset: number, length: number): Uint8Array
}

/**
 * The metadata_props of the ONNX file at `path`, by key (the last one where a key stands twice). Throws
 * OnnxError for whatever is not a whole ModelProto with a graph, and Node's error for an unreadable file.
 */
export function readOnnxMetadata(path: string): Map<string, string> {
  const file = openSync(path, 'r')
  try {
    return readModel(fileSource(file))
  } finally {
    closeSync(file)
  }
}

function fileSource(file: number): Source {
  const { size } = fstatSync(file)
  const window = new Uint8Array(WINDOW_BYTES)
  let start = 0
  let held = 0
  const read = (into: Uint8Array, offset: number): number => {
    let done = 0
    while (done < into.length) {
      const count = readSync(file, into, done, into.length - done, offset + done)
      if (count === 0) break
      done += count
    }
    return done
  }
  const bytes = (offset: number, length: number): Uint8Array => {
    if (offset < start || offset + length > start + held) {
      if (length > WINDOW_BYTES) return whole(read, offset, length)
      held = read(window, offset)
      start = offset
      if (held < length) throw new OnnxError('the file ends early')
    }
    return window.subarray(offset - start, offset - start + length)
  }
  return { size, bytes }
}

function whole(read: (into: Uint8Array, at: number) => number, offset: number, length: number) {
  const piece = new Uint8Array(length)
  if (read(piece, offset) < length) throw new OnnxError('the file ends early')
  return piece
}

function readModel(source: Source): Map<string, string> {
  const metadata = new Map<string, string>()
  const seen = new Set<number>()
  let metadataBytes = 0
  for (const { id, wire, start, end } of fields(source)) {
    seen.add(id)
    if (id !== METADATA_PROPS) continue
    if (wire !== 2) throw new OnnxError('its metadata is not in the form of ONNX')
    metadataBytes += end - start
    if (metadataBytes > MAX_METADATA_BYTES) throw new OnnxError('its metadata is over 1 MiB')
    const [key, value] = readEntry(source.bytes(start, end - start))
    metadata.set(key, value)
  }
  if (!seen.has(IR_VERSION) || !seen.has(GRAPH)) throw new OnnxError('it is not an ONNX model')
  return metadata
}

function readEntry(bytes: Uint8Array): [key: string, value: string] {
  // A copy: the source may use its window again while the fields are read.
  const entry = bytes.slice()
  const inner = { size: entry.length, bytes: (at: number, n: number) => entry.subarray(at, at + n) }
  let key = ''
  let value = ''
  for (const { id, wire, start, end } of fields(inner)) {
    if (wire !== 2) continue
    const word = new TextDecoder().decode(entry.subarray(start, end))
    if (id === ENTRY_KEY) key = word
    if (id === ENTRY_VALUE) value = word
  }
  return [key, value]
}

/** A field's number, wire type, and where its content starts and ends. */
interface Field {
  id: number
  wire: number
  start: number
  end: number
}

function* fields(source: Source): Generator<Field> {
  let at = 0
  for (let count = 0; at < source.size; count++) {
    if (count === MAX_FIELDS) throw new OnnxError(`it has over ${MAX_FIELDS} fields`)
    const [tag, start] = readVarint(source, at)
    const id = Math.floor(tag / 8)
    const wire = tag % 8
    if (id < 1 || id > 2 ** 29 - 1) throw new OnnxError(`it has a field number ${id}`)
    const field = { id, wire, ...extent(source, wire, start) }
    if (field.end > source.size) throw new OnnxError('a field goes beyond the end of the file')
    yield field
    at = field.end
  }
}

function extent(source: Source, wire: number, at: number): { start: number; end: number } {
  switch (wire) {
    case 0:
      return { start: at, end: readVarint(source, at)[1] }
    case 1:
      return { start: at, end: at + 8 }
    case 2: {
      const [length, start] = readVarint(source, at)
      return { start, end: start + length }
    }
    case 5:
      return { start: at, end: at + 4 }
    default:
      throw new OnnxError(`it has a field of wire type ${wire}`)
  }
}

/** A varint of up to ten bytes as a float64, exact to 2^53 (beyond it only its length matters here). */
function readVarint(source: Source, at: number): [value: number, next: number] {
  let value = 0
  for (let i = 0; i < 10; i++) {
    if (at + i >= source.size) throw new OnnxError('the file ends within a number')
    const byte = source.bytes(at + i, 1)[0]!
    value += (byte & 127) * 2 ** (7 * i)
    if (byte < 128) return [value, at + i + 1]
  }
  throw new OnnxError('it has a number of more than ten bytes')
}
