import { expect, test } from 'vitest'
import { formatSize } from './size.ts'

test.each([
  [0, '0 B'],
  [1_023, '1023 B'],
  [1_024, '1 kB'],
  [393_260, '384 kB'],
  [1_023_900, '1000 kB'],
  [1_024_000, '1.0 MB'],
  [20 * 2 ** 20, '20.0 MB'],
])('%i bytes are %s', (bytes, words) => {
  expect(formatSize(bytes)).toBe(words)
})
