/**
 * The directions in which speakers differ most against their own scatter, each brought to a scatter of 1: linear
 * discriminant analysis and within-class normalisation in one (R. Fisher 1936; A. Hatch et al., Interspeech 2006).
 */
import type { SpeakerModel } from '../../packages/forensics/src/speaker/model.ts'
import { eigen } from './eigen.ts'

export interface Labelled {
  speaker: string
  point: Float64Array
}

export function separate(
  points: readonly Labelled[],
  rank: number,
  dimensions: number,
): Pick<SpeakerModel, 'mean' | 'projection' | 'between'> {
  const mean = meanOf(
    points.map(({ point }) => point),
    rank,
  )
  const { within, between } = scatters(points, mean, rank)
  const own = eigen(within, rank)
  const whitening = own.vectors.map(
    (value, i) => value / Math.sqrt(own.values[Math.floor(i / rank)]!),
  )
  const whitened = multiply(multiply(whitening, between, rank), transposed(whitening, rank), rank)
  const speakers = eigen(whitened, rank)
  const projection = multiply(speakers.vectors, whitening, rank).slice(0, dimensions * rank)
  return {
    mean,
    projection,
    between: speakers.values.slice(0, dimensions).map((v) => Math.max(v, 1e-3)),
  }
}

/** Covariances within speakers and between them, the latter without what the former adds to means of few clips. */
function scatters(points: readonly Labelled[], mean: Float64Array, rank: number) {
  const bySpeaker = Map.groupBy(points, ({ speaker }) => speaker)
  const within = new Float64Array(rank * rank)
  const between = new Float64Array(rank * rank)
  for (const clips of bySpeaker.values()) {
    const centre = meanOf(
      clips.map(({ point }) => point),
      rank,
    )
    for (const { point } of clips)
      addOuter(within, point, centre, 1 / (points.length - bySpeaker.size))
    addOuter(between, centre, mean, 1 / bySpeaker.size)
  }
  const share = bySpeaker.size / points.length
  return { within, between: between.map((value, i) => value - share * within[i]!) }
}

function meanOf(points: readonly Float64Array[], rank: number): Float64Array {
  const mean = new Float64Array(rank)
  for (const point of points) for (let r = 0; r < rank; r++) mean[r]! += point[r]! / points.length
  return mean
}

function addOuter(
  into: Float64Array,
  point: Float64Array,
  centre: Float64Array,
  weight: number,
): void {
  const n = point.length
  for (let i = 0; i < n; i++) {
    const left = weight * (point[i]! - centre[i]!)
    for (let j = 0; j < n; j++) into[i * n + j]! += left * (point[j]! - centre[j]!)
  }
}

function multiply(a: Float64Array, b: Float64Array, n: number): Float64Array {
  const product = new Float64Array(n * n)
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < n; k++) {
      const left = a[i * n + k]!
      for (let j = 0; j < n; j++) product[i * n + j]! += left * b[k * n + j]!
    }
  }
  return product
}

function transposed(a: Float64Array, n: number): Float64Array {
  return Float64Array.from(a, (_, at) => a[(at % n) * n + Math.floor(at / n)]!)
}
