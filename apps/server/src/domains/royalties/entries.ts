import { royaltyTransitions, type Usage } from '@viva-voce/contract'
import { type Micros, split } from '@viva-voce/money'
import type { Context } from '../../context.ts'
import type { Tx } from '../../kit/db.ts'
import { dayOf, recordRoyaltyMoves, recordSynthesis } from '../usage/activity.ts'
import * as store from './royalty-store.ts'

/** What was sold: the factors of its price, and how long it is. */
export interface SoldSpeech {
  voiceId: string
  usage: Usage
  sampleCount: number
  sampleRateHz: number
  pricePerSecondMicros: Micros
  usageFactorHundredths: bigint
}

/** Counts a sale, and writes what the talent earns by it; a catalogue voice (no talent) earns nobody anything. */
export async function openRoyalty(
  ctx: Context,
  tx: Tx,
  sale: {
    escrowId: string
    developerId: string
    talentId: string | null
    netMicros: Micros
    at: Date
    speech: SoldSpeech
  },
): Promise<void> {
  const { talentId, developerId, at, speech } = sale
  const amountMicros = talentId === null ? null : split(sale.netMicros, true).talentMicros
  if (talentId !== null && amountMicros !== null) {
    await store.insertRoyalty(tx, {
      id: ctx.ids.next('roy'),
      escrow_id: sale.escrowId,
      talent_id: talentId,
      developer_id: developerId,
      voice_id: speech.voiceId,
      usage: speech.usage,
      sample_count: BigInt(speech.sampleCount),
      sample_rate_hz: speech.sampleRateHz,
      price_per_second_micros: speech.pricePerSecondMicros,
      usage_factor_hundredths: speech.usageFactorHundredths,
      net_micros: sale.netMicros,
      amount_micros: amountMicros,
      created_at: at,
    })
  }
  const audioMs = BigInt(Math.round((speech.sampleCount * 1000) / speech.sampleRateHz))
  await recordSynthesis(tx, { at, developerId, talentId, audioMs, royaltyMicros: amountMicros })
}

/** From now on a payout may take what a released payment has earned. */
export const makePayable = store.markPayable

/** Cancels what a refunded payment would have earned. */
export async function cancelRoyalty(tx: Tx, escrowId: string): Promise<void> {
  const to = royaltyTransitions.pending.refund
  const row = await store.moveSale(tx, escrowId, 'pending', to)
  if (!row) return
  await recordRoyaltyMoves(tx, [
    {
      day: dayOf(row.created_at),
      developerId: row.developer_id,
      talentId: row.talent_id,
      amountMicros: row.amount_micros,
      from: 'pending',
      to,
    },
  ])
}

/** Takes back what a payment has earned that was refunded after its release: an entry of its own, due at once. */
export async function correctRoyalty(ctx: Context, tx: Tx, escrowId: string): Promise<void> {
  const sale = await store.findSale(tx, escrowId)
  if (!sale) return
  const at = ctx.clock.now()
  const amountMicros = -sale.amount_micros
  await store.insertRoyalty(tx, {
    ...sale,
    id: ctx.ids.next('roy'),
    kind: 'correction',
    net_micros: -sale.net_micros,
    amount_micros: amountMicros,
    status: 'pending',
    payout_id: null,
    created_at: at,
    payable_at: at,
  })
  await recordRoyaltyMoves(tx, [
    {
      day: dayOf(at),
      developerId: sale.developer_id,
      talentId: sale.talent_id,
      amountMicros,
      newEntries: 1n,
      from: null,
      to: 'pending',
    },
  ])
}
