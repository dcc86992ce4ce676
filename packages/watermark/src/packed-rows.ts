/**
 * Four rows of the evidence in one row of doubles: each value is rounded to a whole number and stands in a digit of its own,
 * so that one addition adds to all four. Fitting the pattern is nothing but adding signed values, 1,700 times a hop, and was
 * the largest part of reading. What is read is scored by the evidence itself, so that rounding only chooses where to look.
 */
import { BINS } from './params.ts'

/** Rows in a pack: 4 digits of 13 bits fill the 53 of a double. */
export const PACKED_ROWS = 4
export const DIGIT = 2 ** 13
/** What a digit may add up to, either way, and leave its neighbours be. */
const DIGIT_MOST = DIGIT / 2 - 1
/** Larger values are cut off: clipped and weighted they are 5.25 at most, before their bin's mean is taken away. */
const VALUE_MOST = 6

/** A pack that is filled over and over. */
export class PackedRows {
  /** BINS sums of digits, then the same turned over; the lowest digit is the first row's. */
  readonly values = new Float64Array(2 * BINS)
  /** What 1 in a digit stands for. */
  readonly unit: number
  readonly #most: number

  /** @param terms how many values of a row may be added up */
  constructor(terms: number) {
    this.#most = Math.floor(DIGIT_MOST / terms)
    this.unit = VALUE_MOST / this.#most
  }

  /** Takes rows `first` to before `end`, PACKED_ROWS at most; false if there is nothing in them. */
  fill(rows: Float32Array, first: number, end: number): boolean {
    const { values } = this
    const most = this.#most
    const scale = 1 / this.unit
    let seen = false
    for (let k = 0; k < BINS; k++) {
      let digits = 0
      for (let at = (end - 1) * BINS + k; at >= first * BINS; at -= BINS) {
        const whole = Math.floor(rows[at]! * scale + 0.5)
        digits = digits * DIGIT + (whole > most ? most : whole < -most ? -most : whole)
      }
      values[k] = digits
      values[BINS + k] = -digits
      if (digits !== 0) seen = true
    }
    return seen
  }
}

/** What stands above the lowest digit of a sum, as a sum of its own. */
export function nextDigit(sum: number): number {
  return Math.floor(sum / DIGIT + 0.5)
}
