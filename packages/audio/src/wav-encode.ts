import { broadcastExtension } from './broadcast.ts'
import { AudioError } from './error.ts'
import { checkSampleRate, type Pcm } from './pcm.ts'
import { BYTES_PER_SAMPLE, createQuantiser } from './quantise.ts'
import { type DigitalSourceType, FORMAT_PCM, INFO_KEYS, type WavInfo } from './wav-format.ts'
import { xmpPacket } from './xmp.ts'

/** RIFF sizes are unsigned 32-bit; readers take the upper values as "streamed", so we stay well below. */
const MAX_DATA_BYTES = 0x7fff0000
/** What a header that is sent before its samples are known says of their size, as ffmpeg writes it. */
const STREAMED_SIZE = 0xffffffff

/** What a written file carries besides its samples. */
export interface EncodeWavOptions {
  /** Written as RIFF INFO and as a `bext` chunk. */
  info?: WavInfo
  /** Adds an XMP chunk (`_PMX`) that names it in the IPTC's vocabulary. */
  digitalSourceType?: DigitalSourceType
  /** Triangular numbers between -1 and 1, in steps; by default from a generator with a fixed seed. */
  dither?: () => number
}

/**
 * Writes mono audio as a RIFF/WAVE file of 16-bit PCM with triangular (TPDF) dither of two steps' width
 * (Lipshitz, Wannamaker, Vanderkooy, "Quantization and Dither", JAES 1992). The same input gives the same
 * bytes. Samples beyond -1..1 are clipped, NaN is silence. Samples of exactly zero stay zero without dither:
 * they are made (pauses, fades), need no linearising, and silence detectors and codecs can then see them.
 * Throws AudioError `unsupported_rate`, or `too_long` for over 2 GiB of samples.
 */
export function encodeWav(pcm: Pcm, options: EncodeWavOptions = {}): Uint8Array {
  checkSampleRate(pcm.sampleRateHz)
  if (pcm.samples.length * BYTES_PER_SAMPLE > MAX_DATA_BYTES) {
    throw new AudioError('too_long', `${pcm.samples.length} samples do not fit a RIFF file`)
  }
  const data = createQuantiser(options.dither)(pcm.samples)
  return join([header(pcm.sampleRateHz, data.length, options), data])
}

/**
 * The header of a WAV whose samples follow as they are made, 16-bit at `sampleRateHz`: its sizes are
 * 0xFFFFFFFF, which players take as "until the end". Throws AudioError `unsupported_rate`.
 */
export function streamedWavHeader(
  sampleRateHz: number,
  options: EncodeWavOptions = {},
): Uint8Array {
  checkSampleRate(sampleRateHz)
  return header(sampleRateHz, STREAMED_SIZE, options)
}

/** All before the samples. Metadata comes first, so that the head of a cut-off file still says what it is. */
function header(sampleRateHz: number, dataBytes: number, options: EncodeWavOptions): Uint8Array {
  const chunks = [chunk('fmt ', formatBody(sampleRateHz))]
  const { info, digitalSourceType } = options
  if (info) chunks.push(...infoChunks(info), chunk('bext', broadcastExtension(info, sampleRateHz)))
  if (digitalSourceType) chunks.push(chunk('_PMX', xmpPacket(digitalSourceType, info)))
  const body = join([ascii('WAVE'), ...chunks])
  const whole = Math.min(STREAMED_SIZE, body.length + 8 + dataBytes)
  return join([ascii('RIFF'), uint32(whole), body, ascii('data'), uint32(dataBytes)])
}

function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value, true)
  return bytes
}

function formatBody(sampleRateHz: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(16))
  view.setUint16(0, FORMAT_PCM, true)
  view.setUint16(2, 1, true)
  view.setUint32(4, sampleRateHz, true)
  view.setUint32(8, sampleRateHz * BYTES_PER_SAMPLE, true)
  view.setUint16(12, BYTES_PER_SAMPLE, true)
  view.setUint16(14, 8 * BYTES_PER_SAMPLE, true)
  return new Uint8Array(view.buffer)
}

/** No chunk at all for an empty info. INFO text has no declared encoding; UTF-8 is what readers expect today. */
function infoChunks(info: WavInfo): Uint8Array[] {
  const entries = Object.entries(INFO_KEYS).flatMap(([field, key]) => {
    const text = info[field as keyof WavInfo]?.replaceAll('\0', ' ')
    return text ? [chunk(key, new TextEncoder().encode(`${text}\0`))] : []
  })
  return entries.length === 0 ? [] : [chunk('LIST', join([ascii('INFO'), ...entries]))]
}

/** A chunk: four letters, the size of the body, the body, and a zero byte after an odd body. */
function chunk(id: string, body: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(8 + body.length + (body.length % 2))
  bytes.set(ascii(id))
  new DataView(bytes.buffer).setUint32(4, body.length, true)
  bytes.set(body, 8)
  return bytes
}

function ascii(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
