import { type RoyaltyStatus, royaltyTransitions } from '@viva-voce/contract'
import { payoutFailedEntry, payoutPaidEntry } from '@viva-voce/money'
import type { Context } from '../../context.ts'
import type { Tx } from '../../kit/db.ts'
import { publish } from '../../kit/outbox.ts'
import { post } from '../ledger/ledger.ts'
import { recordRoyaltyMoves } from '../usage/activity.ts'
import * as store from './payout-store.ts'

const nameOf = (row: store.PayoutRow) => ({
  payoutId: row.id,
  talentId: row.talent_id,
  amountCents: row.amount_cents,
})

/** The provider has moved the money. False when the payout was settled before. */
export async function payoutWasPaid(
  ctx: Context,
  tx: Tx,
  payoutId: string,
  transferId: string,
): Promise<boolean> {
  const row = await store.lockPayout(tx, payoutId)
  if (row?.state !== 'processing') return false
  const at = ctx.clock.now()
  await store.update(tx, payoutId, {
    state: 'paid',
    transfer_id: transferId,
    settled_at: at,
    next_attempt_at: null,
  })
  await move(tx, row, 'processing', royaltyTransitions.processing.confirm_payout)
  await post(ctx, tx, payoutPaidEntry(nameOf(row)))
  await publish(
    tx,
    'payout.paid',
    {
      payout_id: row.id,
      talent_id: row.talent_id,
      amount_eur: Number(row.amount_cents) / 100,
      month: row.month,
      created_at: at.toISOString(),
    },
    at,
  )
  ctx.logger.info({ payoutId, transferId }, 'payout paid')
  return true
}

/** The provider will not move the money: it is due again. False when the payout was settled before. */
export async function failPayout(
  ctx: Context,
  tx: Tx,
  payoutId: string,
  failure: string,
): Promise<boolean> {
  const row = await store.lockPayout(tx, payoutId)
  if (row?.state !== 'processing') return false
  await store.update(tx, payoutId, {
    state: 'failed',
    failure,
    settled_at: ctx.clock.now(),
    next_attempt_at: null,
  })
  await move(tx, row, 'processing', royaltyTransitions.processing.fail_payout)
  await post(ctx, tx, payoutFailedEntry({ ...nameOf(row), wasPaid: false }))
  ctx.logger.warn({ payoutId, failure }, 'payout failed')
  return true
}

/** A transfer was taken back at the provider: what it paid is due again. False when it is none of ours, or was before. */
export async function transferWasReversed(
  ctx: Context,
  tx: Tx,
  transferId: string,
): Promise<boolean> {
  const payoutId = await store.findByTransfer(tx, transferId)
  const row = payoutId === undefined ? undefined : await store.lockPayout(tx, payoutId)
  if (row?.state !== 'paid') return false
  await store.update(tx, row.id, { state: 'failed', failure: 'reversed' })
  await move(tx, row, 'paid', royaltyTransitions.paid.reverse_payout)
  await post(ctx, tx, payoutFailedEntry({ ...nameOf(row), wasPaid: true }))
  ctx.logger.warn({ payoutId: row.id, transferId }, 'payout reversed')
  return true
}

async function move(tx: Tx, row: store.PayoutRow, from: RoyaltyStatus, to: RoyaltyStatus) {
  const moved = await store.moveRoyalties(tx, row.id, from, to)
  await recordRoyaltyMoves(
    tx,
    moved.map((sums) => ({ ...sums, talentId: row.talent_id, from, to })),
  )
}
