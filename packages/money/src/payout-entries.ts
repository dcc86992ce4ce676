import { entry, type HeldPayment, type LedgerEntry, own, payableTo, walletOf } from './ledger.ts'
import { fromCents, type Micros } from './micros.ts'
import { split } from './split.ts'

/** The least that is paid out, in cents; less waits for the next month (product rule). */
export const minimumPayoutCents = 1_000n

interface Payout {
  payoutId: string
  talentId: string
  amountCents: bigint
}

/** A payout is started: the money is set aside before the provider is asked to move it. */
export function payoutEntry({ payoutId, talentId, amountCents }: Payout): LedgerEntry {
  return entry('payout', payoutId, [
    [payableTo(talentId), -fromCents(amountCents)],
    [own('payouts_in_transit'), fromCents(amountCents)],
  ])
}

/** The provider has moved it: our cash there, which shows as a negative balance, is less. */
export function payoutPaidEntry({ payoutId, amountCents }: Payout): LedgerEntry {
  return entry('payout_paid', payoutId, [
    [own('payouts_in_transit'), -fromCents(amountCents)],
    [own('provider_cash'), fromCents(amountCents)],
  ])
}

/** A payout will not be made; `wasPaid` when it had been and the provider took it back. */
export function payoutFailedEntry(payout: Payout & { wasPaid: boolean }): LedgerEntry {
  const { payoutId, talentId, amountCents, wasPaid } = payout
  return entry(wasPaid ? 'payout_reversed' : 'payout_failed', payoutId, [
    [own(wasPaid ? 'provider_cash' : 'payouts_in_transit'), -fromCents(amountCents)],
    [payableTo(talentId), fromCents(amountCents)],
  ])
}

/** What a payout of everything that is due would be: whole cents, the rest of a cent stays; null below the minimum. */
export function payableCents(
  dueMicros: Micros,
): { amountCents: bigint; restMicros: Micros } | null {
  const amountCents = dueMicros / 10_000n
  if (amountCents < minimumPayoutCents) return null
  return { amountCents, restMicros: dueMicros - fromCents(amountCents) }
}

/** A payment that was released is refunded after all: talent and platform give their shares back, the state its VAT. */
export function correctionEntry(held: HeldPayment): LedgerEntry {
  const { talentMicros, platformMicros } = split(held.netMicros, held.talentId !== null)
  return entry('correction', held.escrowId, [
    [payableTo(held.talentId ?? ''), -talentMicros],
    [own('platform_revenue'), -platformMicros],
    [own('vat_payable'), -held.vatMicros],
    [walletOf(held.developerId), held.netMicros + held.vatMicros],
  ])
}
