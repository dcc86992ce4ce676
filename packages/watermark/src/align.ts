import type { Grid } from './levels.ts'
import { DIGIT, nextDigit, PACKED_ROWS, PackedRows } from './packed-rows.ts'
import { BINS, BLOCK_OF_FRAMES, PATTERN_FRAMES, PILOT_BINS, SLIP_BLOCK_FRAMES } from './params.ts'
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

const pilots = new WeakMap<Pattern, KnownCells>()

/** The pilot's cells, found once for a pattern. */
export function pilotCells(pattern: Pattern): KnownCells {
  const known = pilots.get(pattern)
  if (known) return known
  const { sign, pilotBin } = pattern
  const place = pilotBin.map((bin, i) => {
    return sign[Math.floor(i / PILOT_BINS) * BINS + bin]! > 0 ? bin : BINS + bin
  })
  const cells = { perFrame: PILOT_BINS, place }
  pilots.set(pattern, cells)
  return cells
}

/** All cells of a pattern whose message is known. */
export function allCells(signs: Int8Array): KnownCells {
  const place = Uint8Array.from(signs, (sign, i) => (sign > 0 ? i % BINS : BINS + (i % BINS)))
  return { perFrame: BINS, place }
}

/**
 * Fits known cells to every block of the evidence.
 * @param phases 1, 2 or a multiple of PACKED_ROWS
 */
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
    map.energies[block * phases + (hop % phases)]! += share * energyOf(evidence.values, hop * BINS)
  }
  const frames = Math.max(1, Math.floor(TERMS_AT_ONCE / cells.perFrame))
  const rows = new PackedRows(frames * cells.perFrame)
  const together = Math.min(phases, PACKED_ROWS)
  for (let from = 0; from < last; from += frames * phases) {
    const block = Math.floor(from / blockHops)
    const sums = map.sums.subarray(block * period, (block + 1) * period)
    const end = Math.min(from + frames * phases, last)
    for (let first = 0; first < phases; first += together) {
      packedSums.fill(0)
      for (let hop = from + first; hop < end; hop += phases) {
        if (rows.fill(evidence.values, hop, Math.min(hop + together, end))) {
          addFits(packedSums, rows.values, Math.floor(hop / phases), cells)
        }
      }
      unpack(packedSums, rows.unit, first, phases, sums)
    }
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

/**
 * Values that are added up before they are unpacked, if they are of several frames: unpacking costs as much as 14 additions, and rounding for so many
 * is 2 % of what a value is. Whole frames of them divide every block: five of the pilot's, one of all cells.
 */
const TERMS_AT_ONCE = SLIP_BLOCK_FRAMES * PILOT_BINS
/** Sums of packed hops, by how many frames further the pattern is. */
const packedSums = new Float64Array(PATTERN_FRAMES)

/** Adds the fit of the packed hops of a frame to every frame of the pattern. */
function addFits(
  sums: Float64Array,
  rows: Float64Array,
  frame: number,
  { perFrame, place }: KnownCells,
): void {
  let ahead = (PATTERN_FRAMES - (frame % PATTERN_FRAMES)) % PATTERN_FRAMES
  for (let i = 0; i < place.length; ) {
    // Two sums: one alone would wait for each addition to end.
    let even = 0
    let odd = 0
    for (const end = i + perFrame; i < end; i += 2) {
      even += rows[place[i]!]!
      odd += rows[place[i + 1]!]!
    }
    sums[ahead]! += even + odd
    if (++ahead === PATTERN_FRAMES) ahead = 0
  }
}

/** Adds packed sums, the lowest digits of which are of hop `first` of a frame, to the alignments that they belong to. */
function unpack(
  from: Float64Array,
  unit: number,
  first: number,
  phases: number,
  to: Float32Array,
): void {
  const together = Math.min(phases, PACKED_ROWS)
  let alignment = first === 0 ? 0 : to.length - first
  for (let ahead = 0; ahead < PATTERN_FRAMES; ahead++) {
    let rest = from[ahead]!
    let at = alignment
    for (let row = 0; row < together; row++) {
      const above = nextDigit(rest)
      to[at]! += unit * (rest - above * DIGIT)
      rest = above
      // A hop further on lies one alignment lower.
      at = at === 0 ? to.length - 1 : at - 1
    }
    alignment += phases
    if (alignment >= to.length) alignment -= to.length
  }
}

function energyOf(values: Float32Array, row: number): number {
  let even = 0
  let odd = 0
  for (let i = row; i < row + BINS; i += 2) {
    even += values[i]! * values[i]!
    odd += values[i + 1]! * values[i + 1]!
  }
  return even + odd
}
