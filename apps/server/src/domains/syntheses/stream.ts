import { type SynthesisRequest, streamedFormats } from '@viva-voce/contract'
import type { Context } from '../../context.ts'
import { ApiError } from '../../kit/api-error.ts'
import type { SpeechStream } from '../../work/tasks.ts'
import { signLicence } from '../licences/licences.ts'
import { giveUp } from './abandon.ts'
import type { Begun, Buyer } from './begin.ts'
import { complete } from './complete.ts'
import { type FinishedSynthesis, readFinished } from './finished.ts'
import { beginSynthesis, taskOf } from './synthesise.ts'

/** A synthesis that is sent while it is spoken. */
export interface StreamedSynthesis {
  kind: 'stream'
  id: string
  format: string
  licenceToken: string
  paymentIntentId: string
  /** Ends normally, is broken off by the reader (who pays for what was made until then), or throws. */
  body: AsyncGenerator<Uint8Array>
}

/**
 * Begins a synthesis and sends its audio as it is made. Resolves with the first piece ready, so that every
 * refusal is still an answer of its own. A request that an idempotency key has finished is sent whole.
 */
export async function streamSynthesis(
  ctx: Context,
  request: SynthesisRequest,
  buyer: Buyer,
): Promise<StreamedSynthesis | (FinishedSynthesis & { kind: 'finished' })> {
  refuseFormat(request.format)
  const begun = await beginSynthesis(ctx, request, buyer)
  if (begun.kind === 'finished') {
    return { kind: 'finished', ...(await readFinished(ctx, begun.synthesisId)) }
  }
  const { synthesisId, paymentIntentId, voice, usage } = begun
  const { id: voiceId, talentId } = voice
  let stream: SpeechStream | null = null
  try {
    stream = ctx.speech.stream(taskOf(ctx, request, begun))
    const chunks = stream.chunks[Symbol.asyncIterator]()
    const terms = { id: begun.licenceId, synthesisId, voiceId, talentId, usage }
    // Signed while the first sentence is spoken.
    const [licence, first] = await Promise.all([signLicence(ctx, terms), chunks.next()])
    const body = deliver(ctx, begun, licence, stream, chunks, first)
    const { format } = request
    return {
      kind: 'stream',
      id: synthesisId,
      format,
      licenceToken: licence.token,
      paymentIntentId,
      body,
    }
  } catch (error) {
    stream?.stop()
    await giveUp(ctx, begun, error)
    throw error
  }
}

/** Hands the pieces on, keeps them, and settles when they end, however they end. */
async function* deliver(
  ctx: Context,
  begun: Extract<Begun, { kind: 'begun' }>,
  licence: Awaited<ReturnType<typeof signLicence>>,
  stream: SpeechStream,
  chunks: AsyncIterator<Uint8Array>,
  first: IteratorResult<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const kept: Uint8Array[] = []
  try {
    for (let next = first; !next.done; next = await chunks.next()) {
      kept.push(next.value)
      yield next.value
    }
  } finally {
    // Here too when the reader hung up: the rest of what was spoken is kept, and no more is spoken.
    await settle(ctx, begun, licence, stream, chunks, kept)
  }
}

async function settle(
  ctx: Context,
  begun: Extract<Begun, { kind: 'begun' }>,
  licence: Awaited<ReturnType<typeof signLicence>>,
  stream: SpeechStream,
  chunks: AsyncIterator<Uint8Array>,
  kept: Uint8Array[],
): Promise<void> {
  const { synthesisId } = begun
  try {
    stream.stop()
    for (let next = await chunks.next(); !next.done; next = await chunks.next())
      kept.push(next.value)
    const audio = Buffer.concat(kept)
    await ctx.objects.put(begun.objectKey, audio)
    await complete(ctx, begun, { ...stream.end(), audio }, licence)
    ctx.logger.info({ synthesisId, firstPieceMs: stream.end().firstPieceMs }, 'stream completed')
  } catch (error) {
    await giveUp(ctx, begun, error)
    throw error
  }
}

function refuseFormat(format: string): void {
  if (streamedFormats.has(format)) return
  const sentence = `${format} cannot be streamed. Ask for one of ${[...streamedFormats].join(', ')}.`
  throw new ApiError('validation_failed', sentence, {
    fields: [{ field: 'body.format', message: sentence }],
  })
}
