import { mapAlignments, pilotCells } from './align.ts'
import { evidenceFrom } from './evidence.ts'
import type { Levels } from './levels.ts'
import { BINS, PATTERN_FRAMES, TAKEN_PILOT } from './params.ts'
import type { Pattern } from './pattern.ts'
import { foldTrack, straightFrom } from './read.ts'
import { lineScores } from './tracks.ts'

const CELLS = PATTERN_FRAMES * BINS

/**
 * The frames of the pattern with which a clip had best begin: those at which, still unmarked, it
 * already reads most like the message by chance. The reader tries all alignments anyway, so the best of
 * a period's is two or three standard deviations for nothing, and decides whether a single word can be
 * marked. Where the clip carries a mark already, its alignment is left to it: two messages at one place
 * would be read as a third.
 * @param levels of the clip's frames, a frame apart
 * @param signs ±1 for each cell of one period
 * @param pattern the one that the signs were made of
 * @param count how many to return
 * @returns start frames, 0 to PATTERN_FRAMES − 1, best first
 */
export function bestStartFrames(
  levels: Levels,
  signs: Int8Array,
  pattern: Pattern,
  count: number,
): number[] {
  const evidence = evidenceFrom(levels, 1)
  const values = foldTrack(evidence, 1, straightFrom(evidence.hops, 0))
  const frames = Math.min(PATTERN_FRAMES, evidence.hops)
  const map = mapAlignments(evidence, 1, pilotCells(pattern))
  const pilot = lineScores(map, 0, map.blocks, 0)
  const scores = Array.from({ length: PATTERN_FRAMES }, (_, startFrame) => ({
    startFrame,
    score: correlate(values, frames, signs, startFrame),
  })).filter(({ startFrame }) => pilot[startFrame]! < TAKEN_PILOT)
  scores.sort((a, b) => b.score - a.score || a.startFrame - b.startFrame)
  return scores.slice(0, count).map(({ startFrame }) => startFrame)
}

function correlate(
  values: Float32Array,
  frames: number,
  signs: Int8Array,
  startFrame: number,
): number {
  let sum = 0
  let row = startFrame * BINS
  for (let at = 0; at < frames * BINS; at += BINS) {
    for (let k = 0; k < BINS; k++) sum += signs[row + k]! * values[at + k]!
    row = row + BINS === CELLS ? 0 : row + BINS
  }
  return sum
}
