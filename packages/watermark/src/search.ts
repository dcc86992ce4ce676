import { falseClaimBound, falsePresenceBound } from './false-claim.ts'
import type { WatermarkKey } from './keys.ts'
import type { Grid } from './levels.ts'
import { FALSE_CLAIM_LIMIT, HOP, PHASES, WINDOW_SECONDS, WORK_RATE_HZ } from './params.ts'
import { patternOf } from './pattern.ts'
import { type Reading, readAt } from './read.ts'
import { findAlignments, fold } from './sync.ts'

/** Hops in a window, a multiple of PHASES so that windows share phases. */
const WINDOW_HOPS = Math.round((WINDOW_SECONDS * WORK_RATE_HZ) / (HOP * PHASES)) * PHASES
const WINDOW_STEP = WINDOW_HOPS / 2

/** A reading and where it was taken. */
export interface Find extends Reading {
  secret: WatermarkKey
  /** Hop of the evidence at which the stretch begins. */
  fromHop: number
}

/** Half-overlapped windows of WINDOW_SECONDS over `hops` hops; none where the whole is no longer than one. */
export function windowsOf(hops: number): number[] {
  const starts: number[] = []
  if (hops <= WINDOW_HOPS) return starts
  for (let start = 0; start + WINDOW_STEP < hops; start += WINDOW_STEP) starts.push(start)
  return starts
}

/**
 * The best reading of a piece under one key: read whole first, then, unless that is a claim, window by
 * window, which finds marks in a part, and after cuts.
 * @param searches number of stretches × keys over the whole file, for the bounds
 */
export function searchPiece(evidence: Grid, secret: WatermarkKey, searches: number): Find | null {
  let best = searchStretch(evidence, secret, 0, evidence.hops, searches)
  if (best && isClaim(best, searches)) return best
  for (const from of windowsOf(evidence.hops)) {
    const to = Math.min(from + WINDOW_HOPS, evidence.hops)
    best = better(best, searchStretch(evidence, secret, from, to, searches), searches)
  }
  return best
}

/** The best reading of hops `fromHop` to `toHop` as one stretch; the first that is a claim ends the search. */
export function searchStretch(
  evidence: Grid,
  secret: WatermarkKey,
  fromHop: number,
  toHop: number,
  searches: number,
): Find | null {
  const pattern = patternOf(secret)
  const folded = fold(evidence, fromHop, toHop)
  let best: Find | null = null
  for (const alignment of findAlignments(folded, pattern)) {
    const find = { ...readAt(folded, pattern, secret, alignment), secret, fromHop }
    if (isClaim(find, searches)) return find
    best = better(best, find, searches)
  }
  return best
}

/** Whether a reading may be claimed: its check holds and chance would hardly ever score as high. */
export function isClaim(find: Find, searches: number): boolean {
  return find.payload !== null && falseClaimBound(find.score, searches) <= FALSE_CLAIM_LIMIT
}

/** The more telling of two readings: a claim before none, then the higher score, then the likelier presence. */
export function better(a: Find | null, b: Find | null, searches: number): Find | null {
  if (!a || !b) return a ?? b
  const claims = Number(isClaim(b, searches)) - Number(isClaim(a, searches))
  if (claims !== 0) return claims > 0 ? b : a
  if (isClaim(a, searches)) return b.score > a.score ? b : a
  return falsePresenceBound(b.pilotScore, searches) < falsePresenceBound(a.pilotScore, searches)
    ? b
    : a
}
