const total = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' })
const fine = new Intl.NumberFormat('en-IE', {
  style: 'currency',
  currency: 'EUR',
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
})

/** Euro with two decimals, for balances and totals. */
export function formatTotal(eur: number): string {
  return total.format(eur)
}

/** Euro with up to four decimals, for prices of one second or one synthesis, which can be under a cent. */
export function formatPrice(eur: number): string {
  return fine.format(eur)
}
