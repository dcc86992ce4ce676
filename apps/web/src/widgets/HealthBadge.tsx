import { type Health, healthWords, useHealth } from '../api/health.ts'
import type { Tone } from '../ui/Badge.tsx'
import { Dot } from '../ui/Dot.tsx'

const tones: Record<Health, Tone> = {
  loading: 'neutral',
  ok: 'ok',
  degraded: 'warn',
  down: 'bad',
}

/** The backend's health, asked every 30 s. */
export function HealthBadge() {
  const health = useHealth()
  return (
    <span role="status" className="inline-flex items-center gap-2 whitespace-nowrap">
      <Dot tone={tones[health]} />
      <span>
        Backend: <span className="font-medium text-ink">{healthWords[health]}</span>
      </span>
    </span>
  )
}
