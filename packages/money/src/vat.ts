import { divideRounded, type Micros } from './micros.ts'

/**
 * Standard VAT rates of the 27 member states in basis points, as of 2026-01-01.
 * Source: European Commission, Taxes in Europe database. Changed last: Romania 21 % (2025-08), Estonia 24 %
 * (2025-07), Slovakia 23 % (2025-01), Finland 25.5 % (2024-09).
 */
export const vatRateBasisPoints: Record<string, bigint> = {
  AT: 2000n,
  BE: 2100n,
  BG: 2000n,
  CY: 1900n,
  CZ: 2100n,
  DE: 1900n,
  DK: 2500n,
  EE: 2400n,
  ES: 2100n,
  FI: 2550n,
  FR: 2000n,
  GR: 2400n,
  HR: 2500n,
  HU: 2700n,
  IE: 2300n,
  IT: 2200n,
  LT: 2100n,
  LU: 1700n,
  LV: 2100n,
  MT: 1800n,
  NL: 2100n,
  PL: 2300n,
  PT: 2300n,
  RO: 2100n,
  SE: 2500n,
  SI: 2200n,
  SK: 2300n,
}

/** Who buys: `country` is ISO 3166 alpha-2, null while unknown. */
export interface VatCustomer {
  country: string | null
  vatIdValid: boolean
}

/**
 * The VAT rate of electronically supplied services in basis points (Directive 2006/112/EC, art. 44, 58, 196):
 * the customer's country for a private customer; nothing for a business elsewhere in the EU (reverse charge)
 * or for anyone outside the EU. An unknown country counts as the platform's, so that no VAT is missed.
 * Throws RangeError when the platform's own country is not a member state.
 */
export function vatRateFor(customer: VatCustomer, platformCountry: string): bigint {
  const home = vatRateBasisPoints[platformCountry]
  if (home === undefined) throw new RangeError(`${platformCountry} is not an EU member state`)
  if (customer.country === null || customer.country === platformCountry) return home
  return customer.vatIdValid ? 0n : (vatRateBasisPoints[customer.country] ?? 0n)
}

/** VAT on a net amount, in micro-euro. */
export function vatOn(netMicros: Micros, rateBasisPoints: bigint): Micros {
  return divideRounded(netMicros * rateBasisPoints, 10_000n)
}

/** Why a sale carries the VAT that it carries. */
export type VatTreatment = 'standard' | 'reverse_charge' | 'outside_eu'

/** The treatment of a sale by its rate and the customer's country: without VAT, inside the EU is reverse charge. */
export function vatTreatmentOf(country: string, rateBasisPoints: bigint): VatTreatment {
  if (rateBasisPoints > 0n) return 'standard'
  return country in vatRateBasisPoints ? 'reverse_charge' : 'outside_eu'
}
