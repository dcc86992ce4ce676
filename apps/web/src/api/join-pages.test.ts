import { expect, test } from 'vitest'
import { joinPages } from './join-pages.ts'

const page = (ids: string, next: string | null) => ({
  items: [...ids].map((id) => ({ id })),
  next_cursor: next,
})
const idsOf = (joined: ReturnType<typeof page>) => joined.items.map(({ id }) => id).join('')
const join = (...pages: Parameters<typeof joinPages<{ id: string }>>) =>
  idsOf(joinPages(...pages) as ReturnType<typeof page>)

test('older pages stand behind the first one, and lead on from their own end', () => {
  expect(joinPages(page('fed', 'd'), page('fedcba', 'a'))).toEqual(page('fedcba', 'a'))
})

test('rows that have come since push the list on without a gap or a double', () => {
  expect(join(page('hgf', 'f'), page('fedcba', 'a'))).toBe('hgfedcba')
})

test('when the two no longer touch, the first page stands alone', () => {
  expect(joinPages(page('zyx', 'x'), page('fed', 'd'))).toEqual(page('zyx', 'x'))
})

test('nothing is shown before the first page is there', () => {
  expect(join(undefined, page('fed', 'd'))).toBe('')
})
