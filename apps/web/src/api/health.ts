import { statusAnswer } from '@viva-voce/contract'
import useSWR from 'swr'
import { statusUrl } from '../hosts.ts'

export type Health = 'loading' | 'ok' | 'degraded' | 'down'

export const healthWords: Record<Health, string> = {
  loading: 'Checking…',
  ok: 'OK',
  degraded: 'Issues',
  down: 'Down',
}

const tolerant = statusAnswer.extend({ s3: statusAnswer.shape.s3.default('skipped') })

/** OK needs `ok`, a database that is up, and storage that is up or skipped; an unreadable answer is down. */
export function healthOf(answer: unknown): Health {
  const status = tolerant.safeParse(answer)
  if (!status.success) return 'down'
  const { ok, db, s3 } = status.data
  const healthy = ok && db.startsWith('up') && (s3.startsWith('up') || s3.startsWith('skipped'))
  return healthy ? 'ok' : 'degraded'
}

/** The status endpoint's JSON, also when it comes with an error status. */
async function readStatus(): Promise<unknown> {
  const response = await fetch(statusUrl, { headers: { Accept: 'application/json' } })
  return response.json()
}

/** The status endpoint, asked every 30 s. */
export function useStatus() {
  return useSWR('status', readStatus, { refreshInterval: 30_000 })
}

export function useHealth(): Health {
  const { data, error } = useStatus()
  if (error) return 'down'
  return data === undefined ? 'loading' : healthOf(data)
}
