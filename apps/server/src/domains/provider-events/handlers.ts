import type { Context } from '../../context.ts'
import { disconnect, syncAccount } from '../connect/accounts.ts'
import { onCharge, onCheckout, onDispute, onPayment, onRefund } from '../payments/on-event.ts'
import { onTransferReversed } from '../payouts/run.ts'

/** What an event is about. `object` is how it was when the event was made, which may be long ago. */
export interface EventFacts {
  objectId: string
  accountId: string | null
  object: Record<string, unknown>
}

type Handler = (ctx: Context, facts: EventFacts) => Promise<void>

const checkout: Handler = (ctx, { objectId }) => onCheckout(ctx, objectId)
const payment: Handler = (ctx, { objectId }) => onPayment(ctx, objectId)
const refund: Handler = (ctx, { objectId }) => onRefund(ctx, objectId)
const dispute: Handler = (ctx, { objectId }) => onDispute(ctx, objectId)

/** Which event leads where; a type that is not listed is kept and left alone. */
export const handlers: Record<string, Handler> = {
  'checkout.session.completed': checkout,
  'checkout.session.async_payment_succeeded': checkout,
  'checkout.session.async_payment_failed': checkout,
  'checkout.session.expired': checkout,
  'payment_intent.succeeded': payment,
  'payment_intent.payment_failed': payment,
  'payment_intent.canceled': payment,
  'charge.updated': (ctx, { object }) =>
    onCharge(ctx, typeof object.payment_intent === 'string' ? object.payment_intent : null),
  'refund.created': refund,
  'refund.updated': refund,
  'refund.failed': refund,
  'charge.refund.updated': refund,
  'charge.dispute.created': dispute,
  'charge.dispute.updated': dispute,
  'charge.dispute.funds_withdrawn': dispute,
  'charge.dispute.funds_reinstated': dispute,
  'charge.dispute.closed': dispute,
  'transfer.reversed': (ctx, { objectId }) => onTransferReversed(ctx, objectId),
  'account.updated': (ctx, { objectId }) => syncAccount(ctx, objectId),
  'account.application.deauthorized': (ctx, { accountId }) => disconnect(ctx, accountId),
}
