import { evidenceOf } from './evidence.ts'
import { firstOf, framesIn, levelsOf } from './levels.ts'
import { markOf } from './mark.ts'
import {
  FRAME,
  KEPT_PLACEMENTS,
  LOOP_SECONDS,
  MAX_ROUNDS,
  RAISE,
  SCORE_TARGET,
  STRENGTH_START_DB,
  WORK_RATE_HZ,
} from './params.ts'
import { bestStartFrames } from './placement.ts'
import { type Keyed, readTrack, straightFrom } from './read.ts'

/** What the closed loop needs to know of a clip. */
export interface Task {
  /** Mono at WORK_RATE_HZ. */
  host: Float32Array
  /** ±1 for each cell of one period. */
  signs: Int8Array
  keyed: Keyed
  payload: number
  /** Bound on the strength in dB. */
  most: number
  /** How many placements to try, at least 1. */
  placements: number
}

/** Marks for a strength of 1 dB, of which the first should be added, and at which strength. */
export interface ChosenMarks {
  /** One or more, at different placements, the best first. */
  marks: Float32Array[]
  strength: number
}

/**
 * Chooses placement and strength. Where there are several placements to try, the one that reads best at
 * the bound is the first; the strength then rises from STRENGTH_START_DB until it reads with SCORE_TARGET, or to
 * the bound.
 */
export function chooseMarks(task: Task): ChosenMarks {
  const { host, signs, most, placements } = task
  const levels = levelsOf(host, FRAME)
  // A longer clip reads better still, so its beginning is enough to choose by.
  const heard = host.subarray(0, LOOP_SECONDS * WORK_RATE_HZ)
  const trial = new Float32Array(heard.length)
  const scoreOf = (mark: Float32Array, startFrame: number, strength: number): number => {
    addMark(trial, heard, mark, strength)
    return alignedScore(trial, task, startFrame)
  }
  const first = firstOf(levels, framesIn(heard.length, FRAME))
  const starts = bestStartFrames(first, signs, task.keyed.pattern, placements)
  const tried = starts.map((startFrame) => {
    const mark = markOf(host, levels, signs, startFrame)
    const score = placements > 1 ? scoreOf(mark, startFrame, most) : 0
    return { mark, startFrame, score }
  })
  tried.sort((a, b) => b.score - a.score)
  const best = tried.slice(0, KEPT_PLACEMENTS)
  const { mark, startFrame } = best[0]!
  const strength = raise(most, (trialDb) => scoreOf(mark, startFrame, trialDb))
  return { marks: best.map((placed) => placed.mark), strength }
}

/** `out` = `host` + `strength` · `mark`, kept within −1 to 1, zero where the host is; all of one length. */
export function addMark(
  out: Float32Array,
  host: Float32Array,
  mark: Float32Array,
  strength: number,
): void {
  for (let n = 0; n < out.length; n++) {
    const sample = host[n]!
    const value = sample + strength * mark[n]!
    // Digital silence stays so: the resampler leaves rounding in it, which dither would make heard.
    out[n] = sample === 0 ? 0 : value > 1 ? 1 : value < -1 ? -1 : value
  }
}

function raise(most: number, scoreOf: (strength: number) => number): number {
  let strength = Math.min(STRENGTH_START_DB, most)
  for (let round = 0; round < MAX_ROUNDS && strength < most; round++) {
    const score = scoreOf(strength)
    if (score >= SCORE_TARGET) break
    // The score grows a little slower than the strength.
    const factor = Math.min(RAISE, (1.1 * SCORE_TARGET) / Math.max(score, 1))
    strength = Math.min(most, strength * factor)
  }
  return strength
}

/** Score where the embedder knows the pattern to stand, which saves the search; 0 if it does not decode. */
function alignedScore(samples: Float32Array, { keyed, payload }: Task, startFrame: number): number {
  const evidence = evidenceOf(samples, 1)
  const reading = readTrack(evidence, 1, straightFrom(evidence.hops, startFrame), keyed)
  return reading.payload === payload ? reading.score : 0
}
