import {
  BINS,
  FRAME,
  PATTERN_FRAMES,
  PHASES,
  SPAN_FRAMES,
  SPAN_GAP_SECONDS,
  SPAN_SCORE,
  WORK_RATE_HZ,
} from './params.ts'
import { type Pattern, PILOT } from './pattern.ts'
import type { Find, Piece } from './piece.ts'
import { expectedSigns } from './read.ts'
import { modulo } from './tracks.ts'

/** A stretch of the audio that carries the mark. */
export interface Span {
  startSeconds: number
  endSeconds: number
}

/** Hops by which a stretch may lie beside the alignment of the track that found the mark. */
const NEAR = 2

/**
 * Where in time a read mark stands: half-overlapped stretches of SPAN_FRAMES frames whose own data pass
 * SPAN_SCORE at one of the alignments at which the mark was found, or a hop or two beside it, joined.
 * @param finds readings of the piece with one payload and key
 */
export function spansOf(piece: Piece, finds: readonly Find[]): Span[] {
  const { keyed, code } = finds[0]!
  const signs = dataSigns(keyed.pattern, code)
  const alignments = [...new Set(finds.flatMap(({ track }) => [...track.alignments]))]
  const { hops } = piece.evidence
  const length = SPAN_FRAMES * PHASES
  const spans: Span[] = []
  for (let from = 0; from + length / 2 < hops; from += length / 2) {
    const to = Math.min(from + length, hops)
    if (alignments.some((a) => stands(piece, signs, a, from, to))) {
      append(spans, { startSeconds: timeOf(piece, from), endSeconds: timeOf(piece, to) })
    }
  }
  return spans
}

/** The signs without the pilot's, which every mark of the key has in common. */
function dataSigns(pattern: Pattern, code: Uint8Array): Int8Array {
  return expectedSigns(pattern, code).map((sign, cell) =>
    pattern.codeBit[cell] === PILOT ? 0 : sign,
  )
}

/** Adds a span, joined to the last one if they are less than SPAN_GAP_SECONDS apart. */
export function append(spans: Span[], span: Span): void {
  const last = spans.at(-1)
  if (last && span.startSeconds <= last.endSeconds + SPAN_GAP_SECONDS) {
    last.endSeconds = Math.max(last.endSeconds, span.endSeconds)
  } else spans.push(span)
}

/** A hop's time in the file as it was given. */
function timeOf({ warp, startSeconds, evidence }: Piece, hop: number): number {
  const samples = hop === evidence.hops ? hop * (FRAME / PHASES) + FRAME : hop * (FRAME / PHASES)
  return startSeconds + samples / WORK_RATE_HZ / warp.tempo
}

function stands(
  piece: Piece,
  signs: Int8Array,
  alignment: number,
  from: number,
  to: number,
): boolean {
  for (let beside = -NEAR; beside <= NEAR; beside++) {
    if (scoreAt(piece, signs, alignment + beside, from, to) >= SPAN_SCORE) return true
  }
  return false
}

function scoreAt(
  { evidence }: Piece,
  signs: Int8Array,
  alignment: number,
  from: number,
  to: number,
): number {
  const period = PATTERN_FRAMES * PHASES
  let sum = 0
  let energy = 0
  for (let hop = from + modulo(-alignment - from, PHASES); hop < to; hop += PHASES) {
    const row = (modulo(hop + alignment, period) / PHASES) * BINS
    for (let k = 0; k < BINS; k++) {
      const value = evidence.values[hop * BINS + k]!
      sum += signs[row + k]! * value
      if (signs[row + k] !== 0) energy += value * value
    }
  }
  return energy > 0 ? sum / Math.sqrt(energy) : 0
}
