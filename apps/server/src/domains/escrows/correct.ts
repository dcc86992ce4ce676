import { correctionEntry } from '@viva-voce/money'
import type { Context } from '../../context.ts'
import { ApiError, notFound } from '../../kit/api-error.ts'
import type { Tx } from '../../kit/db.ts'
import { publish } from '../../kit/outbox.ts'
import { revokeLicence } from '../licences/licences.ts'
import { correctRoyalty } from '../royalties/entries.ts'
import { postToWallet } from '../wallets/wallets.ts'
import * as store from './escrow-store.ts'
import { paymentOf, refund, settledEvent } from './settle.ts'

/**
 * Refunds a payment whose state allows it: one that is held becomes REFUNDED; one that was released stays RELEASED, and
 * a correction takes it back from talent and platform. Throws 404, and 409 when it was refunded before.
 */
export async function refundByOperator(
  ctx: Context,
  tx: Tx,
  paymentIntentId: string,
  reason: string,
): Promise<void> {
  const row = await store.lockByPaymentIntent(tx, paymentIntentId)
  if (!row) throw notFound('payment')
  if (row.state === 'PENDING') return refund(ctx, tx, row, reason)
  const isNew = row.state === 'RELEASED' && (await correct(ctx, tx, row, { reason }))
  if (!isNew) throw new ApiError('conflict', 'This payment was refunded before.')
}

/**
 * Refunds a payment that was released; the row is locked. False when it was corrected before. The talent's share is
 * taken from the next payouts.
 */
export async function correct(
  ctx: Context,
  tx: Tx,
  row: store.EscrowRow,
  { reason, disputeId }: { reason: string; disputeId?: string },
): Promise<boolean> {
  const at = ctx.clock.now()
  const entry = correctionEntry(paymentOf(row))
  if (!(await postToWallet(ctx, tx, row.developer_id, entry))) return false
  await store.insertCorrection(tx, {
    ...{ escrow_id: row.id, reason, created_at: at },
    dispute_id: disputeId ?? null,
  })
  await correctRoyalty(ctx, tx, row.id)
  const { synthesis_id: synthesisId, developer_id: developerId } = row
  await revokeLicence(ctx, tx, { synthesisId, developerId, reason })
  await publish(tx, 'escrow.refunded', { ...settledEvent(row), reason }, at)
  ctx.logger.warn({ escrowId: row.id, synthesisId, reason }, 'released payment refunded')
  return true
}
