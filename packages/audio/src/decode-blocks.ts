/** Long audio files of strangers, in blocks, so that memory does not grow with their length. */
import { open, readFile, stat } from 'node:fs/promises'
import { type RunningChild, startChild } from './child.ts'
import { AudioError } from './error.ts'
import { decoderArguments, FLOAT_BYTES, toSamples } from './ffmpeg-decoder.ts'
import { checkSampleRate } from './pcm.ts'
import { type Probed, probe } from './probe.ts'
import { resample } from './resample.ts'
import { type Container, SNIFF_BYTES, sniffContainer } from './sniff.ts'
import { decodeWav } from './wav-decode.ts'

/** Over the limit, but not by anything that one could call longer: codecs pad. */
const LIMIT_TOLERANCE_SECONDS = 0.3
/** A float file may exceed full scale, but what is 24 dB over it is noise of a broken file. */
const LARGEST_SAMPLE = 16
/** Without ffmpeg, WAV up to this size is read whole. */
const MAX_WHOLE_WAV_BYTES = 32 * 2 ** 20

/** What may be decoded, and into what. */
export interface BlockOptions {
  /** Sample rate of the blocks in hertz. */
  sampleRateHz: number
  /** Length of a block; the last one is shorter. */
  blockSeconds: number
  /** Longer audio is refused, at once where the container says its length. */
  maxSeconds: number
  /** Wall time from the first block to the last, the reader's own time between them included. */
  timeoutMs: number
  signal?: AbortSignal
}

/** An audio file that can be read. */
export interface OpenedAudio extends Probed {
  container: Container
  /**
   * The audio, mono, from the beginning, once. What cannot be decoded is left out, so that a damaged file
   * gives what it has. Throws AudioError `too_long`, `decoder_missing`, `decoder_timeout`, `decoder_failed`,
   * `cancelled`, and `damaged` when nothing at all comes out.
   */
  blocks(): AsyncGenerator<Float32Array>
}

/**
 * Opens the first audio track of a WAV, MP3, M4A/MP4, Ogg, FLAC or WebM/Matroska file, known by its content.
 * Unlike `decodeAudio` it takes damaged files, and no more of a file is in memory than a block.
 * Throws AudioError `not_audio`, `damaged` for headers that cannot be read, `too_long` by the container's own
 * word, `decoder_missing`, `decoder_timeout`, `cancelled`, `unsupported_rate`.
 */
export async function openAudio(path: string, options: BlockOptions): Promise<OpenedAudio> {
  checkSampleRate(options.sampleRateHz)
  const container = sniffContainer(await headOf(path))
  if (!container) throw new AudioError('not_audio', 'no kind of audio file that we know')
  const { timeoutMs, signal } = options
  try {
    const found = await probe(path, container, { role: 'decoder', timeoutMs, signal })
    refuseLonger(found.containerSeconds ?? 0, options)
    return { ...found, container, blocks: () => ffmpegBlocks(path, container, found, options) }
  } catch (error) {
    const isMissing = error instanceof AudioError && error.code === 'decoder_missing'
    if (!isMissing || container !== 'wav') throw error
    return wholeWav(path, options)
  }
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function* ffmpegBlocks(
  path: string,
  container: Container,
  found: Probed,
  options: BlockOptions,
): AsyncGenerator<Float32Array> {
  const { timeoutMs, signal } = options
  const limits = { role: 'decoder' as const, timeoutMs, signal }
  const child = startChild('ffmpeg', decoderArguments(path, container, found, options), limits)
  child.stdin.end()
  let count = 0
  try {
    for await (const bytes of inBlocks(child, options)) {
      const samples = bounded(toSamples(bytes))
      count += samples.length
      refuseLonger(count / options.sampleRateHz, options)
      if (samples.length > 0) yield samples
    }
    const { exitCode, errorLines } = await child.ended
    if (count === 0) throw new AudioError('damaged', errorLines[0] ?? `ffmpeg gave ${exitCode}`)
  } finally {
    child.kill()
  }
}

/** What the child prints, in blocks; a child that is ended for its time or by the signal says so. */
async function* inBlocks(
  { stdout, ended }: RunningChild,
  { blockSeconds, sampleRateHz }: BlockOptions,
): AsyncGenerator<Buffer> {
  const blockBytes = Math.round(blockSeconds * sampleRateHz) * FLOAT_BYTES
  let waiting: Buffer[] = []
  let bytes = 0
  for await (const chunk of stdout as AsyncIterable<Buffer>) {
    waiting.push(chunk)
    bytes += chunk.length
    if (bytes < blockBytes) continue
    const all = Buffer.concat(waiting)
    let at = 0
    for (; at + blockBytes <= all.length; at += blockBytes) {
      yield all.subarray(at, at + blockBytes)
    }
    waiting = [all.subarray(at)]
    bytes = all.length - at
  }
  await ended
  yield Buffer.concat(waiting)
}

function bounded(samples: Float32Array): Float32Array {
  for (let i = 0; i < samples.length; i++) {
    const sample = samples[i]!
    if (Math.abs(sample) > LARGEST_SAMPLE) samples[i] = Math.sign(sample) * LARGEST_SAMPLE
  }
  return samples
}

async function wholeWav(path: string, options: BlockOptions): Promise<OpenedAudio> {
  const { size } = await stat(path)
  if (size > MAX_WHOLE_WAV_BYTES) {
    throw new AudioError('decoder_missing', `a WAV of ${size} bytes needs ffmpeg`)
  }
  const wav = readWav(await readFile(path), options)
  const { samples } = resample(wav.pcm, options.sampleRateHz)
  return {
    container: 'wav',
    codec: wav.encoding,
    channels: wav.channels,
    sampleRateHz: wav.pcm.sampleRateHz,
    containerSeconds: samples.length / options.sampleRateHz,
    async *blocks() {
      const step = Math.round(options.blockSeconds * options.sampleRateHz)
      for (let at = 0; at < samples.length; at += step) {
        options.signal?.throwIfAborted()
        yield bounded(samples.slice(at, at + step))
      }
    },
  }
}

function readWav(bytes: Buffer, { maxSeconds }: BlockOptions) {
  try {
    return decodeWav(bytes, { maxSeconds: maxSeconds + LIMIT_TOLERANCE_SECONDS })
  } catch (error) {
    if (!(error instanceof AudioError) || error.code === 'too_long') throw error
    const code = error.code === 'unsupported_encoding' ? 'decoder_missing' : 'damaged'
    throw new AudioError(code, error.message)
  }
}

function refuseLonger(seconds: number, { maxSeconds }: BlockOptions): void {
  if (seconds <= maxSeconds + LIMIT_TOLERANCE_SECONDS) return
  throw new AudioError('too_long', `over ${maxSeconds} s`)
}
