import { disputeTransitions } from '@viva-voce/contract'
import { fromCents, givenBackEntry, takenBackEntry } from '@viva-voce/money'
import type { Context } from '../../context.ts'
import type { Dispute } from '../../integrations/stripe/refunds.ts'
import { inTransaction, type Tx } from '../../kit/db.ts'
import {
  correctDisputed,
  disputedMicros,
  freezeDisputed,
  refundDisputed,
  thawDisputed,
} from '../escrows/dispute.ts'
import { post } from '../ledger/ledger.ts'
import { lockFree, returnOverpaidDebt } from '../wallets/wallets.ts'
import { bookFee, bookFor } from './book.ts'
import * as payments from './payment-store.ts'
import * as store from './refund-store.ts'

/**
 * Brings a dispute to where the provider says it is (docs/decisions/0020). The provider has taken the money back at
 * once, so it is the developer's debt at once: paid from the wallet as far as it goes, and what they bought with the
 * rest is frozen. Won: everything returns. Lost: what was frozen is refunded, which pays the debt, and what was released
 * is taken back for what is still owed (docs/decisions/0032).
 */
export async function applyDispute(
  ctx: Context,
  paymentId: string,
  dispute: Dispute,
): Promise<void> {
  const payment = await inTransaction(ctx.db, (tx) => record(ctx, tx, paymentId, dispute))
  // Held payments are locked before wallets everywhere else, so they have transactions of their own.
  if (dispute.state === 'lost') {
    await refundDisputed(ctx, dispute.disputeId)
    if (payment?.developer_id) await takeBackReleased(ctx, payment, dispute)
  } else if (dispute.state === 'won') {
    await inTransaction(ctx.db, (tx) => thawDisputed(tx, dispute.disputeId))
  } else if (payment?.developer_id) await freezeUncovered(ctx, payment, dispute.disputeId)
}

/** The dispute's row and postings; null for an inquiry, which has taken no money. */
async function record(
  ctx: Context,
  tx: Tx,
  paymentId: string,
  dispute: Dispute,
): Promise<payments.PaymentRow | null> {
  const payment = await payments.lockPayment(tx, paymentId)
  const amountMicros = fromCents(dispute.amountCents)
  const about = {
    reference: dispute.disputeId,
    developerId: payment.developer_id,
    amountMicros,
  }
  // A dispute of what had been refunded already takes no amount, but its fee all the same.
  for (const fee of dispute.fees) await bookFee(ctx, tx, fee)
  if (!dispute.fundsWithdrawn) return null
  const isNew = await store.insertDispute(tx, {
    id: dispute.disputeId,
    payment_id: payment.id,
    amount_micros: amountMicros,
    reason: dispute.reason,
    evidence_due_by: dispute.evidenceDueBy,
    opened_at: ctx.clock.now(),
  })
  if (isNew) {
    await bookFor(ctx, tx, payment.developer_id, takenBackEntry(about))
    ctx.logger.warn({ paymentId, disputeId: dispute.disputeId }, 'payment disputed')
  }
  const row = await store.lockDispute(tx, dispute.disputeId)
  if (row.state === 'open' && dispute.state !== 'open') await close(ctx, tx, dispute, about)
  return payment
}

async function close(
  ctx: Context,
  tx: Tx,
  dispute: Dispute,
  about: Parameters<typeof givenBackEntry>[0],
): Promise<void> {
  const isWon = dispute.state === 'won'
  await store.updateDispute(tx, dispute.disputeId, {
    state: isWon ? disputeTransitions.open.win : disputeTransitions.open.lose,
    closed_at: ctx.clock.now(),
  })
  if (!isWon) return
  const entry = givenBackEntry(about)
  if (about.developerId) await returnOverpaidDebt(ctx, tx, about.developerId, entry)
  else await post(ctx, tx, entry)
}

/**
 * Freezes as much of what was bought since the payment as the wallet could not cover. Two of a dispute's events may come at
 * once, so one waits for the other; one may come when the dispute is over, and nobody would thaw what it froze.
 */
async function freezeUncovered(
  ctx: Context,
  payment: payments.PaymentRow,
  disputeId: string,
): Promise<void> {
  const developerId = payment.developer_id!
  const { owedMicros } = await inTransaction(ctx.db, (tx) => lockFree(tx, developerId))
  await inTransaction(ctx.db, async (tx) => {
    await payments.lockPayment(tx, payment.id)
    if ((await store.lockDispute(tx, disputeId)).state !== 'open') return
    const amountMicros = owedMicros - (await disputedMicros(tx, disputeId))
    if (amountMicros <= 0n) return
    const since = payment.paid_at!
    await freezeDisputed(ctx, tx, { disputeId, developerId, since, amountMicros })
  })
}

/** Once for each dispute: a debt that comes later is not what it was lost for. */
async function takeBackReleased(
  ctx: Context,
  payment: payments.PaymentRow,
  { disputeId, amountCents }: Dispute,
): Promise<void> {
  if ((await store.findDispute(ctx.db, disputeId))?.recovered_at) return
  const developerId = payment.developer_id!
  const since = payment.paid_at!
  await correctDisputed(ctx, {
    ...{ disputeId, developerId, since },
    amountMicros: fromCents(amountCents),
  })
  const change = { recovered_at: ctx.clock.now() }
  await inTransaction(ctx.db, (tx) => store.updateDispute(tx, disputeId, change))
}
