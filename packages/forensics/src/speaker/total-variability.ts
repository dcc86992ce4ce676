/**
 * A clip as one point in the space in which voices differ: N. Dehak et al., "Front-End Factor Analysis for Speaker
 * Verification", IEEE Trans. ASLP 19(4), 2011.
 */
import { cholesky, solveCholesky } from '@viva-voce/audio'

/** A mixture of diagonal Gaussians of everybody's frames (D. Reynolds et al., Digital Signal Processing 10, 2000). */
export interface Background {
  mixtures: number
  width: number
  weights: Float64Array
  /** Row by row. */
  means: Float64Array
  variances: Float64Array
}

/** How often each Gaussian was heard in a clip, and how far from its mean, in its standard deviations. */
export interface Statistics {
  occupancy: Float64Array
  deviations: Float64Array
}

/** Gaussians this far under the likeliest of a frame, in natural logarithms, have no part in it. */
const NEGLIGIBLE = 12

export function noStatistics({ mixtures, width }: Background): Statistics {
  return { occupancy: new Float64Array(mixtures), deviations: new Float64Array(mixtures * width) }
}

/** Adds up the statistics of frames, row by row of the background's width. */
export class StatisticsCollector {
  readonly #background: Background
  readonly #precisions: Float64Array
  readonly #spreads: Float64Array
  readonly #constants: Float64Array
  readonly #logs: Float64Array

  constructor(background: Background) {
    const { mixtures, width, weights, variances } = background
    this.#background = background
    this.#precisions = variances.map((variance) => 1 / variance)
    this.#spreads = variances.map((variance) => 1 / Math.sqrt(variance))
    this.#logs = new Float64Array(mixtures)
    this.#constants = weights.map((weight, m) => {
      let sum = Math.log(weight)
      for (let d = 0; d < width; d++) sum -= 0.5 * Math.log(2 * Math.PI * variances[m * width + d]!)
      return sum
    })
  }

  add(rows: Float32Array, from: number, to: number, into: Statistics): void {
    const { mixtures, width, means } = this.#background
    for (let t = from; t < to; t++) {
      const best = this.#density(rows, t * width)
      let sum = 0
      for (let m = 0; m < mixtures; m++) {
        const below = best - this.#logs[m]!
        const share = below > NEGLIGIBLE ? 0 : Math.exp(-below)
        this.#logs[m] = share
        sum += share
      }
      for (let m = 0; m < mixtures; m++) {
        if (this.#logs[m] === 0) continue
        const share = this.#logs[m]! / sum
        into.occupancy[m]! += share
        for (let d = 0, at = m * width; d < width; d++, at++) {
          into.deviations[at]! += share * (rows[t * width + d]! - means[at]!) * this.#spreads[at]!
        }
      }
    }
  }

  #density(rows: Float32Array, row: number): number {
    const { mixtures, width, means } = this.#background
    const precisions = this.#precisions
    let best = Number.NEGATIVE_INFINITY
    for (let m = 0; m < mixtures; m++) {
      const limit = best - NEGLIGIBLE
      let value = this.#constants[m]!
      for (let d = 0, at = m * width; d < width; d++, at++) {
        const rest = rows[row + d]! - means[at]!
        value -= 0.5 * rest * rest * precisions[at]!
        // Most Gaussians are out after a few dimensions.
        if ((d & 7) === 7 && value < limit) break
      }
      this.#logs[m] = value
      if (value > best) best = value
    }
    return best
  }
}

/** The space: for each Gaussian, `width` rows of `rank` loadings in its standard deviations. */
export interface TotalVariability {
  rank: number
  loadings: Float64Array
}

/** Finds the point of a clip's statistics; keeps the products of the loadings that each needs. */
export class PointFinder {
  readonly rank: number
  readonly #width: number
  readonly #loadings: Float64Array
  /** For each Gaussian the lower triangle of Tᵀ·T, row by row. */
  readonly #products: Float64Array
  /** Cholesky factor of the last point's precision. */
  readonly factor: Float64Array

  constructor({ rank, loadings }: TotalVariability, { mixtures, width }: Background) {
    this.rank = rank
    this.#width = width
    this.#loadings = loadings
    this.factor = new Float64Array(rank * rank)
    const size = (rank * (rank + 1)) / 2
    this.#products = new Float64Array(mixtures * size)
    for (let m = 0; m < mixtures; m++) {
      const into = this.#products.subarray(m * size, (m + 1) * size)
      for (let d = 0; d < width; d++) addOuter(into, loadings, (m * width + d) * rank, rank)
    }
  }

  /** The mean of the point given the statistics; `factor` then holds its precision's Cholesky factor. */
  find({ occupancy, deviations }: Statistics): Float64Array {
    const { rank, factor } = this
    const size = (rank * (rank + 1)) / 2
    factor.fill(0)
    for (let i = 0; i < rank; i++) factor[i * rank + i] = 1
    const point = new Float64Array(rank)
    for (let m = 0; m < occupancy.length; m++) {
      const count = occupancy[m]!
      if (count === 0) continue
      for (let i = 0, at = m * size; i < rank; i++) {
        for (let j = 0; j <= i; j++, at++) factor[i * rank + j]! += count * this.#products[at]!
      }
      for (let d = m * this.#width; d < (m + 1) * this.#width; d++) {
        const deviation = deviations[d]!
        for (let r = 0; r < rank; r++) point[r]! += deviation * this.#loadings[d * rank + r]!
      }
    }
    cholesky(factor, rank)
    solveCholesky(factor, rank, point)
    return point
  }
}

/** Adds the lower triangle of row·rowᵀ. */
function addOuter(into: Float64Array, loadings: Float64Array, at: number, rank: number): void {
  for (let i = 0, place = 0; i < rank; i++) {
    const value = loadings[at + i]!
    for (let j = 0; j <= i; j++, place++) into[place]! += value * loadings[at + j]!
  }
}
