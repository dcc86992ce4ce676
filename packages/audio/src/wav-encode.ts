import { AudioError } from './error.ts'
import { checkSampleRate, type Pcm } from './pcm.ts'
import {
  DIGITAL_SOURCE_BASE,
  type DigitalSourceType,
  FORMAT_PCM,
  INFO_KEYS,
  type WavInfo,
} from './wav-format.ts'

const BYTES_PER_SAMPLE = 2
/** RIFF sizes are unsigned 32-bit; readers take the upper values as "streamed", so we stay well below. */
const MAX_DATA_BYTES = 0x7fff0000
const DITHER_SEED = 0x9e3779b9

/** What a written file carries besides its samples. */
export interface EncodeWavOptions {
  info?: WavInfo
  /** Adds an XMP chunk (`_PMX`) that names it in the IPTC's vocabulary. */
  digitalSourceType?: DigitalSourceType
  /** Uniform numbers in [0, 1) for the dither; by default a generator with a fixed seed. */
  random?: () => number
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
  const chunks = [chunk('fmt ', formatBody(pcm.sampleRateHz))]
  // Metadata comes before the samples, so that the head of a cut-off file still says what it is.
  if (options.info) chunks.push(...infoChunks(options.info))
  if (options.digitalSourceType) chunks.push(chunk('_PMX', xmpBody(options.digitalSourceType)))
  chunks.push(chunk('data', quantise(pcm.samples, options.random ?? seededRandom(DITHER_SEED))))
  return chunk('RIFF', join([ascii('WAVE'), ...chunks]))
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

function quantise(samples: Float32Array, random: () => number): Uint8Array {
  const view = new DataView(new ArrayBuffer(samples.length * BYTES_PER_SAMPLE))
  for (let i = 0; i < samples.length; i++) {
    const sample = samples[i]!
    if (sample === 0 || Number.isNaN(sample)) continue
    const dithered = Math.round(sample * 32768 + random() - random())
    view.setInt16(i * BYTES_PER_SAMPLE, Math.max(-32768, Math.min(32767, dithered)), true)
  }
  return new Uint8Array(view.buffer)
}

/** Mulberry32 (T. Ettinger, public domain): plenty for dither noise, and the same on every machine. */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

/** No chunk at all for an empty info. INFO text has no declared encoding; UTF-8 is what readers expect today. */
function infoChunks(info: WavInfo): Uint8Array[] {
  const entries = Object.entries(INFO_KEYS).flatMap(([field, key]) => {
    const text = info[field as keyof WavInfo]?.replaceAll('\0', ' ')
    return text ? [chunk(key, new TextEncoder().encode(`${text}\0`))] : []
  })
  return entries.length === 0 ? [] : [chunk('LIST', join([ascii('INFO'), ...entries]))]
}

/** XMP as ISO 16684-1 has it; the property is IPTC Photo Metadata 2021's, which audio tools read too. */
function xmpBody(type: DigitalSourceType): Uint8Array {
  return new TextEncoder().encode(
    [
      '<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>',
      '<x:xmpmeta xmlns:x="adobe:ns:meta/">',
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
      '<rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/">',
      `<Iptc4xmpExt:DigitalSourceType>${DIGITAL_SOURCE_BASE}${type}</Iptc4xmpExt:DigitalSourceType>`,
      '</rdf:Description></rdf:RDF></x:xmpmeta>',
      '<?xpacket end="r"?>',
    ].join('\n'),
  )
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
