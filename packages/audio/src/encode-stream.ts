/** Audio into an encoded stream while it is being made. */
import type { Writable } from 'node:stream'
import { type RunningChild, startChild } from './child.ts'
import {
  type EncodeLimits,
  type EncodeOptions,
  floatBytes,
  tagArguments,
  throwIfFailed,
} from './encode.ts'
import {
  ENCODED_SAMPLE_RATE_HZ,
  encoderArguments,
  type FfmpegFormat,
  IN_PROCESS,
  type Naming,
  STREAMED,
} from './encode-format.ts'
import { AudioError } from './error.ts'
import { completeMetadata, id3Tag } from './metadata.ts'
import type { Pcm } from './pcm.ts'
import { createQuantiser } from './quantise.ts'
import { streamedWavHeader } from './wav-encode.ts'

/** A stream lasts as long as its listener lets it, so its bound is far. */
const DEFAULT_TIMEOUT_MS = 15 * 60_000

/** An encoder whose output leaves before its input is complete. */
export interface EncoderStream extends Naming {
  /**
   * Encodes pieces of mono audio at 24 kHz, laid end to end; use it once. Whoever stops reading ends the
   * encoder and, after its next piece, the source. Throws what the source throws, and AudioError
   * `rate_mismatch`, `encoder_missing`, `encoder_failed`, `encoder_timeout`, `cancelled`.
   */
  encode(pieces: AsyncIterable<Pcm>): AsyncGenerator<Uint8Array>
}

/**
 * Makes an encoder for a stream: `wav` (sizes 0xFFFFFFFF, samples as in the whole file) and `pcm` here,
 * `mp3`, `opus` (Ogg, pages of 100 ms), `aac` (ADTS frames, `.aac`) and `flac` by an ffmpeg that starts with
 * the first read, before the first piece is there. `timeoutMs` is 15 minutes by default.
 */
export function createEncoderStream(
  options: EncodeOptions,
  limits: EncodeLimits = {},
): EncoderStream {
  const complete = { ...options, metadata: completeMetadata(options.metadata ?? {}) }
  const { format, metadata: info, digitalSourceType } = complete
  if (format === 'wav' || format === 'pcm') {
    const header =
      format === 'wav'
        ? streamedWavHeader(ENCODED_SAMPLE_RATE_HZ, { info, digitalSourceType })
        : new Uint8Array(0)
    const encode = (pieces: AsyncIterable<Pcm>) => encodeRaw(header, pieces, limits)
    return { ...IN_PROCESS[format], encode }
  }
  const recipe = STREAMED[format]
  const tag = recipe.tags === 'id3' ? id3Tag(info, digitalSourceType) : new Uint8Array(0)
  const args = encoderArguments(recipe, tagArguments(recipe, complete), 'pipe:1')
  const { contentType, extension } = recipe
  const encode = (pieces: AsyncIterable<Pcm>) => encodeBy(recipe, args, tag, pieces, limits)
  return { contentType, extension, encode }
}

async function* encodeRaw(
  header: Uint8Array,
  pieces: AsyncIterable<Pcm>,
  { signal }: EncodeLimits,
): AsyncGenerator<Uint8Array> {
  const quantise = createQuantiser()
  if (header.length > 0) yield header
  for await (const piece of pieces) {
    if (signal?.aborted) throw new AudioError('cancelled', 'encoding was cancelled')
    checkPiece(piece)
    if (piece.samples.length > 0) yield quantise(piece.samples)
  }
}

async function* encodeBy(
  format: FfmpegFormat,
  args: readonly string[],
  tag: Uint8Array,
  pieces: AsyncIterable<Pcm>,
  { timeoutMs = DEFAULT_TIMEOUT_MS, signal }: EncodeLimits,
): AsyncGenerator<Uint8Array> {
  const child = startChild('ffmpeg', args, { role: 'encoder', timeoutMs, signal })
  const feeding = feed(format, pieces, child)
  try {
    if (tag.length > 0) yield tag
    yield* child.stdout
    const end = await child.ended
    const failure = feeding.failure()
    if (failure) throw failure.error
    throwIfFailed(end)
  } finally {
    child.kill()
  }
}

/** Writes the pieces to the child as fast as it takes them; an error of theirs ends it and is kept. */
function feed(
  format: FfmpegFormat,
  pieces: AsyncIterable<Pcm>,
  child: RunningChild,
): { failure(): { error: unknown } | undefined } {
  const toBytes = format.input === 's16le' ? createQuantiser() : floatBytes
  let failure: { error: unknown } | undefined
  const run = async () => {
    for await (const piece of pieces) {
      checkPiece(piece)
      if (!(await write(child.stdin, toBytes(piece.samples)))) return
    }
    child.stdin.end()
  }
  run().catch((error: unknown) => {
    failure = { error }
    child.kill()
  })
  return { failure: () => failure }
}

/** False when the other end is gone. */
function write(stream: Writable, bytes: Uint8Array): Promise<boolean> {
  return new Promise((resolve) => stream.write(bytes, (error) => resolve(!error)))
}

function checkPiece(piece: Pcm): void {
  if (piece.sampleRateHz === ENCODED_SAMPLE_RATE_HZ) return
  throw new AudioError('rate_mismatch', `a piece at ${piece.sampleRateHz} Hz`)
}
