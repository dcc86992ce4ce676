import type { Escrow, RoyaltyEntry, RoyaltySummary } from '@viva-voce/contract'

// What the panels show when nothing can be loaded (product rule: always labelled, never beside real rows).

const line = (
  day: number,
  seconds: number,
  status: RoyaltyEntry['status'],
  usage: RoyaltyEntry['usage'],
): RoyaltyEntry => {
  const net = seconds * 0.01
  return {
    id: `roy_sample${day}`,
    date: `2026-01-${String(day).padStart(2, '0')}T10:00:00Z`,
    voice_id: 'voice_sample',
    talent_name: 'Sample talent',
    seconds,
    amount_eur: net * 0.7,
    status,
    kind: 'sale',
    usage,
    price_per_second_eur: 0.01,
    usage_factor: 1,
    net_eur: net,
    share_percent: 70,
  }
}

export const sampleRoyalties: RoyaltyEntry[] = [
  line(28, 312, 'pending', 'podcast'),
  line(21, 95.5, 'processing', 'elearning'),
  line(14, 1_204, 'paid', 'podcast'),
]

export const sampleSummary: Pick<RoyaltySummary, 'paid_eur' | 'pending_eur' | 'entries'> = {
  paid_eur: 8.428,
  pending_eur: 2.184,
  entries: sampleRoyalties.length,
}

const checked = { watermark: 'passed', deepfake: 'passed', frozen: false } as const
const hold = (
  day: number,
  state: Escrow['state'],
): Pick<Escrow, 'id' | 'payment_intent_id' | 'state' | 'created_at' | 'released_at'> &
  Pick<Escrow, 'verification'> => ({
  id: `esc_sample${day}`,
  payment_intent_id: `pi_sample${day}`,
  state,
  created_at: `2026-01-${day}T10:00:00Z`,
  released_at: state === 'RELEASED' ? `2026-01-${day + 7}T10:00:00Z` : null,
  verification: {
    ...checked,
    hold_until: `2026-01-${day + 7}T10:00:00Z`,
    can_release: false,
    findings: null,
  },
})

export const sampleEscrows = [hold(21, 'PENDING'), hold(14, 'RELEASED'), hold(11, 'REFUNDED')]
