import { expect, test } from 'vitest'
import { readFilters, withFilter } from './voice-filter.ts'

test('an address is read as filters', () => {
  const params = new URLSearchParams(
    'search=+warm+&language=de&tier=premium&category=narration&max_price_eur=0.006',
  )
  expect(readFilters(params)).toEqual({
    search: 'warm',
    language: 'de',
    tier: 'premium',
    category: 'narration',
    max_price_eur: 0.006,
  })
})

test('what somebody has written into the address by hand asks for nothing that the server refuses', () => {
  const params = new URLSearchParams({
    search: 'x'.repeat(500),
    tier: 'gold',
    category: '',
    max_price_eur: '-1',
  })
  expect(readFilters(params)).toEqual({ search: 'x'.repeat(100) })
  expect(readFilters(new URLSearchParams('max_price_eur=cheap')).max_price_eur).toBeUndefined()
})

test('a filter is set and taken away, and the others stay', () => {
  const one = withFilter(new URLSearchParams('tier=budget'), 'language', 'fr')
  expect(one.toString()).toBe('tier=budget&language=fr')
  expect(withFilter(one, 'tier', '').toString()).toBe('language=fr')
})
