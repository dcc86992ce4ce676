import { rmsDb } from '@viva-voce/audio'
import { describe, expect, it } from 'vitest'
import { distanceBetween } from './distance.ts'
import { analyse } from './features.ts'
import { sayFlite } from './spoken.testing.ts'
import { synthesise } from './vocoder.ts'

describe.each(['slt', 'rms'])('copying flite %s', async (voice) => {
  const original = await sayFlite(voice, 'Give the cook another chance to change the menu.')
  const features = analyse(original)
  const copy = synthesise(features)

  it('keeps duration, and level within 0.5 dB', () => {
    expect(copy.samples).toHaveLength(original.samples.length)
    expect(Math.abs(rmsDb(copy) - rmsDb(original))).toBeLessThan(0.5)
  })

  it('keeps spectrum and melody', () => {
    const { mcdDb, contourSemitones } = distanceBetween(analyse(copy), features)
    expect(mcdDb).toBeLessThan(3)
    expect(contourSemitones).toBeLessThan(1)
  })

  it('makes no click: no step larger than speech itself has', () => {
    const steepest = (samples: Float32Array) =>
      samples.reduce(
        (most, sample, i) => Math.max(most, Math.abs(sample - (samples[i - 1] ?? 0))),
        0,
      )
    expect(steepest(copy.samples)).toBeLessThan(2.5 * steepest(original.samples))
  })

  it('is the same every time', () => {
    expect(synthesise(features)).toEqual(copy)
  })
})

it('makes silence of silence and nothing of nothing', () => {
  const silent = synthesise(analyse({ samples: new Float32Array(8000), sampleRateHz: 16_000 }))
  expect(silent.samples).toHaveLength(8000)
  expect(rmsDb(silent)).toBeLessThan(-100)
  expect(
    synthesise(analyse({ samples: new Float32Array(0), sampleRateHz: 16_000 })).samples,
  ).toHaveLength(0)
  expect(
    synthesise(analyse({ samples: new Float32Array([0.1]), sampleRateHz: 16_000 })).samples,
  ).toHaveLength(1)
})
