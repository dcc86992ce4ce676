import { expect, test } from 'vitest'
import { formatPrice, formatTotal } from './money.ts'

test.each([
  [0, '€0.00'],
  [1.9868, '€1.99'],
  [1234.5, '€1,234.50'],
  [-3, '-€3.00'],
])('the total %s reads %s', (eur, words) => {
  expect(formatTotal(eur)).toBe(words)
})

test.each([
  [0.0132, '€0.0132'],
  [0.003, '€0.003'],
  [0.01, '€0.01'],
  [2, '€2.00'],
  [0.00004, '€0.00'],
])('the price %s reads %s', (eur, words) => {
  expect(formatPrice(eur)).toBe(words)
})
