import { describe, expect, it } from 'vitest'
import { measureAperiodicity } from './aperiodicity.ts'
import { logEnvelope } from './envelope.ts'
import { BINS, COEFFICIENTS, RATE_HZ } from './frames.ts'
import { envelopeToMcep, mcepToEnvelope } from './mcep.ts'
import { createRandom } from './random.ts'

const random = createRandom(3)

/** Equal harmonics of 125 Hz plus white noise of a given spread. */
function buzz(noise: number): Float32Array {
  return Float32Array.from({ length: 4000 }, (_, i) => {
    let sum = noise * random.normal()
    for (let h = 1; h < 62; h++) sum += 0.02 * Math.cos((2 * Math.PI * 125 * h * i) / RATE_HZ)
    return sum
  })
}

describe('mel-cepstrum', () => {
  it('comes back the same from the envelope that it makes', () => {
    const mcep = Float32Array.from({ length: COEFFICIENTS }, (_, m) => random.normal() / (1 + m))
    const envelope = new Float64Array(BINS)
    const again = new Float32Array(COEFFICIENTS)
    mcepToEnvelope(mcep, 0, envelope)
    envelopeToMcep(envelope, again, 0)
    for (let m = 0; m < COEFFICIENTS; m++) expect(again[m]).toBeCloseTo(mcep[m]!, 4)
  })
})

describe('envelope', () => {
  it('of equal harmonics is flat, and does not show them', () => {
    const envelope = new Float64Array(BINS)
    logEnvelope(buzz(0), 2000, 125, envelope)
    const middle = envelope.slice(0, 470)
    const decibels = (10 / Math.LN10) * (Math.max(...middle) - Math.min(...middle))
    expect(decibels).toBeLessThan(1)
  })

  it('of white noise has its variance as power', () => {
    const noise = Float32Array.from({ length: 16_000 }, () => 0.1 * random.normal())
    const envelope = new Float64Array(BINS)
    let power = 0
    for (let t = 1; t < 20; t++) {
      logEnvelope(noise, t * 800, 0, envelope)
      power += envelope.reduce((sum, value) => sum + Math.exp(value), 0) / BINS / 19
    }
    expect(10 * Math.log10(power / 0.01)).toBeCloseTo(0, -0.5)
  })
})

describe('aperiodicity', () => {
  const f0 = new Float32Array(50).fill(125)
  const shares = (samples: Float32Array) => {
    const mean = new Float64Array(5)
    const bands = new Float32Array(5)
    for (let t = 10; t < 40; t++) {
      measureAperiodicity(samples, f0, t, bands, 0)
      for (let band = 0; band < 5; band++) mean[band]! += bands[band]! / 30
    }
    return mean
  }

  it('of a buzz is under 1 % in every band, and of noise nearly all', () => {
    for (const share of shares(buzz(0))) expect(share).toBeLessThan(0.01)
    const noise = Float32Array.from({ length: 4000 }, () => random.normal())
    for (const share of shares(noise)) expect(share).toBeGreaterThan(0.7)
  })

  it('of a buzz in as much noise is about half', () => {
    // 61 harmonics of power 0.0002 against white noise of as much power.
    for (const share of shares(buzz(Math.sqrt(61 * 0.0002))))
      expect(Math.abs(share - 0.5)).toBeLessThan(0.15)
  })

  it('is 1 where nothing is voiced', () => {
    const bands = new Float32Array(5)
    measureAperiodicity(buzz(0), new Float32Array(50), 20, bands, 0)
    expect([...bands]).toEqual([1, 1, 1, 1, 1])
  })
})
