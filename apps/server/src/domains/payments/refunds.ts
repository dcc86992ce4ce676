import { disputeState, refundTransitions } from '@viva-voce/contract'
import {
  fromCents,
  givenBackEntry,
  refundFailedEntry,
  refundPaidEntry,
  takenBackEntry,
  toCents,
  toEuro,
} from '@viva-voce/money'
import type { Context } from '../../context.ts'
import { isUnanswered, ProviderError } from '../../integrations/stripe/provider-error.ts'
import type { Refund } from '../../integrations/stripe/refunds.ts'
import { ApiError, notFound } from '../../kit/api-error.ts'
import { inTransaction, type Tx } from '../../kit/db.ts'
import { TryLater } from '../../kit/try-later.ts'
import { post } from '../ledger/ledger.ts'
import { lockFree, postToWallet, returnOverpaidDebt } from '../wallets/wallets.ts'
import { bookFor } from './book.ts'
import * as payments from './payment-store.ts'
import { providerOf } from './provider.ts'
import { askRefund } from './refund-rows.ts'
import * as store from './refund-store.ts'

/**
 * Sends what is unused of a payment back to its card. Throws 404, and 409 when it was not paid, is disputed, or has
 * less left than `amountMicros`. The answer may be `pending`: then the provider is asked again until it says.
 */
export async function refundPayment(
  ctx: Context,
  refund: { paymentId: string; amountMicros: bigint | null; reason: string; requestedBy: string },
): Promise<store.RefundRow> {
  const id = await inTransaction(ctx.db, async (tx) => {
    if (!(await payments.findPayment(tx, refund.paymentId))) throw notFound('payment')
    const payment = await payments.lockPayment(tx, refund.paymentId)
    const most = await refundable(tx, payment)
    const amountMicros = refund.amountMicros ?? most
    if (amountMicros <= 0n || amountMicros > most) {
      const sentence = `At most €${toEuro(most).toFixed(2)} of this payment can be refunded: the rest is spent, promised or refunded.`
      throw new ApiError('conflict', sentence)
    }
    return askRefund(ctx, tx, { ...refund, payment, amountMicros })
  })
  await sendRefund(ctx, id).catch((error) => {
    if (!isUnanswered(error)) throw error
  })
  return (await store.findRefund(ctx.db, id))!
}

/** Whole cents of a payment that are neither refunded nor spent; promotional credit counts as spent first. */
async function refundable(tx: Tx, payment: payments.PaymentRow): Promise<bigint> {
  if (payment.state !== 'paid') throw new ApiError('conflict', 'This was never paid.')
  const dispute = await store.findDisputeOf(tx, payment.id)
  if (dispute && dispute.state !== disputeState.enum.won) {
    throw new ApiError('conflict', 'The cardholder has disputed this payment.')
  }
  const left = payment.amount_micros - payment.refunded_micros
  if (!payment.developer_id) return left
  const { freeMicros, owedMicros } = await lockFree(tx, payment.developer_id)
  if (owedMicros > 0n) return 0n
  const promotion = await payments.unspentPromotion(tx, payment.developer_id)
  const unused = freeMicros - promotion
  const most = unused < left ? unused : left
  return most > 0n ? most - (most % 10_000n) : 0n
}

/** Asks the provider for a refund that was written down, unless it has it already. */
export async function sendRefund(ctx: Context, refundId: string): Promise<void> {
  const row = await store.findRefund(ctx.db, refundId)
  if (!row || row.state === 'failed') return
  const seen = row.provider_refund_id
    ? await providerOf(ctx).retrieveRefund(row.provider_refund_id)
    : await createAtProvider(ctx, row)
  await applyToRefund(ctx, row, seen)
}

async function createAtProvider(ctx: Context, row: store.RefundRow): Promise<Refund | string> {
  const provider = providerOf(ctx)
  const payment = (await payments.findPayment(ctx.db, row.payment_id))!
  const paymentIntentId = payment.payment_intent_id!
  // The answer to an earlier try may have been lost, and its key too old to be known.
  if (row.attempts > 0) {
    const earlier = await provider.findRefunds(paymentIntentId)
    const mine = earlier.find(({ metadata }) => metadata.refund_id === row.id)
    if (mine) return mine
  }
  try {
    return await provider.createRefund({
      paymentIntentId,
      amountCents: toCents(row.amount_micros),
      metadata: { refund_id: row.id },
      idempotencyKey: `refund:${row.id}`,
    })
  } catch (error) {
    if (!(error instanceof ProviderError) || isUnanswered(error)) throw error
    return error.providerCode ?? error.kind
  }
}

