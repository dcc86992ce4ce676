import type { Usage } from '@viva-voce/contract'
import { pricePerSecondMicros, usageFactorHundredths, vatRateFor } from '@viva-voce/money'
import { vatCustomerOf } from '../../src/domains/developers/developers.ts'
import { recordVerification } from '../../src/domains/escrows/record-verification.ts'
import { begin } from '../../src/domains/syntheses/begin.ts'
import { complete } from '../../src/domains/syntheses/complete.ts'
import { chargeFor } from '../../src/domains/syntheses/pricing.ts'
import { inTransaction } from '../../src/kit/db.ts'
import type { TestServer } from './test-server.ts'

// A sale takes every step of a synthesis but the speaking, so that a test can make thousands.

const sampleRateHz = 24_000

export interface Sale {
  synthesisId: string
  paymentIntentId: string
  escrowId: string
  netMicros: bigint
  vatMicros: bigint
}

/** Charges `seconds` of a voice as a synthesis does, and holds the payment. */
export async function sell(
  server: Pick<TestServer, 'ctx'>,
  order: {
    developerId: string
    voiceId: string
    talentId: string | null
    seconds: number
    usage?: Usage
    pricePerSecondMicros?: bigint
  },
): Promise<Sale> {
  const { ctx } = server
  const usage = order.usage ?? 'podcast'
  const customer = await vatCustomerOf(ctx, order.developerId)
  const terms = {
    pricePerSecondMicros: order.pricePerSecondMicros ?? pricePerSecondMicros.custom,
    usageFactorHundredths: usageFactorHundredths[usage],
    vatRateBasisPoints: vatRateFor(customer, ctx.config.platformCountry),
    vatCountry: customer.country ?? ctx.config.platformCountry,
  }
  const length = { sampleCount: Math.round(order.seconds * sampleRateHz), sampleRateHz }
  const { netMicros, vatMicros } = chargeFor(terms, length)
  const begun = await inTransaction(ctx.db, (tx) =>
    begin(ctx, tx, {
      request: {
        ...{ text: 'Sold.', voice_id: order.voiceId, usage },
        ...{ format: 'wav', speed: 1, stream: false },
      },
      buyer: { developerId: order.developerId, apiKeyId: null, idempotencyKey: null },
      voice: {
        id: order.voiceId,
        talentId: order.talentId,
        engine: 'none',
        engineVoice: 'none',
        pricePerSecondMicros: terms.pricePerSecondMicros,
        name: 'A voice',
        locale: 'en-US',
        custom: null,
        isFallback: false,
        madeBy: 'a test',
      },
      terms,
      holdMicros: netMicros + vatMicros,
      askedPauseSeconds: 0,
      hash: Buffer.alloc(32),
    }),
  )
  if (begun.kind !== 'begun') throw new Error('sold before')
  await complete(ctx, begun, {
    ...{ audio: new Uint8Array(8), contentType: 'audio/wav', marks: [], ...length },
  })
  const { id } = await ctx.db
    .selectFrom('escrows')
    .select('id')
    .where('synthesis_id', '=', begun.synthesisId)
    .executeTakeFirstOrThrow()
  const { synthesisId, paymentIntentId } = begun
  return { synthesisId, paymentIntentId, escrowId: id, netMicros, vatMicros }
}

/** What the worker writes after it has read the stored audio back. */
export async function pass(
  server: Pick<TestServer, 'ctx'>,
  sale: Pick<Sale, 'synthesisId'>,
  results = { watermarkPassed: true, scanPassed: true },
): Promise<void> {
  await inTransaction(server.ctx.db, (tx) =>
    recordVerification(server.ctx, tx, {
      synthesisId: sale.synthesisId,
      ...results,
      findings: {
        expectedPayload: 1,
        unchanged: true,
        watermark: { payload: 1, score: 20, explanation: 'marked' },
        scan: { passed: results.scanPassed, signals: [] },
      },
    }),
  )
}
