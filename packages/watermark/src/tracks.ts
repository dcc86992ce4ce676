import type { AlignmentMap } from './align.ts'

/** A way of laying the pattern over blocks of a map. */
export interface Track {
  /** First block. */
  from: number
  /** Frames in a block. */
  blockFrames: number
  /** Where each block from there on lies. */
  places: readonly (readonly Place[])[]
  /** One alignment for all blocks. */
  straight: boolean
}

/** An alignment and its share; a block's shares add up to 1 at most. */
export interface Place {
  alignment: number
  weight: number
}

/** A track of one alignment, and its pilot correlation in standard deviations of what unmarked audio gives. */
export interface StraightTrack extends Track {
  alignment: number
  pilotScore: number
}

/** An alignment and its score. */
export interface Peak {
  alignment: number
  score: number
}

/** The `count` best straight tracks over blocks `from` to `to`, best first, with no two less than a frame apart. */
export function straightTracks(
  map: AlignmentMap,
  from: number,
  to: number,
  count: number,
): StraightTrack[] {
  return peaksOf(lineScores(map, from, to, 0), count, map.phases).map(({ alignment, score }) => ({
    ...straightTrack(from, to, map.blockFrames, alignment),
    pilotScore: score,
  }))
}

/** A track of one alignment for each block, from the first block on. */
export function hardTrack(alignments: Int16Array, blockFrames: number): Track {
  const places = Array.from(alignments, (alignment) => [{ alignment, weight: 1 }])
  return { from: 0, blockFrames, places, straight: false }
}

/** One alignment over blocks `from` to `to`; not scored. */
export function straightTrack(from: number, to: number, blockFrames: number, alignment: number) {
  const place: readonly Place[] = [{ alignment, weight: 1 }]
  const places = Array.from({ length: to - from }, () => place)
  return { from, blockFrames, places, straight: true, alignment, pilotScore: 0 }
}

/**
 * The score of every alignment over blocks `from` to `to`, if it drifts by `slope` hops a block and is
 * counted in the middle of the range.
 */
export function lineScores(
  map: AlignmentMap,
  from: number,
  to: number,
  slope: number,
): Float32Array {
  const { period, phases } = map
  const sums = new Float32Array(period)
  const energies = new Float32Array(phases)
  const middle = (from + to - 1) / 2
  for (let block = from; block < to; block++) {
    const shift = modulo(Math.round(slope * (block - middle)), period)
    const base = block * period
    const split = period - shift
    for (let a = 0; a < split; a++) sums[a]! += map.sums[base + a + shift]!
    for (let a = split; a < period; a++) sums[a]! += map.sums[base + a - split]!
    for (let p = 0; p < phases; p++) {
      energies[p]! += map.energies[block * phases + modulo(p - shift, phases)]!
    }
  }
  for (let p = 0; p < phases; p++) {
    const scale = energies[p]! > 0 ? 1 / Math.sqrt(energies[p]!) : 0
    for (let a = (phases - p) % phases; a < period; a += phases) sums[a]! *= scale
  }
  return sums
}

/** The highest scores, at least `distance` alignments apart (the alignments are a circle). */
export function peaksOf(scores: Float32Array, count: number, distance: number): Peak[] {
  const peaks: Peak[] = []
  const left = scores.slice()
  while (peaks.length < count) {
    let best = 0
    for (let a = 1; a < left.length; a++) if (left[a]! > left[best]!) best = a
    if (!(left[best]! > 0)) break
    peaks.push({ alignment: best, score: left[best]! })
    for (let d = 1 - distance; d < distance; d++) left[modulo(best + d, left.length)] = 0
  }
  return peaks
}

/** For each place of a circle the place of the largest value at most `reach` away. */
export function mostWithin(values: Float32Array, reach: number, out: Int16Array): void {
  const size = values.length
  let best = -1
  let bestAge = 0
  for (let a = 0; a < size; a++) {
    // Rescan only where the largest has left the window; the newcomer may be larger.
    const newcomer = modulo(a + reach, size)
    bestAge++
    if (best < 0 || bestAge > 2 * reach) {
      best = modulo(a - reach, size)
      bestAge = 2 * reach
      for (let d = 1 - reach; d <= reach; d++) {
        const at = modulo(a + d, size)
        if (values[at]! <= values[best]!) continue
        best = at
        bestAge = reach - d
      }
    } else if (values[newcomer]! > values[best]!) {
      best = newcomer
      bestAge = 0
    }
    out[a] = best
  }
}

export function indexOfMost(values: Float32Array): number {
  let best = 0
  for (let i = 1; i < values.length; i++) if (values[i]! > values[best]!) best = i
  return best
}

export function modulo(value: number, period: number): number {
  return ((value % period) + period) % period
}
