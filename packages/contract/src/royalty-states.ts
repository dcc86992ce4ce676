import { z } from 'zod'

export const royaltyStatus = z.enum(['pending', 'processing', 'paid', 'cancelled'])
export type RoyaltyStatus = z.infer<typeof royaltyStatus>

/**
 * Everything that can happen to a royalty, and where it leads. What is not listed is not allowed.
 * `pending`: held in escrow, or released and waiting for the payout. `processing`: the payout has been started.
 */
export const royaltyTransitions = {
  pending: { refund: 'cancelled', start_payout: 'processing' },
  processing: { confirm_payout: 'paid', fail_payout: 'pending' },
  paid: { reverse_payout: 'pending' },
  cancelled: {},
} as const satisfies Record<
  RoyaltyStatus,
  Partial<
    Record<
      'refund' | 'start_payout' | 'confirm_payout' | 'fail_payout' | 'reverse_payout',
      RoyaltyStatus
    >
  >
>
