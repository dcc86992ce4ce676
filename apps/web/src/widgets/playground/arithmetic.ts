import type { Quote } from '@viva-voce/contract'
import { formatPrice } from '../../format/money.ts'
import { formatSeconds } from '../../format/time.ts'

/** How a quote comes about, as a line: seconds × price × factor, the minimum where it bites, VAT where it is due. */
export function arithmetic(quote: Quote): string {
  const { estimated_seconds, price_per_second_eur, usage_factor, minimum_net_eur, vat_rate } = quote
  const product = `${formatSeconds(estimated_seconds)} × ${formatPrice(price_per_second_eur)} × ${usage_factor}`
  const raw = estimated_seconds * price_per_second_eur * usage_factor
  const minimum = raw < minimum_net_eur ? `, at least ${formatPrice(minimum_net_eur)}` : ''
  const percent = Number((vat_rate * 100).toFixed(1))
  const vat = vat_rate > 0 ? `, plus ${percent} % VAT` : ''
  return product + minimum + vat
}
