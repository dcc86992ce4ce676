import type { Grid } from './levels.ts'
import { BINS, BLOCK_OF_FRAMES, PATTERN_FRAMES, PILOT_BINS } from './params.ts'
import type { Pattern } from './pattern.ts'

/**
 * How well a keyed pattern fits each block of the audio at every alignment. At alignment `a`, hop `h`
 * carries the pattern at hop `(h + a) modulo the period`.
 */
export interface AlignmentMap {
  blocks: number
  /** Frames in a block. */
  blockFrames: number
  /** Hops in a frame. */
  phases: number
  /** Hops in a period of the pattern: the number of alignments. */
  period: number
  /** [block][alignment]: sums of the signed cells. */
  sums: Float32Array
  /** [block][phase]: their variance, if the signs were random; the phase is `-a` modulo `phases`. */
  energies: Float32Array
}

/** Cells of known sign: the same number in each frame of the period, an even one. */
export interface KnownCells {
  perFrame: number
  /** The bin of each, plus BINS where the sign is −1: its place in a row followed by the same row turned over. */
  place: Uint8Array
}

/** The pilot's cells. */
export function pilotCells({ sign, pilotBin }: Pattern): KnownCells {
  const place = pilotBin.map((bin, i) => {
    return sign[Math.floor(i / PILOT_BINS) * BINS + bin]! > 0 ? bin : BINS + bin
  })
  return { perFrame: PILOT_BINS, place }
}

/** All cells of a pattern whose message is known. */
export function allCells(signs: Int8Array): KnownCells {
  const place = Uint8Array.from(signs, (sign, i) => (sign > 0 ? i % BINS : BINS + (i % BINS)))
  return { perFrame: BINS, place }
}

/** Fits known cells to every block of the evidence. */
export function mapAlignments(
  evidence: Grid,
  phases: number,
  cells: KnownCells,
  blockFrames = BLOCK_OF_FRAMES,
): AlignmentMap {
  const blockHops = blockFrames * phases
  const period = PATTERN_FRAMES * phases
  const blocks = Math.max(1, Math.ceil(evidence.hops / blockHops))
  const map = {
    ...{ blocks, blockFrames, phases, period },
    sums: new Float32Array(blocks * period),
    energies: new Float32Array(blocks * phases),
  }
  const share = cells.perFrame / BINS
  const last = Math.min(evidence.hops, blocks * blockHops)
  for (let hop = 0; hop < last; hop++) {
    const block = Math.floor(hop / blockHops)
    const energy = energyOf(evidence.values, hop * BINS)
    if (energy === 0) continue
    map.energies[block * phases + (hop % phases)]! += share * energy
    fitHop(map.sums, block * period, evidence.values, hop, phases, period, cells)
  }
  return map
}

/** The same map with every `count` blocks added up to one. */
export function merged(map: AlignmentMap, count: number): AlignmentMap {
  const { period, phases } = map
  const blocks = Math.ceil(map.blocks / count)
  const sums = new Float32Array(blocks * period)
  const energies = new Float32Array(blocks * phases)
  for (let block = 0; block < map.blocks; block++) {
    const to = Math.floor(block / count)
    for (let a = 0; a < period; a++) sums[to * period + a]! += map.sums[block * period + a]!
    for (let p = 0; p < phases; p++) energies[to * phases + p]! += map.energies[block * phases + p]!
  }
  return { blocks, blockFrames: map.blockFrames * count, phases, period, sums, energies }
}

/** A row of the evidence, and the same turned over. */
const bothSigns = new Float64Array(2 * BINS)

/** Adds one hop's fit to every frame of the pattern. */
function fitHop(
  sums: Float32Array,
  base: number,
  values: Float32Array,
  hop: number,
  phases: number,
  period: number,
  { perFrame, place }: KnownCells,
): void {
  for (let k = 0, at = hop * BINS; k < BINS; k++, at++) {
    bothSigns[k] = values[at]!
    bothSigns[BINS + k] = -values[at]!
  }
  let alignment = (period - (hop % period)) % period
  for (let frame = 0, i = 0; frame < PATTERN_FRAMES; frame++) {
    // Two sums: one alone would wait for each addition to end.
    let even = 0
    let odd = 0
    for (const end = i + perFrame; i < end; i += 2) {
      even += bothSigns[place[i]!]!
      odd += bothSigns[place[i + 1]!]!
    }
    sums[base + alignment]! += even + odd
    alignment += phases
    if (alignment >= period) alignment -= period
  }
}

function energyOf(values: Float32Array, row: number): number {
  let sum = 0
  for (let i = row; i < row + BINS; i++) sum += values[i]! * values[i]!
  return sum
}
