import type { Grid } from './levels.ts'
import {
  BINS,
  FRAME,
  HOP,
  PATTERN_FRAMES,
  PHASES,
  SPAN_FRAMES,
  SPAN_SCORE,
  WORK_RATE_HZ,
} from './params.ts'
import type { Find } from './search.ts'

/** A stretch of the audio that carries the mark. */
export interface Span {
  startSeconds: number
  endSeconds: number
}

/**
 * Where in time a known pattern stands: half-overlapped stretches of SPAN_FRAMES frames whose own
 * score passes SPAN_SCORE at the given alignment or a hop beside it, joined.
 * @param signs ±1 for each cell of one period
 * @param find reading of a stretch of this evidence, which gives the alignment
 * @param startSeconds time of the evidence's first hop in the file
 */
export function spansOf(
  evidence: Grid,
  signs: Int8Array,
  { alignment, fromHop }: Find,
  startSeconds: number,
): Span[] {
  const spans: Span[] = []
  const firstHop = alignment.phase
  // The stretch began fromHop / PHASES frames after frame 0 of the evidence.
  const back = (fromHop / PHASES) % PATTERN_FRAMES
  const offset = (alignment.offset - back + PATTERN_FRAMES) % PATTERN_FRAMES
  const frames = Math.floor((evidence.hops - firstHop - 1) / PHASES) + 1
  const step = SPAN_FRAMES / 2
  for (let from = 0; from < frames; from += step) {
    const to = Math.min(from + SPAN_FRAMES, frames)
    if (bestScore(evidence, signs, firstHop, offset, from, to) < SPAN_SCORE) continue
    const span = {
      startSeconds: startSeconds + ((firstHop + from * PHASES) * HOP) / WORK_RATE_HZ,
      endSeconds: startSeconds + ((firstHop + (to - 1) * PHASES) * HOP + FRAME) / WORK_RATE_HZ,
    }
    append(spans, span)
  }
  return spans
}

/** Adds a span, joined to the last one if they touch. */
export function append(spans: Span[], span: Span): void {
  const last = spans.at(-1)
  if (last && span.startSeconds <= last.endSeconds) {
    last.endSeconds = Math.max(last.endSeconds, span.endSeconds)
  } else spans.push(span)
}

function bestScore(
  evidence: Grid,
  signs: Int8Array,
  firstHop: number,
  offset: number,
  from: number,
  to: number,
): number {
  let best = 0
  for (let shift = -1; shift <= 1; shift++) {
    let sum = 0
    let energy = 0
    for (let frame = from; frame < to; frame++) {
      const hop = firstHop + shift + frame * PHASES
      if (hop < 0 || hop >= evidence.hops) continue
      const row = ((frame + offset) % PATTERN_FRAMES) * BINS
      for (let k = 0; k < BINS; k++) {
        const value = evidence.values[hop * BINS + k]!
        sum += signs[row + k]! * value
        energy += value * value
      }
    }
    if (energy > 0) best = Math.max(best, sum / Math.sqrt(energy))
  }
  return best
}
