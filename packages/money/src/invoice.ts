import { divideRounded, type Micros } from './micros.ts'

const microsPerCent = 10_000n

/** What is sold of one kind under one country's rate. */
export interface InvoiceAmount {
  country: string
  rateBasisPoints: bigint
  netMicros: Micros
  vatMicros: Micros
}

/** What earlier invoices have rounded away, or taken too much (negative): it counts on the next one. */
export interface Carry {
  netMicros: Micros
  vatMicros: Micros
}

/** The sums of a country and rate: exact, and as an invoice shows them. */
export interface TaxTotal extends InvoiceAmount {
  netCents: bigint
  vatCents: bigint
}

/**
 * Turns exact amounts into the cents of an invoice, so that over all invoices nothing is lost: what an invoice shows
 * is the rounded sum of its amounts and of what was carried, and the rest, at most half a cent of net and of VAT, is
 * carried on. Lines are rounded as a running sum, so that they add up to the net total (EN 16931, BR-CO-10). The VAT
 * is the sum of what was charged and not recomputed from the net: it differs from net × rate by about a cent at the
 * most, within what BR-CO-17 allows.
 */
export function invoiceTotals<T extends InvoiceAmount>(
  amounts: readonly T[],
  carryOf: (country: string, rateBasisPoints: bigint) => Carry,
): { lines: (T & { netCents: bigint })[]; taxes: TaxTotal[] } {
  const totals = new Map<string, TaxTotal>()
  const lines = amounts.map((amount) => {
    const { country, rateBasisPoints } = amount
    const key = `${country} ${rateBasisPoints}`
    const carry = carryOf(country, rateBasisPoints)
    const before = totals.get(key) ?? zero
    const netMicros = before.netMicros + amount.netMicros
    const vatMicros = before.vatMicros + amount.vatMicros
    const netCents = divideRounded(netMicros + carry.netMicros, microsPerCent)
    const vatCents = divideRounded(vatMicros + carry.vatMicros, microsPerCent)
    totals.set(key, { country, rateBasisPoints, netMicros, vatMicros, netCents, vatCents })
    return { ...amount, netCents: netCents - before.netCents }
  })
  return { lines, taxes: [...totals.values()] }
}

const zero = { netMicros: 0n, vatMicros: 0n, netCents: 0n }

/** What an invoice's sums leave to carry, given what was carried to it. */
export function carryAfter(total: TaxTotal, before: Carry): Carry {
  return {
    netMicros: before.netMicros + total.netMicros - total.netCents * microsPerCent,
    vatMicros: before.vatMicros + total.vatMicros - total.vatCents * microsPerCent,
  }
}
