import { tier as tiers, voiceCategory } from '@viva-voce/contract'
import type { VoiceQuery } from '../../api/voices.ts'

/** The filters as the page's address keeps them, so that a search can be sent to somebody. */
export const filterNames = ['search', 'language', 'tier', 'category', 'max_price_eur'] as const
export type FilterName = (typeof filterNames)[number]

/** What a second may cost at most, in euro. */
export const priceSteps = [0.003, 0.006, 0.01, 0.02, 0.05] as const

/** Reads the filters of an address; what is not understood is left out. */
export function readFilters(params: URLSearchParams): VoiceQuery {
  const text = (name: FilterName) => params.get(name)?.trim() || undefined
  const price = Number(text('max_price_eur'))
  return {
    search: text('search')?.slice(0, 100),
    language: text('language')?.slice(0, 20),
    tier: tiers.safeParse(text('tier')).data,
    category: voiceCategory.safeParse(text('category')).data,
    max_price_eur: price > 0 && price <= 1_000 ? price : undefined,
  }
}

/** The address with one filter changed; an empty value takes it away. */
export function withFilter(
  params: URLSearchParams,
  name: FilterName,
  value: string,
): URLSearchParams {
  const next = new URLSearchParams(params)
  if (value === '') next.delete(name)
  else next.set(name, value)
  return next
}
