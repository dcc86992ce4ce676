import { expect, test } from 'vitest'
import { changeTempo } from './tempo.ts'

const RATE = 24_000
/** A vowel-like buzz of 130 Hz that comes and goes five times a second. */
const speech = Float32Array.from({ length: 2 * RATE }, (_, n) => {
  const phase = (2 * Math.PI * 130 * n) / RATE
  const syllable = 0.5 - 0.5 * Math.cos((2 * Math.PI * 5 * n) / RATE)
  return 0.2 * syllable * (Math.sin(phase) + 0.5 * Math.sin(2 * phase) + 0.25 * Math.sin(3 * phase))
})
const pcm = { samples: speech, sampleRateHz: RATE }

/** Upward zero crossings a second of sound. */
function pitch(samples: Float32Array): number {
  let crossings = 0
  for (let n = 1; n < samples.length; n++) {
    if (samples[n - 1]! < 0 && samples[n]! >= 0) crossings++
  }
  return (crossings * RATE) / samples.length
}

test.each([0.5, 0.8, 1.25, 2])('at %f times the speed: length, pitch and level', (speed) => {
  const { samples } = changeTempo(pcm, speed)
  expect(samples.length).toBe(Math.round(speech.length / speed))
  expect(pitch(samples)).toBeGreaterThan(0.95 * pitch(speech))
  expect(pitch(samples)).toBeLessThan(1.05 * pitch(speech))
  const power = (x: Float32Array) => x.reduce((sum, v) => sum + v * v, 0) / x.length
  expect(power(samples) / power(speech)).toBeGreaterThan(0.8)
  expect(power(samples) / power(speech)).toBeLessThan(1.2)
  // No jump that the speech itself does not have.
  const bend = (x: Float32Array) =>
    x.reduce((most, v, n) => Math.max(most, Math.abs(v - (x[n - 1] ?? v))), 0)
  expect(bend(samples)).toBeLessThan(1.5 * bend(speech))
})

test('what is too short to be stretched, and silence, come back', () => {
  expect(
    changeTempo({ samples: new Float32Array(100), sampleRateHz: RATE }, 2).samples,
  ).toHaveLength(100)
  expect(changeTempo({ samples: new Float32Array(RATE), sampleRateHz: RATE }, 2).samples).toEqual(
    new Float32Array(RATE / 2),
  )
})
