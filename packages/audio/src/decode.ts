/** Audio files of strangers into samples, within bounds. */
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runChild, withTempFolder } from './child.ts'
import { AudioError } from './error.ts'
import { decoderArguments, FLOAT_BYTES, toSamples } from './ffmpeg-decoder.ts'
import { checkSampleRate, durationSeconds, type Pcm } from './pcm.ts'
import { type Probed, probe } from './probe.ts'
import { resample } from './resample.ts'
import { type Container, SNIFF_BYTES, sniffContainer } from './sniff.ts'
import { checkStructure } from './structure.ts'
import { type DecodedWav, decodeWav } from './wav-decode.ts'

/** Containers count whole packets, of which decoders take the padding off: two MP3 frames at the most. */
const PADDING_SAMPLES = 2_304
/** A sample more or less from the change of rate, for codecs that do not pad. */
const EXACT_TOLERANCE_SECONDS = 0.005
/** Over the limit, but not by anything that one could call longer: padding again. */
const LIMIT_TOLERANCE_SECONDS = 0.3
/** A stray tag at the end of a sound MP3 makes ffmpeg complain about once or twice; no other kind does. */
const TOLERATED_MP3_ERRORS = 2
const NOTHING = new Uint8Array(0)

/** What may be decoded, and into what. */
export interface DecodeOptions {
  /** Sample rate of the result in hertz. */
  sampleRateHz: number
  /** Longer audio is refused; no more than a second beyond it is decoded. */
  maxSeconds: number
  /** Larger files are refused unread. */
  maxBytes: number
  /** Wall time for ffprobe and ffmpeg together. */
  timeoutMs: number
  signal?: AbortSignal
}

/** A file's audio, and how it was stored. */
export interface Decoded {
  /** Mono, the mean of the channels, at the rate asked for. */
  pcm: Pcm
  container: Container
  /** ffmpeg's name, such as `pcm_s16le`, `mp3`, `aac`, `opus`. */
  codec: string
  channels: number
  sampleRateHz: number
  /** Length by the container; undefined when it does not say. */
  containerSeconds: number | undefined
}

/**
 * Decodes the first audio track of a WAV, MP3, M4A/MP4, Ogg, FLAC or WebM/Matroska file, known by its content.
 * Plain WAV is read here, on this thread; the rest, and WAV with ADPCM, µ-law and the like, by the machine's
 * ffmpeg as a child that sees this one file only. Bytes that ffmpeg needs are kept in a folder of their own
 * until it is done.
 * Throws AudioError `not_audio`; `too_large`, `too_long`; `damaged` with what was found, when headers cannot
 * be read, when less comes out than the container says, or when the decoder complains;
 * `decoder_missing`, `decoder_timeout`, `decoder_failed`, `cancelled`; `unsupported_rate` for the rate asked.
 * WebM of a live recorder, which states no length, can be cut between its clusters unnoticed.
 */
export async function decodeAudio(
  source: Uint8Array | string,
  options: DecodeOptions,
): Promise<Decoded> {
  checkSampleRate(options.sampleRateHz)
  if (options.signal?.aborted) throw new AudioError('cancelled', 'decoding was cancelled')
  const bytes = await load(source, options.maxBytes)
  const container = sniffContainer(bytes.subarray(0, SNIFF_BYTES))
  if (!container) throw new AudioError('not_audio', 'no kind of audio file that we know')
  checkStructure(bytes, container)
  const plain = container === 'wav' ? readPlainWav(bytes, options) : undefined
  if (plain) return plain
  if (typeof source === 'string') return decodeByFfmpeg(source, container, options)
  return withTempFolder(async (folder) => {
    const path = join(folder, 'upload')
    await writeFile(path, bytes, { mode: 0o600 })
    return decodeByFfmpeg(path, container, options)
  })
}

async function load(source: Uint8Array | string, maxBytes: number): Promise<Buffer> {
  const size = typeof source === 'string' ? (await stat(source)).size : source.length
  if (size > maxBytes) throw new AudioError('too_large', `${size} bytes, over ${maxBytes}`)
  if (typeof source === 'string') return readFile(source)
  return Buffer.from(source.buffer, source.byteOffset, source.byteLength)
}

/** Undefined for WAV in a codec that our own reader leaves to ffmpeg. */
function readPlainWav(bytes: Buffer, options: DecodeOptions): Decoded | undefined {
  try {
    const wav = decodeWav(bytes, { maxSeconds: options.maxSeconds + LIMIT_TOLERANCE_SECONDS })
    return {
      pcm: resample(wav.pcm, options.sampleRateHz),
      container: 'wav',
      codec: codecOf(wav),
      channels: wav.channels,
      sampleRateHz: wav.pcm.sampleRateHz,
      containerSeconds: durationSeconds(wav.pcm),
    }
  } catch (error) {
    if (!(error instanceof AudioError) || error.code === 'too_long') throw error
    if (error.code === 'truncated') throw new AudioError('damaged', error.message)
    return undefined
  }
}

function codecOf({ encoding, bitsPerSample }: DecodedWav): string {
  const bits = 8 * Math.ceil(bitsPerSample / 8)
  if (encoding === 'float') return `pcm_f${bits}le`
  return bits === 8 ? 'pcm_u8' : `pcm_s${bits}le`
}

async function decodeByFfmpeg(
  path: string,
  container: Container,
  options: DecodeOptions,
): Promise<Decoded> {
  const startedMs = performance.now()
  const limits = () => ({
    role: 'decoder' as const,
    timeoutMs: Math.max(1, options.timeoutMs - (performance.now() - startedMs)),
    signal: options.signal,
  })
  const found = await probe(path, container, limits())
  if ((found.containerSeconds ?? 0) > options.maxSeconds + LIMIT_TOLERANCE_SECONDS) {
    throw new AudioError('too_long', `${found.containerSeconds} s, over ${options.maxSeconds} s`)
  }
  const end = await runChild('ffmpeg', decoderArguments(path, container, found, options), NOTHING, {
    ...limits(),
    maxOutputBytes: Math.ceil((options.maxSeconds + 2) * options.sampleRateHz) * FLOAT_BYTES,
  })
  const pcm = { samples: toSamples(end.output), sampleRateHz: options.sampleRateHz }
  const seconds = durationSeconds(pcm)
  // Codecs pad a file of exactly the limit to a little more.
  if (seconds > options.maxSeconds + LIMIT_TOLERANCE_SECONDS) {
    throw new AudioError('too_long', `over ${options.maxSeconds} s`)
  }
  checkWhole(found, seconds, end)
  return { pcm, container, ...found }
}

/** ffmpeg decodes what it can and ends well; so the length, its complaints and its exit all count. */
function checkWhole(
  found: Probed,
  seconds: number,
  end: { exitCode: number | null; errorLines: readonly string[]; errorLineCount: number },
): void {
  const { codec, containerSeconds = seconds } = found
  const isExact = codec === 'flac' || codec.startsWith('pcm_')
  const tolerance = isExact ? EXACT_TOLERANCE_SECONDS : PADDING_SAMPLES / found.sampleRateHz
  const isShort = seconds < containerSeconds - tolerance
  const complains = end.errorLineCount > (codec === 'mp3' ? TOLERATED_MP3_ERRORS : 0)
  if (seconds > 0 && end.exitCode === 0 && !isShort && !complains) return
  const lengths = `${seconds.toFixed(2)} of ${containerSeconds.toFixed(2)} s decode`
  const complaints = `${end.errorLineCount} errors${end.errorLines[0] ? `, first: ${end.errorLines[0]}` : ''}`
  throw new AudioError('damaged', `${lengths}, ${complaints}`)
}
