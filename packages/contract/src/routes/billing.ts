import { z } from 'zod'
import { euro, ids, instant, page, storable } from '../common.ts'
import { defineRoutes, developer } from '../route.ts'

const line = z.string().trim().regex(storable)
const billingFields = {
  billing_company: line.max(200),
  billing_address: line.max(300).default(''),
  /** ISO 3166 alpha-2, or empty. */
  billing_country: line.max(2),
  billing_vat_id: line.max(20),
}
export const billingProfileInput = z.strictObject(billingFields)
export type BillingProfileInput = z.infer<typeof billingProfileInput>

export const billingProfile = z.object({
  ...billingFields,
  /** What VIES has said last; null without a VAT ID, or while VIES has not answered. */
  vat_id_valid: z.boolean().nullable(),
  consultation_number: z.string().nullable(),
})
export type BillingProfile = z.infer<typeof billingProfile>

export const invoiceEntry = z.object({
  id: ids.invoice,
  number: z.string(),
  kind: z.enum(['invoice', 'credit_note']),
  issued_ts: instant,
  net_amount_eur: euro,
  vat_amount_eur: euro,
  /** Negative on a credit note. */
  gross_amount_eur: euro,
  /** On the API host; null until the paper has been made. */
  pdf_url: z.string().nullable(),
})
export type InvoiceEntry = z.infer<typeof invoiceEntry>

export const billingRoutes = defineRoutes({
  validateVatId: {
    method: 'POST',
    path: '/v1/billing/vat/validate',
    summary: 'Checks a VAT ID: format, check digits, VIES; null when VIES does not answer',
    access: developer,
    stage: 'live',
    limit: 'lookup',
    body: z.strictObject({ vat_id: z.string().trim().min(1).max(20).regex(storable) }),
    answer: z.object({
      valid: z.boolean().nullable(),
      /** Normalised; null when it cannot be one. */
      vat_id: z.string().nullable(),
      /** VIES's proof of the consultation. */
      consultation_number: z.string().nullable(),
      checked_at: instant.nullable(),
      name: z.string().nullable(),
      /** Why it is invalid or unknown: `format`, `INVALID`, or VIES's code. */
      reason: z.string().nullable(),
    }),
  },
  getBillingProfile: {
    method: 'GET',
    path: '/v1/billing/profile',
    summary: 'Whom invoices are made out to',
    access: developer,
    stage: 'live',
    limit: 'ordinary',
    answer: billingProfile,
  },
  saveBillingProfile: {
    method: 'POST',
    path: '/v1/billing/profile',
    summary: 'Saves company, country and VAT ID, and checks the VAT ID',
    access: developer,
    stage: 'live',
    limit: 'lookup',
    body: billingProfileInput,
    answer: billingProfile,
  },
  listInvoices: {
    method: 'GET',
    path: '/v1/billing/invoices',
    summary: "The developer's monthly invoices and credit notes, newest first",
    access: developer,
    stage: 'live',
    limit: 'ordinary',
    query: page(100, 500).extend({ cursor: ids.invoice.optional() }),
    answer: z.object({ invoices: z.array(invoiceEntry), next_cursor: z.string().nullable() }),
  },
  downloadInvoice: {
    method: 'GET',
    path: '/v1/billing/invoices/:invoice_id/pdf',
    summary: 'An invoice as PDF/A-3 with its EN 16931 XML inside (Factur-X)',
    access: developer,
    stage: 'live',
    limit: 'ordinary',
    params: z.object({ invoice_id: ids.invoice }),
    answer: 'pdf',
  },
})
