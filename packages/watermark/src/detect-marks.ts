import { type Pcm, resample } from '@viva-voce/audio'
import { activeSeconds, checkAudio } from './audio-check.ts'
import { WatermarkError } from './errors.ts'
import { type Effort, falsePresenceBound } from './false-claim.ts'
import { FORMATS } from './formats.ts'
import type { WatermarkKey } from './keys.ts'
import { framesIn } from './levels.ts'
import {
  BLOCK_OF_FRAMES,
  COARSE_PHASES,
  FRAME,
  MIN_ACTIVE_SECONDS,
  PIECE_SECONDS,
  PRESENCE_LIMIT,
  SLIP_CANDIDATES,
  WARP_CANDIDATES,
  WORK_RATE_HZ,
} from './params.ts'
import {
  claimStraight,
  effortOf,
  type Find,
  isClaim,
  type Piece,
  pieceOf,
  readPiece,
  UNWARPED,
  type Warp,
} from './piece.ts'
import { type Keyed, keyedFor } from './read.ts'
import { append, type Span, spansOf } from './spans.ts'
import { Varispeed } from './varispeed.ts'
import { searchWarps } from './warp-search.ts'

export type Verdict = 'marked' | 'not_marked' | 'inconclusive'

/** One mark that was read in a file. */
export interface FoundMark {
  payload: number
  /** Version of the key that read it. */
  keyVersion: number
  formatVersion: number
  /** Correlation with its pattern in standard deviations of unmarked audio; about 8 is chance. */
  score: number
  /** Bound on the chance that audio without this mark earns the claim, at most 1e-6. */
  falseClaimProbability: number
  /** Where it stands, in time order. */
  spans: Span[]
  /** What the reader had to undo to read it: 1 and 1 if nothing; a small change of tempo needs nothing. */
  tempo: number
  pitch: number
}

/** What a blind reading found. */
export interface MarksReport {
  /** `inconclusive`: a mark is there but cannot be read, or there is too little sound to say. */
  verdict: Verdict
  /** Every mark that may be claimed, the most certain first. */
  marks: FoundMark[]
  /** Best score, claimed or not. */
  score: number
  /** Of the most certain mark; if none is claimed, of a mark's presence, 1 where nothing speaks for one. */
  falseClaimProbability: number
  /** The best reading, if it is no claim: what a registry of issued payloads can confirm (`claimAmong`). */
  candidate: Candidate | null
}

/** A reading that is not certain enough by itself. */
export interface Candidate {
  payload: number
  keyVersion: number
  score: number
  /** Natural logarithm of the bound on such a reading by accident, for any of 2^32 payloads; often above 0. */
  logBound: number
}

export interface DetectOptions {
  /** At least one key, each tried on its own. */
  keys: readonly WatermarkKey[]
  /** Whether changes of speed, stretch and pitch are searched where nothing else is found; true if left out. */
  warps?: boolean
}

const PIECE_SAMPLES = PIECE_SECONDS * WORK_RATE_HZ

/**
 * Reads every watermark in a file from the audio alone: unknown offset, gain, polarity, sampling rate, cuts
 * and insertions, speed, stretch and pitch to 3 %.
 * @param pcm mono at 8 to 192 kHz, any length
 * @throws WatermarkError `bad_key` without a usable key, `bad_audio` if the rate is out of range or a sample is not finite
 */
export function detectMarks(pcm: Pcm, { keys, warps = true }: DetectOptions): MarksReport {
  if (keys.length === 0) throw new WatermarkError('bad_key', 'no key to read with')
  checkAudio(pcm)
  const samples = resample(pcm, WORK_RATE_HZ).samples
  const keyeds = keys.flatMap((secret) => FORMATS.map((format) => keyedFor(secret, format)))
  const search = new Search(samples, keyeds, warps)
  for (const bounds of pieceBounds(samples.length)) search.read(...bounds)
  return search.report(activeSeconds(samples))
}

/**
 * Score with which `detectMarks` claims `payload` at least, where the whole of up to PIECE_SECONDS reads at one alignment in the
 * newest format, as long as it is well over what a claim needs: only every other alignment is looked at. 0 where only the full search could say.
 */
export function straightScore(pcm: Pcm, secret: WatermarkKey, payload: number): number {
  const samples = resample(pcm, WORK_RATE_HZ).samples
  const effort = effortFor(samples.length, FORMATS.length)
  const keyed = keyedFor(secret, FORMATS[0]!)
  const piece = pieceOf(samples, 0, UNWARPED, COARSE_PHASES)
  return claimStraight(piece, keyed, payload, effort)?.score ?? 0
}

/** Sample ranges of pieces of PIECE_SECONDS; a rest of under half a piece stays with the one before. */
function pieceBounds(length: number): [number, number][] {
  const count = Math.max(1, Math.round(length / PIECE_SAMPLES))
  return Array.from({ length: count }, (_, i) => [
    i * PIECE_SAMPLES,
    i === count - 1 ? length : (i + 1) * PIECE_SAMPLES,
  ])
}

