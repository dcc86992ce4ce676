import { expect, test } from 'vitest'
import { ModelCache } from './model-cache.ts'

const kept = (cache: ModelCache<number>, keys: string) =>
  [...keys].filter((key) => cache.get(key) !== undefined).join('')

test('what was used last stays, within the bound', () => {
  const cache = new ModelCache<number>(10)
  for (const [n, key] of [...'abc'].entries()) cache.set(key, n, 3)
  expect(cache.get('a')).toBe(0)
  cache.set('d', 3, 3)
  expect(kept(cache, 'abcd')).toBe('acd')
  cache.set('e', 4, 10)
  expect(kept(cache, 'abcde')).toBe('e')
})

test('what is larger than the bound is not kept and takes nothing away', () => {
  const cache = new ModelCache<number>(10)
  cache.set('a', 1, 5)
  cache.set('big', 2, 11)
  expect(kept(cache, 'ab')).toBe('a')
  expect(cache.get('big')).toBeUndefined()
})

test('a value that is set again counts once', () => {
  const cache = new ModelCache<number>(10)
  for (let n = 0; n < 9; n++) cache.set('a', n, 5)
  cache.set('b', 1, 5)
  expect(kept(cache, 'ab')).toBe('ab')
  expect(cache.get('a')).toBe(8)
})
