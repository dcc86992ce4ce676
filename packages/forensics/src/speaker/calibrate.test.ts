import { describe, expect, test } from 'vitest'
import { type CalibrationVoice, calibrateSpeakers } from './calibrate.ts'
import { speakerModel } from './model.ts'
import { judgeVoice } from './voice-signals.ts'

const DIMENSIONS = 16
/** Far apart for the package's own model, too. */
const knownAt = (place: number) => {
  const { between, version } = speakerModel()
  const values = Float32Array.from(between, (_, d) => (d === place ? 12 : 0))
  return { version, values, seconds: 20 }
}

/** A unit vector near axis `place`; `scatter` moves it towards another axis. */
function near(place: number, scatter: number, seconds = 2) {
  const values = new Float32Array(DIMENSIONS)
  values[place] = Math.cos(scatter)
  values[(place + 7) % DIMENSIONS] = Math.sin(scatter)
  return { version: 2_000, values, seconds }
}

function voices(scatter: number, count = 5): CalibrationVoice[] {
  return Array.from({ length: count }, (_, place) => ({
    known: knownAt(place),
    enrolled: near(place, 0, 10),
    trials: [1, 2, 3, 4].map((step) => near(place, (scatter * step) / 4)),
  }))
}

describe('the limits of an unmeasured speaker model', () => {
  test('let every honest trial pass and no other voice that it tells apart', () => {
    const { judge, eer, missed, ownTrials } = calibrateSpeakers(voices(0.5))!
    expect({ eer, missed, ownTrials }).toEqual({ eer: 0, missed: 0, ownTrials: 20 })
    const expected = {
      own: near(0, 0, 10),
      others: [{ voiceId: 'v1', speaker: near(1, 0, 10) }],
      isAltered: false,
    }
    const honest = judgeVoice(near(0, 0.5), expected, judge)
    expect(honest.every(({ passed }) => passed)).toBe(true)
    const swapped = judgeVoice(near(1, 0.5), expected, judge)
    expect(swapped.map(({ name, passed }) => [name, passed])).toEqual([
      ['voice_match', false],
      ['other_voice', false],
    ])
  })

  test('say how badly a model tells voices that are all alike to it', () => {
    const alike = voices(0.5).map((voice) => ({
      ...voice,
      enrolled: near(0, 0),
      trials: [1, 2, 3, 4].map((step) => near(0, 0.1 * step)),
    }))
    const { eer } = calibrateSpeakers(alike)!
    expect(eer).toBeGreaterThan(0.4)
  })

  test('are not chosen with too few voices, or with voices that nobody calls different', () => {
    expect(calibrateSpeakers(voices(0.5, 2))).toBeNull()
    const same = voices(0.5).map((voice) => ({ ...voice, known: knownAt(0) }))
    expect(calibrateSpeakers(same)).toBeNull()
  })

  test('hold for embeddings of that model only', () => {
    const { judge } = calibrateSpeakers(voices(0.5))!
    const other = { ...near(0, 0), version: 2_001 }
    expect(() => judge.score(near(0, 0), other)).toThrow(RangeError)
  })
})
