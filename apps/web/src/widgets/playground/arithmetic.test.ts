import type { Quote } from '@viva-voce/contract'
import { expect, test } from 'vitest'
import { arithmetic } from './arithmetic.ts'

const quote: Quote = {
  voice_id: 'premium_en_us_001',
  usage: 'podcast',
  estimated_seconds: 4.41,
  price_per_second_eur: 0.01,
  usage_factor: 1.5,
  estimated_net_eur: 0.06615,
  vat_rate: 0,
  estimated_gross_eur: 0.06615,
  minimum_net_eur: 0.01,
}

test('seconds, price and factor', () => {
  expect(arithmetic(quote)).toBe('4.4 s × €0.01 × 1.5')
})

test('the minimum is named where it bites, VAT where it is due', () => {
  const demo = { ...quote, usage_factor: 0.1, vat_rate: 0.255 }
  expect(arithmetic(demo)).toBe('4.4 s × €0.01 × 0.1, at least €0.01, plus 25.5 % VAT')
})
