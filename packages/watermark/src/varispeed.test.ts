import { expect, test } from 'vitest'
import { WORK_RATE_HZ } from './params.ts'
import { Varispeed } from './varispeed.ts'

const SECONDS = 0.5
const sine = (hz: number) =>
  Float32Array.from({ length: SECONDS * WORK_RATE_HZ }, (_, n) =>
    Math.sin((2 * Math.PI * hz * n) / WORK_RATE_HZ),
  )

test.each([300, 1_000, 3_400, 5_000, 6_900])(
  '%i Hz is played at other speeds with an error under -45 dB',
  (hz) => {
    const audio = new Varispeed(sine(hz))
    for (const factor of [0.97, 0.99, 1.004, 1.01, 1.03]) {
      const played = audio.at(factor)
      expect(played.length).toBe(Math.floor(SECONDS * WORK_RATE_HZ * factor))
      const expected = (n: number) => Math.sin((2 * Math.PI * hz * n) / factor / WORK_RATE_HZ)
      const middle = Array.from({ length: played.length - 2_000 }, (_, i) => i + 1_000)
      const error = middle.reduce((sum, n) => sum + (played[n]! - expected(n)) ** 2, 0)
      expect(10 * Math.log10((2 * error) / middle.length), `factor ${factor}`).toBeLessThan(-45)
    }
  },
)

test('its own speed is the samples themselves', () => {
  const samples = sine(440)
  expect(new Varispeed(samples).at(1)).toBe(samples)
})

test('what has one sample or none is played too', () => {
  expect(new Varispeed(new Float32Array(0)).at(0.97)).toHaveLength(0)
  expect(new Varispeed(new Float32Array(1)).at(0.97)).toHaveLength(0)
  expect(new Varispeed(new Float32Array(1).fill(0.5)).at(1.03)[0]).toBeCloseTo(0.5, 1)
})
