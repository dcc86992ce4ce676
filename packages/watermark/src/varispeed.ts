import { resample } from '@viva-voce/audio'
import { WORK_RATE_HZ } from './params.ts'

/** How many samples the interpolation has for each one. */
const DENSITY = 2
/** Taps of the interpolation on each side. */
const HALF_TAPS = 3
const TAPS = 2 * HALF_TAPS
/** Of the window (J. Kaiser, "Nonrecursive digital filter design", 1974). With half of the band empty the error is 50 dB under all up to 6.9 kHz. */
const KAISER_BETA = 5
/** Fractions of a sample in the table. */
const FRACTIONS = 256

/** Windowed sinc, a row for each fraction. */
const table = Float32Array.from({ length: (FRACTIONS + 1) * TAPS }, (_, i) => {
  const fraction = Math.floor(i / TAPS) / FRACTIONS
  const distance = (i % TAPS) - HALF_TAPS + 1 - fraction
  if (Math.abs(distance) >= HALF_TAPS) return 0
  const sinc = distance === 0 ? 1 : Math.sin(Math.PI * distance) / (Math.PI * distance)
  const window = bessel(KAISER_BETA * Math.sqrt(1 - (distance / HALF_TAPS) ** 2))
  return (sinc * window) / bessel(KAISER_BETA)
})

/** Audio that can be played at other speeds, pitch and all: it is made twice as dense once, so that few taps do. */
export class Varispeed {
  readonly #samples: Float32Array
  #dense: Float32Array | null = null

  /** @param samples at WORK_RATE_HZ */
  constructor(samples: Float32Array) {
    this.#samples = samples
  }

  /**
   * Plays `factor` times slower, which divides the frequencies by `factor` (0.9 to 1.1): undoes a change of
   * speed. 1 gives the samples themselves.
   */
  at(factor: number): Float32Array {
    if (factor === 1) return this.#samples
    this.#dense ??= denser(this.#samples)
    const dense = this.#dense
    const out = new Float32Array(Math.floor(this.#samples.length * factor))
    const step = DENSITY / factor
    for (let n = 0; n < out.length; n++) {
      const at = n * step
      const whole = at | 0
      const row = (((at - whole) * FRACTIONS + 0.5) | 0) * TAPS
      // The first tap lies HALF_TAPS − 1 before `whole`, by as much as `dense` begins with silence.
      let sum = 0
      for (let i = 0; i < TAPS; i++) sum += dense[whole + i]! * table[row + i]!
      out[n] = sum
    }
    return out
  }
}

/** At DENSITY times the rate, with the silence around it that the interpolation reaches into. */
function denser(samples: Float32Array): Float32Array {
  const pcm = { samples, sampleRateHz: WORK_RATE_HZ }
  const dense = resample(pcm, DENSITY * WORK_RATE_HZ).samples
  const padded = new Float32Array(DENSITY * samples.length + TAPS)
  padded.set(dense.subarray(0, DENSITY * samples.length), HALF_TAPS - 1)
  return padded
}

/** The modified Bessel function of the first kind, order 0 (Abramowitz and Stegun, 9.6.12). */
function bessel(x: number): number {
  let sum = 1
  let term = 1
  for (let k = 1; term > 1e-12 * sum; k++) {
    term *= (x / (2 * k)) ** 2
    sum += term
  }
  return sum
}
