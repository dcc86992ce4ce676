import { type PaymentState, paymentTransitions } from '@viva-voce/contract'
import { fromCents, paymentEntry } from '@viva-voce/money'
import type { Context } from '../../context.ts'
import type { Payment } from '../../integrations/stripe/payments.ts'
import { inTransaction, type Tx } from '../../kit/db.ts'
import { publish } from '../../kit/outbox.ts'
import { bookFee, bookFor } from './book.ts'
import * as customers from './customer-store.ts'
import { saveCard } from './customers.ts'
import * as store from './payment-store.ts'
import { providerOf } from './provider.ts'
import { askRefund } from './refund-rows.ts'

/** What the provider says of a payment now. */
export interface Seen {
  isExpired: boolean
  payment: Payment | null
}

/** A page that was never opened is given up after this; nobody knows its address. */
const neverOpenedMs = 10 * 60_000
const feeCheckMs = 60_000

/**
 * Brings a payment to where the provider says it is. It asks the provider instead of trusting an event, so events
 * may come in any order, twice, late or never; money is credited once because a paid payment never changes.
 */
export async function settlePayment(ctx: Context, paymentId: string): Promise<void> {
  const row = await store.findPayment(ctx.db, paymentId)
  if (!row) return
  const seen = await lookUp(ctx, row)
  if (seen) await applyToPayment(ctx, row, seen)
}

async function lookUp(ctx: Context, row: store.PaymentRow): Promise<Seen | null> {
  const provider = providerOf(ctx)
  if (row.payment_intent_id) {
    return { isExpired: false, payment: await provider.retrievePayment(row.payment_intent_id) }
  }
  if (row.checkout_session_id) {
    const checkout = await provider.retrieveCheckout(row.checkout_session_id)
    return { isExpired: checkout.state === 'expired', payment: checkout.payment }
  }
  if (row.purpose === 'automatic_top_up') return null
  const isOld = ctx.clock.now().getTime() - row.created_at.getTime() > neverOpenedMs
  return isOld ? { isExpired: true, payment: null } : null
}

/** Writes down what was seen, in one transaction. Locks customer, payment and wallet, always in this order. */
export async function applyToPayment(
  ctx: Context,
  { id, developer_id: developerId }: Pick<store.PaymentRow, 'id' | 'developer_id'>,
  seen: Seen,
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    if (developerId) await customers.lockCustomer(tx, developerId, ctx.clock.now())
    const row = await store.lockPayment(tx, id)
    if (seen.payment?.state === 'succeeded') return receive(ctx, tx, row, seen.payment)
    if (row.state !== 'open') return
    const hasFailed = seen.payment !== null && seen.payment.state !== 'processing'
    if (row.purpose === 'automatic_top_up' && hasFailed) {
      return failAutomatic(ctx, tx, row, reasonOf(seen.payment))
    }
    if (seen.isExpired) {
      const state = paymentTransitions.open.expire
      await store.updatePayment(tx, row.id, { state, next_check_at: null })
    }
  })
}

const reasonOf = (payment: Payment | null): string =>
  payment?.failure?.declineCode ?? payment?.failure?.code ?? 'cancelled'

/** The money is there: it is credited once, and the fee booked as soon as the provider has told it. */
async function receive(
  ctx: Context,
  tx: Tx,
  row: store.PaymentRow,
  payment: Payment,
): Promise<void> {
  if (fromCents(payment.amountCents) !== row.amount_micros) {
    throw new Error(`${row.id} was paid with ${payment.amountCents} cents`)
  }
  if (row.state !== 'paid') await credit(ctx, tx, row, payment)
  if (row.fee_transaction_id || !payment.fee) return
  await bookFee(ctx, tx, payment.fee)
  await store.updatePayment(tx, row.id, {
    fee_transaction_id: payment.fee.balanceTransactionId,
    next_check_at: null,
  })
}

async function credit(ctx: Context, tx: Tx, row: store.PaymentRow, payment: Payment) {
  const now = ctx.clock.now()
  const developerId = row.developer_id
  await store.updatePayment(tx, row.id, {
    state: paymentTransitions[row.state as Exclude<PaymentState, 'paid'>].pay,
    payment_intent_id: payment.paymentIntentId,
    failure: null,
    paid_at: now,
    next_check_at: new Date(now.getTime() + feeCheckMs),
  })
  const entry = paymentEntry({
    paymentId: row.id,
    developerId,
    amountMicros: row.amount_micros,
  })
  if (!(await bookFor(ctx, tx, developerId, entry))) throw new Error(`${row.id} was paid before`)
  if (developerId && row.saves_card && payment.paymentMethodId) {
    const { paymentMethodId, card } = payment
    const known = { brand: card?.brand ?? null, last4: card?.last4 ?? null }
    await saveCard(tx, developerId, { paymentMethodId, ...known })
  }
  if (row.email) await refundSecondReservation(ctx, tx, row, row.email)
  ctx.logger.info({ paymentId: row.id, purpose: row.purpose }, 'payment received')
}

/** One spot for an email: what was paid twice goes back by itself. */
async function refundSecondReservation(
  ctx: Context,
  tx: Tx,
  row: store.PaymentRow,
  email: string,
): Promise<void> {
  await store.lockEmail(tx, email)
  if (!(await store.hasReserved(tx, email, row.id))) return
  await askRefund(ctx, tx, {
    payment: row,
    amountMicros: row.amount_micros,
    reason: 'This email had a reservation already.',
    requestedBy: null,
  })
}

/**
 * The saved card said no: the top-up fails, and no other follows until the developer wants one, or has saved another
 * card meanwhile, of which this says nothing. Expects the customer to be locked.
 */
export async function failAutomatic(
  ctx: Context,
  tx: Tx,
  row: store.PaymentRow,
  failure: string,
): Promise<void> {
  const state = paymentTransitions.open.fail
  await store.updatePayment(tx, row.id, { state, failure, next_check_at: null })
  const developerId = row.developer_id!
  const customer = await customers.lockCustomer(tx, developerId, ctx.clock.now())
  if (customer.payment_method_id !== row.payment_method_id) return
  await stopAutomatic(ctx, tx, { developerId, amountMicros: row.amount_micros, reason: failure })
}

/** No automatic top-up follows until the developer switches it on again, who is told why. */
export async function stopAutomatic(
  ctx: Context,
  tx: Tx,
  stop: { developerId: string; amountMicros: bigint; reason: string },
): Promise<void> {
  const now = ctx.clock.now()
  const change = { stopped_reason: stop.reason, stopped_at: now }
  await customers.updateCustomer(tx, stop.developerId, change)
  const notice = {
    developer_id: stop.developerId,
    amount_eur: Number(stop.amountMicros) / 1e6,
    reason: stop.reason,
  }
  await publish(tx, 'wallet.automatic_top_up_failed', notice, now)
}
