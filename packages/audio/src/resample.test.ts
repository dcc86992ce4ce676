import { describe, expect, it } from 'vitest'
import { AudioError } from './error.ts'
import { resample } from './resample.ts'

const RATES = [
  [16_000, 24_000],
  [8_000, 24_000],
  [44_100, 24_000],
  [48_000, 16_000],
  [22_050, 24_000],
  [22_050, 16_000],
  [16_000, 22_050],
  [44_100, 16_000],
  [16_000, 44_100],
  [11_025, 48_000],
  [96_000, 11_025],
  [44_100, 47_999],
] as const

function sine(hz: number, sampleRateHz: number, seconds = 0.5) {
  const samples = Float32Array.from(
    { length: Math.round(seconds * sampleRateHz) },
    (_, i) => 0.5 * Math.sin((2 * Math.PI * hz * i) / sampleRateHz),
  )
  return { samples, sampleRateHz }
}

/** The largest difference in dB of full scale, away from the ends. */
function errorDb(a: Float32Array, b: Float32Array): number {
  const middle = { from: a.length >> 2, to: a.length - (a.length >> 2) }
  let worst = 0
  for (let i = middle.from; i < middle.to; i++) worst = Math.max(worst, Math.abs(a[i]! - b[i]!))
  return 20 * Math.log10(worst)
}

describe.each(RATES)('from %i to %i Hz', (from, to) => {
  it('gives a sine of the pass band back, undelayed', () => {
    for (const part of [0.02, 0.5, 0.9]) {
      const hz = (part * Math.min(from, to)) / 2
      const { samples } = resample(sine(hz, from), to)
      expect(errorDb(samples, sine(hz, to).samples)).toBeLessThan(-85)
    }
  })

  it('has exactly the rounded length', () => {
    for (const length of [0, 1, 2, 7, 1001]) {
      const { samples } = resample({ samples: new Float32Array(length), sampleRateHz: from }, to)
      expect(samples.length).toBe(Math.round((length * to) / from))
    }
  })
})

it('keeps what lies above the new Nyquist rate out', () => {
  const { samples } = resample(sine(14_000, 48_000), 24_000)
  expect(errorDb(samples, new Float32Array(samples.length))).toBeLessThan(-85)
})

it('leaves an impulse where it was', () => {
  const samples = new Float32Array(1000)
  samples[500] = 1
  const output = resample({ samples, sampleRateHz: 16_000 }, 24_000).samples
  expect(output.indexOf(Math.max(...output))).toBe(750)
})

it('takes over a million samples without losing any', () => {
  const samples = new Float32Array(1_100_000).fill(0.5)
  const output = resample({ samples, sampleRateHz: 16_000 }, 24_000).samples
  expect(output.length).toBe(1_650_000)
  expect(output[1_649_000]).toBeCloseTo(0.5, 4)
})

it('refuses a rate that is not one', () => {
  for (const rate of [0, -1, 24_000.5, Number.NaN, 10_000_000]) {
    expect(() => resample(sine(100, 16_000), rate)).toThrow(AudioError)
  }
})
