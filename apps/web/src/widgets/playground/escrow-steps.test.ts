import type { Escrow } from '@viva-voce/contract'
import { expect, test } from 'vitest'
import { escrowSteps, pollInterval } from './escrow-steps.ts'

type Patch = Partial<Omit<Escrow, 'verification'>> & {
  verification?: Partial<Escrow['verification']>
}

function escrow({ verification, ...patch }: Patch): Escrow {
  return {
    id: 'esc_1',
    payment_intent_id: 'pi_1',
    synthesis_id: 'syn_1',
    state: 'PENDING',
    amount_eur: 0.01,
    created_at: '2026-11-20T10:00:00Z',
    released_at: null,
    refunded_at: null,
    reason: null,
    ...patch,
    verification: {
      watermark: 'pending',
      deepfake: 'pending',
      hold_until: '2026-11-27T10:00:00Z',
      frozen: false,
      can_release: false,
      findings: null,
      ...verification,
    },
  }
}

const passed = { watermark: 'passed', deepfake: 'passed' } as const

test.each<[string, Patch, string]>([
  ['just held', {}, 'done now now waiting waiting'],
  ['read back', { verification: { watermark: 'passed' } }, 'done done now waiting waiting'],
  ['checked', { verification: passed }, 'done done done now waiting'],
  ['due', { verification: { ...passed, can_release: true } }, 'done done done done waiting'],
  ['released', { state: 'RELEASED', verification: passed }, 'done done done done done'],
  [
    'refunded for its watermark',
    { state: 'REFUNDED', verification: { watermark: 'failed', deepfake: 'passed' } },
    'done failed done waiting failed',
  ],
])('a held payment that is %s', (_, patch, states) => {
  const steps = escrowSteps(escrow(patch))
  expect(steps.map((step) => step.state).join(' ')).toBe(states)
})

test('a refund is called one', () => {
  expect(escrowSteps(escrow({ state: 'REFUNDED' })).at(-1)?.name).toBe('Refunded')
})

test.each<[string, Escrow | undefined, number, number]>([
  ['unknown', undefined, 0, 1_000],
  ['pending, at first', escrow({}), 9_999, 1_000],
  ['pending, later', escrow({}), 10_000, 5_000],
  ['released', escrow({ state: 'RELEASED' }), 0, 0],
  ['refunded', escrow({ state: 'REFUNDED' }), 20_000, 0],
])('asking again while %s', (_, latest, askedForMs, waitMs) => {
  expect(pollInterval(latest, askedForMs)).toBe(waitMs)
})
