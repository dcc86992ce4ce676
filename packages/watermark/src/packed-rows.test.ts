import { expect, test } from 'vitest'
import { DIGIT, nextDigit, PACKED_ROWS, PackedRows } from './packed-rows.ts'
import { BINS } from './params.ts'

/** The rows' digits of a sum, lowest first. */
function digitsOf(sum: number): number[] {
  const digits: number[] = []
  for (let rest = sum, row = 0; row < PACKED_ROWS; row++) {
    const above = nextDigit(rest)
    digits.push(rest - above * DIGIT)
    rest = above
  }
  return digits
}

const rowsOf = (values: number[]) =>
  Float32Array.from(values.flatMap((value) => Array.from({ length: BINS }, () => value)))

test('keeps four rows apart, whatever the others add up to', () => {
  const terms = 70
  for (const sign of [1, -1]) {
    const rows = new PackedRows(terms)
    // The largest that there is, beside its opposite, nothing and the smallest.
    expect(rows.fill(rowsOf([6 * sign, -6 * sign, 0, rows.unit]), 0, 4)).toBe(true)
    let sum = 0
    for (let i = 0; i < terms; i++) sum += rows.values[i % BINS]!
    const most = (6 / rows.unit) * terms
    expect(digitsOf(sum).map(Math.round)).toEqual(
      [sign * most, -sign * most, 0, terms].map(Math.round),
    )
  }
})

test('has the same turned over, and cuts off what is too large for a digit', () => {
  const rows = new PackedRows(14)
  rows.fill(rowsOf([100, -100, 1, 0]), 0, 4)
  const [first, second] = digitsOf(rows.values[0]!)
  expect([first! * rows.unit, second! * rows.unit]).toEqual([6, -6])
  for (let k = 0; k < BINS; k++) expect(rows.values[BINS + k]).toBe(-rows.values[k]!)
})

test('takes fewer rows, and says where there is nothing', () => {
  const rows = new PackedRows(14)
  expect(rows.fill(rowsOf([0, 0, 0, 3]), 0, 3)).toBe(false)
  expect(rows.fill(rowsOf([0, 0, 0, 3]), 3, 4)).toBe(true)
  expect(digitsOf(rows.values[0]!).map((digit) => digit * rows.unit)[0]).toBeCloseTo(3, 1)
})
