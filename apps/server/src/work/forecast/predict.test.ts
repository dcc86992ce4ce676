import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { combined, seasonalNaive, weekdayMean } from './models.ts'
import { leastDays, predict } from './predict.ts'

const weekly = [1, 2, 3, 4, 5, 0, 0]
const repeated = (weeks: number) => Array.from({ length: weeks * 7 }, (_, day) => weekly[day % 7]!)

test('a week that repeats is forecast as it is, with hardly any range', () => {
  for (const [step, day] of predict(repeated(10), 14).entries()) {
    expect(day.value).toBeCloseTo(weekly[step % 7]!, 1)
    expect(day.upper - day.lower).toBeLessThan(0.5)
  }
})

test('a steady rise lifts the forecast above the mean of the weekdays', () => {
  const rise = Array.from({ length: 60 }, (_, day) => 1 + day / 10)
  const total = predict(rise, 14).reduce((sum, { value }) => sum + value, 0)
  expect(total).toBeGreaterThan(weekdayMean(rise, 14).reduce((sum, value) => sum + value, 0))
})

test('a burst on the last day does not grow without bound', () => {
  const burst = [...repeated(8), 40]
  for (const value of combined(burst, 60)) expect(value).toBeLessThan(40)
})

test('any series gives finite amounts, none below zero, each within its range', () => {
  const series = fc.array(fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1e6, noNaN: true })), {
    minLength: leastDays,
    maxLength: 80,
  })
  fc.assert(
    fc.property(series, fc.constantFrom(7, 14, 30, 60), (values, horizon) => {
      const forecast = predict(values, horizon)
      expect(forecast).toHaveLength(horizon)
      for (const { value, lower, upper } of forecast) {
        expect(Number.isFinite(value) && Number.isFinite(upper)).toBe(true)
        expect(lower).toBeGreaterThanOrEqual(0)
        expect(lower).toBeLessThanOrEqual(value)
        expect(upper).toBeGreaterThanOrEqual(value)
      }
    }),
    { numRuns: 60, seed: 7 },
  )
})

test('fewer than 14 days are refused', () => {
  expect(() => predict(Array(13).fill(1), 7)).toThrow(RangeError)
})

describe('what it is compared with', () => {
  test('seasonal-naive repeats the last week', () => {
    expect(seasonalNaive([9, ...weekly], 9)).toEqual([...weekly, 1, 2])
  })

  test('the weekday mean leaves out weeks that were not', () => {
    expect(weekdayMean([...weekly, ...weekly.map((value) => value + 2)], 2)).toEqual([2, 3])
  })
})
