import { describe, expect, test } from 'vitest'
import {
  correctionEntry,
  fromCents,
  payableCents,
  payoutEntry,
  payoutFailedEntry,
  payoutPaidEntry,
  releaseEntry,
  split,
  synthesisEntry,
} from '../index.ts'

test('70 + 30 is all, for every amount from 1 to 1,000,000 cents', () => {
  for (let cents = 1n; cents <= 1_000_000n; cents++) {
    const amount = fromCents(cents)
    const { talentMicros, platformMicros } = split(amount, true)
    // Of whole cents the share is exact: 0.7 of a cent is 7,000 micro-euro.
    if (talentMicros + platformMicros !== amount || talentMicros * 10n !== amount * 7n) {
      throw new Error(`split of ${cents} cents gave ${talentMicros} + ${platformMicros}`)
    }
  }
})

test('paid out month by month, nothing of any sum of shares is lost', () => {
  let carried = 0n
  let paid = 0n
  let earned = 0n
  for (let month = 1n; month <= 2_000n; month++) {
    const share = split(7_000_003n + month * 10_007n, true).talentMicros
    earned += share
    const payout = payableCents(carried + share)
    if (payout) paid += fromCents(payout.amountCents)
    carried = payout ? payout.restMicros : carried + share
    expect(paid + carried).toBe(earned)
  }
  expect(paid).toBeGreaterThan(0n)
})

test.each([
  [9_999_999n, null],
  [10_000_000n, { amountCents: 1_000n, restMicros: 0n }],
  [10_009_999n, { amountCents: 1_000n, restMicros: 9_999n }],
  [10_010_000n, { amountCents: 1_001n, restMicros: 0n }],
  [0n, null],
  [-20_000_000n, null],
])('of %d micro-euro that are due, a payout pays %o', (due, expected) => {
  expect(payableCents(due)).toEqual(expected)
})

describe('entries', () => {
  const payout = { payoutId: 'po_1', talentId: 'tal_1', amountCents: 1_234n }
  const payable = { kind: 'talent_payable', ownerId: 'tal_1' }
  const transit = { kind: 'payouts_in_transit', ownerId: '' }
  const cash = { kind: 'provider_cash', ownerId: '' }

  test.each([
    ['payout', payoutEntry(payout), payable, transit],
    ['payout_paid', payoutPaidEntry(payout), transit, cash],
    ['payout_failed', payoutFailedEntry({ ...payout, wasPaid: false }), transit, payable],
    ['payout_reversed', payoutFailedEntry({ ...payout, wasPaid: true }), cash, payable],
  ])('%s moves the amount', (kind, made, from, to) => {
    expect(made).toEqual({
      kind,
      reference: 'po_1',
      postings: [
        { account: from, amountMicros: -12_340_000n },
        { account: to, amountMicros: 12_340_000n },
      ],
    })
  })

  test('a correction undoes synthesis and release together', () => {
    const held = {
      ...{ escrowId: 'esc_1', developerId: 'dev_1', talentId: 'tal_1' },
      ...{ netMicros: 1_000_003n, vatMicros: 190_001n },
    }
    const left = new Map<string, bigint>()
    for (const made of [synthesisEntry(held), releaseEntry(held), correctionEntry(held)]) {
      for (const { account, amountMicros } of made.postings) {
        const name = account.kind + account.ownerId
        left.set(name, (left.get(name) ?? 0n) + amountMicros)
      }
    }
    expect([...left.values()].filter((amount) => amount !== 0n)).toEqual([])
  })
})
