/**
 * Parameter generation with dynamic features: K. Tokuda, T. Yoshimura, T. Masuko, T. Kobayashi, T. Kitamura,
 * "Speech parameter generation algorithms for HMM-based speech synthesis", ICASSP 2000. The trajectory that
 * is most likely under Gaussians for its values and for their slopes: a band-diagonal system per dimension.
 */
import type { Rows } from './dtw.ts'

/**
 * Rows with their slopes after them: `width` values, then `width` times half the difference of the next and
 * the row before (the delta window of Tokuda et al. 2000); at the ends the rows repeat.
 */
export function withDeltas({ data, width }: Rows): Rows {
  const count = data.length / width
  const joined = new Float32Array(2 * data.length)
  for (let t = 0; t < count; t++) {
    const before = Math.max(0, t - 1) * width
    const after = Math.min(count - 1, t + 1) * width
    for (let d = 0; d < width; d++) {
      joined[2 * t * width + d] = data[t * width + d]!
      joined[(2 * t + 1) * width + d] = 0.5 * (data[after + d]! - data[before + d]!)
    }
  }
  return { data: joined, width: 2 * width }
}

/** The values of rows that have slopes after them. */
export function withoutDeltas({ data, width }: Rows): Rows {
  const half = width / 2
  const values = new Float32Array(data.length / 2)
  for (let at = 0; at < values.length; at += half) {
    values.set(data.subarray(2 * at, 2 * at + half), at)
  }
  return { data: values, width: half }
}

/**
 * The likeliest trajectory (rows of half the width) for `means` and `precisions` (1/variance), both rows of
 * values and slopes. Precisions are positive.
 */
export function generateTrajectory(means: Rows, precisions: Rows): Rows {
  const width = means.width / 2
  const count = means.data.length / means.width
  const data = new Float32Array(count * width)
  const system = new BandSystem(count)
  for (let d = 0; d < width; d++) {
    system.clear()
    for (let t = 0; t < count; t++) {
      const at = t * means.width + d
      system.addValue(t, means.data[at]!, precisions.data[at]!)
      system.addSlope(t, means.data[at + width]!, precisions.data[at + width]!)
    }
    const trajectory = system.solve()
    for (let t = 0; t < count; t++) data[t * width + d] = trajectory[t]!
  }
  return { data, width }
}

/** A symmetric positive definite system with two diagonals beside the main one, solved by L·D·Lᵀ. */
class BandSystem {
  readonly #main: Float64Array
  readonly #first: Float64Array
  readonly #second: Float64Array
  readonly #right: Float64Array

  constructor(size: number) {
    this.#main = new Float64Array(size)
    this.#first = new Float64Array(size)
    this.#second = new Float64Array(size)
    this.#right = new Float64Array(size)
  }

  clear(): void {
    for (const part of [this.#main, this.#first, this.#second, this.#right]) part.fill(0)
  }

  addValue(t: number, mean: number, precision: number): void {
    this.#main[t]! += precision
    this.#right[t]! += precision * mean
  }

  /** Half of (next - before) should be `mean`; at an end, where a row repeats, the neighbour is one away. */
  addSlope(t: number, mean: number, precision: number): void {
    const before = Math.max(0, t - 1)
    const after = Math.min(this.#main.length - 1, t + 1)
    if (before === after) return
    this.#main[before]! += 0.25 * precision
    this.#main[after]! += 0.25 * precision
    const side = after - before === 2 ? this.#second : this.#first
    side[before]! -= 0.25 * precision
    this.#right[before]! -= 0.5 * precision * mean
    this.#right[after]! += 0.5 * precision * mean
  }

  /** In place; the answer is the right side's array. */
  solve(): Float64Array {
    const [main, first, second, x] = [this.#main, this.#first, this.#second, this.#right]
    const count = main.length
    for (let t = 0; t < count; t++) {
      const [one, two] = [first[t]! / main[t]!, second[t]! / main[t]!]
      if (t + 1 < count) {
        main[t + 1]! -= one * first[t]!
        first[t + 1]! -= one * second[t]!
        x[t + 1]! -= one * x[t]!
      }
      if (t + 2 < count) {
        main[t + 2]! -= two * second[t]!
        x[t + 2]! -= two * x[t]!
      }
      first[t] = one
      second[t] = two
    }
    for (let t = count - 1; t >= 0; t--) {
      x[t] = x[t]! / main[t]!
      if (t + 1 < count) x[t]! -= first[t]! * x[t + 1]!
      if (t + 2 < count) x[t]! -= second[t]! * x[t + 2]!
    }
    return x
  }
}
