/** Learns the total-variability space by expectation-maximisation (P. Kenny et al., IEEE Trans. ASLP 13(3), 2005). */

import { cholesky, solveCholesky } from '../../packages/audio/index.ts'
import type { Background } from '../../packages/forensics/src/speaker/total-variability.ts'
import {
  PointFinder,
  type Statistics,
  type TotalVariability,
} from '../../packages/forensics/src/speaker/total-variability.ts'
import { createRandom } from '../../packages/speech/src/conversion/random.ts'

export function learnSpace(
  clips: readonly Statistics[],
  background: Background,
  rank: number,
  rounds: number,
  seed: number,
): TotalVariability {
  const random = createRandom(seed)
  const rows = background.mixtures * background.width
  let space: TotalVariability = {
    rank,
    loadings: Float64Array.from({ length: rows * rank }, () => 0.1 * random.normal()),
  }
  for (let round = 0; round < rounds; round++) space = improve(clips, background, space)
  return space
}

function improve(
  clips: readonly Statistics[],
  background: Background,
  space: TotalVariability,
): TotalVariability {
  const { rank } = space
  const { mixtures, width } = background
  const size = (rank * (rank + 1)) / 2
  const finder = new PointFinder(space, background)
  const second = new Float64Array(mixtures * size)
  const cross = new Float64Array(mixtures * width * rank)
  const moments = new Float64Array(size)
  for (const clip of clips) {
    const point = finder.find(clip)
    covarianceOf(finder.factor, rank, moments)
    for (let i = 0, at = 0; i < rank; i++) {
      for (let j = 0; j <= i; j++, at++) moments[at]! += point[i]! * point[j]!
    }
    for (let m = 0; m < mixtures; m++) {
      const count = clip.occupancy[m]!
      if (count < 1e-3) continue
      for (let at = 0; at < size; at++) second[m * size + at]! += count * moments[at]!
      for (let d = m * width; d < (m + 1) * width; d++) {
        const deviation = clip.deviations[d]!
        for (let r = 0; r < rank; r++) cross[d * rank + r]! += deviation * point[r]!
      }
    }
  }
  return { rank, loadings: solveLoadings(second, cross, mixtures, width, rank) }
}

/** Lower triangle of the inverse of L·Lᵀ. */
function covarianceOf(factor: Float64Array, rank: number, into: Float64Array): void {
  const inverse = new Float64Array(rank * rank)
  for (let j = 0; j < rank; j++) {
    inverse[j * rank + j] = 1 / factor[j * rank + j]!
    for (let i = j + 1; i < rank; i++) {
      let sum = 0
      for (let k = j; k < i; k++) sum -= factor[i * rank + k]! * inverse[k * rank + j]!
      inverse[i * rank + j] = sum / factor[i * rank + i]!
    }
  }
  for (let i = 0, at = 0; i < rank; i++) {
    for (let j = 0; j <= i; j++, at++) {
      let sum = 0
      for (let k = i; k < rank; k++) sum += inverse[k * rank + i]! * inverse[k * rank + j]!
      into[at] = sum
    }
  }
}

function solveLoadings(
  second: Float64Array,
  cross: Float64Array,
  mixtures: number,
  width: number,
  rank: number,
): Float64Array {
  const size = (rank * (rank + 1)) / 2
  const square = new Float64Array(rank * rank)
  const loadings = cross.slice()
  for (let m = 0; m < mixtures; m++) {
    for (let i = 0, at = m * size; i < rank; i++) {
      for (let j = 0; j <= i; j++, at++) square[i * rank + j] = second[at]!
    }
    cholesky(square, rank)
    for (let d = m * width; d < (m + 1) * width; d++)
      solveCholesky(square, rank, loadings.subarray(d * rank, (d + 1) * rank))
  }
  return loadings
}
