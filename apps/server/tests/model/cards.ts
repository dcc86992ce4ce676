import { cardFeeCents, dayMs, disputeFeeCents, hourMs } from './rules.ts'
import { correct, credit, payDebt, refund } from './sales.ts'
import type { Dispute, Payment, Refund, State } from './state.ts'

// What product.md says of money from cards and back to them. Things happen at the provider first; `see…` is the moment
// at which the product learns of them, by an event or by asking.

/** How the played provider answers a write. */
export type Answer = 'given' | 'pending' | 'refused' | 'lost before' | 'lost after'

const micros = (cents: number): bigint => BigInt(cents) * 10_000n
const pageOpenMs = 23 * hourMs

export function openTopUp(
  state: State,
  topUp: { developer: number; cents: number; savesCard: boolean },
): string {
  state.payments.push({
    ...{ ...topUp, purpose: 'top_up', card: 0, provider: 'open', state: 'open' },
    ...{ createdAt: state.now, paidAt: null, refundedCents: 0 },
  })
  return 'done'
}

/** Whether somebody can still pay on the page of a top-up. */
export const isPayable = (state: State, payment: Payment): boolean =>
  payment.purpose === 'top_up' &&
  payment.provider === 'open' &&
  state.now < payment.createdAt + pageOpenMs

export function pay(state: State, payment: Payment): void {
  payment.provider = 'paid'
  state.providerCents += payment.cents - cardFeeCents(payment.cents)
}

export function seePayment(state: State, payment: Payment): string {
  if (payment.provider === 'paid' && payment.state !== 'paid') {
    const developer = state.developers[payment.developer]!
    payment.state = 'paid'
    payment.paidAt = state.now
    const fee = micros(cardFeeCents(payment.cents))
    state.cash += micros(payment.cents) - fee
    state.fees += fee
    credit(state, payment.developer, micros(payment.cents))
    if (payment.savesCard) Object.assign(developer, { cards: developer.cards + 1, stopped: null })
  } else if (payment.state === 'open' && payment.purpose === 'top_up') {
    if (payment.provider === 'open' && !isPayable(state, payment)) payment.state = 'expired'
  }
  return 'done'
}

export function setAutomatic(
  state: State,
  set: { developer: number; isOn: boolean; belowCents: number; cents: number },
): string {
  const developer = state.developers[set.developer]!
  if (set.isOn && developer.cards === 0) return 'conflict'
  if (set.isOn && set.cents < set.belowCents) return 'validation_failed'
  developer.automaticCents = set.isOn ? set.cents : null
  developer.stopped = null
  developer.lowBelow = micros(set.belowCents)
  return 'done'
}

/** Charges the saved card of everybody below their limit, five times a day at the most. */
export function topUpAutomatically(state: State, answer: Answer): string {
  for (const [index, developer] of state.developers.entries()) {
    const { automaticCents: cents, cards, stopped, balance, lowBelow } = developer
    if (cents === null || cards === 0 || stopped || balance >= lowBelow) continue
    const mine = state.payments.filter(
      ({ developer: owner, purpose }) => owner === index && purpose === 'automatic_top_up',
    )
    if (mine.some((payment) => payment.state === 'open')) continue
    const lately = mine.filter(({ createdAt }) => createdAt > state.now - dayMs)
    if (lately.length >= state.rules.mostAutomaticInADay) {
      developer.stopped = 'too_many'
      continue
    }
    const payment: Payment = {
      ...{ developer: index, cents, purpose: 'automatic_top_up', savesCard: false, card: cards },
      ...{ provider: 'open', state: 'open', createdAt: state.now, paidAt: null, refundedCents: 0 },
    }
    state.payments.push(payment)
    charge(state, payment, answer)
  }
  return 'done'
}

function charge(state: State, payment: Payment, answer: Answer): void {
  if (answer === 'lost before') return
  if (answer === 'refused') {
    payment.provider = 'declined'
    failAutomatic(state, payment, 'card_declined')
    return
  }
  pay(state, payment)
  if (answer !== 'lost after') seePayment(state, payment)
}

function failAutomatic(state: State, payment: Payment, reason: string): void {
  payment.state = 'failed'
  const developer = state.developers[payment.developer]!
  // Another card that was saved meanwhile is not to blame.
  if (payment.card === developer.cards) developer.stopped = reason
}

/** Cents of a payment that the provider would still give back. */
export function leftAtProvider(state: State, index: number): number {
  const refunded = state.refunds
    .filter(({ payment, provider }) => payment === index && !['none', 'failed'].includes(provider))
    .reduce((sum, { cents }) => sum + cents, 0)
  const disputed = state.disputes
    .filter(({ payment, provider }) => payment === index && provider !== 'won')
    .reduce((sum, { cents }) => sum + cents, 0)
  return state.payments[index]!.cents - refunded - disputed
}

