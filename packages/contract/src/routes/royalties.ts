import { z } from 'zod'
import { euro, ids, instant, page, voiceId } from '../common.ts'
import { defineRoutes, signedIn } from '../route.ts'
import { royaltyStatus } from '../royalty-states.ts'
import { usage } from '../usages.ts'

/** One line of the royalty ledger with its arithmetic: seconds × price × factor, of which the share is paid. */
export const royaltyEntry = z.object({
  id: ids.royalty,
  date: instant,
  voice_id: voiceId,
  talent_name: z.string(),
  seconds: z.number(),
  amount_eur: euro,
  status: royaltyStatus,
  /** `correction` takes back what a late refund has taken from a line that was released before. */
  kind: z.enum(['sale', 'correction']),
  usage,
  price_per_second_eur: euro,
  usage_factor: z.number(),
  net_eur: euro,
  share_percent: z.int(),
})
export type RoyaltyEntry = z.infer<typeof royaltyEntry>

/** Sums over everything that the viewer may see, not only over what a page lists. */
export const royaltySummary = z.object({
  paid_eur: euro,
  pending_eur: euro,
  processing_eur: euro,
  cancelled_eur: euro,
  /** Earned since the first of the month (UTC), cancelled lines left out. */
  this_month_eur: euro,
  entries: z.int(),
  active_talents: z.int(),
})
export type RoyaltySummary = z.infer<typeof royaltySummary>

export const royaltyDay = z.object({
  date: z.iso.date(),
  entries: z.int(),
  seconds: z.number(),
  pending_eur: euro,
  processing_eur: euro,
  paid_eur: euro,
  cancelled_eur: euro,
})

export const usagePoint = z.object({ date: z.iso.date(), seconds: z.number(), requests: z.int() })
export type UsagePoint = z.infer<typeof usagePoint>

const forecastPoint = z.object({ date: z.iso.date(), royalties: euro })

export const royaltyForecast = z.object({
  /** Empty for somebody who is no talent. */
  talent_id: z.string(),
  forecast_days: z.int(),
  generated_at: instant,
  historical: z.array(forecastPoint),
  forecast: z.array(forecastPoint.extend({ lower_bound: euro, upper_bound: euro })),
  summary: z.object({
    total_forecast_eur: euro,
    avg_daily_eur: euro,
    historical_avg_daily_eur: euro,
    /** In percent. */
    predicted_growth_rate: z.number(),
    confidence_interval: z.string(),
  }),
  /** An illustration, because there are fewer than 14 days of royalties. */
  is_mock: z.boolean(),
})
export type RoyaltyForecast = z.infer<typeof royaltyForecast>

/** The days, today included, that a roll-up shows. */
const period = z.object({ days: z.coerce.number().int().min(1).max(366).default(30) })

const common = { access: signedIn, stage: 'live', limit: 'ordinary' } as const

export const royaltyRoutes = defineRoutes({
  getUsage: {
    ...common,
    method: 'GET',
    path: '/v1/metrics/usage',
    summary: 'Requests and seconds by day (UTC), oldest first, every day listed',
    query: period,
    answer: z.array(usagePoint),
  },
  listRoyalties: {
    ...common,
    method: 'GET',
    path: '/v1/metrics/royalties',
    summary: 'Royalty entries that the signed-in person may see, newest first',
    query: page(100, 500).extend({ cursor: ids.royalty.optional() }),
    answer: z.array(royaltyEntry),
  },
  getRoyaltySummary: {
    ...common,
    method: 'GET',
    path: '/v1/metrics/royalties/summary',
    summary: 'Totals of all royalty entries that the signed-in person may see',
    answer: royaltySummary,
  },
  listRoyaltyDays: {
    ...common,
    method: 'GET',
    path: '/v1/metrics/royalties/daily',
    summary: 'Royalties by day (UTC), oldest first, every day listed',
    query: period,
    answer: z.array(royaltyDay),
  },
  downloadRoyalties: {
    ...common,
    method: 'GET',
    path: '/v1/metrics/royalties.csv',
    summary: 'All royalty entries that the signed-in person may see, as CSV',
    answer: 'csv',
  },
  forecastRoyalties: {
    ...common,
    method: 'GET',
    path: '/v1/royalty/predict',
    summary: 'Forecast of daily royalties with an 80 % interval',
    query: z.object({
      days: z.coerce
        .number()
        .pipe(z.union([z.literal(7), z.literal(14), z.literal(30), z.literal(60)]))
        .default(30),
    }),
    answer: royaltyForecast,
  },
})
