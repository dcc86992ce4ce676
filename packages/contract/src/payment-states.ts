import { z } from 'zod'

export const paymentState = z.enum(['open', 'paid', 'failed', 'expired'])
export type PaymentState = z.infer<typeof paymentState>

/**
 * Everything that can happen to a payment, and where it leads. The provider has the last word: money that arrives
 * after we had given a payment up is still credited.
 */
export const paymentTransitions = {
  open: { pay: 'paid', fail: 'failed', expire: 'expired' },
  failed: { pay: 'paid' },
  expired: { pay: 'paid' },
  paid: {},
} as const satisfies Record<PaymentState, Partial<Record<'pay' | 'fail' | 'expire', PaymentState>>>

export const refundState = z.enum(['pending', 'succeeded', 'failed'])
export type RefundState = z.infer<typeof refundState>

/** A refund to a card; banks send some back days after they were taken. */
export const refundTransitions = {
  pending: { succeed: 'succeeded', fail: 'failed' },
  succeeded: { fail: 'failed' },
  failed: {},
} as const satisfies Record<RefundState, Partial<Record<'succeed' | 'fail', RefundState>>>

export const disputeState = z.enum(['open', 'won', 'lost'])
export type DisputeState = z.infer<typeof disputeState>

export const disputeTransitions = {
  open: { win: 'won', lose: 'lost' },
  won: {},
  lost: {},
} as const satisfies Record<DisputeState, Partial<Record<'win' | 'lose', DisputeState>>>

/** Top-ups in cents of euro. */
export const topUpLimits = { leastCents: 500, mostCents: 500_000 } as const
/** The price of an early-access reservation in cents of euro. */
export const reservationCents = 100