/** Sends back what is unused of a payment: neither spent nor promised, and no promotional credit. */
export function refundCard(
  state: State,
  ask: { payment: number; cents: number | null; answer: Answer },
): string {
  const payment = state.payments[ask.payment]!
  const isDisputed = state.disputes.some(
    (dispute) => dispute.payment === ask.payment && ['open', 'lost'].includes(dispute.state),
  )
  if (payment.state !== 'paid' || isDisputed) return 'conflict'
  const developer = state.developers[payment.developer]!
  const unspentPromotion = state.rules.promotionMicros - developer.spent
  const promised = unspentPromotion > 0n ? unspentPromotion : 0n
  const unused = Number((developer.balance - developer.held - promised) / 10_000n)
  const most = developer.owed > 0n ? 0 : Math.min(payment.cents - payment.refundedCents, unused)
  const cents = ask.cents ?? most
  if (cents <= 0 || cents > most) return 'conflict'
  payment.refundedCents += cents
  developer.balance -= micros(cents)
  state.refundsInTransit += micros(cents)
  const refund: Refund = {
    ...{ payment: ask.payment, cents, isOutside: false, provider: 'none', state: 'pending' },
    isSeenAgain: true,
  }
  state.refunds.push(refund)
  sendRefund(state, refund, ask.answer)
  return 'done'
}

function sendRefund(state: State, refund: Refund, answer: Answer): void {
  if (refund.provider !== 'none') {
    seeRefund(state, refund)
    return
  }
  if (answer === 'lost before') return
  if (answer === 'refused' || leftAtProvider(state, refund.payment) < refund.cents) {
    failRefund(state, refund)
    return
  }
  refund.provider = 'pending'
  if (answer !== 'pending') settleAtProvider(state, refund, 'succeeded')
  if (answer !== 'lost after') seeRefund(state, refund)
}

export function settleAtProvider(
  state: State,
  refund: Refund,
  outcome: 'succeeded' | 'failed',
): void {
  if (outcome === 'succeeded') state.providerCents -= refund.cents
  else if (refund.provider === 'succeeded') state.providerCents += refund.cents
  refund.provider = outcome
}

export function refundOutside(state: State, payment: number, cents: number): void {
  const refund = { payment, cents, isOutside: true, isSeenAgain: false } as const
  state.refunds.push({ ...refund, provider: 'pending', state: 'unknown' })
  settleAtProvider(state, state.refunds.at(-1)!, 'succeeded')
}

/** `later` while more would be refunded than was paid: one that we have asked for must be refused first. */
export function seeRefund(state: State, refund: Refund): string {
  if (refund.state === 'failed' || refund.provider === 'none') return 'done'
  const payment = state.payments[refund.payment]!
  if (refund.state === 'unknown') {
    seePayment(state, payment)
    if (refund.provider === 'failed') return 'done'
    if (payment.refundedCents + refund.cents > payment.cents) return 'later'
    refund.state = 'succeeded'
    payment.refundedCents += refund.cents
    takeBack(state, payment.developer, refund.cents)
    return 'done'
  }
  refund.isSeenAgain = true
  if (refund.provider === 'failed') failRefund(state, refund)
  else if (refund.provider === 'succeeded' && refund.state === 'pending') {
    refund.state = 'succeeded'
    state.refundsInTransit -= micros(refund.cents)
    state.cash -= micros(refund.cents)
  }
  return 'done'
}

function failRefund(state: State, refund: Refund): void {
  const payment = state.payments[refund.payment]!
  payment.refundedCents -= refund.cents
  const wasPaid = refund.state === 'succeeded'
  refund.state = 'failed'
  if (refund.isOutside) {
    giveBack(state, payment.developer, refund.cents)
    return
  }
  if (wasPaid) state.cash += micros(refund.cents)
  else state.refundsInTransit -= micros(refund.cents)
  credit(state, payment.developer, micros(refund.cents))
}

/** What the provider took is the developer's debt at once. */
function takeBack(state: State, developer: number, cents: number): void {
  state.cash -= micros(cents)
  state.developers[developer]!.owed += micros(cents)
  payDebt(state, developer)
}

/** What it gave back pays the debt; the rest returns to the wallet. */
function giveBack(state: State, index: number, cents: number): void {
  const developer = state.developers[index]!
  const amount = micros(cents)
  state.cash += amount
  const debt = amount < developer.owed ? amount : developer.owed
  developer.owed -= debt
  credit(state, index, amount - debt)
}

