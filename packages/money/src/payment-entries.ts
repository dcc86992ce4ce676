import { type Account, entry, type LedgerEntry, own, walletOf } from './ledger.ts'
import type { Micros } from './micros.ts'

// Entries for money that comes in from cards and goes back to them. Cash at the provider is an asset, so it shows
// as a negative balance; each entry moves it exactly when the provider's own balance moves.

/** What a developer owes us; a debt is a negative balance. */
export const debtOf = (developerId: string): Account => ({
  kind: 'developer_debt',
  ownerId: developerId,
})

/** Whose account a payment fills: a developer's wallet, or the pot of reservations. */
function filled(developerId: string | null): Account {
  return developerId === null ? own('reservations') : walletOf(developerId)
}

/** A card has paid: the whole amount is the developer's, the provider's fee is ours (`providerFeeEntry`). */
export function paymentEntry(payment: {
  paymentId: string
  developerId: string | null
  amountMicros: Micros
}): LedgerEntry {
  return entry('payment', payment.paymentId, [
    [own('provider_cash'), -payment.amountMicros],
    [filled(payment.developerId), payment.amountMicros],
  ])
}

/** What the provider kept for a movement of our balance there; negative when it gave a fee back. */
export function providerFeeEntry(balanceTransactionId: string, feeMicros: Micros): LedgerEntry {
  return entry('provider_fee', balanceTransactionId, [
    [own('provider_cash'), feeMicros],
    [own('provider_fees'), -feeMicros],
  ])
}

interface CardRefund {
  refundId: string
  developerId: string | null
  amountMicros: Micros
}

/** A refund to the card is asked for: the money is set aside before the provider hears of it. */
export function refundAskedEntry(refund: CardRefund): LedgerEntry {
  return entry('card_refund', refund.refundId, [
    [filled(refund.developerId), -refund.amountMicros],
    [own('refunds_in_transit'), refund.amountMicros],
  ])
}

/** The provider has taken a refund from our balance. */
export function refundPaidEntry(refund: CardRefund): LedgerEntry {
  return entry('card_refund_paid', refund.refundId, [
    [own('refunds_in_transit'), -refund.amountMicros],
    [own('provider_cash'), refund.amountMicros],
  ])
}

/** A refund will not reach the card; `wasPaid` when the provider had taken it and gave it back. */
export function refundFailedEntry(refund: CardRefund & { wasPaid: boolean }): LedgerEntry {
  return entry('card_refund_failed', refund.refundId, [
    [own(refund.wasPaid ? 'provider_cash' : 'refunds_in_transit'), -refund.amountMicros],
    [filled(refund.developerId), refund.amountMicros],
  ])
}

interface TakenBack {
  /** The dispute, or the refund that was made outside. */
  reference: string
  developerId: string | null
  amountMicros: Micros
}

/** Where money that the provider took back is missing: it becomes the developer's debt. */
function lacking(developerId: string | null): Account {
  return developerId === null ? own('reservations') : debtOf(developerId)
}

/** The provider has taken a payment back: a chargeback, or a refund that somebody made in its dashboard. */
export function takenBackEntry(taken: TakenBack): LedgerEntry {
  return entry('taken_back', taken.reference, [
    [lacking(taken.developerId), -taken.amountMicros],
    [own('provider_cash'), taken.amountMicros],
  ])
}

/** The provider has given back what it took: a dispute that was won, or an outside refund that failed. */
export function givenBackEntry(taken: TakenBack): LedgerEntry {
  return entry('given_back', taken.reference, [
    [own('provider_cash'), -taken.amountMicros],
    [lacking(taken.developerId), taken.amountMicros],
  ])
}

/** Money in a wallet pays a debt. `reference` is new each time. */
export function debtPaidEntry(
  reference: string,
  developerId: string,
  amountMicros: Micros,
): LedgerEntry {
  return entry('debt_paid', reference, [
    [walletOf(developerId), -amountMicros],
    [debtOf(developerId), amountMicros],
  ])
}

/** What was given back beyond the debt goes to the wallet, where it once came from. */
export function debtReturnedEntry(
  reference: string,
  developerId: string,
  amountMicros: Micros,
): LedgerEntry {
  return entry('debt_returned', reference, [
    [debtOf(developerId), -amountMicros],
    [walletOf(developerId), amountMicros],
  ])
}
