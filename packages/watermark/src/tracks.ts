import type { AlignmentMap } from './align.ts'
import { JUMP_COST, PATH_AMPLITUDE, SLIDE_COST, SLIDE_FRAMES } from './params.ts'

/** A way of laying the pattern over blocks of a map. */
export interface Track {
  /** First block. */
  from: number
  /** The alignment of each block from there on. */
  alignments: Int16Array
  /** Pilot correlation in standard deviations of what unmarked audio gives. */
  pilotScore: number
  /** One alignment for all blocks. */
  straight: boolean
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
): Track[] {
  return peaksOf(lineScores(map, from, to, 0), count, map.phases).map((peak) => ({
    from,
    alignments: new Int16Array(to - from).fill(peak.alignment),
    pilotScore: peak.score,
    straight: true,
  }))
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

/**
 * The likeliest track over the whole map that may slide by some hops from block to block, as after a
 * stretch in the time domain, or jump, as after cuts and insertions (A. Viterbi's algorithm over
 * alignments; the costs are those of params.ts).
 */
export function likeliestPath(map: AlignmentMap): Track {
  const { blocks, period } = map
  const gain = pathGain(map)
  const from = new Int16Array(blocks * period)
  const metric = new Float32Array(period)
  const near = new Int16Array(period)
  for (let block = 0; block < blocks; block++) {
    const leader = indexOfMost(metric)
    const jump = metric[leader]! - JUMP_COST
    mostWithin(metric, SLIDE_FRAMES * map.phases, near)
    const before = metric.slice()
    const base = block * period
    for (let a = 0; a < period; a++) {
      const slide = before[near[a]!]! - SLIDE_COST
      const stays = before[a]! >= slide && before[a]! >= jump
      const slides = !stays && slide >= jump
      from[base + a] = stays ? a : slides ? near[a]! : leader
      metric[a] = (stays ? before[a]! : slides ? slide : jump) + gain * map.sums[base + a]!
    }
  }
  return traceBack(map, from, indexOfMost(metric))
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

function traceBack(map: AlignmentMap, from: Int16Array, last: number): Track {
  const { blocks, period } = map
  const alignments = new Int16Array(blocks)
  let alignment = last
  for (let block = blocks - 1; block >= 0; block--) {
    alignments[block] = alignment
    alignment = from[block * period + alignment]!
  }
  const straight = alignments.every((value) => value === last)
  return { from: 0, alignments, pilotScore: trackScore(map, alignments), straight }
}

function trackScore({ sums, energies, period, phases }: AlignmentMap, track: Int16Array): number {
  let sum = 0
  let energy = 0
  for (const [block, alignment] of track.entries()) {
    sum += sums[block * period + alignment]!
    energy += energies[block * phases + modulo(-alignment, phases)]!
  }
  return energy > 0 ? sum / Math.sqrt(energy) : 0
}

/** Log-likelihood for a sum of 1, if the pilot scores PATH_AMPLITUDE over the whole map. */
function pathGain({ energies, phases }: AlignmentMap): number {
  let energy = 0
  for (const value of energies) energy += value
  return energy > 0 ? PATH_AMPLITUDE / Math.sqrt(energy / phases) : 0
}

export function indexOfMost(values: Float32Array): number {
  let best = 0
  for (let i = 1; i < values.length; i++) if (values[i]! > values[best]!) best = i
  return best
}

export function modulo(value: number, period: number): number {
  return ((value % period) + period) % period
}
