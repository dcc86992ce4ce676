/**
 * Gaussian mixtures by expectation-maximisation (A. Dempster, N. Laird, D. Rubin 1977), with covariances that
 * are full inside blocks of neighbouring dimensions and zero between blocks: one block is a full covariance,
 * blocks of 1 a diagonal one. Static and delta features as two blocks halve the cost of a full matrix.
 */
import { cholesky } from '@viva-voce/audio'
import type { Rows } from './dtw.ts'
import { cluster } from './kmeans.ts'
import { createRandom } from './random.ts'

/** A mixture of `weights.length` Gaussians. */
export interface Gmm {
  /** Sizes of the blocks; their sum is the width of a row. */
  blocks: number[]
  weights: Float64Array
  /** A row of means for each Gaussian. */
  means: Float64Array
  /** For each Gaussian, each block's square of covariances. */
  covariances: Float64Array
}

/** How a mixture is made. */
export interface GmmOptions {
  blocks: number[]
  mixtures: number
  iterations: number
  seed: number
}

/**
 * Rows that each Gaussian is taken to have seen already, spread as rows are within clusters on average: a
 * fixed inverse-Wishart prior (J.-L. Gauvain, C.-H. Lee, IEEE Trans. SAP 2, 1994), so that few rows neither make a
 * covariance singular nor a regression wild.
 */
const PRIOR_ROWS = 20
/** Added to each variance, in parts of that of all rows: keeps dimensions that hardly vary from zero. */
const VARIANCE_FLOOR = 1e-4
/** A Gaussian with a weight under this many rows is left as it is. */
const MIN_ROWS = 1
/** Natural-log likelihood under the best at which a Gaussian is passed over: e^-40 is beyond a double's sum. */
const NEGLIGIBLE = 40
/** A share of a row under this does not enter a Gaussian's sums; it halves the work. */
const LEAST_POSTERIOR = 1e-5
/** Rows between two turns of the caller. */
const CHUNK_ROWS = 400

/**
 * Fits a mixture to `rows`, yielding the mean log likelihood of a row after each iteration and `undefined`
 * at turns in between; returns the mixture. The likelihood, with the prior, never falls.
 */
export function* fitGmm(rows: Rows, options: GmmOptions): Generator<number | undefined, Gmm> {
  const random = createRandom(options.seed)
  const gmm = emptyGmm(options, rows.width)
  const sums = new Moments(gmm, rows.width)
  const count = rows.data.length / rows.width
  const labels = yield* cluster(rows, options.mixtures, random)
  for (let i = 0; i < count; i++) {
    sums.add(rows.data, i * rows.width, labels[i]!, 1)
    if (i % CHUNK_ROWS === CHUNK_ROWS - 1) yield undefined
  }
  const prior = sums.pooled(varianceOf(rows))
  sums.update(gmm, prior)
  const posteriors = new Float64Array(options.mixtures)
  for (let iteration = 0; iteration < options.iterations; iteration++) {
    const scorer = new GmmScorer(gmm)
    sums.clear()
    let likelihood = 0
    for (let i = 0; i < count; i++) {
      likelihood += scorer.posteriors(rows.data, i * rows.width, posteriors)
      for (let m = 0; m < posteriors.length; m++) {
        if (posteriors[m]! > LEAST_POSTERIOR) sums.add(rows.data, i * rows.width, m, posteriors[m]!)
      }
      if (i % CHUNK_ROWS === CHUNK_ROWS - 1) yield undefined
    }
    sums.update(gmm, prior)
    yield likelihood / count
  }
  return gmm
}

function emptyGmm({ blocks, mixtures }: GmmOptions, width: number): Gmm {
  const squares = blocks.reduce((sum, size) => sum + size * size, 0)
  return {
    blocks,
    weights: new Float64Array(mixtures).fill(1 / mixtures),
    means: new Float64Array(mixtures * width),
    covariances: new Float64Array(mixtures * squares),
  }
}

function varianceOf({ data, width }: Rows): Float64Array {
  const count = data.length / width
  return Float64Array.from({ length: width }, (_, d) => {
    let [sum, squares] = [0, 0]
    for (let i = d; i < data.length; i += width) {
      sum += data[i]!
      squares += data[i]! ** 2
    }
    return Math.max(squares / count - (sum / count) ** 2, 1e-10)
  })
}

/** Sums of weights, rows and products of rows for each Gaussian (the M step's). */
class Moments {
  readonly #blocks: number[]
  readonly #width: number
  readonly #weights: Float64Array
  readonly #sums: Float64Array
  readonly #products: Float64Array

  constructor(gmm: Gmm, width: number) {
    this.#blocks = gmm.blocks
    this.#width = width
    this.#weights = new Float64Array(gmm.weights.length)
    this.#sums = new Float64Array(gmm.means.length)
    this.#products = new Float64Array(gmm.covariances.length)
  }

