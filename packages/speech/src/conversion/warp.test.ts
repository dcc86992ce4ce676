import { expect, it } from 'vitest'
import { warped } from './warp.ts'

const WIDTH = 25
/** A smooth spectrum with one peak, as its cosine series. */
const spectrum = Float32Array.from(
  { length: WIDTH },
  (_, m) => Math.cos((m + 1) * 1.2) / (m + 2) ** 2,
)

function peakOf(data: Float32Array): number {
  let [best, place] = [Number.NEGATIVE_INFINITY, 0]
  for (let w = 0.5; w < 2; w += 0.005) {
    const value = data.reduce((sum, c, m) => sum + c * Math.cos((m + 1) * w), 0)
    if (value > best) [best, place] = [value, w]
  }
  return place
}

it('bending the axis moves a formant down or up by the all-pass curve, and back again', () => {
  const rows = { data: spectrum, width: WIDTH }
  const original = peakOf(spectrum)
  for (const alpha of [-0.1, 0.1]) {
    const bent = warped(rows, alpha)
    const place = peakOf(bent.data)
    const seen = place + 2 * Math.atan2(alpha * Math.sin(place), 1 - alpha * Math.cos(place))
    expect(seen).toBeCloseTo(original, 1)
    expect(Math.sign(original - place)).toBe(Math.sign(alpha))
    const back = warped(bent, -alpha)
    back.data.forEach((value, m) => {
      expect(value).toBeCloseTo(spectrum[m]!, 2)
    })
  }
  expect(warped(rows, 0)).toEqual(rows)
})
