import { z } from 'zod'
import { empty, euro, ids, instant, page, storable } from '../common.ts'
import { admin, defineRoutes, talent } from '../route.ts'

export const payoutState = z.enum(['processing', 'paid', 'failed'])
export type PayoutState = z.infer<typeof payoutState>

export const payoutEntry = z.object({
  id: ids.payout,
  talent_id: ids.talent,
  /** The newest month that it pays, ISO date of its first day. */
  month: z.iso.date(),
  amount_eur: euro,
  state: payoutState,
  /** The provider's code. */
  failure: z.string().nullable(),
  created_at: instant,
  settled_at: instant.nullable(),
  /** The self-billing statement, on the API host; null until it has been made. */
  statement_url: z.string().nullable(),
})
export type PayoutEntry = z.infer<typeof payoutEntry>

export const payoutRoutes = defineRoutes({
  listPayouts: {
    method: 'GET',
    path: '/v1/payouts',
    summary: "The talent's payouts, newest first; an administrator's are everybody's",
    access: talent,
    stage: 'live',
    limit: 'ordinary',
    query: page(20).extend({ cursor: ids.payout.optional() }),
    answer: z.object({ items: z.array(payoutEntry), next_cursor: z.string().nullable() }),
  },
  downloadStatement: {
    method: 'GET',
    path: '/v1/payouts/:payout_id/statement',
    summary: 'The self-billing statement of a payout, as PDF/A-3',
    access: talent,
    stage: 'live',
    limit: 'ordinary',
    params: z.object({ payout_id: ids.payout }),
    answer: 'pdf',
  },
  downloadDac7: {
    method: 'GET',
    path: '/v1/admin/payouts/dac7.csv',
    summary: 'What each talent was paid in a year, by quarter, for the report under DAC7',
    access: admin,
    stage: 'live',
    limit: 'ordinary',
    query: z.object({ year: z.coerce.number().int().min(2020).max(2100) }),
    answer: 'csv',
  },
  getAudit: {
    method: 'GET',
    path: '/v1/admin/audit',
    summary: 'The latest audit of the books: what it could not explain',
    access: admin,
    stage: 'live',
    limit: 'ordinary',
    answer: z.object({
      /** Null before the first. */
      audited_at: instant.nullable(),
      checks: z.int(),
      findings: z.array(
        z.object({
          check: z.string(),
          subject: z.string(),
          expected: z.string(),
          found: z.string(),
        }),
      ),
    }),
  },
  refundEscrow: {
    method: 'POST',
    path: '/v1/admin/escrows/:payment_intent_id/refund',
    summary: 'Refunds a held payment, or one that was released before',
    access: admin,
    stage: 'live',
    limit: 'ordinary',
    params: z.object({ payment_intent_id: ids.paymentIntent }),
    body: z.strictObject({ reason: z.string().trim().min(1).max(500).regex(storable) }),
    answer: empty,
  },
})