/** Writes down what became of a refund: what the provider says, or the code with which it refused. */
async function applyToRefund(
  ctx: Context,
  { id, payment_id: paymentId }: store.RefundRow,
  seen: Refund | string,
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const payment = await payments.lockPayment(tx, paymentId)
    const row = await store.lockRefund(tx, id)
    if (typeof seen === 'string') return fail(ctx, tx, payment, row, seen)
    if (!row.provider_refund_id) {
      await store.updateRefund(tx, id, { provider_refund_id: seen.refundId })
    }
    if (seen.state === 'failed') {
      return fail(ctx, tx, payment, row, seen.failureReason ?? 'failed')
    }
    if (seen.state !== 'succeeded') return
    if (row.state === 'succeeded') await store.updateRefund(tx, id, { next_check_at: null })
    if (row.state === 'pending') {
      await store.updateRefund(tx, id, {
        state: refundTransitions.pending.succeed,
        settled_at: ctx.clock.now(),
        next_check_at: null,
      })
      await post(ctx, tx, refundPaidEntry(aboutRefund(payment, row)))
    }
  })
}

const aboutRefund = (payment: payments.PaymentRow, row: store.RefundRow) => ({
  refundId: row.id,
  developerId: payment.developer_id,
  amountMicros: row.amount_micros,
})

/** The money is the developer's again, and may be refunded in another way. */
async function fail(
  ctx: Context,
  tx: Tx,
  payment: payments.PaymentRow,
  row: store.RefundRow,
  failure: string,
): Promise<void> {
  if (row.state === 'failed') return
  await store.updateRefund(tx, row.id, {
    state: refundTransitions[row.state as 'pending' | 'succeeded'].fail,
    failure,
    settled_at: ctx.clock.now(),
    next_check_at: null,
  })
  await payments.updatePayment(tx, payment.id, {
    refunded_micros: payment.refunded_micros - row.amount_micros,
  })
  const about = aboutRefund(payment, row)
  if (row.from_outside) return giveBack(ctx, tx, about)
  const entry = refundFailedEntry({ ...about, wasPaid: row.state === 'succeeded' })
  await bookFor(ctx, tx, payment.developer_id, entry)
}

async function giveBack(ctx: Context, tx: Tx, about: ReturnType<typeof aboutRefund>) {
  const { refundId: reference, developerId } = about
  const entry = givenBackEntry({ ...about, reference })
  if (developerId) await returnOverpaidDebt(ctx, tx, developerId, entry)
  else await post(ctx, tx, entry)
}

const secondLookMs = 60_000

/**
 * A refund that somebody made in the provider's dashboard: what it took is the developer's debt. Throws TryLater while
 * more would be refunded than was paid: one that we have asked for has no answer yet, and will be refused.
 */
export async function recordOutsideRefund(
  ctx: Context,
  payment: payments.PaymentRow,
  seen: Refund,
): Promise<void> {
  if (seen.state === 'failed') return
  await inTransaction(ctx.db, async (tx) => {
    const row = await payments.lockPayment(tx, payment.id)
    const id = ctx.ids.next('rfd')
    const now = ctx.clock.now()
    const amountMicros = fromCents(seen.amountCents)
    const refundedMicros = row.refunded_micros + amountMicros
    if (refundedMicros > row.amount_micros && !(await store.findByProviderId(tx, seen.refundId))) {
      throw new TryLater(`${seen.refundId} and what we have asked back are more than ${row.id}`)
    }
    const isNew = await store.insertRefund(tx, {
      id,
      payment_id: row.id,
      amount_micros: amountMicros,
      state: 'succeeded',
      from_outside: true,
      provider_refund_id: seen.refundId,
      reason: 'Made in the dashboard of the payment provider.',
      created_at: now,
      settled_at: now,
      // It may have failed since the provider was asked, and the event of that found nothing here.
      next_check_at: new Date(now.getTime() + secondLookMs),
    })
    if (!isNew) return
    await payments.updatePayment(tx, row.id, { refunded_micros: refundedMicros })
    const developerId = row.developer_id
    const entry = takenBackEntry({ reference: id, developerId, amountMicros })
    if (developerId) await postToWallet(ctx, tx, developerId, entry)
    else await post(ctx, tx, entry)
  })
}
