import type { Checkout, Payment } from '../../src/integrations/stripe/payments.ts'
import { ProviderError } from '../../src/integrations/stripe/provider-error.ts'
import type { Dispute, Refund } from '../../src/integrations/stripe/refunds.ts'
import type { PaymentProvider } from '../../src/integrations/stripe/stripe.ts'
import type { Transfer } from '../../src/integrations/stripe/transfers.ts'
import type { Clock } from '../../src/kit/clock.ts'
import type { Answer } from './cards.ts'
import { cardFeeCents, disputeFeeCents } from './rules.ts'

type Played = Pick<
  PaymentProvider,
  | 'createCustomer'
  | 'createCheckout'
  | 'retrieveCheckout'
  | 'chargeSavedCard'
  | 'retrievePayment'
  | 'findPayments'
  | 'cancelPayment'
  | 'createRefund'
  | 'retrieveRefund'
  | 'findRefunds'
  | 'retrieveDispute'
  | 'createTransfer'
  | 'findTransfers'
>

interface Page {
  checkout: Checkout
  saveCard: boolean
  amountCents: number
  customerId: string | null
  expiresAt: Date
}

/**
 * A payment provider in memory, behind the product's own interface to it: no HTTP, no events, answers as told. It keeps
 * its balance by itself, and knows idempotency keys, so a charge that is sent twice under two keys is money twice.
 */
