import { book } from './balance.ts'
import { AUTHENTICATION_REQUIRED, cardOf, declineOf, TEST_CARDS } from './cards.ts'
import type { Emit } from './events.ts'
import type { CardError, Charge, PaymentIntent, PaymentMethod } from './objects.ts'
import { invalid } from './refusal.ts'
import type { StripeStore } from './store.ts'

/** European cards: https://stripe.com/pricing, 1.5 % and 25 cents. */
const feeOf = (amount: number) => Math.round(amount * 0.015) + 25
/** For a dispute that is received: EUR 20. */
const DISPUTE_FEE = 2_000
const RESPONSE_SECONDS = 7 * 24 * 3600

/** How a try to pay ended. */
export type Outcome = 'succeeded' | 'requires_action' | CardError

/** Takes payments as a card network would, by what the test cards promise. */
export class Payments {
  readonly #store: StripeStore
  readonly #emit: Emit

  constructor(store: StripeStore, emit: Emit) {
    this.#store = store
    this.#emit = emit
  }

  /** A card as somebody typed it; null when there is no such test card. */
  newCard(number: string, expMonth: number, expYear: number): PaymentMethod | null {
    const digits = number.replace(/\D/g, '')
    const card = TEST_CARDS[digits]
    if (!card) return null
    return this.#store.add('payment_methods', {
      type: 'card',
      customer: null,
      card: {
        brand: card.brand,
        last4: digits.slice(-4),
        exp_month: expMonth,
        exp_year: expYear,
      },
      sandbox: { number: digits, set_up: false },
    })
  }

  create(intent: {
    amount: number
    currency: string
    customer: string | null
    description: string | null
    metadata: Record<string, string>
  }): PaymentIntent {
    return this.#store.add('payment_intents', {
      ...intent,
      amount_received: 0,
      status: 'requires_payment_method',
      payment_method: null,
      latest_charge: null,
      last_payment_error: null,
    })
  }

  /**
   * Tries to pay. `authenticated`: its owner has just proved to be there; `offSession`: nobody is there, so a
   * card that asks is declined.
   */
  confirm(
    intent: PaymentIntent,
    method: PaymentMethod,
    how: { offSession: boolean; authenticated: boolean },
  ): Outcome {
    if (intent.status === 'succeeded' || intent.status === 'canceled') {
      throw invalid(
        `This PaymentIntent's status is ${intent.status}.`,
        'payment_intent_unexpected_state',
      )
    }
    const asks = this.#asksOwner(method, how)
    if (asks && !how.offSession) {
      this.#change(intent, { status: 'requires_action', payment_method: method.id })
      return 'requires_action'
    }
    const failure = asks ? AUTHENTICATION_REQUIRED : declineOf(cardOf(method))
    return failure ? this.fail(intent, method, failure) : this.#succeed(intent, method)
  }

  /** The bank, or the owner, says no. */
  fail(intent: PaymentIntent, method: PaymentMethod, failure: CardError): CardError {
    const charge = this.#charge(intent, method, failure)
    this.#change(intent, {
      status: 'requires_payment_method',
      latest_charge: charge.id,
      last_payment_error: failure,
      payment_method: null,
    })
    this.#emit('charge.failed', charge)
    this.#emit('payment_intent.payment_failed', intent)
    return failure
  }

  cancel(intent: PaymentIntent): PaymentIntent {
    if (intent.status === 'succeeded') {
      throw invalid(
        'You cannot cancel this PaymentIntent because it has a status of succeeded.',
        'payment_intent_unexpected_state',
      )
    }
    this.#change(intent, { status: 'canceled' })
    this.#emit('payment_intent.canceled', intent)
    return intent
  }

  /** The cardholder objects: the money and a fee are taken at once. */
  dispute(charge: Charge, reason: string): void {
    const dispute = this.#store.add('disputes', {
      amount: charge.amount - charge.amount_refunded,
      currency: charge.currency,
      status: 'needs_response',
      reason,
      charge: charge.id,
      payment_intent: charge.payment_intent,
      evidence_details: { due_by: this.#store.now() + RESPONSE_SECONDS, has_evidence: false },
      balance_transactions: [],
      metadata: {},
    })
    const taken = book(this.#store, {
      type: 'adjustment',
      amount: -dispute.amount,
      fee: DISPUTE_FEE,
      source: dispute.id,
      category: 'dispute',
    })
    dispute.balance_transactions = [taken]
    this.#store.save('disputes', dispute)
    charge.disputed = true
    this.#store.save('charges', charge)
    this.#emit('charge.dispute.created', dispute)
    this.#emit('charge.dispute.funds_withdrawn', dispute)
  }

  #asksOwner(method: PaymentMethod, how: { authenticated: boolean }): boolean {
    const { authentication } = cardOf(method)
    if (!authentication || how.authenticated) return false
    return authentication === 'always' || !method.sandbox.set_up
  }

  #succeed(intent: PaymentIntent, method: PaymentMethod): Outcome {
    const charge = this.#charge(intent, method, null)
    const booked = book(this.#store, {
      type: 'charge',
      amount: intent.amount,
      fee: feeOf(intent.amount),
      source: charge.id,
    })
    charge.balance_transaction = booked.id
    this.#store.save('charges', charge)
    this.#change(intent, {
      status: 'succeeded',
      amount_received: intent.amount,
      latest_charge: charge.id,
      payment_method: method.id,
      last_payment_error: null,
    })
    this.#emit('charge.succeeded', charge)
    this.#emit('payment_intent.succeeded', intent)
    if (cardOf(method).isDisputed) this.dispute(charge, 'fraudulent')
    return 'succeeded'
  }

  #charge(intent: PaymentIntent, method: PaymentMethod, failure: CardError | null): Charge {
    return this.#store.add('charges', {
      amount: intent.amount,
      amount_refunded: 0,
      currency: intent.currency,
      paid: failure === null,
      status: failure ? 'failed' : 'succeeded',
      refunded: false,
      disputed: false,
      captured: failure === null,
      payment_intent: intent.id,
      payment_method: method.id,
      customer: intent.customer,
      failure_code: failure?.code ?? null,
      failure_message: failure?.message ?? null,
      balance_transaction: null,
      metadata: intent.metadata,
    })
  }

  #change(intent: PaymentIntent, change: Partial<PaymentIntent>): void {
    Object.assign(intent, change)
    this.#store.save('payment_intents', intent)
  }
}
