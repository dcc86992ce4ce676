import type { SynthesisRequest } from '@viva-voce/contract'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../kit/db.ts'
import { type SpeechOrder, watermarkKeyVersion } from '../../work/tasks.ts'
import { giveUp } from './abandon.ts'
import { type Begun, type Buyer, begin, requestHash } from './begin.ts'
import { complete } from './complete.ts'
import { withContentCredentials } from './content-credentials.ts'
import { fileInfo } from './file-info.ts'
import { type FinishedSynthesis, readFinished } from './finished.ts'
import { estimateCharge, voiceAndTerms } from './pricing.ts'
import { readText } from './read-text.ts'

/** The longest speech of one synthesis: 5,000 characters at half speed, with room. */
const maxSeconds = 15 * 60

/**
 * The product's main job: speaks, marks, stores and charges, or does none of it.
 * Refuses with 404, 409, 403, 422, 402 or 503 before anything is charged. The same idempotency key with the
 * same request gives the same answer and one charge; with another request it is 422.
 */
export async function synthesise(
  ctx: Context,
  request: SynthesisRequest,
  buyer: Buyer,
): Promise<FinishedSynthesis> {
  const begun = await beginSynthesis(ctx, request, buyer)
  if (begun.kind === 'finished') return readFinished(ctx, begun.synthesisId)
  return speakAndComplete(ctx, request, begun)
}

/** Checks everything that can be refused for free, then writes the synthesis down and holds its price. */
export async function beginSynthesis(
  ctx: Context,
  request: SynthesisRequest,
  buyer: Buyer,
): Promise<Begun> {
  const { voice, terms } = await voiceAndTerms(ctx, buyer.developerId, request)
  ctx.speech.refuseUnlessReady(voice)
  const { seconds, askedPauseSeconds } = readText(request, voice.locale)
  const charge = estimateCharge(terms, seconds)
  return inTransaction(ctx.db, (tx) =>
    begin(ctx, tx, {
      request,
      buyer,
      voice,
      terms,
      askedPauseSeconds,
      holdMicros: charge.netMicros + charge.vatMicros,
      hash: requestHash(request),
    }),
  )
}

/** What a thread of the speech pool is told. */
export function taskOf(
  ctx: Context,
  request: SynthesisRequest,
  begun: Extract<Begun, { kind: 'begun' }>,
): SpeechOrder {
  return {
    tenant: begun.buyer.developerId,
    voiceId: request.voice_id,
    custom: begun.voice.custom,
    text: request.text,
    speed: request.speed,
    maxSeconds,
    payload: begun.number,
    keyVersion: watermarkKeyVersion,
    format: request.format,
    info: fileInfo(ctx, begun),
    askedPauseSeconds: begun.askedPauseSeconds,
  }
}

/** From here on something is held, so every way out either completes the synthesis or gives the hold back. */
async function speakAndComplete(
  ctx: Context,
  request: SynthesisRequest,
  begun: Extract<Begun, { kind: 'begun' }>,
): Promise<FinishedSynthesis> {
  const { synthesisId } = begun
  try {
    const spoken = await ctx.speech.speak(taskOf(ctx, request, begun))
    const audio = await withContentCredentials(ctx, begun, request.format, spoken)
    await ctx.objects.put(begun.objectKey, audio)
    await complete(ctx, begun, { ...spoken, audio })
    ctx.logger.info({ synthesisId, ...spoken.timings }, 'synthesis completed')
    return await readFinished(ctx, synthesisId, audio)
  } catch (error) {
    await giveUp(ctx, begun, error)
    throw error
  }
}
