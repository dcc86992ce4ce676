import type { EscrowState } from '@viva-voce/contract'
import { Badge, type Tone } from '../ui/Badge.tsx'

const tones: Record<EscrowState, Tone> = { PENDING: 'warn', RELEASED: 'ok', REFUNDED: 'bad' }

export function EscrowBadge({ state }: { state: EscrowState }) {
  return <Badge tone={tones[state]}>{state}</Badge>
}
