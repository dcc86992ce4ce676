import { mapAlignments, merged, pilotCells } from './align.ts'
import { evidenceOf } from './evidence.ts'
import { type Effort, logClaimBound, logDataBound } from './false-claim.ts'
import type { Grid } from './levels.ts'
import {
  BLOCK_OF_FRAMES,
  DATA_CERTAIN,
  DATA_LEAST,
  FALSE_CLAIM_LIMIT,
  LEAD_LEAST,
  PHASES,
  SHORT_WINDOW_BLOCKS,
  SHORT_WINDOW_PILOT,
  SLIP_BLOCK_FRAMES,
  WHOLE_PEAKS,
  WINDOW_BLOCKS,
  WINDOW_PEAKS,
  WINDOW_PILOT,
} from './params.ts'
import { type Keyed, logLead, type Reading, readTrack } from './read.ts'
import { slippingTrack } from './slipping-track.ts'
import { straightTracks, type Track } from './tracks.ts'

/** How a copy was changed: both 1 for audio as it was marked. */
export interface Warp {
  /** Playing time of the marked audio over the copy's. */
  tempo: number
  /** Frequencies of the copy over the marked audio's. */
  pitch: number
}

export const UNWARPED: Warp = { tempo: 1, pitch: 1 }

/** A stretch of audio as the reader sees it. */
export interface Piece {
  evidence: Grid
  /** Hops in a frame. */
  phases: number
  /** Where it begins in the file. */
  startSeconds: number
  warp: Warp
}

/** A reading, where it was taken, and how probable it is by chance. */
export interface Find extends Reading {
  keyed: Keyed
  track: Track
  /** Natural logarithm of the bound by its scores alone. */
  logBound: number
  /** Bound on the chance that audio without this mark gives it. */
  probability: number
}

/** @param samples at WORK_RATE_HZ, already at the marked pitch */
export function pieceOf(
  samples: Float32Array,
  startSeconds: number,
  warp = UNWARPED,
  phases = PHASES,
): Piece {
  const tempo = warp.tempo / warp.pitch
  return { evidence: evidenceOf(samples, phases, tempo), phases, startSeconds, warp }
}

/** Everything that one key and format read in a piece, claims and lesser finds, the most telling first. */
export function readPiece(piece: Piece, keyed: Keyed, effort: Effort): Find[] {
  const finds = tracksOf(piece.evidence, keyed).map((track) => findOf(piece, keyed, track, effort))
  return finds.toSorted((a, b) => a.probability - b.probability || a.logBound - b.logBound)
}

/**
 * The first claim of a payload at the whole piece's alignment peaks: a part of what `readPiece` reads, so that what is
 * claimed here is claimed there, at a fraction of its time, and at half of it where the piece has half the phases.
 */
export function claimStraight(
  piece: Piece,
  keyed: Keyed,
  payload: number,
  effort: Effort,
): Find | undefined {
  const map = mapAlignments(piece.evidence, piece.phases, pilotCells(keyed.pattern))
  for (const track of straightTracks(map, 0, map.blocks, WHOLE_PEAKS)) {
    const find = findOf(piece, keyed, track, effort)
    if (find.payload === payload && isClaim(find)) return find
  }
  return undefined
}

/** What one track reads as, and how probable that is by chance. */
function findOf(piece: Piece, keyed: Keyed, track: Track, effort: Effort): Find {
  const reading = readTrack(piece.evidence, piece.phases, track, keyed)
  const logBound = logBoundOf(reading, track, effort)
  // A format's check that does not hold, or data that say too little by themselves.
  const counts = reading.payload !== null && reading.dataScore >= DATA_LEAST
  const leads = () =>
    reading.dataScore >= DATA_CERTAIN ||
    logLead(piece.evidence, piece.phases, track, keyed) >= LEAD_LEAST
  const claimable = counts && logBound <= Math.log(FALSE_CLAIM_LIMIT)
  const probability = counts && !(claimable && !leads()) ? Math.min(1, Math.exp(logBound)) : 1
  return { ...reading, keyed, track, logBound, probability }
}

/** Whether a find may be claimed. */
export function isClaim({ probability }: Find): boolean {
  return probability <= FALSE_CLAIM_LIMIT
}

/**
 * The natural logarithm of the better of the two bounds, twice, for having looked at both; what is above 0 says
 * nothing by itself, but a registry can make something of it.
 */
function logBoundOf(reading: Reading, track: Track, { searches, decodings }: Effort): number {
  const byData = logDataBound(reading.dataScore, decodings)
  const byAll = track.straight ? logClaimBound(reading.score, searches) : byData
  return Math.LN2 + Math.min(byData, byAll)
}

/** The tracks worth decoding: over the whole piece, over its windows, and one that slips and jumps. */
function tracksOf(evidence: Grid, { pattern }: Keyed): Track[] {
  const fine = mapAlignments(evidence, PHASES, pilotCells(pattern), SLIP_BLOCK_FRAMES)
  const map = merged(fine, BLOCK_OF_FRAMES / SLIP_BLOCK_FRAMES)
  const tracks: Track[] = [slippingTrack(fine), ...straightTracks(map, 0, map.blocks, WHOLE_PEAKS)]
  for (const [from, to] of windowsOf(map.blocks, WINDOW_BLOCKS)) {
    const found = straightTracks(map, from, to, WINDOW_PEAKS)
    tracks.push(...found.filter(({ pilotScore }) => pilotScore >= WINDOW_PILOT))
  }
  for (const [from, to] of windowsOf(map.blocks, SHORT_WINDOW_BLOCKS)) {
    const found = straightTracks(map, from, to, 1)
    tracks.push(...found.filter(({ pilotScore }) => pilotScore >= SHORT_WINDOW_PILOT))
  }
  return tracks
}

/** Half-overlapped windows of `size` blocks; none where the whole is no longer than one. */
export function windowsOf(blocks: number, size: number): [from: number, to: number][] {
  const windows: [number, number][] = []
  if (blocks <= size) return windows
  for (let from = 0; from + size / 2 < blocks; from += size / 2) {
    windows.push([from, Math.min(from + size, blocks)])
  }
  return windows
}

/** What searching `pieces` pieces of up to PIECE_SECONDS with `keys` keys and formats costs the bounds. */
export function effortOf(pieces: number, blocks: number, keys: number, warps: number): Effort {
  const long = windowsOf(blocks, WINDOW_BLOCKS).length
  const short = windowsOf(blocks, SHORT_WINDOW_BLOCKS).length
  const share = pieces * keys * (1 + warps)
  return {
    searches: share * (1 + long + short),
    decodings: share * (WHOLE_PEAKS + 1 + WINDOW_PEAKS * long + short),
  }
}
