/** An amount in millionths of a euro. bigint, so that no sum of money is ever rounded by the machine. */
export type Micros = bigint

export const microsPerEuro = 1_000_000n

/**
 * Divides and rounds half away from zero, the commercial rounding that EU VAT law leaves to the seller
 * (CJEU C-484/06). Throws RangeError when `divisor` is not positive.
 */
export function divideRounded(dividend: bigint, divisor: bigint): bigint {
  if (divisor <= 0n) throw new RangeError('divisor must be positive')
  const half = divisor / 2n
  return dividend >= 0n ? (dividend + half) / divisor : -((-dividend + half) / divisor)
}

/** Euro as a number for screens and JSON; exact up to nine billion euro. */
export function toEuro(micros: Micros): number {
  return Number(micros) / Number(microsPerEuro)
}

/** Micro-euro from a whole number of cents. */
export function fromCents(cents: number | bigint): Micros {
  return BigInt(cents) * 10_000n
}

/** Whole cents for the payment provider, exact up to 90 billion euro. Throws RangeError for a part of a cent. */
export function toCents(micros: Micros): number {
  if (micros % 10_000n !== 0n) throw new RangeError(`${micros} is no whole number of cents`)
  return Number(micros / 10_000n)
}

/** Adds amounts up; zero for none. */
export function sum(amounts: Iterable<Micros>): Micros {
  let total = 0n
  for (const amount of amounts) total += amount
  return total
}
