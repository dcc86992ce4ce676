/**
 * The pilot followed through slips. Editors and time-domain stretching (WSOLA: W. Verhelst, M. Roelands, ICASSP 1993) play
 * on unchanged for some tenths of a second and then skip or repeat about a pitch period, so that the alignment is constant
 * between slips of a few hops. A hidden Markov model whose states are the alignments says where each block lies, as
 * probabilities and not as one path (the forward-backward algorithm: L. Rabiner, Proc. IEEE 77(2), 1989): a block of 50 ms
 * says too little by itself to decide, and a reading weighted by what is likely loses little where two places are.
 */
import type { AlignmentMap } from './align.ts'
import {
  FRAME,
  PLACE_LEAST,
  SLIP_FAR_SHARE,
  SLIP_FRAMES,
  SLIP_PILOT_RATE,
  SLIP_SEARCH_RATE,
  SLIPS_PER_SECOND,
  WORK_RATE_HZ,
} from './params.ts'
import { tableExp } from './table-exp.ts'
import { modulo, type Place, type Track } from './tracks.ts'

/** Probabilities of what the alignment does from one block to the next. */
interface Moves {
  stays: number
  /** To each alignment within `reach` hops. */
  near: number
  /** To any alignment at all, as after a cut. */
  far: number
  reach: number
}

/** Where the pilot says that each block of the map lies. */
export function slippingTrack(map: AlignmentMap): Track {
  const { blocks, period, blockFrames } = map
  const beliefs = new Float32Array(blocks * period)
  forward(map, SLIP_PILOT_RATE, beliefs)
  const moves = movesOf(map)
  const fit = fitOf(map, SLIP_PILOT_RATE)
  const later = new Float64Array(period).fill(1)
  const weighed = new Float64Array(period)
  const places: Place[][] = []
  for (let block = blocks - 1; block >= 0; block--) {
    const base = block * period
    let total = 0
    for (let a = 0; a < period; a++) total += beliefs[base + a]! * later[a]!
    places.push(placesOf(beliefs, base, later, total))
    fit(block, weighed)
    for (let a = 0; a < period; a++) weighed[a]! *= later[a]!
    normalise(weighed)
    move(weighed, later, moves)
  }
  return { from: 0, blockFrames, places: places.toReversed(), straight: false }
}

/**
 * How much likelier the map is with a faint pilot that slips than without one, as a natural logarithm.
 * A statistic to search by and no bound: the repetitions of the pattern share their signs.
 */
export function slipLogLikelihood(map: AlignmentMap, rate = SLIP_SEARCH_RATE): number {
  return forward(map, rate)
}

/** Runs the model from the first block to the last; `beliefs` takes what each block knows of the ones before it. */
function forward(map: AlignmentMap, pilotRate: number, beliefs?: Float32Array): number {
  const { blocks, period } = map
  const moves = movesOf(map)
  const fit = fitOf(map, pilotRate)
  const now = new Float64Array(period).fill(1 / period)
  const next = new Float64Array(period)
  const weights = new Float64Array(period)
  let logLikelihood = 0
  for (let block = 0; block < blocks; block++) {
    if (block === 0) next.set(now)
    else move(now, next, moves)
    fit(block, weights)
    for (let a = 0; a < period; a++) now[a] = next[a]! * weights[a]!
    logLikelihood += Math.log(normalise(now))
    beliefs?.set(now, block * period)
  }
  return logLikelihood
}

function movesOf({ phases, period, blockFrames }: AlignmentMap): Moves {
  const slips = 1 - Math.exp((-SLIPS_PER_SECOND * blockFrames * FRAME) / WORK_RATE_HZ)
  const reach = Math.round(SLIP_FRAMES * phases)
  const near = (slips * (1 - SLIP_FAR_SHARE)) / (2 * reach + 1)
  return { stays: 1 - slips, near, far: (slips * SLIP_FAR_SHARE) / period, reach }
}

/** One step of the model; it is the same backwards. `from` adds up to 1. */
function move(from: Float64Array, to: Float64Array, { stays, near, far, reach }: Moves): void {
  const period = from.length
  let within = 0
  for (let d = -reach; d <= reach; d++) within += from[modulo(d, period)]!
  let first = modulo(-reach, period)
  let beyond = reach + 1
  for (let a = 0; a < period; a++) {
    to[a] = stays * from[a]! + near * within + far
    within += from[beyond]! - from[first]!
    first = first + 1 === period ? 0 : first + 1
    beyond = beyond + 1 === period ? 0 : beyond + 1
  }
}

/** Fills in how much likelier a block is at each alignment than without a pilot. */
function fitOf(map: AlignmentMap, pilotRate: number) {
  const { sums, energies, blocks, period, phases, blockFrames } = map
  const seconds = (blocks * blockFrames * FRAME) / WORK_RATE_HZ
  let energy = 0
  for (const value of energies) energy += value
  const gain = energy > 0 ? Math.sqrt((pilotRate * seconds * phases) / energy) : 0
  return (block: number, out: Float64Array): void => {
    const base = block * period
    for (let p = 0; p < phases; p++) {
      const loss = (gain * gain * energies[block * phases + p]!) / 2
      for (let a = (phases - p) % phases; a < period; a += phases) {
        out[a] = tableExp(gain * sums[base + a]! - loss)
      }
    }
  }
}

/** Makes the values add up to 1; returns what they added up to. */
function normalise(values: Float64Array): number {
  let total = 0
  for (let a = 0; a < values.length; a++) total += values[a]!
  const scale = 1 / total
  for (let a = 0; a < values.length; a++) values[a]! *= scale
  return total
}

function placesOf(
  beliefs: Float32Array,
  base: number,
  later: Float64Array,
  total: number,
): Place[] {
  const places: Place[] = []
  for (let alignment = 0; alignment < later.length; alignment++) {
    const weight = (beliefs[base + alignment]! * later[alignment]!) / total
    if (weight >= PLACE_LEAST) places.push({ alignment, weight })
  }
  return places
}
