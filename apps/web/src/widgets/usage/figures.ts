import type { UsagePoint } from '@viva-voce/contract'

/** What the tiles show of a list of days. */
export function usageTotals(days: readonly UsagePoint[]) {
  const requests = days.reduce((sum, day) => sum + day.requests, 0)
  const seconds = days.reduce((sum, day) => sum + day.seconds, 0)
  return { requests, seconds, requestsPerDay: days.length === 0 ? 0 : requests / days.length }
}

/** Shown when nothing could be loaded, and labelled so. */
export const sampleUsage: UsagePoint[] = Array.from({ length: 30 }, (_, day) => {
  const requests = [4, 6, 5, 7, 3, 1, 0][day % 7]! * 3
  return {
    date: new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10),
    requests,
    seconds: requests * 8,
  }
})
