// The arithmetic of the product's money, written a second time and from its rules alone, so that it can check the first.
// Amounts are bigint micro-euro unless a name says cents. Nothing here imports what it checks.

export const hourMs = 60 * 60 * 1000
export const dayMs = 24 * hourMs

/** The shares, times and limits that a wrong product would get wrong. */
export const rules = {
  talentShare: 70n,
  promotionMicros: 2_000_000n,
  minimumMicros: 10_000n,
  holdMs: 7 * dayMs,
  mostFrozenMs: 30 * dayMs,
  longestHoldMs: 90 * dayMs,
  payoutDelayMs: 7 * dayMs,
  minimumPayoutCents: 1_000n,
  payoutRetryMs: dayMs,
  mostAutomaticInADay: 5,
}

/** What a customer of a country pays: VAT in basis points, and what their invoices say of it. */
export interface VatFacts {
  country: string
  vatId: string
  /** As the invoice has it, where an unknown country is the platform's. */
  taxedIn: string
  rate: bigint
  treatment: 'standard' | 'reverse_charge' | 'outside_eu'
}

/** Customers of every treatment, by the platform in Germany. */
export const customers: readonly VatFacts[] = [
  { country: '', vatId: '', taxedIn: 'DE', rate: 1900n, treatment: 'standard' },
  { country: 'FI', vatId: '', taxedIn: 'FI', rate: 2550n, treatment: 'standard' },
  { country: 'FR', vatId: 'FR40303265045', taxedIn: 'FR', rate: 0n, treatment: 'reverse_charge' },
  { country: 'US', vatId: '', taxedIn: 'US', rate: 0n, treatment: 'outside_eu' },
  { country: 'DE', vatId: 'DE136695976', taxedIn: 'DE', rate: 1900n, treatment: 'standard' },
]

/** The factor of each usage that the runs buy, in hundredths. */
export const usages = { demo: 10n, podcast: 100n, audiobook: 120n, broadcast: 300n } as const
export type SoldUsage = keyof typeof usages

const roundHalfUp = (numerator: bigint, denominator: bigint): bigint =>
  (2n * numerator + denominator) / (2n * denominator)

/** Seconds × price per second × factor, at least a cent; then the VAT on it. */
export function priceOf(sale: {
  samples: number
  rateHz: number
  pricePerSecond: bigint
  usage: SoldUsage
  vatRate: bigint
}): { net: bigint; vat: bigint } {
  const exact = BigInt(sale.samples) * sale.pricePerSecond * usages[sale.usage]
  const price = roundHalfUp(exact, BigInt(sale.rateHz) * 100n)
  const net = price > rules.minimumMicros ? price : rules.minimumMicros
  return { net, vat: roundHalfUp(net * sale.vatRate, 10_000n) }
}

/** The talent's part of a net price; the platform keeps the rest. */
export const shareOf = (net: bigint, share = rules.talentShare): bigint =>
  roundHalfUp(net * share, 100n)

/** Cents nearest to an amount of either sign, half a cent away from zero. */
export const centsOf = (micros: bigint): bigint =>
  micros < 0n ? -roundHalfUp(-micros, 10_000n) : roundHalfUp(micros, 10_000n)

/** What the played provider keeps of a card payment: 1.5 % and 25 cents. */
export const cardFeeCents = (amountCents: number): number => Math.round(amountCents * 0.015) + 25
/** What it keeps of a dispute, and gives back of one that is won. */
export const disputeFeeCents = 2_000

/** The calendar month of a moment, by its first moment, in UTC. */
export const monthOf = (ms: number): number => {
  const at = new Date(ms)
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1)
}
export const nextMonth = (monthMs: number): number => monthOf(monthMs + 32 * dayMs)
export const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
