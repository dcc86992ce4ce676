import { describe, expect, test } from 'vitest'
import { gaussian, seeded } from '../test/speech-like.ts'
import { detectMarks } from './detect-marks.ts'
import { testPayload } from './test-payload.ts'

const SEED = 20_261_121
const secret = { key: new Uint8Array(32).fill(9), keyVersion: 1 }
const keys = [secret]
const random = seeded(SEED)
const filled = (length: number, value: (n: number) => number) =>
  Float32Array.from({ length }, (_, n) => value(n))

const strange: [string, Float32Array][] = [
  ['nothing', new Float32Array(0)],
  ['one sample', filled(1, () => 1)],
  ['less than a frame', filled(100, () => 0.5)],
  ['one frame', filled(160, () => 0.5)],
  ['two minutes of silence', new Float32Array(120 * 16_000)],
  ['a constant', filled(32_000, () => 1)],
  ['the largest floats', filled(16_000, (n) => (n % 2 ? 3e38 : -3e38))],
  ['the smallest floats', filled(16_000, (n) => (n % 2 ? 1e-45 : -1e-45))],
  ['full-scale noise', filled(16_000, () => 50 * gaussian(random))],
  ['a square wave', filled(16_000, (n) => (n % 40 < 20 ? 1 : -1))],
  ['clicks a frame apart', filled(16_000, (n) => Number(n % 160 === 0))],
  ['one period of noise over and over', filled(57_600, (n) => Math.sin((n % 19_200) ** 2))],
  ['noise that begins and ends', filled(48_000, (n) => (n > 9_000 && n < 9_400 ? random() : 0))],
]

describe(`strange input (seed ${SEED})`, () => {
  test.each(strange)('%s: an answer with no claim, and finite numbers', (_, samples) => {
    const report = detectMarks({ samples, sampleRateHz: 16_000 }, { keys })
    expect(report.marks).toEqual([])
    expect(Number.isFinite(report.score)).toBe(true)
    expect(report.falseClaimProbability).toBeGreaterThan(1e-6)
    const tested = testPayload({ samples, sampleRateHz: 16_000 }, { keys, payload: 5 })
    expect(tested.detected).toBe(false)
    expect(Number.isFinite(tested.score)).toBe(true)
  })

  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    'a sample of %d is refused by name',
    (value) => {
      const samples = filled(16_000, (n) => (n === 8_000 ? value : 0.1))
      const refusal = expect.objectContaining({ code: 'bad_audio' })
      expect(() => detectMarks({ samples, sampleRateHz: 16_000 }, { keys })).toThrow(refusal)
      expect(() => testPayload({ samples, sampleRateHz: 16_000 }, { keys, payload: 5 })).toThrow(
        refusal,
      )
    },
  )

  test.each([0, -1, 7_999, 192_001, Number.NaN])('a rate of %d Hz is refused by name', (rate) => {
    const pcm = { samples: new Float32Array(100), sampleRateHz: rate }
    expect(() => detectMarks(pcm, { keys })).toThrow(expect.objectContaining({ code: 'bad_audio' }))
  })
})
