import { z } from 'zod'
import { euro, ids, instant, page, storable } from '../common.ts'
import { disputeState, paymentState, refundState, topUpLimits } from '../payment-states.ts'
import { anyone, defineRoutes, developer } from '../route.ts'
import { wallet } from './developers.ts'

/** An amount in euro with at most two decimals; the sentence is for people. */
const euros = (leastCents: number, mostCents: number, what: string) =>
  z.number().refine(
    (eur) => {
      const cents = Math.round(eur * 100)
      return Math.abs(eur * 100 - cents) < 1e-6 && cents >= leastCents && cents <= mostCents
    },
    { error: `${what} is between €${leastCents / 100} and €${mostCents / 100}, in whole cents.` },
  )

const topUpAmount = euros(topUpLimits.leastCents, topUpLimits.mostCents, 'A top-up')

export const topUp = z.object({
  id: ids.payment,
  kind: z.enum(['checkout', 'automatic']),
  amount_eur: euro,
  refunded_eur: euro,
  state: paymentState,
  /** Why it failed, in the provider's code, for example `insufficient_funds`. */
  failure: z.string().nullable(),
  dispute: disputeState.nullable(),
  created_at: instant,
  paid_at: instant.nullable(),
})
export type TopUp = z.infer<typeof topUp>

export const statementLine = z.object({
  id: z.string(),
  ts: instant,
  /** What happened: `payment`, `synthesis`, `refund` … */
  kind: z.string(),
  /** The payment, held payment or refund that it is about. */
  reference: z.string(),
  amount_eur: euro,
  /** The balance after it. */
  balance_eur: euro,
})
export type StatementLine = z.infer<typeof statementLine>

export const cardRefund = z.object({
  id: ids.refund,
  payment_id: ids.payment,
  amount_eur: euro,
  state: refundState,
})

export const reservation = z.object({
  id: ids.payment,
  email: z.string(),
  state: paymentState,
  refunded: z.boolean(),
  created_at: instant,
  paid_at: instant.nullable(),
})
export type Reservation = z.infer<typeof reservation>

const admin = { kind: 'people', by: ['session'], roles: ['admin'] } as const
const reason = z.string().trim().min(3).max(300).regex(storable)
const paymentParams = z.object({ payment_id: ids.payment })
const checkout = z.object({ id: ids.payment, url: z.string() })
const live = { stage: 'live', limit: 'ordinary' } as const
/** Calls that make the provider do something. */
const lookup = { stage: 'live', limit: 'lookup' } as const

export const paymentRoutes = defineRoutes({
  createTopUp: {
    ...lookup,
    method: 'POST',
    path: '/v1/billing/topups',
    summary: 'Opens a hosted checkout that tops the wallet up by €5 to €5,000',
    access: developer,
    body: z.strictObject({
      amount_eur: topUpAmount,
      /** Keeps the card for automatic top-ups. */
      save_card: z.boolean().default(false),
    }),
    answer: checkout,
  },
  listTopUps: {
    ...live,
    method: 'GET',
    path: '/v1/billing/topups',
    summary: "The developer's top-ups, newest first",
    access: developer,
    query: page(20),
    answer: z.object({ items: z.array(topUp), next_cursor: z.string().nullable() }),
  },
  getTopUp: {
    ...live,
    method: 'GET',
    path: '/v1/billing/topups/:payment_id',
    summary: 'How a top-up stands; it asks the provider while it is open',
    access: developer,
    params: paymentParams,
    answer: topUp,
  },
  setAutomaticTopUp: {
    ...live,
    method: 'POST',
    path: '/v1/billing/automatic-topup',
    summary: 'Sets below which balance to warn, and whether the saved card then tops it up',
    access: developer,
    body: z.strictObject({
      enabled: z.boolean(),
      below_eur: euros(0, topUpLimits.mostCents, 'The limit'),
      amount_eur: topUpAmount.optional(),
    }),
    answer: wallet,
  },
  readWalletStatement: {
    ...live,
    method: 'GET',
    path: '/v1/wallet/statement',
    summary: 'Everything that has changed the wallet, newest first, with the balance after it',
    access: developer,
    query: page(20),
    answer: z.object({ items: z.array(statementLine), next_cursor: z.string().nullable() }),
  },
  downloadWalletStatement: {
    ...live,
    method: 'GET',
    path: '/v1/wallet/statement.csv',
    summary: 'The whole statement as CSV',
    access: developer,
    answer: 'csv',
  },
  refundPayment: {
    ...live,
    method: 'POST',
    path: '/v1/admin/payments/:payment_id/refund',
    summary: 'Sends what is unused of a top-up, or a reservation, back to the card',
    access: admin,
    params: paymentParams,
    body: z.strictObject({
      /** All that can be refunded when it is left out. */
      amount_eur: euros(1, topUpLimits.mostCents, 'A refund').optional(),
      reason,
    }),
    answer: cardRefund,
  },
  receiveStripeEvent: {
    method: 'POST',
    path: '/v1/webhooks/stripe',
    summary: "The payment provider's events, authorised by their signature",
    access: anyone,
    stage: 'live',
    limit: 'none',
    rawBody: true,
    answer: z.object({ received: z.literal(true) }),
  },
  createReservation: {
    ...lookup,
    method: 'POST',
    path: '/v1/early-access/reservations',
    summary: 'Opens a hosted checkout that reserves a spot for €1',
    access: anyone,
    body: z.strictObject({
      email: z.email({ error: 'Please enter a valid email.' }).max(254),
    }),
    answer: checkout,
  },
  countReservations: {
    method: 'GET',
    path: '/v1/early-access',
    summary: 'How many people have reserved a spot',
    access: anyone,
    stage: 'live',
    limit: 'public_check',
    answer: z.object({ reserved: z.int(), price_eur: euro }),
  },
  listReservations: {
    ...live,
    method: 'GET',
    path: '/v1/early-access/reservations',
    summary: 'Early-access reservations, newest first',
    access: admin,
    query: page(50),
    answer: z.object({ items: z.array(reservation), next_cursor: z.string().nullable() }),
  },
})
