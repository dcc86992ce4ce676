import type { VatTreatment } from '@viva-voce/money'

/** Everything that an invoice or credit note shows, as it was when it was issued. Kept as JSON. */
export interface InvoiceDocument {
  number: string
  kind: 'invoice' | 'credit_note'
  /** ISO dates. */
  issuedOn: string
  period: { from: string; to: string }
  seller: {
    company: string
    street: string
    postcode: string
    city: string
    country: string
    email: string
    vatId: string | null
  }
  buyer: {
    name: string
    address: string
    country: string
    email: string
    vatId: string | null
    /** VIES's proof that the VAT ID was valid. */
    consultationNumber: string | null
  }
  treatment: VatTreatment
  /** Amounts are positive on a credit note too. */
  lines: { description: string; detail: string; country: string; rate: number; netCents: number }[]
  taxes: { country: string; rate: number; netCents: number; vatCents: number }[]
  netCents: number
  vatCents: number
  corrects: { number: string; issuedOn: string } | null
}

/** The sentence that the law asks for where no VAT is charged; null where it is. */
export const treatmentNotes: Record<VatTreatment, string | null> = {
  standard: null,
  reverse_charge:
    'Reverse charge: VAT is to be accounted for by the recipient (Articles 44 and 196 of Directive 2006/112/EC). Steuerschuldnerschaft des Leistungsempfängers.',
  outside_eu:
    'Not subject to VAT in the European Union: the place of supply is the customer’s country (Articles 44 and 59 of Directive 2006/112/EC).',
}

/** Cents as `1,234.56`. */
export function formatCents(cents: number): string {
  return (cents / 100).toLocaleString('en-GB', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
}
