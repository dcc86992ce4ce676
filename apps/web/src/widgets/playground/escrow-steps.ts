import type { CheckState, Escrow } from '@viva-voce/contract'

export type StepState = 'done' | 'now' | 'waiting' | 'failed'

export interface Step {
  name: string
  state: StepState
}

const byCheck: Record<CheckState, StepState> = { pending: 'now', passed: 'done', failed: 'failed' }

/** The way of a held payment, as far as the server has come. The server's clock decides, not the browser's. */
export function escrowSteps({ state, verification }: Escrow): Step[] {
  const { watermark, deepfake, can_release } = verification
  return [
    { name: 'Held', state: 'done' },
    { name: 'Watermark read back', state: byCheck[watermark] },
    { name: 'Scan passed', state: byCheck[deepfake] },
    { name: 'Hold of 7 days', state: holdState(state, can_release, watermark, deepfake) },
    state === 'REFUNDED'
      ? { name: 'Refunded', state: 'failed' }
      : { name: 'Released', state: state === 'RELEASED' ? 'done' : 'waiting' },
  ]
}

function holdState(
  state: Escrow['state'],
  canRelease: boolean,
  watermark: CheckState,
  deepfake: CheckState,
): StepState {
  if (state === 'RELEASED' || canRelease) return 'done'
  if (state === 'REFUNDED') return 'waiting'
  return watermark === 'passed' && deepfake === 'passed' ? 'now' : 'waiting'
}

const fastForMs = 10_000

/** How long to wait before asking again: 1 s at first, then 5 s, never once the state is final. */
export function pollInterval(escrow: Escrow | undefined, askedForMs: number): number {
  if (escrow && escrow.state !== 'PENDING') return 0
  return askedForMs < fastForMs ? 1_000 : 5_000
}
