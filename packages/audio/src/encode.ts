/** Whole audio into a file of any format that we offer. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ChildEnd, runChild, withTempFolder } from './child.ts'
import {
  type AudioFormat,
  ENCODED_SAMPLE_RATE_HZ,
  encoderArguments,
  type FfmpegFormat,
  IN_PROCESS,
  type Naming,
  WHOLE,
} from './encode-format.ts'
import { AudioError } from './error.ts'
import { completeMetadata, id3Tag, metadataArguments } from './metadata.ts'
import type { Pcm } from './pcm.ts'
import { createQuantiser } from './quantise.ts'
import { resample } from './resample.ts'
import { encodeWav } from './wav-encode.ts'
import type { DigitalSourceType, WavInfo } from './wav-format.ts'

const DEFAULT_TIMEOUT_MS = 60_000
/** What ffmpeg prints to its standard output while it writes a file: nothing. */
const NO_OUTPUT = 4_096

/** What to make. */
export interface EncodeOptions {
  format: AudioFormat
  /** Written as the container's own tags; "AI-generated speech." leads the comment when it does not say so. */
  metadata?: WavInfo
  /** Named in XMP (wav, mp3), a Vorbis comment (opus, flac) or the description (aac). */
  digitalSourceType?: DigitalSourceType
}

/** Bounds of the work. */
export interface EncodeLimits {
  signal?: AbortSignal
  /** Wall time of ffmpeg, by default a minute. */
  timeoutMs?: number
}

/** A finished file. */
export interface Encoded extends Naming {
  bytes: Uint8Array
}

/**
 * Encodes mono audio at 24 kHz (other rates are converted): `wav` and `pcm` (raw 16-bit little-endian) here,
 * `mp3` (96 kb/s, gapless), `opus` (Ogg, 48 kb/s), `aac` (M4A, index first, 96 kb/s) and `flac` (16 bit) by
 * the machine's ffmpeg. The same audio and options give the same bytes. Sample-exact in length but for MP3
 * and AAC players that ignore the padding they are told of.
 * Throws AudioError `encoder_missing`, `encoder_failed`, `encoder_timeout`, `cancelled`, `unsupported_rate`.
 */
export async function encodeAudio(
  pcm: Pcm,
  options: EncodeOptions,
  limits: EncodeLimits = {},
): Promise<Encoded> {
  if (limits.signal?.aborted) throw new AudioError('cancelled', 'encoding was cancelled')
  const ready = resample(pcm, ENCODED_SAMPLE_RATE_HZ)
  const info = completeMetadata(options.metadata ?? {})
  const { format, digitalSourceType } = options
  if (format === 'pcm') return { bytes: createQuantiser()(ready.samples), ...IN_PROCESS.pcm }
  if (format === 'wav') {
    return { bytes: encodeWav(ready, { info, digitalSourceType }), ...IN_PROCESS.wav }
  }
  const { contentType, extension, ...recipe } = WHOLE[format]
  const bytes = await throughFfmpeg(ready, WHOLE[format], { ...options, metadata: info }, limits)
  const tag = recipe.tags === 'id3' ? id3Tag(info, digitalSourceType) : new Uint8Array(0)
  return { bytes: Buffer.concat([tag, bytes]), contentType, extension }
}

/** Through a file, since a container's index, length and checksum are filled in by going back. */
function throughFfmpeg(
  pcm: Pcm,
  format: FfmpegFormat,
  options: EncodeOptions,
  limits: EncodeLimits,
): Promise<Uint8Array> {
  return withTempFolder(async (folder) => {
    const path = join(folder, `speech.${format.extension}`)
    const end = await runChild(
      'ffmpeg',
      encoderArguments(format, tagArguments(format, options), `file:${path}`),
      rawInput(format, pcm.samples),
      {
        role: 'encoder',
        timeoutMs: limits.timeoutMs ?? DEFAULT_TIMEOUT_MS,
        signal: limits.signal,
        maxOutputBytes: NO_OUTPUT,
      },
    )
    throwIfFailed(end)
    return readFile(path)
  })
}

/** ffmpeg's arguments for the tags that its container holds. */
export function tagArguments(format: FfmpegFormat, options: EncodeOptions): string[] {
  if (format.tags === 'id3') return []
  return metadataArguments(options.metadata ?? {}, options.digitalSourceType, format.tags)
}

/** Throws AudioError `encoder_failed` with ffmpeg's first words unless it ended well. */
export function throwIfFailed(end: ChildEnd): void {
  if (end.exitCode === 0) return
  throw new AudioError('encoder_failed', `ffmpeg ended with ${end.exitCode}: ${end.errorLines[0]}`)
}

function rawInput(format: FfmpegFormat, samples: Float32Array): Uint8Array {
  return format.input === 's16le' ? createQuantiser()(samples) : floatBytes(samples)
}

/** The samples as little-endian floats, which every machine that Node runs on has in memory anyway. */
export function floatBytes(samples: Float32Array): Uint8Array {
  return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength)
}
