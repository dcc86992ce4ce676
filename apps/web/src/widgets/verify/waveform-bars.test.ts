import { describe, expect, test } from 'vitest'
import { isWithin, thin } from './waveform-bars.ts'

describe('bars of an outline', () => {
  test('are at most 160, and keep every peak', () => {
    const peaks = Array.from({ length: 800 }, (_, i) => (i === 437 ? 0.5 : 0.1))
    const bars = thin(peaks)
    expect(bars).toHaveLength(160)
    expect(bars.filter((bar) => bar === 1)).toHaveLength(1)
    expect(bars[87]).toBe(1)
  })

  test('are as many as the peaks where those are few', () => {
    expect(thin([0.25, 0.5])).toEqual([0.5, 1])
    expect(thin([])).toEqual([])
    expect(thin([0, 0])).toEqual([0, 0])
  })
})

test('a moment is within a span from its start to its end', () => {
  const spans = [
    { start_seconds: 1, end_seconds: 2 },
    { start_seconds: 4, end_seconds: 5 },
  ]
  const within = [0.9, 1, 2, 3, 4.5, 5.1].map((seconds) => isWithin(spans, seconds))
  expect(within).toEqual([false, true, true, false, true, false])
})
