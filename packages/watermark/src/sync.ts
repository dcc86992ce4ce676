import type { Grid } from './levels.ts'
import { BINS, PATTERN_FRAMES, PEAKS, PHASES, PILOT_BINS } from './params.ts'
import type { Pattern } from './pattern.ts'

const CELLS = PATTERN_FRAMES * BINS

/** The evidence of a stretch, all periods of the pattern added up, once for each sub-frame phase. */
export interface Folded {
  /** [phase][frame modulo the period][bin]. */
  values: Float32Array
  /** Sum of squares for each phase: the variance of any sum over it with random signs. */
  energy: Float64Array
}

/** One way of laying the pattern over the audio. */
export interface Alignment {
  /** Sub-frame shift, in hops. */
  phase: number
  /** Frame of the pattern that falls on frame 0 of the folded stretch. */
  offset: number
  /** Pilot correlation in standard deviations of what unmarked audio gives. */
  pilotScore: number
}

/** Adds up all periods of hops `from` (a multiple of `phases`) to `to`, so that long clips cost as little to search as short ones; `phases` is the number of hops in a frame. */
export function fold(evidence: Grid, from: number, to: number, phases = PHASES): Folded {
  const values = new Float32Array(phases * CELLS)
  for (let h = from; h < to; h++) {
    const frame = Math.floor((h - from) / phases) % PATTERN_FRAMES
    const target = ((h - from) % phases) * CELLS + frame * BINS
    const source = h * BINS
    for (let k = 0; k < BINS; k++) values[target + k]! += evidence.values[source + k]!
  }
  const energy = new Float64Array(phases)
  for (let phase = 0; phase < phases; phase++) {
    let sum = 0
    for (let i = phase * CELLS; i < (phase + 1) * CELLS; i++) sum += values[i]! * values[i]!
    energy[phase] = sum
  }
  return { values, energy }
}

/** The PEAKS likeliest alignments of a pattern over a folded stretch, best first: the pilot is tried at every offset of every phase. */
export function findAlignments(folded: Folded, pattern: Pattern): Alignment[] {
  const found: Alignment[] = []
  for (let phase = 0; phase < PHASES; phase++) {
    const variance = folded.energy[phase]! * (PILOT_BINS / BINS)
    if (variance === 0) continue
    for (let offset = 0; offset < PATTERN_FRAMES; offset++) {
      const sum = correlatePilot(folded.values, phase * CELLS, pattern, offset)
      keepBest(found, { phase, offset, pilotScore: sum / Math.sqrt(variance) })
    }
  }
  return found
}

function correlatePilot(
  values: Float32Array,
  base: number,
  pattern: Pattern,
  offset: number,
): number {
  let sum = 0
  for (let frame = 0; frame < PATTERN_FRAMES; frame++) {
    const wrapped = frame < offset ? frame - offset + PATTERN_FRAMES : frame - offset
    const source = base + wrapped * BINS
    const row = frame * BINS
    for (let i = frame * PILOT_BINS; i < (frame + 1) * PILOT_BINS; i++) {
      const bin = pattern.pilotBin[i]!
      sum += pattern.sign[row + bin]! * values[source + bin]!
    }
  }
  return sum
}

function keepBest(found: Alignment[], candidate: Alignment): void {
  if (found.length === PEAKS && candidate.pilotScore <= found[PEAKS - 1]!.pilotScore) return
  let at = found.length
  while (at > 0 && found[at - 1]!.pilotScore < candidate.pilotScore) at--
  found.splice(at, 0, candidate)
  if (found.length > PEAKS) found.pop()
}
