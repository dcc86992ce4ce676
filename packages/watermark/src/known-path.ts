import { type AlignmentMap, allCells, mapAlignments } from './align.ts'
import type { Grid } from './levels.ts'
import {
  BLOCK_OF_FRAMES,
  KNOWN_AMPLITUDES,
  KNOWN_JUMP_COST,
  KNOWN_SLIDE_COST,
  SLIDE_FRAMES,
} from './params.ts'
import { type Pattern, PILOT } from './pattern.ts'
import { foldTrack } from './read.ts'
import { hardTrack, indexOfMost, modulo, mostWithin } from './tracks.ts'

/** The path along which all cells of a known pattern fit best. */
export interface KnownPath {
  /** Natural logarithm of the bound on the chance that audio without the mark has such a path, not cut off at 0. */
  logBound: number
  /** Correlation of the data cells along it in standard deviations; the path was chosen by it, so that it says little by itself. */
  score: number
}

interface Path {
  alignments: Int16Array
  cost: number
}

/**
 * Fits all cells of a known pattern along the path that suits them best, which may slide from block to block, as after a
 * stretch in the time domain, and jump, as after a cut. Where the pilot alone would lose the path, the rest still keeps it.
 *
 * Along one path the sum S of the signed cells, with V the sum of the squares of what each keyed sign is multiplied with, has
 * E exp(gS − g²V/2) ≤ 1, since the signs are even and independent (W. Hoeffding, JASA 58, 1963). Each path counts with a weight of
 * exp(−its costs) / period, so all together have an expectation of at most (1 + slides·exp(−slide) + period·exp(−jump)) to the
 * power of the blocks, and by A. Markov's inequality any path's weighted term is above exp(t) with at most that chance times exp(−t).
 * The path is sought with all cells and judged by the data cells alone: the pilot is every mark's, and must not carry a claim of
 * one number where another's mark stands.
 * @param signs ±1 for each cell of one period
 */
export function knownPath(
  evidence: Grid,
  phases: number,
  signs: Int8Array,
  { codeBit }: Pattern,
): KnownPath {
  const map = mapAlignments(evidence, phases, allCells(signs))
  const reach = Math.round(SLIDE_FRAMES * phases)
  const { blocks, period } = map
  const ways = 1 + 2 * reach * Math.exp(-KNOWN_SLIDE_COST) + period * Math.exp(-KNOWN_JUMP_COST)
  const paid = Math.log(period) + (blocks - 1) * Math.log(ways) + Math.log(KNOWN_AMPLITUDES.length)
  const data = signs.map((sign, cell) => (codeBit[cell] === PILOT ? 0 : sign))
  const found: KnownPath = { logBound: paid, score: 0 }
  for (const amplitude of KNOWN_AMPLITUDES) {
    const gain = gainFor(map, amplitude)
    const { alignments, cost } = bestPath(map, gain, reach)
    const { sum, variance } = fitAlong(evidence, phases, alignments, data)
    const logBound = paid + cost - (gain * sum - (gain * gain * variance) / 2)
    if (logBound >= found.logBound) continue
    Object.assign(found, { logBound, score: sum / Math.sqrt(variance) })
  }
  return found
}

/** The gain g for which a mark of this amplitude, in standard deviations over the whole map, tells most. */
function gainFor({ energies, phases }: AlignmentMap, amplitude: number): number {
  const energy = energies.reduce((sum, value) => sum + value, 0) / phases
  return energy > 0 ? amplitude / Math.sqrt(energy) : 0
}

/** The best path, as far as the map tells it: there a sign that comes again in a later period counts as another. */
function bestPath(map: AlignmentMap, gain: number, reach: number): Path {
  const { blocks, period, phases, sums, energies } = map
  const from = new Int16Array(blocks * period)
  const near = new Int16Array(period)
  const metric = new Float32Array(period)
  for (let block = 0; block < blocks; block++) {
    const before = metric.slice()
    const leader = indexOfMost(before)
    const jump = before[leader]! - KNOWN_JUMP_COST
    mostWithin(before, reach, near)
    for (let a = 0; a < period; a++) {
      const variance = energies[block * phases + modulo(-a, phases)]!
      const slide = before[near[a]!]! - KNOWN_SLIDE_COST
      const stays = before[a]! >= slide && before[a]! >= jump
      const slides = !stays && slide >= jump
      from[block * period + a] = stays ? a : slides ? near[a]! : leader
      metric[a] = stays ? before[a]! : slides ? slide : jump
      metric[a]! += gain * sums[block * period + a]! - (gain * gain * variance) / 2
    }
  }
  return traceBack(map, from, indexOfMost(metric), reach)
}

function traceBack(
  { blocks, period }: AlignmentMap,
  from: Int16Array,
  last: number,
  reach: number,
): Path {
  const alignments = new Int16Array(blocks)
  let alignment = last
  let cost = 0
  for (let block = blocks - 1; block >= 0; block--) {
    alignments[block] = alignment
    const before = from[block * period + alignment]!
    if (block > 0 && before !== alignment) {
      const step = Math.abs(modulo(alignment - before + period / 2, period) - period / 2)
      cost += step <= reach ? KNOWN_SLIDE_COST : KNOWN_JUMP_COST
    }
    alignment = before
  }
  return { alignments, cost }
}

/** The sum along a path and its variance over the cells whose sign is not 0, every sign counted once however often the pattern comes again. */
function fitAlong(evidence: Grid, phases: number, alignments: Int16Array, signs: Int8Array) {
  const folded = foldTrack(evidence, phases, hardTrack(alignments, BLOCK_OF_FRAMES))
  let [sum, variance] = [0, 0]
  for (let cell = 0; cell < signs.length; cell++) {
    if (signs[cell] === 0) continue
    sum += signs[cell]! * folded[cell]!
    variance += folded[cell]! ** 2
  }
  return { sum, variance }
}
