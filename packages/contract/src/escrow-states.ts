import { z } from 'zod'

export const escrowState = z.enum(['PENDING', 'RELEASED', 'REFUNDED'])
export type EscrowState = z.infer<typeof escrowState>

export const checkState = z.enum(['pending', 'passed', 'failed'])
export type CheckState = z.infer<typeof checkState>

/** Everything that can happen to a held payment, and where it leads. What is not listed is not allowed. */
export const escrowTransitions = {
  PENDING: { release: 'RELEASED', refund: 'REFUNDED' },
  RELEASED: {},
  REFUNDED: {},
} as const satisfies Record<EscrowState, Partial<Record<'release' | 'refund', EscrowState>>>

/** What has been found out about a held payment; times in milliseconds since 1970. */
export interface EscrowFacts {
  state: EscrowState
  watermark: CheckState
  deepfake: CheckState
  holdUntilMs: number
  frozen: boolean
}

/** True when a held payment may be released at `nowMs`: both checks passed, hold over, not frozen. */
export function canRelease(facts: EscrowFacts, nowMs: number): boolean {
  const checked = facts.watermark === 'passed' && facts.deepfake === 'passed'
  return facts.state === 'PENDING' && checked && !facts.frozen && nowMs >= facts.holdUntilMs
}

/** The refund's reason when a check says that the payment can never be released, else null. */
export function failedCheck(facts: EscrowFacts): 'watermark_failed' | 'deepfake_failed' | null {
  if (facts.state !== 'PENDING') return null
  if (facts.watermark === 'failed') return 'watermark_failed'
  return facts.deepfake === 'failed' ? 'deepfake_failed' : null
}
