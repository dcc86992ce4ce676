import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Carry, carryAfter, invoiceTotals, sum, vatOn } from '../index.ts'

const nothing: Carry = { netMicros: 0n, vatMicros: 0n }
const amount = (netMicros: bigint, rateBasisPoints = 1900n, country = 'DE') => ({
  ...{ country, rateBasisPoints, netMicros },
  vatMicros: vatOn(netMicros, rateBasisPoints),
})

test.each([
  // net, VAT, carried in → cents of net and VAT
  [10_000n, 0n, 1n, 0n],
  [14_999n, 0n, 1n, 0n],
  [15_000n, 0n, 2n, 0n],
  [14_999n, 1n, 2n, 0n],
  [15_000n, -1n, 1n, 0n],
  [1_000_000n, 0n, 100n, 19n],
])('%d micro-euro with %d carried are %d and %d cents', (net, carried, netCents, vatCents) => {
  const { taxes } = invoiceTotals([amount(net)], () => ({ netMicros: carried, vatMicros: 0n }))
  expect(taxes).toEqual([expect.objectContaining({ netCents, vatCents })])
})

test('lines add up to the net of their country and rate', () => {
  const { lines, taxes } = invoiceTotals(
    [amount(14_000n), amount(14_000n), amount(14_000n, 2000n, 'FR')],
    () => nothing,
  )
  expect(lines.map(({ netCents }) => netCents)).toEqual([1n, 2n, 1n])
  expect(taxes.map(({ country, netCents }) => [country, netCents])).toEqual([
    ['DE', 3n],
    ['FR', 1n],
  ])
})

test('over any months, what was shown and what is carried is what was charged', () => {
  const month = fc.array(fc.bigInt(10_000n, 90_000_000n), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(fc.array(month, { minLength: 1, maxLength: 24 }), (months) => {
      let carry = nothing
      let shown = 0n
      let charged = 0n
      for (const nets of months) {
        const { lines, taxes } = invoiceTotals(
          nets.map((net) => amount(net)),
          () => carry,
        )
        const [total] = taxes
        expect(sum(lines.map((line) => line.netCents))).toBe(total!.netCents)
        shown += (total!.netCents + total!.vatCents) * 10_000n
        charged += total!.netMicros + total!.vatMicros
        carry = carryAfter(total!, carry)
        for (const rest of [carry.netMicros, carry.vatMicros]) {
          expect(rest <= 5_000n && rest >= -5_000n).toBe(true)
        }
        // A bookkeeper's check of VAT against the rate, to the cent and the carried half cents.
        const off = total!.vatCents * 100n - (total!.netCents * 1900n) / 100n
        expect(off <= 200n && off >= -200n).toBe(true)
      }
      expect(shown + carry.netMicros + carry.vatMicros).toBe(charged)
    }),
  )
})
