import type { Context } from '../../context.ts'
import type { Payment } from '../../integrations/stripe/payments.ts'
import { applyDispute } from './disputes.ts'
import * as store from './payment-store.ts'
import { providerOf } from './provider.ts'
import * as refunds from './refund-store.ts'
import { recordOutsideRefund, sendRefund } from './refunds.ts'
import { applyToPayment, settlePayment } from './settle.ts'

// Each asks the provider how the object stands now. The event says only where to look.

export async function onCheckout(ctx: Context, sessionId: string): Promise<void> {
  const checkout = await providerOf(ctx).retrieveCheckout(sessionId)
  const paymentId = checkout.metadata.payment_id
  const row = paymentId && (await store.findPayment(ctx.db, paymentId))
  if (!row) return notOurs(ctx, sessionId)
  await applyToPayment(ctx, row, {
    isExpired: checkout.state === 'expired',
    payment: checkout.payment,
  })
}

export async function onPayment(ctx: Context, intentId: string): Promise<void> {
  await paymentOf(ctx, intentId)
}

/** The provider has booked a charge, or changed something of it: its fee may be known now. */
export async function onCharge(ctx: Context, intentId: string | null): Promise<void> {
  if (intentId) await paymentOf(ctx, intentId)
}

export async function onRefund(ctx: Context, refundId: string): Promise<void> {
  const seen = await providerOf(ctx).retrieveRefund(refundId)
  const known =
    (await refunds.findByProviderId(ctx.db, refundId)) ??
    (await refunds.findRefund(ctx.db, seen.metadata.refund_id ?? ''))
  if (known) return sendRefund(ctx, known.id)
  const payment = seen.paymentIntentId && (await paymentOf(ctx, seen.paymentIntentId))
  if (payment) await recordOutsideRefund(ctx, payment, seen)
  else notOurs(ctx, refundId)
}

export async function onDispute(ctx: Context, disputeId: string): Promise<void> {
  const dispute = await providerOf(ctx).retrieveDispute(disputeId)
  const payment = dispute.paymentIntentId && (await paymentOf(ctx, dispute.paymentIntentId))
  if (payment) await applyDispute(ctx, payment.id, dispute)
  else notOurs(ctx, disputeId)
}

/** Our row of a payment intent, brought up to date: the event about its success may come later than this one. */
async function paymentOf(ctx: Context, intentId: string): Promise<store.PaymentRow | null> {
  const known = await store.findByIntent(ctx.db, intentId)
  if (known) {
    if (!known.fee_transaction_id) await settlePayment(ctx, known.id)
    return known
  }
  const payment: Payment = await providerOf(ctx).retrievePayment(intentId)
  const row = await store.findPayment(ctx.db, payment.metadata.payment_id ?? '')
  if (!row) {
    notOurs(ctx, intentId)
    return null
  }
  await applyToPayment(ctx, row, { isExpired: false, payment })
  const after = (await store.findPayment(ctx.db, row.id))!
  return after.state === 'paid' ? after : null
}

/** Something that this product has not made; the auditor names it, nobody is harmed by it. */
function notOurs(ctx: Context, objectId: string): void {
  ctx.logger.warn({ objectId }, 'the provider told of an object that nothing here explains')
}
