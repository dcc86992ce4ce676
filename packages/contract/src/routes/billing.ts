import { z } from 'zod'
import { empty, euro, instant } from '../common.ts'
import { defineRoutes, developer, signedIn } from '../route.ts'

export const forecastPoint = z.object({ date: z.iso.date(), royalties: euro })

export const billingRoutes = defineRoutes({
  validateVatId: {
    method: 'POST',
    path: '/v1/billing/vat/validate',
    summary: 'Checks a VAT id with VIES; null when VIES does not answer',
    access: developer,
    stage: 'planned',
    limit: 'ordinary',
    body: z.strictObject({ vat_id: z.string().trim().min(1).max(20) }),
    answer: z.object({ valid: z.boolean().nullable() }),
  },
  saveBillingProfile: {
    method: 'POST',
    path: '/v1/billing/profile',
    summary: 'Saves company, country and VAT id',
    access: developer,
    stage: 'planned',
    limit: 'ordinary',
    body: z.strictObject({
      billing_company: z.string().trim().max(200),
      billing_country: z.string().trim().max(2),
      billing_vat_id: z.string().trim().max(20),
    }),
    answer: empty,
  },
  listInvoices: {
    method: 'GET',
    path: '/v1/billing/invoices',
    summary: 'Monthly invoices',
    access: developer,
    stage: 'planned',
    limit: 'ordinary',
    answer: z.object({
      invoices: z.array(
        z.object({
          id: z.string(),
          number: z.string(),
          issued_ts: instant,
          gross_amount_eur: euro,
          pdf_url: z.string().nullable(),
        }),
      ),
    }),
  },
  forecastRoyalties: {
    method: 'GET',
    path: '/v1/royalty/predict',
    summary: 'Forecast of daily royalties with an 80 % interval',
    access: signedIn,
    stage: 'planned',
    limit: 'ordinary',
    query: z.object({
      days: z.coerce
        .number()
        .pipe(z.union([z.literal(7), z.literal(14), z.literal(30), z.literal(60)]))
        .default(30),
    }),
    answer: z.object({
      talent_id: z.string(),
      forecast_days: z.int(),
      generated_at: instant,
      historical: z.array(forecastPoint),
      forecast: z.array(forecastPoint.extend({ lower_bound: euro, upper_bound: euro })),
      summary: z.object({
        total_forecast_eur: euro,
        avg_daily_eur: euro,
        historical_avg_daily_eur: euro,
        predicted_growth_rate: z.number(),
        confidence_interval: z.string(),
      }),
      is_mock: z.boolean(),
    }),
  },
})
