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
import { modulo, type Place, type Track } from './tracks.ts'

/** A stretch of the audio that carries the mark. */
export interface Span {
  startSeconds: number
  endSeconds: number
}

/** Hops by which a stretch may lie beside the alignment of the track that found the mark. */
const NEAR = 2

/**
 * Where in time a read mark stands: half-overlapped stretches of SPAN_FRAMES frames whose own data pass
 * SPAN_SCORE along one of the tracks on which the mark was found, or a hop or two beside it, joined.
 * @param finds readings of the piece with one payload and key
 */
export function spansOf(piece: Piece, finds: readonly Find[]): Span[] {
  const { keyed, code } = finds[0]!
  const signs = dataSigns(keyed.pattern, code)
  const paths = pathsOf(finds)
  const { hops } = piece.evidence
  const length = SPAN_FRAMES * PHASES
  const spans: Span[] = []
  for (let from = 0; from + length / 2 < hops; from += length / 2) {
    const to = Math.min(from + length, hops)
    if (paths.some((path) => stands(piece, signs, path, from, to))) {
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

/** The alignment of a track at a hop; undefined where the track says nothing. */
type Path = (hop: number) => number | undefined

/** The tracks of all finds, straight ones once for each alignment. */
function pathsOf(finds: readonly Find[]): Path[] {
  const straight = finds.filter(({ track }) => track.straight)
  const alignments = new Set(straight.map(({ track }) => track.places[0]?.[0]?.alignment ?? 0))
  const slipping = finds.filter(({ track }) => !track.straight)
  return [
    ...[...alignments].map((alignment) => () => alignment),
    ...slipping.map(({ track }) => pathAlong(track)),
  ]
}

/** The likeliest place of each block. */
function pathAlong({ from, blockFrames, places }: Track): Path {
  const best = places.map((block) => heaviest(block)?.alignment)
  return (hop) => best[Math.floor(hop / (blockFrames * PHASES)) - from]
}

function heaviest(places: readonly Place[]): Place | undefined {
  return places.toSorted((a, b) => b.weight - a.weight)[0]
}

function stands(piece: Piece, signs: Int8Array, path: Path, from: number, to: number): boolean {
  for (let beside = -NEAR; beside <= NEAR; beside++) {
    if (scoreAt(piece, signs, path, beside, from, to) >= SPAN_SCORE) return true
  }
  return false
}

function scoreAt(
  { evidence }: Piece,
  signs: Int8Array,
  path: Path,
  beside: number,
  from: number,
  to: number,
): number {
  const period = PATTERN_FRAMES * PHASES
  let sum = 0
  let energy = 0
  for (let hop = from; hop < to; hop++) {
    const at = (path(hop) ?? Number.NaN) + beside + hop
    if (at % PHASES !== 0) continue
    const row = (modulo(at, period) / PHASES) * BINS
    for (let k = 0; k < BINS; k++) {
      const value = evidence.values[hop * BINS + k]!
      sum += signs[row + k]! * value
      if (signs[row + k] !== 0) energy += value * value
    }
  }
  return energy > 0 ? sum / Math.sqrt(energy) : 0
}
