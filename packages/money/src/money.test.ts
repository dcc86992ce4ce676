import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  divideRounded,
  type HeldPayment,
  minimumNetMicros,
  priceOf,
  pricePerSecondMicros,
  promotionEntry,
  refundEntry,
  releaseEntry,
  split,
  sum,
  synthesisEntry,
  usageFactorHundredths,
  vatOn,
  vatRateBasisPoints,
  vatRateFor,
} from '../index.ts'

describe('rounding', () => {
  test.each([
    [5n, 2n, 3n],
    [-5n, 2n, -3n],
    [4n, 2n, 2n],
    [149n, 100n, 1n],
    [150n, 100n, 2n],
    [-149n, 100n, -1n],
    [0n, 7n, 0n],
  ])('%d / %d rounds to %d', (dividend, divisor, expected) => {
    expect(divideRounded(dividend, divisor)).toBe(expected)
  })

  test('a divisor that is not positive is refused', () => {
    expect(() => divideRounded(1n, 0n)).toThrow(RangeError)
    expect(() => divideRounded(1n, -2n)).toThrow(RangeError)
  })
})

describe('price', () => {
  const price = (seconds: number, perSecond: bigint, factor: bigint) =>
    priceOf({
      sampleCount: BigInt(Math.round(seconds * 24_000)),
      sampleRateHz: 24_000,
      pricePerSecondMicros: perSecond,
      usageFactorHundredths: factor,
    })

  test.each([
    [10, pricePerSecondMicros.premium, usageFactorHundredths.podcast, 100_000n],
    [10, pricePerSecondMicros.standard, usageFactorHundredths.advertising, 180_000n],
    [60, pricePerSecondMicros.budget, usageFactorHundredths.demo, 18_000n],
    [1, pricePerSecondMicros.premium, usageFactorHundredths.demo, minimumNetMicros],
    [0, pricePerSecondMicros.premium, usageFactorHundredths.broadcast, minimumNetMicros],
  ])('%d s at %d with factor %d costs %d', (seconds, perSecond, factor, expected) => {
    expect(price(seconds, perSecond, factor)).toBe(expected)
  })

  test('a negative length or a rate of zero is refused', () => {
    const input = { pricePerSecondMicros: 1n, usageFactorHundredths: 1n }
    expect(() => priceOf({ ...input, sampleCount: -1n, sampleRateHz: 24_000 })).toThrow(RangeError)
    expect(() => priceOf({ ...input, sampleCount: 1n, sampleRateHz: 0 })).toThrow(RangeError)
  })
})

test.each([
  ['micro-euro', 1n],
  ['cents', 10_000n],
])('70 + 30 is all, for every amount from 1 to 1,000,000 %s', (_, unit) => {
  for (let amount = unit; amount <= 1_000_000n * unit; amount += unit) {
    const { talentMicros, platformMicros } = split(amount, true)
    const off = talentMicros * 10n - amount * 7n
    if (talentMicros + platformMicros !== amount || off > 5n || off < -5n) {
      throw new Error(`split of ${amount} gave ${talentMicros} + ${platformMicros}`)
    }
  }
  expect(split(100n, false)).toEqual({ talentMicros: 0n, platformMicros: 100n })
  expect(() => split(-1n, true)).toThrow(RangeError)
})

describe('VAT', () => {
  test.each([
    ['unknown country pays the platform rate', null, false, 1900n],
    ['home, private', 'DE', false, 1900n],
    ['home, business: no reverse charge at home', 'DE', true, 1900n],
    ['elsewhere in the EU, private: the customer’s rate', 'FR', false, 2000n],
    ['elsewhere in the EU, business: reverse charge', 'FR', true, 0n],
    ['outside the EU', 'US', false, 0n],
  ])('%s', (_, country, vatIdValid, expected) => {
    expect(vatRateFor({ country, vatIdValid }, 'DE')).toBe(expected)
  })

  test('27 member states, each at or above the 15 % of Directive 2006/112/EC art. 97', () => {
    const rates = Object.values(vatRateBasisPoints)
    expect(rates).toHaveLength(27)
    expect(rates.every((rate) => rate >= 1500n && rate <= 2700n)).toBe(true)
  })

  test('is rounded to the micro-euro', () => {
    expect(vatOn(10_000n, 1900n)).toBe(1_900n)
    expect(vatOn(10_003n, 2550n)).toBe(2_551n)
  })

  test('a platform outside the EU is refused', () => {
    expect(() => vatRateFor({ country: null, vatIdValid: false }, 'US')).toThrow(RangeError)
  })
})

describe('ledger entries', () => {
  const held = fc.record({
    escrowId: fc.constant('esc_1'),
    developerId: fc.constant('dev_1'),
    talentId: fc.constantFrom('tal_1', null),
    netMicros: fc.bigInt(0n, 10_000_000_000n),
    vatMicros: fc.bigInt(0n, 3_000_000_000n),
  })
  const total = (
    payment: HeldPayment,
    build: (p: HeldPayment) => { postings: { amountMicros: bigint }[] },
  ) => sum(build(payment).postings.map((posting) => posting.amountMicros))

  test('always balance and never hold a line of zero', () => {
    fc.assert(
      fc.property(held, (payment) => {
        for (const build of [synthesisEntry, releaseEntry, refundEntry]) {
          expect(total(payment, build)).toBe(0n)
          expect(build(payment).postings.every((line) => line.amountMicros !== 0n)).toBe(true)
        }
      }),
    )
  })

  test('a refund undoes the synthesis account by account', () => {
    fc.assert(
      fc.property(held, (payment) => {
        const byAccount = new Map<string, bigint>()
        for (const { account, amountMicros } of [
          ...synthesisEntry(payment).postings,
          ...refundEntry(payment).postings,
        ]) {
          const name = `${account.kind}/${account.ownerId}`
          byAccount.set(name, (byAccount.get(name) ?? 0n) + amountMicros)
        }
        expect([...byAccount.values()].every((amount) => amount === 0n)).toBe(true)
      }),
    )
  })

  test('a catalogue voice releases all to the platform, a talent’s voice 70 %', () => {
    const payment = { escrowId: 'esc_1', developerId: 'dev_1', netMicros: 100n, vatMicros: 19n }
    expect(releaseEntry({ ...payment, talentId: null }).postings).toEqual([
      { account: { kind: 'escrow', ownerId: '' }, amountMicros: -100n },
      { account: { kind: 'platform_revenue', ownerId: '' }, amountMicros: 100n },
    ])
    expect(releaseEntry({ ...payment, talentId: 'tal_1' }).postings).toEqual([
      { account: { kind: 'escrow', ownerId: '' }, amountMicros: -100n },
      { account: { kind: 'talent_payable', ownerId: 'tal_1' }, amountMicros: 70n },
      { account: { kind: 'platform_revenue', ownerId: '' }, amountMicros: 30n },
    ])
  })

  test('promotional credit comes out of promotions', () => {
    expect(promotionEntry('dev_1', 2_000_000n).postings).toEqual([
      { account: { kind: 'promotions', ownerId: '' }, amountMicros: -2_000_000n },
      { account: { kind: 'wallet', ownerId: 'dev_1' }, amountMicros: 2_000_000n },
    ])
  })
})
