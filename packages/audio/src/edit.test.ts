import { expect, it } from 'vitest'
import { blockOffset, fadeEdges, limitPeak, trimSilence } from './edit.ts'
import { AudioError } from './error.ts'
import { concatenate, durationSeconds, type Pcm, peak, rms, rmsDb, silence } from './pcm.ts'

const sampleRateHz = 16_000
const tone = (seconds: number, level = 0.5): Pcm => ({
  samples: Float32Array.from(
    { length: seconds * sampleRateHz },
    (_, i) => level * Math.sin((2 * Math.PI * 440 * i) / sampleRateHz),
  ),
  sampleRateHz,
})

it('measures length, peak and level', () => {
  expect(durationSeconds(tone(0.5))).toBe(0.5)
  expect(peak(tone(1))).toBeCloseTo(0.5, 3)
  expect(rmsDb(tone(1, 1))).toBeCloseTo(-3.01, 2)
  expect([peak, rms].map((measure) => measure(silence(0, sampleRateHz)))).toEqual([0, 0])
  expect(rmsDb(silence(1, sampleRateHz))).toBe(Number.NEGATIVE_INFINITY)
})

it('joins in order, and only what has one rate', () => {
  const joined = concatenate([tone(0.1), silence(0.2, sampleRateHz), tone(0.1)])
  expect(durationSeconds(joined)).toBeCloseTo(0.4, 6)
  expect(joined.samples.subarray(1600, 4800).every((sample) => sample === 0)).toBe(true)
  expect(() => concatenate([tone(0.1), silence(1, 8_000)])).toThrow(AudioError)
  expect(() => concatenate([])).toThrow(AudioError)
})

it('trims silence but keeps the margin, at any level', () => {
  for (const level of [0.9, 0.01]) {
    const padded = concatenate([
      silence(0.5, sampleRateHz),
      tone(0.3, level),
      silence(0.4, sampleRateHz),
    ])
    const trimmed = trimSilence(padded, { thresholdDb: -40, keepSeconds: 0.05 })
    expect(durationSeconds(trimmed)).toBeCloseTo(0.4, 2)
  }
  const nothing = trimSilence(silence(1, sampleRateHz), { thresholdDb: -40, keepSeconds: 0.05 })
  expect(nothing.samples.length).toBe(0)
})

it('fades both ends from zero and leaves the middle', () => {
  const constant = { samples: new Float32Array(1600).fill(1), sampleRateHz }
  const { samples } = fadeEdges(constant, 0.005)
  expect([samples[0], samples.at(-1), samples[800]]).toEqual([0, 0, 1])
  const steps = samples.subarray(1).map((sample, i) => Math.abs(sample - samples[i]!))
  expect(Math.max(...steps)).toBeLessThan(0.03)
  expect(fadeEdges({ samples: new Float32Array(1), sampleRateHz }, 0.005).samples.length).toBe(1)
})

it('takes an offset out and keeps the tone', () => {
  const lifted = { sampleRateHz, samples: tone(1).samples.map((sample) => sample + 0.25) }
  const { samples } = blockOffset(lifted)
  const half = samples.subarray(sampleRateHz / 2)
  expect(Math.abs(half.reduce((sum, sample) => sum + sample, 0) / half.length)).toBeLessThan(1e-3)
  expect(rms({ samples: half, sampleRateHz })).toBeCloseTo(0.5 / Math.SQRT2, 2)
})

it('lowers a peak to the ceiling and never raises one', () => {
  expect(peak(limitPeak(tone(1, 1), -1))).toBeCloseTo(10 ** (-1 / 20), 4)
  expect(peak(limitPeak(tone(1, 0.1), -1))).toBeCloseTo(0.1, 4)
  expect(peak(limitPeak(silence(1, sampleRateHz), -1))).toBe(0)
})
