import { z } from 'zod'
import { instant } from '../common.ts'
import { anyone, defineRoutes, signedIn } from '../route.ts'

export const analyticsEvent = z.enum([
  'landing_page_view',
  'waitlist_join',
  'payment_intent',
  'checkout_success',
  'checkout_cancel',
  'form_error',
])
export type AnalyticsEvent = z.infer<typeof analyticsEvent>

const common = { access: signedIn, stage: 'planned', limit: 'ordinary' } as const

export const privacyRoutes = defineRoutes({
  getDsarStatus: {
    ...common,
    method: 'GET',
    path: '/v1/dsar/status',
    summary: 'Whether the account is active or scheduled for deletion',
    answer: z.object({ status: z.string(), ts: instant }),
  },
  exportData: {
    ...common,
    method: 'POST',
    path: '/v1/dsar/export',
    summary: 'Everything that is kept about the person, as a zip or as a link {url, expires_at}',
    body: z.strictObject({ delivery: z.enum(['url']).optional() }).default({}),
    answer: 'zip',
  },
  downloadExport: {
    ...common,
    method: 'GET',
    path: '/v1/dsar/export',
    summary: 'The same zip by a plain link',
    answer: 'zip',
  },
  deleteAccount: {
    ...common,
    method: 'POST',
    path: '/v1/dsar/delete',
    summary: 'Schedules the account for deletion',
    answer: z.object({ status: z.literal('deleted') }),
  },
  listTakedowns: {
    ...common,
    method: 'GET',
    path: '/v1/metrics/takedowns',
    summary: 'Takedown requests that the signed-in person may see',
    answer: z.array(
      z.object({
        id: z.string(),
        token: z.string(),
        reason: z.string(),
        date: instant,
        status: z.enum(['pending', 'resolved', 'rejected']),
        reporter_email: z.string(),
      }),
    ),
  },
  trackEvent: {
    method: 'POST',
    path: '/v1/analytics/track',
    summary: 'Counts a visit or a step of a journey',
    access: anyone,
    stage: 'planned',
    limit: 'public_check',
    body: z.strictObject({
      event: analyticsEvent,
      properties: z.record(z.string().max(60), z.unknown()).default({}),
    }),
    answer: z.object({}),
  },
})
