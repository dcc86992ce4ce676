/** The product's numbers and the edges of its rules, written a second time: a slip in either shows. */
import { expect, test } from 'vitest'
import {
  carryAfter,
  customPriceRangeMicros,
  divideRounded,
  fromCents,
  invoiceTotals,
  priceOf,
  pricePerSecondMicros,
  split,
  toEuro,
  usageFactorHundredths,
  vatOn,
  vatRateBasisPoints,
  vatTreatmentOf,
} from '../index.ts'

test('a second costs 0.010 € by a premium voice, 0.006 standard, 0.003 budget; a custom one 0.005 to 0.200', () => {
  expect(pricePerSecondMicros).toEqual({
    premium: 10_000n,
    standard: 6_000n,
    budget: 3_000n,
    custom: 10_000n,
  })
  expect(customPriceRangeMicros).toEqual({ minimum: 5_000n, maximum: 200_000n })
})

test('a demo costs a tenth, advertising and broadcast three times, the rest one to two times', () => {
  const { demo, advertising, broadcast, ...rest } = usageFactorHundredths
  expect([demo, advertising, broadcast]).toEqual([10n, 300n, 300n])
  expect(rest).toEqual({
    podcast: 100n,
    audiobook: 120n,
    elearning: 100n,
    video: 150n,
    game: 150n,
    ivr: 200n,
  })
})

test('the standard VAT rates of 2026 in percent', () => {
  const percent = Object.entries(vatRateBasisPoints).map(([country, points]) => [
    country,
    Number(points) / 100,
  ])
  expect(Object.fromEntries(percent)).toEqual({
    ...{ LU: 17, MT: 18, CY: 19, DE: 19, AT: 20, BG: 20, FR: 20 },
    ...{ BE: 21, CZ: 21, ES: 21, LT: 21, LV: 21, NL: 21, RO: 21 },
    ...{ IT: 22, SI: 22, IE: 23, PL: 23, PT: 23, SK: 23, EE: 24, GR: 24 },
    ...{ DK: 25, HR: 25, SE: 25, FI: 25.5, HU: 27 },
  })
})

test('VAT of a large amount is exact', () => {
  expect(vatOn(1_000_000_000n, 1900n)).toBe(190_000_000n)
})

test('a sale without VAT is reverse charge inside the EU, and outside of it outside', () => {
  expect(vatTreatmentOf('DE', 1900n)).toBe('standard')
  expect(vatTreatmentOf('DE', 1n)).toBe('standard')
  expect(vatTreatmentOf('FR', 0n)).toBe('reverse_charge')
  expect(vatTreatmentOf('US', 0n)).toBe('outside_eu')
})

test('amounts of the world and of the ledger', () => {
  expect(fromCents(1)).toBe(10_000n)
  expect(toEuro(12_340_000n)).toBe(12.34)
  expect(toEuro(fromCents(1_000_000_000))).toBe(10_000_000)
})

test('the edges of what is refused', () => {
  expect(divideRounded(5n, 1n)).toBe(5n)
  expect(() => divideRounded(1n, 0n)).toThrow('divisor must be positive')
  expect(split(0n, true)).toEqual({ talentMicros: 0n, platformMicros: 0n })
  const second = { sampleCount: 1n, pricePerSecondMicros: 10_000n, usageFactorHundredths: 100n }
  expect(priceOf({ ...second, sampleRateHz: 1 })).toBe(10_000n)
  expect(() => priceOf({ ...second, sampleRateHz: 0 })).toThrow('not a length of audio')
})

test('an invoice counts what was charged, and nothing else', () => {
  const charged = { country: 'DE', rateBasisPoints: 1900n, netMicros: 20_000n, vatMicros: 3_800n }
  const { taxes } = invoiceTotals([charged], () => ({ netMicros: 0n, vatMicros: 0n }))
  expect(taxes).toEqual([{ ...charged, netCents: 2n, vatCents: 0n }])
  expect(carryAfter(taxes[0]!, { netMicros: 1n, vatMicros: 2n })).toEqual({
    netMicros: 1n,
    vatMicros: 3_802n,
  })
})
