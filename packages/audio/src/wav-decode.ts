import { AudioError } from './error.ts'
import { MAX_SAMPLE_RATE_HZ, MIN_SAMPLE_RATE_HZ, type Pcm } from './pcm.ts'
import {
  DIGITAL_SOURCE_BASE,
  DIGITAL_SOURCE_TYPES,
  type DigitalSourceType,
  FORMAT_EXTENSIBLE,
  FORMAT_FLOAT,
  FORMAT_PCM,
  INFO_KEYS,
  type WavInfo,
} from './wav-format.ts'

/** Sizes from here on mean "not known when the header was written" (ffmpeg 0xFFFFFFFF, sox 0x7FFFF000). */
const STREAMED_SIZE = 0x7ffff000
const MAX_CHANNELS = 256
/** The rest of a WAVE_FORMAT_EXTENSIBLE subformat GUID after its two bytes of format tag. */
const SUBFORMAT_TAIL = '000000001000800000aa00389b71'

/** A decoded file: the mono mean of its channels, and what the file says about itself. */
export interface DecodedWav {
  pcm: Pcm
  channels: number
  bitsPerSample: number
  encoding: 'pcm' | 'float'
  info: WavInfo
  /** From the XMP chunk, when it names one of the synthetic kinds that we write. */
  digitalSourceType: DigitalSourceType | undefined
}

/** A limit that a caller sets on what it is ready to decode. */
export interface DecodeWavOptions {
  /** Longer audio throws AudioError `too_long` before memory is taken for it. */
  maxSeconds?: number
}

interface Format {
  encoding: 'pcm' | 'float'
  channels: number
  sampleRateHz: number
  frameBytes: number
  sampleBytes: number
  bitsPerSample: number
}

type Chunks = Map<string, DataView>

/**
 * Reads a RIFF/WAVE file of PCM (8, 16, 24, 32 bit) or float (32, 64 bit), plain or extensible, and mixes
 * its channels down to their mean. Streamed files, whose data size is 0 or about the largest value, go on
 * to the end of the bytes; an incomplete last frame is left out; NaN and infinite samples become 0.
 * Throws AudioError `not_wav`, `truncated`, `unsupported_encoding`, `unsupported_rate` or `too_long`, and
 * nothing else, whatever the bytes are.
 */
export function decodeWav(bytes: Uint8Array, options: DecodeWavOptions = {}): DecodedWav {
  const chunks = readChunks(bytes)
  const format = readFormat(chunks.get('fmt '))
  const data = chunks.get('data')
  if (!data) throw new AudioError('truncated', 'no data chunk')
  const frames = Math.floor(data.byteLength / format.frameBytes)
  if (frames > (options.maxSeconds ?? Number.POSITIVE_INFINITY) * format.sampleRateHz) {
    throw new AudioError('too_long', `more than ${options.maxSeconds} seconds`)
  }
  return {
    pcm: { samples: readSamples(data, format, frames), sampleRateHz: format.sampleRateHz },
    channels: format.channels,
    bitsPerSample: format.bitsPerSample,
    encoding: format.encoding,
    info: readInfo(chunks.get('LIST/INFO')),
    digitalSourceType: readSourceType(chunks.get('_PMX')),
  }
}

/** Chunk bodies by id (the first of each, a list as `LIST/<type>`); each step forward is 8 bytes or more. */
function readChunks(bytes: Uint8Array): Chunks {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 12 || fourCc(view, 0) !== 'RIFF' || fourCc(view, 8) !== 'WAVE') {
    throw new AudioError('not_wav', 'no RIFF/WAVE header')
  }
  const chunks: Chunks = new Map()
  let at = 12
  while (at + 8 <= bytes.length) {
    const id = fourCc(view, at)
    const size = id === 'data' ? dataSize(view, at) : view.getUint32(at + 4, true)
    const body = bodyView(view, at + 8, size, id)
    const key = id === 'LIST' && body.byteLength >= 4 ? `LIST/${fourCc(body, 0)}` : id
    if (!chunks.has(key)) chunks.set(key, body)
    at += 8 + size + (size % 2)
  }
  return chunks
}

/** A cut-off `fmt ` or `data` is an error; of a cut-off chunk that only describes, what is there is read. */
function bodyView(view: DataView, start: number, size: number, id: string): DataView {
  const available = view.byteLength - start
  if (size > available && (id === 'data' || id === 'fmt ')) {
    throw new AudioError('truncated', `chunk "${id}" has ${available} of ${size} bytes`)
  }
  return new DataView(view.buffer, view.byteOffset + start, Math.min(size, available))
}

