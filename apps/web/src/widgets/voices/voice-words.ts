import type { Tier, VoiceCategory, VoiceState } from '@viva-voce/contract'
import type { Tone } from '../../ui/Badge.tsx'

export const categoryNames: Record<VoiceCategory, string> = {
  general: 'General',
  narration: 'Narration',
  commercial: 'Commercial',
  character: 'Character',
}

export const tierNames: Record<Tier, string> = {
  premium: 'Premium',
  standard: 'Standard',
  budget: 'Budget',
  custom: 'Custom',
}

/** Ready is green, training is yellow, anything else is grey. */
export function statusTone(status: VoiceState): Tone {
  if (status === 'ready') return 'ok'
  return status === 'training' ? 'warn' : 'neutral'
}
