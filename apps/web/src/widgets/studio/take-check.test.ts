import { expect, test } from 'vitest'
import { checkTake, peakDb } from './take-check.ts'

const rate = 48_000

/** Two seconds of a tone with pauses, a crude sentence, at a peak amplitude. */
function sentence(amplitude: number, limit = 1): Float32Array {
  return Float32Array.from({ length: 2 * rate }, (_, n) => {
    const isPause = n % (rate / 2) > rate / 3
    const wave = isPause ? 0 : amplitude * Math.sin((2 * Math.PI * 150 * n) / rate)
    return Math.max(-limit, Math.min(limit, wave))
  })
}

test.each([0.03, 0.3, 0.95])('a take with peaks at %f is fine', (amplitude) => {
  expect(checkTake(sentence(amplitude), rate)).toEqual([])
})

test('a take whose wave is cut off is too loud', () => {
  expect(checkTake(sentence(1.4), rate)).toEqual(['clipped'])
})

test('one full sample alone is no clipping', () => {
  const take = sentence(0.5)
  take[1_000] = 1
  expect(checkTake(take, rate)).toEqual([])
})

test('a take 40 dB under full scale is too quiet, whatever its pauses', () => {
  expect(checkTake(sentence(0.01), rate)).toEqual(['quiet'])
})

test('a muted microphone is told from a quiet voice', () => {
  expect(checkTake(new Float32Array(2 * rate), rate)).toEqual(['silent'])
  expect(checkTake(sentence(0.000_5), rate)).toEqual(['silent'])
})

test('half a second is too short to be a sentence', () => {
  expect(checkTake(sentence(0.3).subarray(0, rate / 2), rate)).toEqual(['short'])
  expect(checkTake(new Float32Array(0), rate)).toEqual(['short'])
})

test('the level of a block is its highest sample', () => {
  expect(peakDb(Float32Array.from([0.1, -0.5, 0.2]))).toBeCloseTo(-6.02, 2)
  expect(peakDb(new Float32Array(4))).toBe(-Infinity)
})
