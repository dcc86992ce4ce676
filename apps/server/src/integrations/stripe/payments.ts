import Stripe from 'stripe'
import type { Caller } from './call.ts'
import { idOf } from './ids.ts'

/** What a balance transaction says a movement cost, once the provider has booked it. */
export interface ProviderFee {
  balanceTransactionId: string
  feeCents: number
}

/** A card as people know it. */
export interface Card {
  brand: string
  last4: string
  expMonth: number
  expYear: number
}

/** A payment (payment intent) with what its latest charge says. Amounts in cents of euro. */
export interface Payment {
  paymentIntentId: string
  state: 'succeeded' | 'processing' | 'cancelled' | 'unpaid'
  amountCents: number
  customerId: string | null
  paymentMethodId: string | null
  card: Card | null
  chargeId: string | null
  fee: ProviderFee | null
  /** Why it was not paid, in the provider's codes. */
  failure: { code: string; declineCode: string | null } | null
  metadata: Record<string, string>
}

/** A hosted checkout. `paid` is said of its payment, `open` while somebody may still pay. */
export interface Checkout {
  sessionId: string
  url: string | null
  state: 'open' | 'paid' | 'expired' | 'unpaid'
  email: string | null
  paymentIntentId: string | null
  payment: Payment | null
  metadata: Record<string, string>
}

const paymentParts = ['latest_charge.balance_transaction', 'payment_method']

export function payments(stripe: Stripe, call: Caller) {
  return {
    async createCustomer(input: {
      developerId: string
      email: string
      name: string
      idempotencyKey: string
    }): Promise<string> {
      const { email, name, idempotencyKey } = input
      const params = { email, name, metadata: { developer_id: input.developerId } }
      return (await call(() => stripe.customers.create(params, { idempotencyKey }))).id
    },

    /** Opens a hosted checkout of one line. Its payment carries the same metadata as the checkout. */
    async createCheckout(input: {
      amountCents: number
      product: string
      customerId?: string
      email?: string
      saveCard: boolean
      successUrl: string
      cancelUrl: string
      expiresAt: Date
      metadata: Record<string, string>
      idempotencyKey: string
    }): Promise<Checkout> {
      const { metadata, idempotencyKey } = input
      const params: Stripe.Checkout.SessionCreateParams = {
        mode: 'payment',
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: 'eur',
              unit_amount: input.amountCents,
              product_data: { name: input.product },
            },
          },
        ],
        ...(input.customerId && { customer: input.customerId }),
        ...(input.email && { customer_email: input.email }),
        payment_intent_data: {
          metadata,
          ...(input.saveCard && { setup_future_usage: 'off_session' as const }),
        },
        success_url: input.successUrl,
        cancel_url: input.cancelUrl,
        expires_at: Math.floor(input.expiresAt.getTime() / 1000),
        metadata,
      }
      return plainCheckout(
        await call(() => stripe.checkout.sessions.create(params, { idempotencyKey })),
      )
    },

    async retrieveCheckout(sessionId: string): Promise<Checkout> {
      const expand = paymentParts.map((part) => `payment_intent.${part}`)
      return plainCheckout(
        await call(() => stripe.checkout.sessions.retrieve(sessionId, { expand })),
      )
    },

    /**
     * Charges a saved card while nobody is there. A decline comes as a payment that is `unpaid`, with its
     * failure; throws ProviderError for everything else.
     */
    async chargeSavedCard(input: {
      amountCents: number
      customerId: string
      paymentMethodId: string
      description: string
      metadata: Record<string, string>
      idempotencyKey: string
    }): Promise<Payment> {
      const params: Stripe.PaymentIntentCreateParams = {
        amount: input.amountCents,
        currency: 'eur',
        customer: input.customerId,
        payment_method: input.paymentMethodId,
        off_session: true,
        confirm: true,
        description: input.description,
        metadata: input.metadata,
        expand: paymentParts,
      }
      const { idempotencyKey } = input
      return plainPayment(
        await call(() => stripe.paymentIntents.create(params, { idempotencyKey }).catch(declined)),
      )
    },

    async retrievePayment(paymentIntentId: string): Promise<Payment> {
      return plainPayment(
        await call(() => stripe.paymentIntents.retrieve(paymentIntentId, { expand: paymentParts })),
      )
    },

    /** The payments of a customer since a time: to find one whose answer was lost. */
    async findPayments(customerId: string, since: Date): Promise<Payment[]> {
      const created = { gte: Math.floor(since.getTime() / 1000) }
      const list = await call(() =>
        stripe.paymentIntents.list({ customer: customerId, created, limit: 100 }),
      )
      return list.data.map(plainPayment)
    },

    /** Ends a payment that was not made, so that nothing can make it later. */
    async cancelPayment(paymentIntentId: string, idempotencyKey: string): Promise<void> {
      await call(() => stripe.paymentIntents.cancel(paymentIntentId, {}, { idempotencyKey }))
    },
  }
}

/** The payment that a decline is about; any other error goes on. */
function declined(error: unknown): Stripe.PaymentIntent {
  if (error instanceof Stripe.errors.StripeCardError && error.payment_intent) {
    return error.payment_intent
  }
  throw error
}

export function plainPayment(intent: Stripe.PaymentIntent): Payment {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  const failure = intent.last_payment_error
  return {
    paymentIntentId: intent.id,
    state: stateOf(intent.status),
    amountCents: intent.amount,
    customerId: idOf(intent.customer),
    paymentMethodId: idOf(intent.payment_method),
    card: cardOf(intent.payment_method),
    chargeId: idOf(intent.latest_charge),
    fee: feeOf(charge?.balance_transaction),
    failure: failure
      ? {
          code: failure.code ?? failure.type,
          declineCode: failure.decline_code ?? null,
        }
      : null,
    metadata: intent.metadata,
  }
}

function stateOf(status: Stripe.PaymentIntent.Status): Payment['state'] {
  if (status === 'succeeded') return 'succeeded'
  if (status === 'processing') return 'processing'
  return status === 'canceled' ? 'cancelled' : 'unpaid'
}

function cardOf(method: string | Stripe.PaymentMethod | null): Card | null {
  const card = typeof method === 'object' ? method?.card : null
  if (!card) return null
  return { brand: card.brand, last4: card.last4, expMonth: card.exp_month, expYear: card.exp_year }
}

/** Null until the provider has booked the charge, which may be later than its success. */
export function feeOf(
  transaction: string | Stripe.BalanceTransaction | null | undefined,
): ProviderFee | null {
  if (!transaction || typeof transaction === 'string') return null
  return { balanceTransactionId: transaction.id, feeCents: transaction.fee }
}

export function plainCheckout(session: Stripe.Checkout.Session): Checkout {
  const intent = session.payment_intent
  return {
    sessionId: session.id,
    url: session.url,
    state: checkoutStateOf(session),
    email: session.customer_details?.email ?? session.customer_email,
    paymentIntentId: idOf(intent),
    payment: typeof intent === 'object' && intent ? plainPayment(intent) : null,
    metadata: session.metadata ?? {},
  }
}

function checkoutStateOf(session: Stripe.Checkout.Session): Checkout['state'] {
  if (session.payment_status === 'paid') return 'paid'
  if (session.status === 'expired') return 'expired'
  return session.status === 'complete' ? 'unpaid' : 'open'
}
