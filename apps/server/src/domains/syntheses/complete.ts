import { createHash } from 'node:crypto'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../kit/db.ts'
import { publish } from '../../kit/outbox.ts'
import { type Spoken, watermarkKeyVersion } from '../../work/tasks.ts'
import { openEscrow } from '../escrows/open.ts'
import { recordLicence, signLicence } from '../licences/licences.ts'
import type { Begun } from './begin.ts'
import { chargeFor } from './pricing.ts'
import * as store from './synthesis-store.ts'

/**
 * Charges the true length and writes licence, held payment and events, all in one transaction.
 * Throws when the synthesis was given up meanwhile (its process was taken for dead), or 402 when the speech
 * came out longer than the wallet can pay. `signed` is the licence when it was given out beforehand (a stream).
 */
export async function complete(
  ctx: Context,
  begun: Extract<Begun, { kind: 'begun' }>,
  spoken: Omit<Spoken, 'timings' | 'digitalSourceType'>,
  signed?: Awaited<ReturnType<typeof signLicence>>,
): Promise<void> {
  const { synthesisId, paymentIntentId, voice, usage, buyer } = begun
  const charge = chargeFor(begun.terms, spoken)
  const licence =
    signed ??
    (await signLicence(ctx, {
      id: begun.licenceId,
      synthesisId,
      voiceId: voice.id,
      talentId: voice.talentId,
      usage,
    }))
  await inTransaction(ctx.db, async (tx) => {
    const at = ctx.clock.now()
    const taken = await store.markCompleted(tx, synthesisId, {
      completed_at: at,
      sample_count: BigInt(spoken.sampleCount),
      sample_rate_hz: spoken.sampleRateHz,
      net_micros: charge.netMicros,
      vat_micros: charge.vatMicros,
      audio_sha256: createHash('sha256').update(spoken.audio).digest(),
      audio_bytes: BigInt(spoken.audio.length),
      content_type: spoken.contentType,
      marks: JSON.stringify(spoken.marks),
      watermark_key_version: watermarkKeyVersion,
    })
    if (!taken) throw new Error(`${synthesisId} was given up while it was speaking`)
    await openEscrow(ctx, tx, {
      synthesisId,
      paymentIntentId,
      developerId: buyer.developerId,
      talentId: voice.talentId,
      ...charge,
      speech: {
        voiceId: voice.id,
        usage,
        sampleCount: spoken.sampleCount,
        sampleRateHz: spoken.sampleRateHz,
        pricePerSecondMicros: begun.terms.pricePerSecondMicros,
        usageFactorHundredths: begun.terms.usageFactorHundredths,
      },
    })
    await recordLicence(tx, { id: begun.licenceId, synthesisId, ...licence })
    await publish(
      tx,
      'synthesis.completed',
      {
        synthesis_id: synthesisId,
        payment_intent_id: paymentIntentId,
        developer_id: buyer.developerId,
        voice_id: voice.id,
        usage,
        seconds: spoken.sampleCount / spoken.sampleRateHz,
        created_at: at.toISOString(),
      },
      at,
    )
  })
}
