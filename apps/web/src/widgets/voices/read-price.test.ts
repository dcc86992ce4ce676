import { expect, test } from 'vitest'
import { readPrice } from './read-price.ts'

test.each([
  ['0.010', 0.01],
  ['0,025', 0.025],
  [' € 0.2 ', 0.2],
  ['0.005', 0.005],
  ['0.012345', 0.012345],
])('%s is a price', (text, price) => {
  expect(readPrice(text)).toBe(price)
})

test.each(['', 'cheap', '0', '0.0049', '0.201', '1e-2', '-0.01', '0.0123456', '0.01.0', '0.01 €'])(
  '%s is none',
  (text) => {
    expect(readPrice(text)).toBeNull()
  },
)
