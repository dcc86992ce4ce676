import { durationSeconds, type Pcm } from '@viva-voce/audio'
import { expect, test } from 'vitest'
import { gaussian, seeded, speechLike } from '../../watermark/test/speech-like.ts'
import { backgroundStep } from './background-step.ts'

const SEED = 4_400

/** Speech with pauses, 8 s, in white noise whose level may change in the middle. */
function recorded(seed: number, firstDb: number, secondDb = firstDb): Pcm {
  const { samples, sampleRateHz } = speechLike(8, seed, 16_000)
  const random = seeded(seed + 1)
  const noisy = samples.map((value, n) => {
    const spoken = n % (1.6 * sampleRateHz) < 1.2 * sampleRateHz ? value : 0
    const db = n < samples.length / 2 ? firstDb : secondDb
    return spoken + 10 ** (db / 20) * gaussian(random)
  })
  return { samples: noisy, sampleRateHz }
}

test.each([0, 1, 2])('a change of the background shows through speech (seed 4400 + %d)', (i) => {
  expect(backgroundStep(recorded(SEED + i, -60))).toBeLessThan(2.5)
  const step = backgroundStep(recorded(SEED + i, -60, -52))
  expect(step).toBeGreaterThan(4)
  expect(step).toBeLessThan(12)
  expect(backgroundStep(recorded(SEED + i, -52, -60))).toBeGreaterThan(4)
})

test('a louder speaker is no change of the background', () => {
  const { samples, sampleRateHz } = recorded(SEED, -60)
  const quiet = recorded(SEED + 9, -60)
  const louder = samples.map((value, n) => (n < samples.length / 2 ? quiet.samples[n]! : value))
  expect(backgroundStep({ samples: louder, sampleRateHz })).toBeLessThan(2.5)
})

test('nothing is said of what is short, and of silence', () => {
  const short = speechLike(4, SEED, 16_000)
  expect(durationSeconds(short)).toBeLessThan(5)
  expect(backgroundStep(short)).toBeNull()
  expect(backgroundStep({ samples: new Float32Array(16_000 * 8), sampleRateHz: 16_000 })).toBe(0)
})