  clear(): void {
    for (const sums of [this.#weights, this.#sums, this.#products]) sums.fill(0)
  }

  add(data: Float32Array, at: number, m: number, weight: number): void {
    this.#weights[m]! += weight
    for (let d = 0; d < this.#width; d++) this.#sums[m * this.#width + d]! += weight * data[at + d]!
    let square = m * (this.#products.length / this.#weights.length)
    let first = at
    for (const size of this.#blocks) {
      for (let i = 0; i < size; i++, square += size) {
        const scaled = weight * data[first + i]!
        for (let j = 0; j <= i; j++) this.#products[square + j]! += scaled * data[first + j]!
      }
      first += size
    }
  }

  /** The covariance within Gaussians, pooled, one square per block; `floor` in parts added to the diagonal. */
  pooled(variance: Float64Array): Float64Array {
    const stride = this.#products.length / this.#weights.length
    const total = this.#weights.reduce((sum, weight) => sum + weight, 0)
    const pooled = new Float64Array(stride)
    for (let m = 0; m < this.#weights.length; m++) {
      if (this.#weights[m]! === 0) continue
      this.#eachEntry((at, i, j) => {
        const product = this.#sums[m * this.#width + i]! * this.#sums[m * this.#width + j]!
        pooled[at]! += (this.#products[m * stride + at]! - product / this.#weights[m]!) / total
      })
    }
    this.#eachEntry((at, i, j) => {
      if (i === j) pooled[at]! += VARIANCE_FLOOR * variance[i]!
    })
    return pooled
  }

  /** The M step: means, and covariances of the rows seen and of PRIOR_ROWS more that have the prior's. */
  update(gmm: Gmm, prior: Float64Array): void {
    const total = this.#weights.reduce((sum, weight) => sum + weight, 0)
    for (let m = 0; m < gmm.weights.length; m++) {
      gmm.weights[m] = Math.max(this.#weights[m]!, 1e-6) / total
      if (this.#weights[m]! >= MIN_ROWS) this.#updateGaussian(gmm, m, prior)
    }
  }

  #updateGaussian(gmm: Gmm, m: number, prior: Float64Array): void {
    const weight = this.#weights[m]!
    const means = gmm.means.subarray(m * this.#width, (m + 1) * this.#width)
    for (let d = 0; d < this.#width; d++) means[d] = this.#sums[m * this.#width + d]! / weight
    const covariances = gmm.covariances.subarray(m * prior.length, (m + 1) * prior.length)
    const products = this.#products.subarray(m * prior.length, (m + 1) * prior.length)
    this.#eachEntry((at, i, j, mirror) => {
      const spread = products[at]! - weight * means[i]! * means[j]!
      const value = (spread + PRIOR_ROWS * prior[at]!) / (weight + PRIOR_ROWS)
      covariances[at] = value
      covariances[mirror] = value
    })
  }

  /** Calls for each entry on and under the diagonals of the blocks: place, dimensions, place of its mirror image. */
  #eachEntry(visit: (at: number, i: number, j: number, mirror: number) => void): void {
    let [square, first] = [0, 0]
    for (const size of this.#blocks) {
      for (let i = 0; i < size; i++) {
        for (let j = 0; j <= i; j++)
          visit(square + i * size + j, first + i, first + j, square + j * size + i)
      }
      square += size * size
      first += size
    }
  }
}

/** Likelihoods under a mixture; keeps the factors that they need. */
export class GmmScorer {
  readonly #gmm: Gmm
  readonly #width: number
  /** Cholesky factors, each diagonal inverted. */
  readonly #factors: Float64Array
  readonly #constants: Float64Array
  readonly #whitened: Float64Array
  #likely = 0

  constructor(gmm: Gmm) {
    this.#gmm = gmm
    this.#width = gmm.means.length / gmm.weights.length
    this.#factors = gmm.covariances.slice()
    this.#constants = gmm.weights.map(
      (w) => Math.log(w) - 0.5 * this.#width * Math.log(2 * Math.PI),
    )
    this.#whitened = new Float64Array(Math.max(...gmm.blocks))
    this.#factorise()
  }

  #factorise(): void {
    let square = 0
    for (let m = 0; m < this.#constants.length; m++) {
      for (const size of this.#gmm.blocks) {
        const factor = this.#factors.subarray(square, square + size * size)
        cholesky(factor, size)
        for (let i = 0; i < size; i++) {
          this.#constants[m]! -= Math.log(factor[i * size + i]!)
          factor[i * size + i] = 1 / factor[i * size + i]!
        }
        square += size * size
      }
    }
  }

  /**
   * Writes the posterior of each Gaussian for the row at `data[at..]` to `into`; returns the row's log
   * likelihood. Gaussians that cannot matter (e^-40) are given up early and get 0.
   */
  posteriors(data: Float32Array, at: number, into: Float64Array): number {
    const count = this.#constants.length
    let best = this.#logDensity(data, at, this.#likely, Number.NEGATIVE_INFINITY)
    into[this.#likely] = best
    const first = this.#likely
    for (let m = 0; m < count; m++) {
      if (m === first) continue
      const value = this.#logDensity(data, at, m, best - NEGLIGIBLE)
      into[m] = value
      if (value > best) [best, this.#likely] = [value, m]
    }
    let sum = 0
    for (let m = 0; m < count; m++) sum += into[m] = Math.exp(into[m]! - best)
    for (let m = 0; m < count; m++) into[m]! /= sum
    return best + Math.log(sum)
  }

  /** Log of weight times density, or -Infinity as soon as it is under `limit`. */
  #logDensity(data: Float32Array, at: number, m: number, limit: number): number {
    const { blocks, means } = this.#gmm
    const factors = this.#factors
    const whitened = this.#whitened
    let value = this.#constants[m]!
    let square = m * (factors.length / this.#constants.length)
    let mean = m * this.#width
    let place = at
    for (const size of blocks) {
      for (let i = 0; i < size; i++, square += size) {
        let rest = data[place + i]! - means[mean + i]!
        for (let k = 0; k < i; k++) rest -= factors[square + k]! * whitened[k]!
        rest *= factors[square + i]!
        whitened[i] = rest
        value -= 0.5 * rest * rest
        if (value < limit) return Number.NEGATIVE_INFINITY
      }
      mean += size
      place += size
    }
    return value
  }
}
