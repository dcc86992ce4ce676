import { createHash } from 'node:crypto'
import type { SynthesisRequest } from '@viva-voce/contract'
import type { Micros } from '@viva-voce/money'
import type { Context } from '../../context.ts'
import { ApiError } from '../../kit/api-error.ts'
import type { Tx } from '../../kit/db.ts'
import type { SpeakableVoice } from '../voices/voices.ts'
import { placeHold } from '../wallets/wallets.ts'
import type { Terms } from './pricing.ts'
import * as store from './synthesis-store.ts'

/** Who buys a synthesis, and under which idempotency key. */
export interface Buyer {
  developerId: string
  apiKeyId: string | null
  idempotencyKey: string | null
}

/** A synthesis that may now speak, or one that the same idempotency key has finished before. */
export type Begun =
  | { kind: 'finished'; synthesisId: string }
  | {
      kind: 'begun'
      synthesisId: string
      /** The watermark's payload. */
      number: number
      licenceId: string
      paymentIntentId: string
      objectKey: string
      askedPauseSeconds: number
      voice: SpeakableVoice
      usage: SynthesisRequest['usage']
      terms: Terms
      buyer: Buyer
    }

/** The parts of a request that make it the same request, in a fixed order. */
export function requestHash(request: SynthesisRequest): Buffer {
  const { text, voice_id, usage, format, speed } = request
  return createHash('sha256')
    .update(JSON.stringify([text, voice_id, usage, format, speed]))
    .digest()
}

/**
 * Writes the synthesis down and holds its estimated price, in one transaction.
 * Throws 402 when the wallet is too low, 422 or 409 when the idempotency key says otherwise.
 */
export async function begin(
  ctx: Context,
  tx: Tx,
  order: {
    request: SynthesisRequest
    buyer: Buyer
    voice: SpeakableVoice
    terms: Terms
    holdMicros: Micros
    askedPauseSeconds: number
    hash: Buffer
  },
): Promise<Begun> {
  const { request, buyer, voice, terms } = order
  const earlier = await findEarlier(tx, buyer, order.hash)
  if (earlier) return { kind: 'finished', synthesisId: earlier }
  const at = ctx.clock.now()
  const synthesisId = ctx.ids.next('syn')
  const paymentIntentId = ctx.ids.next('pi')
  const objectKey = `audio/${at.toISOString().slice(0, 7).replace('-', '/')}/${synthesisId}.${request.format}`
  const number = await store.insertSynthesis(tx, {
    id: synthesisId,
    developer_id: buyer.developerId,
    api_key_id: buyer.apiKeyId,
    voice_id: voice.id,
    talent_id: voice.talentId,
    usage: request.usage,
    text: request.text,
    speed: request.speed,
    format: request.format,
    state: 'speaking',
    process_id: ctx.processId,
    payment_intent_id: paymentIntentId,
    hold_micros: order.holdMicros,
    price_per_second_micros: terms.pricePerSecondMicros,
    usage_factor_hundredths: terms.usageFactorHundredths,
    vat_rate_basis_points: terms.vatRateBasisPoints,
    vat_country: terms.vatCountry,
    asked_pause_seconds: order.askedPauseSeconds,
    is_fallback: voice.isFallback,
    started_at: at,
    // Named before it is written, so that whoever cleans up after a crash knows where to look.
    object_key: objectKey,
  })
  if (buyer.idempotencyKey) await claimKey(ctx, tx, buyer, order.hash, synthesisId)
  await placeHold(ctx, tx, {
    developerId: buyer.developerId,
    synthesisId,
    amountMicros: order.holdMicros,
  })
  await refuseTooMany(ctx, tx, buyer.developerId)
  const licenceId = ctx.ids.next('lic')
  const { usage } = request
  return {
    kind: 'begun',
    synthesisId,
    number,
    licenceId,
    paymentIntentId,
    objectKey,
    askedPauseSeconds: order.askedPauseSeconds,
    voice,
    usage,
    terms,
    buyer,
  }
}

/** The hold has locked the developer's wallet, so nobody starts another one between the count and the commit. */
async function refuseTooMany(ctx: Context, tx: Tx, developerId: string): Promise<void> {
  const most = ctx.config.speech.atOncePerDeveloper
  if ((await store.countSpeaking(tx, developerId)) <= most) return
  throw new ApiError('rate_limited', `You can have ${most} syntheses running at a time.`, {
    retryAfterSeconds: 1,
  })
}

/** The synthesis that this key has finished; throws 422 for another request, 409 while it still runs. */
async function findEarlier(tx: Tx, buyer: Buyer, hash: Buffer): Promise<string | null> {
  if (!buyer.idempotencyKey) return null
  const earlier = await store.findByIdempotencyKey(tx, buyer.developerId, buyer.idempotencyKey)
  if (!earlier) return null
  if (!earlier.request_hash.equals(hash)) {
    throw new ApiError(
      'idempotency_key_reused',
      'This Idempotency-Key was used for another request. Use a new key for a new request.',
    )
  }
  if (earlier.state === 'completed') return earlier.synthesis_id
  throw stillRunning()
}

/** Two first requests with one key: the second waits for the first one's insert, then finds the key taken. */
async function claimKey(ctx: Context, tx: Tx, buyer: Buyer, hash: Buffer, synthesisId: string) {
  const claimed = await store.insertIdempotencyKey(tx, {
    developer_id: buyer.developerId,
    key: buyer.idempotencyKey!,
    request_hash: hash,
    synthesis_id: synthesisId,
    created_at: ctx.clock.now(),
  })
  if (!claimed) throw stillRunning()
}

function stillRunning(): ApiError {
  return new ApiError(
    'request_in_progress',
    'The same request is still running. Please try again in a moment.',
    {
      retryAfterSeconds: 1,
    },
  )
}