export class ProviderDouble implements Played {
  balanceCents = 0
  /** How the next writes end. */
  answer: Answer = 'given'
  readonly payments: (Payment & { at: Date })[] = []
  readonly refunds: Refund[] = []
  readonly disputes: Dispute[] = []
  readonly transfers: Transfer[] = []
  readonly #clock: Clock
  readonly #pages = new Map<string, Page>()
  readonly #byKey = new Map<string, unknown>()
  #made = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Does what a key asks for once, and loses the answer when told to. */
  #write<T>(key: string, refusal: string, effect: () => T): T {
    if (this.answer === 'lost before') throw unanswered()
    if (!this.#byKey.has(key)) {
      if (this.answer === 'refused') throw refused(refusal)
      this.#byKey.set(key, effect())
    }
    if (this.answer === 'lost after') throw unanswered()
    return this.#byKey.get(key) as T
  }

  #id(prefix: string): string {
    return `${prefix}_${String(++this.#made).padStart(8, '0')}`
  }

  async createCustomer({ developerId }: { developerId: string }): Promise<string> {
    return `cus_${developerId}`
  }

  async createCheckout(input: Parameters<Played['createCheckout']>[0]): Promise<Checkout> {
    const sessionId = this.#id('cs')
    const { amountCents, saveCard, expiresAt, metadata } = input
    const checkout: Checkout = {
      ...{ sessionId, url: `http://localhost/${sessionId}`, state: 'open', email: null },
      ...{ paymentIntentId: null, payment: null, metadata },
    }
    const customerId = input.customerId ?? null
    this.#pages.set(sessionId, { checkout, saveCard, amountCents, customerId, expiresAt })
    return checkout
  }

  async retrieveCheckout(sessionId: string): Promise<Checkout> {
    const { checkout, expiresAt } = this.#pages.get(sessionId)!
    const isOver = checkout.state === 'open' && this.#clock.now() >= expiresAt
    return isOver ? { ...checkout, state: 'expired' } : checkout
  }

  /** Somebody pays on the hosted page. */
  pay(sessionId: string): void {
    const page = this.#pages.get(sessionId)!
    const { checkout, customerId, amountCents } = page
    checkout.payment = this.#take(amountCents, customerId, checkout.metadata)
    checkout.payment.paymentMethodId = page.saveCard ? this.#id('pm') : null
    checkout.paymentIntentId = checkout.payment.paymentIntentId
    checkout.state = 'paid'
  }

  #take(amountCents: number, customerId: string | null, metadata: Record<string, string>) {
    const feeCents = cardFeeCents(amountCents)
    this.balanceCents += amountCents - feeCents
    const payment: Payment & { at: Date } = {
      ...{ paymentIntentId: this.#id('pi'), state: 'succeeded', amountCents, customerId, metadata },
      ...{ paymentMethodId: null, card: null, chargeId: null, failure: null },
      fee: { balanceTransactionId: this.#id('txn'), feeCents },
      at: this.#clock.now(),
    }
    this.payments.push(payment)
    return payment
  }

  async chargeSavedCard(input: Parameters<Played['chargeSavedCard']>[0]): Promise<Payment> {
    const { amountCents, customerId, metadata, idempotencyKey } = input
    return this.#write(idempotencyKey, 'card_declined', () =>
      this.#take(amountCents, customerId, metadata),
    )
  }

  async retrievePayment(id: string): Promise<Payment> {
    return this.payments.find(({ paymentIntentId }) => paymentIntentId === id)!
  }

  async findPayments(customer: string, since: Date): Promise<Payment[]> {
    return this.payments.filter(({ customerId, at }) => customerId === customer && at >= since)
  }

  async cancelPayment(): Promise<void> {}

  #leftOf(paymentId: string): number {
    const isMine = ({ paymentIntentId }: Refund | Dispute) => paymentIntentId === paymentId
    const gone = [
      ...this.refunds.filter((refund) => isMine(refund) && refund.state !== 'failed'),
      ...this.disputes.filter((dispute) => isMine(dispute) && dispute.state !== 'won'),
    ]
    const { amountCents } = this.payments.find(
      ({ paymentIntentId }) => paymentIntentId === paymentId,
    )!
    return gone.reduce((left, taken) => left - taken.amountCents, amountCents)
  }

  async createRefund(input: Parameters<Played['createRefund']>[0]): Promise<Refund> {
    const { paymentIntentId, amountCents, metadata, idempotencyKey } = input
    return this.#write(idempotencyKey, 'charge_not_refundable', () => {
      if (this.#leftOf(paymentIntentId) < amountCents) throw refused('charge_already_refunded')
      const refund = this.#addRefund(paymentIntentId, amountCents, metadata)
      if (this.answer !== 'pending') this.settleRefund(refund.refundId, 'succeeded')
      return refund
    })
  }

  #addRefund(paymentIntentId: string, amountCents: number, metadata: Record<string, string>) {
    const refund: Refund = {
      ...{ refundId: this.#id('re'), state: 'pending', amountCents, paymentIntentId, metadata },
      failureReason: null,
    }
    this.refunds.push(refund)
    return refund
  }

  /** Somebody refunds in the dashboard. */
  refundOutside(paymentIntentId: string, amountCents: number): void {
    const { refundId } = this.#addRefund(paymentIntentId, amountCents, {})
    this.settleRefund(refundId, 'succeeded')
  }

  settleRefund(refundId: string, outcome: 'succeeded' | 'failed'): void {
    const refund = this.refunds.find((each) => each.refundId === refundId)!
    if (outcome === 'succeeded') this.balanceCents -= refund.amountCents
    else if (refund.state === 'succeeded') this.balanceCents += refund.amountCents
    refund.state = outcome
    refund.failureReason = outcome === 'failed' ? 'expired_or_canceled_card' : null
  }

  async retrieveRefund(id: string): Promise<Refund> {
    return this.refunds.find(({ refundId }) => refundId === id)!
  }

  async findRefunds(paymentId: string): Promise<Refund[]> {
    return this.refunds.filter(({ paymentIntentId }) => paymentIntentId === paymentId)
  }

  dispute(paymentIntentId: string): void {
    const amountCents = this.#leftOf(paymentIntentId)
    const disputeId = `dp_${String(this.disputes.length).padStart(8, '0')}`
    this.balanceCents -= amountCents + disputeFeeCents
    this.disputes.push({
      ...{ disputeId, state: 'open', fundsWithdrawn: amountCents > 0, amountCents },
      ...{ paymentIntentId, reason: 'fraudulent', evidenceDueBy: null },
      fees: [{ balanceTransactionId: this.#id('txn'), feeCents: disputeFeeCents }],
    })
  }

  closeDispute(disputeId: string, outcome: 'won' | 'lost'): void {
    const dispute = this.disputes.find((each) => each.disputeId === disputeId)!
    dispute.state = outcome
    if (outcome === 'lost') return
    this.balanceCents += dispute.amountCents + disputeFeeCents
    dispute.fees.push({ balanceTransactionId: this.#id('txn'), feeCents: -disputeFeeCents })
  }

  async retrieveDispute(id: string): Promise<Dispute> {
    return this.disputes.find(({ disputeId }) => disputeId === id)!
  }

  async createTransfer(input: Parameters<Played['createTransfer']>[0]): Promise<Transfer> {
    const { amountCents, destinationAccount, transferGroup, metadata = {} } = input
    return this.#write(input.idempotencyKey, 'account_invalid', () => {
      this.balanceCents -= amountCents
      const transfer: Transfer = {
        ...{ transferId: this.#id('tr'), amountCents, reversedCents: 0, destinationAccount },
        ...{ transferGroup, metadata, balanceTransactionId: null, createdAt: this.#clock.now() },
      }
      this.transfers.push(transfer)
      return transfer
    })
  }

  async findTransfers(group: string): Promise<Transfer[]> {
    return this.transfers.filter(({ transferGroup }) => transferGroup === group)
  }

  reverse(transferId: string): void {
    const transfer = this.transfers.find((each) => each.transferId === transferId)!
    this.balanceCents += transfer.amountCents
    transfer.reversedCents = transfer.amountCents
  }
}

const unanswered = () => new ProviderError({ kind: 'unavailable', message: 'no answer' })
const refused = (providerCode: string) =>
  new ProviderError({ kind: 'refused', providerCode, message: providerCode })
