/**
 * Sample rate conversion by ratios that are not simple (44,100 to 16,000), in two stages: the FFT brings the signal,
 * already limited to the band that both rates have, to at least twice the lower rate, where a sinc of a few zero
 * crossings interpolates it to any place (R. Crochiere, L. Rabiner, "Multirate Digital Signal Processing", chapter 5,
 * on why two stages cost less than one: the second filter's transition is as wide as the whole band).
 */
import { BlockResampler } from './block-resampler.ts'
import { besselI0, CUT_OFF } from './sinc.ts'

/** Taps on each side of an output; with a transition of half the oversampled rate the images are 90 dB down. */
const HALF_TAPS = 8
const TAPS = 2 * HALF_TAPS
/** Kaiser window for 100 dB (Oppenheim & Schafer, eq. 7.75). */
const KAISER_BETA = 10
/** How often the signal is oversampled before it is interpolated, at least: relative to the lower rate. */
const OVERSAMPLING = 2
const FACTORS = [1, 2, 3, 4]
/** Ratios with more phases than this take the polyphase form, which computes its rows as it goes. */
const MAX_PHASES = 1024

const known = new Map<string, OversamplingResampler | undefined>()

export class OversamplingResampler {
  readonly #oversampler: BlockResampler
  readonly #factor: number
  /** Output n lies at n · down / up of the oversampled signal, in lowest terms. */
  readonly #up: number
  readonly #down: number
  /** [phase][tap] */
  readonly #rows: Float32Array

  /** One for a ratio in lowest terms, kept for good; undefined where neither the block nor the table would be small. */
  static for(up: number, down: number): OversamplingResampler | undefined {
    const key = `${up}/${down}`
    if (!known.has(key)) known.set(key, make(up, down))
    return known.get(key)
  }

  constructor(oversampler: BlockResampler, factor: number, up: number, down: number) {
    this.#oversampler = oversampler
    this.#factor = factor
    this.#up = up
    this.#down = down
    this.#rows = rowsOf(up)
  }

  /** The first `length` output samples; those outside the input count as zero. */
  run(input: Float32Array, length: number): Float32Array {
    // Zeros on both sides, so that the filter never looks over an edge.
    const dense = new Float32Array(input.length * this.#factor + 2 * TAPS)
    const lengthDense = input.length * this.#factor + HALF_TAPS
    dense.set(this.#oversampler.run(input, lengthDense), HALF_TAPS)
    const output = new Float32Array(length)
    const rows = this.#rows
    const [up, down] = [this.#up, this.#down]
    for (let n = 0, whole = 1, phase = 0; n < length; n++) {
      // Two sums: one alone would wait for each addition to end.
      let even = 0
      let odd = 0
      for (let k = 0, row = phase * TAPS; k < TAPS; k += 2, row += 2) {
        even += dense[whole + k]! * rows[row]!
        odd += dense[whole + k + 1]! * rows[row + 1]!
      }
      output[n] = even + odd
      phase += down
      while (phase >= up) {
        phase -= up
        whole++
      }
    }
    return output
  }
}

function make(up: number, down: number): OversamplingResampler | undefined {
  const lower = Math.min(1, up / down)
  const factor = FACTORS.find((times) => times >= OVERSAMPLING * lower)!
  const divisor = greatestCommonDivisor(up, down * factor)
  const [finalUp, finalDown] = [up / divisor, (down * factor) / divisor]
  if (finalUp > MAX_PHASES) return undefined
  const oversampler = BlockResampler.limited(factor, CUT_OFF * lower)
  return oversampler && new OversamplingResampler(oversampler, factor, finalUp, finalDown)
}

/** Windowed sinc that cuts off at half the oversampled rate, a row for each phase; each row sums to 1. */
function rowsOf(phases: number): Float32Array {
  const rows = new Float32Array(phases * TAPS)
  for (let phase = 0; phase < phases; phase++) {
    const row = Array.from({ length: TAPS }, (_, k) => tapAt(k - HALF_TAPS + 1 - phase / phases))
    const sum = row.reduce((a, b) => a + b, 0)
    rows.set(
      row.map((value) => value / sum),
      phase * TAPS,
    )
  }
  return rows
}

function tapAt(distance: number): number {
  const share = 1 - (distance / HALF_TAPS) ** 2
  if (share <= 0) return 0
  const x = Math.PI * distance
  const window = besselI0(KAISER_BETA * Math.sqrt(share)) / besselI0(KAISER_BETA)
  return (x === 0 ? 1 : Math.sin(x) / x) * window
}

export function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
