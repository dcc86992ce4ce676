import { customPriceRangeEur } from '@viva-voce/contract'

/** A price of a second that somebody typed, in euro, with a point or a comma; null when it is none that is allowed. */
export function readPrice(text: string): number | null {
  const typed = text.trim().replace(/^€\s*/, '').replace(',', '.')
  if (!/^\d+(\.\d{1,6})?$/.test(typed)) return null
  const price = Number(typed)
  const { minimum, maximum } = customPriceRangeEur
  return price >= minimum && price <= maximum ? price : null
}
