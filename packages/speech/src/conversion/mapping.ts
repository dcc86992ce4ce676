/**
 * Spectral mapping by a joint-density mixture: T. Toda, A. Black, K. Tokuda, "Voice conversion based on
 * maximum-likelihood estimation of spectral parameter trajectory", IEEE Trans. ASLP 15 (2007). Values and
 * slopes are two blocks with a full covariance each; the conditional one is taken as diagonal.
 */
import { cholesky, solveCholesky } from '@viva-voce/audio'
import type { Rows } from './dtw.ts'
import { FRAMES_A_TURN } from './frames.ts'
import { type Gmm, GmmScorer } from './gmm.ts'
import { type Exemplars, NeighbourSearch } from './knn.ts'
import { subMatrix } from './matrix.ts'
import { generateTrajectory, withoutDeltas } from './mlpg.ts'
import { runAtOnce } from './turns.ts'

/** Width of the spectra that are mapped is W; M Gaussians. Two blocks: values, slopes. */
export interface Mapping {
  width: number
  /** M. */
  weights: Float32Array
  /** M rows of 2W: mean source values and slopes. */
  sourceMeans: Float32Array
  /** M times 2 squares of W×W. */
  sourceCovariances: Float32Array
  /** M rows of 2W: mean talent values and slopes. */
  targetMeans: Float32Array
  /** M times 2 squares of W×W: talent change per source change. */
  regressions: Float32Array
  /** M rows of 2W: variance of the talent's values and slopes, given the source's. */
  targetVariances: Float32Array
}

/** Rows for the joint mixture: source and talent values, then source and talent slopes. */
export function jointRows(source: Rows, target: Rows): Rows {
  const half = source.width / 2
  const count = source.data.length / source.width
  const data = new Float32Array(count * 4 * half)
  for (let t = 0; t < count; t++) {
    for (let part = 0; part < 2; part++) {
      const from = t * source.width + part * half
      const at = (4 * t + 2 * part) * half
      data.set(source.data.subarray(from, from + half), at)
      data.set(target.data.subarray(from, from + half), at + half)
    }
  }
  return { data, width: 4 * half }
}

/** The mapping of a mixture that was fitted to `jointRows`. */
export function mappingOf(gmm: Gmm): Mapping {
  const count = gmm.weights.length
  const width = gmm.blocks[0]! / 2
  const mapping: Mapping = {
    width,
    weights: Float32Array.from(gmm.weights),
    sourceMeans: new Float32Array(2 * count * width),
    sourceCovariances: new Float32Array(2 * count * width * width),
    targetMeans: new Float32Array(2 * count * width),
    regressions: new Float32Array(2 * count * width * width),
    targetVariances: new Float32Array(2 * count * width),
  }
  for (let block = 0; block < 2 * count; block++) deriveBlock(gmm, block, mapping)
  return mapping
}

function deriveBlock(gmm: Gmm, block: number, mapping: Mapping): void {
  const { width } = mapping
  const size = 2 * width
  const means = gmm.means.subarray(block * size, (block + 1) * size)
  mapping.sourceMeans.set(means.subarray(0, width), block * width)
  mapping.targetMeans.set(means.subarray(width), block * width)
  const joint = gmm.covariances.subarray(block * size * size, (block + 1) * size * size)
  const source = subMatrix(joint, size, 0, 0, width)
  mapping.sourceCovariances.set(source, block * width * width)
  cholesky(source, width)
  for (let i = 0; i < width; i++) {
    const cross = joint.slice((width + i) * size, (width + i) * size + width)
    const row = cross.slice()
    solveCholesky(source, width, row)
    mapping.regressions.set(row, (block * width + i) * width)
    const explained = row.reduce((sum, value, k) => sum + value * cross[k]!, 0)
    const variance = joint[(width + i) * (size + 1)]! - explained
    mapping.targetVariances[block * width + i] = Math.max(variance, 1e-8)
  }
}

/** What a mapping makes of a stretch of source frames. */
export interface Mapped {
  /** Talent spectra, rows of W. */
  spectra: Rows
  /** Posterior of each Gaussian, rows of M. */
  posteriors: Rows
}

/** Applies a mapping; keep one for many stretches. */
export class Mapper {
  readonly #mapping: Mapping
  readonly #scorer: GmmScorer
  readonly #neighbours: NeighbourSearch | undefined

  constructor(mapping: Mapping, exemplars?: Exemplars) {
    this.#mapping = mapping
    this.#neighbours = exemplars && new NeighbourSearch(exemplars)
    this.#scorer = new GmmScorer({
      blocks: [mapping.width, mapping.width],
      weights: Float64Array.from(mapping.weights),
      means: Float64Array.from(mapping.sourceMeans),
      covariances: Float64Array.from(mapping.sourceCovariances),
    })
  }

  /** The likeliest talent trajectory for source rows of values and slopes (2W). */
  map(source: Rows): Mapped {
    return runAtOnce(this.mapInSteps(source))
  }

  /** The same, giving the caller a turn every few seconds of audio. */
  *mapInSteps(source: Rows): Generator<undefined, Mapped> {
    const count = source.data.length / source.width
    const mixtures = this.#mapping.weights.length
    const posteriors = { data: new Float32Array(count * mixtures), width: mixtures }
    const means = { data: new Float32Array(source.data.length), width: source.width }
    const precisions = { data: new Float32Array(source.data.length), width: source.width }
    const frame = new Float64Array(mixtures)
    for (let t = 0; t < count; t++) {
      this.#scorer.posteriors(source.data, t * source.width, frame)
      posteriors.data.set(frame, t * mixtures)
      this.#expect(source, t, frame, means.data, precisions.data)
      if (t % FRAMES_A_TURN === FRAMES_A_TURN - 1) yield
    }
    if (this.#neighbours) yield* this.#neighbours.lean(means, withoutDeltas(source), posteriors)
    return { spectra: generateTrajectory(means, precisions), posteriors }
  }

  /** Means and precisions of frame `t` over the Gaussians, weighted by posteriors (Toda 2007, eq. 29-33). */
  #expect(
    source: Rows,
    t: number,
    posteriors: Float64Array,
    means: Float32Array,
    precisions: Float32Array,
  ): void {
    const at = t * source.width
    for (let m = 0; m < posteriors.length; m++) {
      if (posteriors[m]! < 1e-4) continue
      for (let i = 0; i < source.width; i++) {
        const precision = posteriors[m]! / this.#mapping.targetVariances[m * source.width + i]!
        precisions[at + i]! += precision
        means[at + i]! += precision * this.#regress(source.data, at, m, i)
      }
    }
    for (let i = at; i < at + source.width; i++) means[i]! /= precisions[i]!
  }

  #regress(data: Float32Array, at: number, m: number, i: number): number {
    const { width, sourceMeans, targetMeans, regressions } = this.#mapping
    const first = i < width ? 0 : width
    const mean = 2 * m * width + first
    const row = (2 * m * width + i) * width
    let value = targetMeans[2 * m * width + i]!
    for (let k = 0; k < width; k++) {
      value += regressions[row + k]! * (data[at + first + k]! - sourceMeans[mean + k]!)
    }
    return value
  }
}
