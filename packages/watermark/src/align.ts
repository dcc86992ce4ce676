import type { Grid } from './levels.ts'
import { BINS, BLOCK_OF_FRAMES, PATTERN_FRAMES, PILOT_BINS } from './params.ts'

/**
 * How well a keyed pattern fits each block of the audio at every alignment. At alignment `a`, hop `h`
 * carries the pattern at hop `(h + a) modulo the period`.
 */
export interface AlignmentMap {
  blocks: number
  /** Hops in a frame. */
  phases: number
  /** Hops in a period of the pattern: the number of alignments. */
  period: number
  /** [block][alignment]: sums of the signed cells. */
  sums: Float32Array
  /** [block][phase]: their variance, if the signs were random; the phase is `-a` modulo `phases`. */
  energies: Float32Array
}

/** Cells of known sign: the same number in each frame of the period. */
export interface KnownCells {
  perFrame: number
  bin: Uint8Array
  sign: Int8Array
}

/** The pilot's cells. */
export function pilotCells({
  sign,
  pilotBin,
}: {
  sign: Int8Array
  pilotBin: Uint8Array
}): KnownCells {
  const signs = Int8Array.from(pilotBin, (bin, i) => sign[Math.floor(i / PILOT_BINS) * BINS + bin]!)
  return { perFrame: PILOT_BINS, bin: pilotBin, sign: signs }
}

/** All cells of a pattern whose message is known. */
export function allCells(signs: Int8Array): KnownCells {
  return { perFrame: BINS, bin: Uint8Array.from(signs, (_, i) => i % BINS), sign: signs }
}

/** Fits known cells to every block of the evidence. */
export function mapAlignments(evidence: Grid, phases: number, cells: KnownCells): AlignmentMap {
  const blockHops = BLOCK_OF_FRAMES * phases
  const period = PATTERN_FRAMES * phases
  const blocks = Math.max(1, Math.ceil(evidence.hops / blockHops))
  const map = {
    ...{ blocks, phases, period },
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

/** Adds one hop's fit to every frame of the pattern. */
function fitHop(
  sums: Float32Array,
  base: number,
  values: Float32Array,
  hop: number,
  phases: number,
  period: number,
  { perFrame, bin, sign }: KnownCells,
): void {
  const row = hop * BINS
  let alignment = (period - (hop % period)) % period
  for (let frame = 0, i = 0; frame < PATTERN_FRAMES; frame++) {
    let sum = 0
    for (const end = i + perFrame; i < end; i++) sum += sign[i]! * values[row + bin[i]!]!
    sums[base + alignment]! += sum
    alignment += phases
    if (alignment >= period) alignment -= period
  }
}

function energyOf(values: Float32Array, row: number): number {
  let sum = 0
  for (let i = row; i < row + BINS; i++) sum += values[i]! * values[i]!
  return sum
}
