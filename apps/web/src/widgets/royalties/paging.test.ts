import { expect, test } from 'vitest'
import { pagingWords } from './paging.ts'

test.each([
  [1, 5, 12, 'Showing 1 to 5 of 12 entries', 'Page 1 of 3', false],
  [3, 2, 12, 'Showing 11 to 12 of 12 entries', 'Page 3 of 3', true],
  [1, 5, 5, 'Showing 1 to 5 of 5 entries', 'Page 1 of 1', true],
  [1, 0, 0, 'Showing 0 to 0 of 0 entries', 'Page 1 of 1', true],
])('page %d with %d of %d', (page, shown, entries, range, position, isLast) => {
  expect(pagingWords(page, shown, entries)).toEqual({ range, position, isLast })
})
