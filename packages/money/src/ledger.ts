import { type Micros, sum } from './micros.ts'
import { split } from './split.ts'

export type AccountKind =
  | 'provider_cash'
  | 'wallet'
  | 'escrow'
  | 'talent_payable'
  | 'platform_revenue'
  | 'vat_payable'
  | 'promotions'
  | 'provider_fees'
  | 'payouts_in_transit'
  | 'developer_debt'
  | 'refunds_in_transit'
  | 'reservations'

/** An account of the ledger; `ownerId` is a developer's or talent's id, empty for the platform's own. */
export interface Account {
  kind: AccountKind
  ownerId: string
}

/** One line of a transaction. Positive is a credit: it raises what the account's owner may claim. */
export interface Posting {
  account: Account
  amountMicros: Micros
}

/** A balanced set of postings; `kind` and `reference` together name it once and for all. */
export interface LedgerEntry {
  kind:
    | 'promotion'
    | 'synthesis'
    | 'release'
    | 'refund'
    | 'correction'
    | 'payout'
    | 'payout_paid'
    | 'payout_failed'
    | 'payout_reversed'
    | 'payment'
    | 'provider_fee'
    | 'card_refund'
    | 'card_refund_paid'
    | 'card_refund_failed'
    | 'taken_back'
    | 'given_back'
    | 'debt_paid'
    | 'debt_returned'
  reference: string
  postings: Posting[]
}

/** An account of the platform itself. */
export const own = (kind: AccountKind): Account => ({ kind, ownerId: '' })
export const walletOf = (developerId: string): Account => ({ kind: 'wallet', ownerId: developerId })
export const payableTo = (talentId: string): Account => ({
  kind: 'talent_payable',
  ownerId: talentId,
})

/** Credit that the platform gives a new developer. */
export function promotionEntry(developerId: string, amountMicros: Micros): LedgerEntry {
  return entry('promotion', developerId, [
    [own('promotions'), -amountMicros],
    [walletOf(developerId), amountMicros],
  ])
}

/** What a held payment is about. */
export interface HeldPayment {
  escrowId: string
  developerId: string
  talentId: string | null
  netMicros: Micros
  vatMicros: Micros
}

/** A synthesis is paid: the net price is held in escrow, the VAT is owed to the state. */
export function synthesisEntry(held: HeldPayment): LedgerEntry {
  return entry('synthesis', held.escrowId, [
    [walletOf(held.developerId), -(held.netMicros + held.vatMicros)],
    [own('escrow'), held.netMicros],
    [own('vat_payable'), held.vatMicros],
  ])
}

/** A held payment is released: 70 % to the talent and 30 % to the platform, or all to the platform. */
export function releaseEntry(held: HeldPayment): LedgerEntry {
  const { talentMicros, platformMicros } = split(held.netMicros, held.talentId !== null)
  return entry('release', held.escrowId, [
    [own('escrow'), -held.netMicros],
    [payableTo(held.talentId ?? ''), talentMicros],
    [own('platform_revenue'), platformMicros],
  ])
}

/** A held payment is refunded: everything that was taken, VAT too, goes back to the wallet. */
export function refundEntry(held: HeldPayment): LedgerEntry {
  return entry('refund', held.escrowId, [
    [own('escrow'), -held.netMicros],
    [own('vat_payable'), -held.vatMicros],
    [walletOf(held.developerId), held.netMicros + held.vatMicros],
  ])
}

/** Drops lines of zero and insists on balance, so that no unbalanced entry can be built. */
export function entry(
  kind: LedgerEntry['kind'],
  reference: string,
  lines: [Account, Micros][],
): LedgerEntry {
  const postings = lines
    .filter(([, amountMicros]) => amountMicros !== 0n)
    .map(([account, amountMicros]) => ({ account, amountMicros }))
  if (sum(postings.map((posting) => posting.amountMicros)) !== 0n) {
    throw new Error(`${kind} ${reference} does not balance`)
  }
  return { kind, reference, postings }
}
