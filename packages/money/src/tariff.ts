import { type Tier, type Usage, usageHundredths } from '@viva-voce/contract'
import { divideRounded, fromCents, type Micros } from './micros.ts'

/** Net price of a second of speech by tier, in micro-euro; a talent may set another for a custom voice. */
export const pricePerSecondMicros: Record<Tier, Micros> = {
  premium: 10_000n,
  standard: 6_000n,
  budget: 3_000n,
  custom: 10_000n,
}

/** What a talent may ask for a second of a custom voice, in micro-euro. */
export const customPriceRangeMicros = { minimum: 5_000n, maximum: 200_000n } as const

/** Price factor of a usage, in hundredths. */
export const usageFactorHundredths = Object.fromEntries(
  Object.entries(usageHundredths).map(([usage, hundredths]) => [usage, BigInt(hundredths)]),
) as Record<Usage, bigint>

/** The least that a synthesis costs, net. */
export const minimumNetMicros: Micros = fromCents(1)

/** Everything that the price of a synthesis is made from. `sampleCount` at `sampleRateHz` is its length. */
export interface PriceInput {
  sampleCount: bigint
  sampleRateHz: number
  pricePerSecondMicros: Micros
  usageFactorHundredths: bigint
}

/**
 * Net price of a synthesis: seconds × price per second × usage factor, rounded once at the end, at least a cent.
 * Throws RangeError for a negative length or a rate that is not positive.
 */
export function priceOf(input: PriceInput): Micros {
  if (input.sampleCount < 0n || input.sampleRateHz <= 0)
    throw new RangeError('not a length of audio')
  const exact = input.sampleCount * input.pricePerSecondMicros * input.usageFactorHundredths
  const price = divideRounded(exact, BigInt(input.sampleRateHz) * 100n)
  return price < minimumNetMicros ? minimumNetMicros : price
}