/** The declared size, or all that follows when the writer could not go back to fill it in. */
function dataSize(view: DataView, at: number): number {
  const declared = view.getUint32(at + 4, true)
  const rest = view.byteLength - at - 8
  // With size 0 the RIFF size tells an empty recording (it ends where the file ends) from a streamed one.
  const riffSize = view.getUint32(4, true)
  const riffUnknown = riffSize >= STREAMED_SIZE || riffSize + 8 < view.byteLength
  if (declared === 0) return riffUnknown ? rest : 0
  return declared >= STREAMED_SIZE && declared > rest ? rest : declared
}

function readFormat(body: DataView | undefined): Format {
  if (!body || body.byteLength < 16) throw new AudioError('truncated', 'no fmt chunk')
  const channels = body.getUint16(2, true)
  const sampleRateHz = body.getUint32(4, true)
  const frameBytes = body.getUint16(12, true)
  const bitsPerSample = body.getUint16(14, true)
  const encoding = readEncoding(body)
  const sampleBytes = frameBytes / channels
  const known = encoding === 'float' ? [4, 8] : [1, 2, 3, 4]
  const fits = known.includes(sampleBytes) && bitsPerSample > 8 * (sampleBytes - 1)
  if (channels > MAX_CHANNELS || !fits || bitsPerSample > 8 * sampleBytes) {
    throw new AudioError('unsupported_encoding', `${channels} channels of ${bitsPerSample} bits`)
  }
  if (sampleRateHz < MIN_SAMPLE_RATE_HZ || sampleRateHz > MAX_SAMPLE_RATE_HZ) {
    throw new AudioError('unsupported_rate', `sample rate ${sampleRateHz} Hz`)
  }
  return { encoding, channels, sampleRateHz, frameBytes, sampleBytes, bitsPerSample }
}

function readEncoding(body: DataView): 'pcm' | 'float' {
  let tag = body.getUint16(0, true)
  if (tag === FORMAT_EXTENSIBLE && body.byteLength >= 40) {
    const tail = Array.from({ length: 14 }, (_, i) => body.getUint8(26 + i))
    const hex = tail.map((byte) => byte.toString(16).padStart(2, '0')).join('')
    tag = hex === SUBFORMAT_TAIL ? body.getUint16(24, true) : FORMAT_EXTENSIBLE
  }
  if (tag === FORMAT_PCM) return 'pcm'
  if (tag === FORMAT_FLOAT) return 'float'
  throw new AudioError('unsupported_encoding', `format tag 0x${tag.toString(16)}`)
}

function readSamples(data: DataView, format: Format, frames: number): Float32Array {
  const { channels, frameBytes, sampleBytes } = format
  const samples = new Float32Array(frames)
  if (format.encoding === 'pcm' && channels === 1 && sampleBytes === 2) {
    for (let n = 0; n < frames; n++) samples[n] = data.getInt16(2 * n, true) / 2 ** 15
    return samples
  }
  const read = sampleReader(data, format)
  for (let frame = 0; frame < frames; frame++) {
    let sum = 0
    for (let channel = 0; channel < channels; channel++) {
      sum += read(frame * frameBytes + channel * sampleBytes)
    }
    const mean = Math.fround(sum / channels)
    samples[frame] = Number.isFinite(mean) ? mean : 0
  }
  return samples
}

/** A function from byte offset to a value of full scale 1; 8-bit PCM is unsigned, all others signed. */
function sampleReader(data: DataView, format: Format): (at: number) => number {
  if (format.encoding === 'float') {
    return format.sampleBytes === 4
      ? (at) => data.getFloat32(at, true)
      : (at) => data.getFloat64(at, true)
  }
  switch (format.sampleBytes) {
    case 1:
      return (at) => (data.getUint8(at) - 128) / 128
    case 2:
      return (at) => data.getInt16(at, true) / 2 ** 15
    case 3:
      return (at) => (data.getUint16(at, true) + data.getInt8(at + 2) * 2 ** 16) / 2 ** 23
    default:
      return (at) => data.getInt32(at, true) / 2 ** 31
  }
}

function readInfo(list: DataView | undefined): WavInfo {
  const info: WavInfo = {}
  const fields = new Map(Object.entries(INFO_KEYS).map(([field, key]) => [key, field]))
  let at = 4
  while (list && at + 8 <= list.byteLength) {
    const size = list.getUint32(at + 4, true)
    const field = fields.get(fourCc(list, at)) as keyof WavInfo | undefined
    if (field) info[field] = text(bodyView(list, at + 8, size, 'info'))
    at += 8 + size + (size % 2)
  }
  return info
}

function readSourceType(xmp: DataView | undefined): DigitalSourceType | undefined {
  const packet = xmp ? text(xmp) : ''
  return DIGITAL_SOURCE_TYPES.find((type) => packet.includes(`${DIGITAL_SOURCE_BASE}${type}<`))
}

/** UTF-8 up to the first NUL; what is not UTF-8 shows as replacement characters. */
function text(body: DataView): string {
  const decoded = new TextDecoder().decode(body)
  return decoded.split('\0', 1)[0]!
}

function fourCc(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((i) => view.getUint8(at + i)))
}
