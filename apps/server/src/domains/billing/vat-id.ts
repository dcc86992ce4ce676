import { vatRateBasisPoints } from '@viva-voce/money'
import * as jsvat from 'jsvat-next'

/** A VAT ID whose format and check digits are right for its member state. */
export interface VatId {
  /** Normalised, such as `EL094014201`. */
  id: string
  /** As VIES writes it: `EL` for Greece. */
  prefix: string
  number: string
  /** ISO 3166 alpha-2: `GR` for Greece. */
  country: string
}

/** The 27 member states: neither Switzerland and Norway, nor XI, which is for goods only. */
const memberStates = jsvat.countries.filter(({ codes }) => codes[0]! in vatRateBasisPoints)

/** Reads a VAT ID with or without blanks, dots and dashes; null when it cannot be one. */
export function readVatId(text: string): VatId | null {
  const plain = text.toUpperCase().replace(/[\s.\-/]/g, '')
  const id = plain.startsWith('GR') ? `EL${plain.slice(2)}` : plain
  if (!/^[A-Z]{2}[A-Z0-9+*]{2,13}$/.test(id)) return null
  const { isValid, country } = jsvat.checkVAT(id, memberStates)
  if (!isValid || !country) return null
  return { id, prefix: id.slice(0, 2), number: id.slice(2), country: country.isoCode.short }
}