/** What reading `length` samples with `keys` keys and formats costs the bounds. */
function effortFor(length: number, keys: number): Effort {
  const hops = framesIn(Math.min(length, 1.5 * PIECE_SAMPLES), FRAME)
  const blocks = Math.ceil(hops / BLOCK_OF_FRAMES)
  return effortOf(pieceBounds(length).length, blocks, keys, WARP_CANDIDATES + SLIP_CANDIDATES)
}

/** What was found in the pieces of one file so far. */
class Search {
  readonly #samples: Float32Array
  readonly #keyeds: readonly Keyed[]
  readonly #warps: boolean
  readonly #effort: Effort
  readonly #marks = new Map<string, FoundMark>()
  #best: Find | null = null
  /** Best pilot score of a straight track in audio as it came: what the presence bound is made for. */
  #pilotScore = 0

  constructor(samples: Float32Array, keyeds: readonly Keyed[], warps: boolean) {
    this.#samples = samples
    this.#keyeds = keyeds
    this.#warps = warps
    this.#effort = effortFor(samples.length, keyeds.length)
  }

  /** Reads samples `start` to `end` as they are and, where that claims nothing, at other speeds. */
  read(start: number, end: number): void {
    const samples = this.#samples.subarray(start, end)
    const startSeconds = start / WORK_RATE_HZ
    const piece = pieceOf(samples, startSeconds)
    for (const keyed of this.#keyeds) if (this.#take(piece, keyed)) return
    if (!this.#warps) return
    const newest = this.#keyeds.filter(({ format }) => format === FORMATS[0])
    for (const keyed of newest) {
      for (const warp of searchWarps(samples, keyed)) {
        if (this.#take(warpedPiece(samples, startSeconds, warp), keyed)) return
      }
    }
  }

  report(seconds: number): MarksReport {
    const marks = [...this.#marks.values()]
    marks.sort((a, b) => a.falseClaimProbability - b.falseClaimProbability || b.score - a.score)
    const best = this.#best
    const presence = falsePresenceBound(this.#pilotScore, this.#effort.searches)
    const seen = presence <= PRESENCE_LIMIT
    const silent = seconds < MIN_ACTIVE_SECONDS
    const unclaimed = seen || silent ? 'inconclusive' : 'not_marked'
    return {
      verdict: marks.length > 0 ? 'marked' : unclaimed,
      marks,
      score: marks[0]?.score ?? best?.score ?? 0,
      falseClaimProbability: marks[0]?.falseClaimProbability ?? (seen ? presence : 1),
      candidate: marks.length > 0 || !best ? null : candidateOf(best),
    }
  }

  /** Claims what a piece gives; true if anything was claimed. */
  #take(piece: Piece, keyed: Keyed): boolean {
    const finds = readPiece(piece, keyed, this.#effort)
    const claims = withoutMixtures(finds.filter(isClaim))
    const first = finds[0]
    for (const { track, pilotScore } of piece.warp === UNWARPED ? finds : []) {
      if (track.straight) this.#pilotScore = Math.max(this.#pilotScore, pilotScore)
    }
    if (first && (!this.#best || first.logBound < this.#best.logBound)) this.#best = first
    for (const payload of new Set(claims.map((claim) => claim.payload!))) {
      this.#claim(
        piece,
        claims.filter((claim) => claim.payload === payload),
      )
    }
    return claims.length > 0
  }

  /** Adds one payload's claims of a piece to the file's. */
  #claim(piece: Piece, claims: readonly Find[]): void {
    const best = claims[0]!
    const { secret, format } = best.keyed
    const id = `${best.payload}/${secret.keyVersion}/${format.version}`
    const known = this.#marks.get(id)
    const spans = known?.spans ?? []
    for (const span of spansOf(piece, claims)) append(spans, span)
    if (known && known.falseClaimProbability <= best.probability) return
    this.#marks.set(id, {
      payload: best.payload!,
      keyVersion: secret.keyVersion,
      formatVersion: format.version,
      score: best.score,
      falseClaimProbability: best.probability,
      spans,
      tempo: piece.warp.tempo,
      pitch: piece.warp.pitch,
    })
  }
}

/**
 * Claims without those of tracks that jump, where a straight one claims another payload: where two marks lie
 * over each other such a track takes from both.
 */
function withoutMixtures(claims: readonly Find[]): readonly Find[] {
  const straight = claims.filter(({ track }) => track.straight)
  if (straight.length === 0) return claims
  const payloads = new Set(straight.map(({ payload }) => payload))
  return claims.filter(({ track, payload }) => track.straight || payloads.has(payload))
}

function warpedPiece(samples: Float32Array, startSeconds: number, warp: Warp): Piece {
  return pieceOf(new Varispeed(samples).at(warp.pitch), startSeconds, warp)
}

function candidateOf(best: Find): Candidate | null {
  if (best.payload === null) return null
  const { payload, score, logBound, keyed } = best
  return { payload, score, logBound, keyVersion: keyed.secret.keyVersion }
}
