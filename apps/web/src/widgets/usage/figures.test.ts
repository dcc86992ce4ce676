import { expect, test } from 'vitest'
import { usageTotals } from './figures.ts'

test('totals add the days up, and the average counts days without a request', () => {
  const days = [
    { date: '2026-03-01', requests: 3, seconds: 10.5 },
    { date: '2026-03-02', requests: 0, seconds: 0 },
  ]
  expect(usageTotals(days)).toEqual({ requests: 3, seconds: 10.5, requestsPerDay: 1.5 })
  expect(usageTotals([])).toEqual({ requests: 0, seconds: 0, requestsPerDay: 0 })
})