export function openDispute(state: State, payment: number): void {
  const cents = leftAtProvider(state, payment)
  const none = { feeCents: 0, isRecovered: false }
  state.providerCents -= cents + disputeFeeCents
  state.disputes.push({ payment, cents, provider: 'open', state: 'unknown', ...none })
}

export function closeDispute(state: State, dispute: Dispute, outcome: 'won' | 'lost'): void {
  dispute.provider = outcome
  if (outcome === 'won') state.providerCents += dispute.cents + disputeFeeCents
}

export function seeDispute(state: State, index: number): string {
  const dispute = state.disputes[index]!
  const payment = state.payments[dispute.payment]!
  seePayment(state, payment)
  bookFee(state, dispute)
  // A payment that had been refunded whole: nothing but the fee is taken.
  if (dispute.cents === 0) return 'done'
  if (dispute.state === 'unknown') {
    dispute.state = 'open'
    takeBack(state, payment.developer, dispute.cents)
  }
  if (dispute.state === 'open' && dispute.provider !== 'open') {
    dispute.state = dispute.provider
    if (dispute.provider === 'won') giveBack(state, payment.developer, dispute.cents)
  }
  if (dispute.state === 'open') freeze(state, index, payment)
  else if (dispute.state === 'won') thaw(state, index)
  else takeFromPurchases(state, index, payment)
  return 'done'
}

function bookFee(state: State, dispute: Dispute): void {
  const feeCents = dispute.provider === 'won' ? 0 : disputeFeeCents
  const change = micros(feeCents - dispute.feeCents)
  dispute.feeCents = feeCents
  state.cash -= change
  state.fees += change
}

const frozenBy = (state: State, index: number) =>
  state.escrows.filter((escrow) => escrow.state === 'PENDING' && escrow.dispute === index)

/** The newest purchases since the payment are frozen until they cover the debt. */
function freeze(state: State, index: number, payment: Payment): void {
  let uncovered = state.developers[payment.developer]!.owed
  for (const escrow of frozenBy(state, index)) uncovered -= escrow.net + escrow.vat
  for (const escrow of state.escrows.toReversed()) {
    if (uncovered <= 0n) return
    const isBought = escrow.developer === payment.developer && escrow.createdAt >= payment.paidAt!
    if (!isBought || escrow.state !== 'PENDING' || escrow.dispute !== null) continue
    escrow.dispute = index
    escrow.frozenAt ??= state.now
    uncovered -= escrow.net + escrow.vat
  }
}

function thaw(state: State, index: number): void {
  for (const escrow of frozenBy(state, index)) {
    escrow.dispute = null
    const isWithdrawn = escrow.talent !== null && !state.talents[escrow.talent]!.consents
    if (!isWithdrawn) escrow.frozenAt = null
  }
}

/** What was frozen is refunded; then, once, released purchases are taken back, the newest first, for what is owed. */
function takeFromPurchases(state: State, index: number, payment: Payment): void {
  for (const escrow of frozenBy(state, index)) refund(state, escrow)
  const dispute = state.disputes[index]!
  if (dispute.isRecovered) return
  dispute.isRecovered = true
  let missing = micros(dispute.cents)
  for (const escrow of state.escrows) {
    const isRefunded = escrow.state === 'REFUNDED' && escrow.dispute === index
    if (isRefunded) missing -= escrow.net + escrow.vat
  }
  for (const escrow of state.escrows.toReversed()) {
    if (missing <= 0n || state.developers[payment.developer]!.owed <= 0n) return
    const isBought = escrow.developer === payment.developer && escrow.createdAt >= payment.paidAt!
    if (!isBought || escrow.state !== 'RELEASED' || escrow.refundedAt !== null) continue
    correct(state, escrow)
    missing -= escrow.net + escrow.vat
  }
}

/** Everything that is open here is asked for at the provider. */
export function sweep(state: State): string {
  for (const payment of state.payments) {
    if (payment.purpose === 'automatic_top_up' && payment.provider === 'open') {
      const isOld = state.now - payment.createdAt >= pageOpenMs
      if (payment.state !== 'open') continue
      if (isOld) failAutomatic(state, payment, 'never_charged')
      else charge(state, payment, 'given')
    } else if (payment.state === 'open') seePayment(state, payment)
  }
  for (const refund of state.refunds) {
    if (refund.state === 'pending') sendRefund(state, refund, 'given')
    else if (refund.state === 'succeeded' && !refund.isSeenAgain) seeRefund(state, refund)
  }
  return 'done'
}
