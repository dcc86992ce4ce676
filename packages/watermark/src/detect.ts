import { type Pcm, resample } from '@viva-voce/audio'
import { activeSeconds, checkAudio } from './audio-check.ts'
import { WatermarkError } from './errors.ts'
import { evidenceOf } from './evidence.ts'
import { falseClaimBound, falsePresenceBound } from './false-claim.ts'
import type { WatermarkKey } from './keys.ts'
import { framesIn } from './levels.ts'
import { HOP, MIN_ACTIVE_SECONDS, PIECE_SECONDS, PRESENCE_LIMIT, WORK_RATE_HZ } from './params.ts'
import { patternOf } from './pattern.ts'
import { expectedSigns } from './read.ts'
import { better, type Find, isClaim, searchPiece, windowsOf } from './search.ts'
import { append, type Span, spansOf } from './spans.ts'

/** What a blind reading found. */
export interface Detection {
  /** `inconclusive`: a mark is there but cannot be read, or there is too little sound to say. */
  verdict: 'marked' | 'not_marked' | 'inconclusive'
  /** The payload, if `marked`. */
  payload: number | null
  /** Correlation with the best pattern in standard deviations of unmarked audio; about 8 is chance, 9.3 a claim. */
  score: number
  /** Bound on the chance that audio without this mark earns the verdict; 1 if no mark is claimed. */
  falseClaimProbability: number
  /** Where the mark stands, in time order. */
  spans: Span[]
  /** Version of the key that read it, if `marked`. */
  keyVersion: number | null
}

/** A piece's claim and where in the file it stands. */
interface Claim {
  find: Find
  spans: Span[]
}

const PIECE_SAMPLES = PIECE_SECONDS * WORK_RATE_HZ

/**
 * Reads the watermark from the audio alone: unknown offset, gain, polarity and sampling rate; not
 * changed speed or pitch.
 * @param pcm mono at 8 to 192 kHz, any length
 * @param options.keys at least one key, each tried on its own
 * @throws WatermarkError `bad_key` without a usable key, `bad_audio` if the rate is out of range or a sample is not finite
 */
export function detect(pcm: Pcm, { keys }: { keys: readonly WatermarkKey[] }): Detection {
  if (keys.length === 0) throw new WatermarkError('bad_key', 'no key to read with')
  checkAudio(pcm)
  const samples = resample(pcm, WORK_RATE_HZ).samples
  const bounds = pieceBounds(samples.length)
  const searches = keys.length * countStretches(bounds)
  let best: Find | null = null
  const claims: Claim[] = []
  for (const [start, end] of bounds) {
    const evidence = evidenceOf(samples.subarray(start, end))
    let find: Find | null = null
    for (const key of keys) find = better(find, searchPiece(evidence, key, searches), searches)
    if (find && isClaim(find, searches)) {
      const signs = expectedSigns(patternOf(find.secret), find.code)
      claims.push({ find, spans: spansOf(evidence, signs, find, start / WORK_RATE_HZ) })
    }
    best = better(best, find, searches)
  }
  if (best && isClaim(best, searches)) return claimOf(best, claims, searches)
  return unclaimed(best, activeSeconds(samples), searches)
}

/** Sample ranges of pieces of PIECE_SECONDS; a rest of under half a piece stays with the one before. */
function pieceBounds(length: number): [number, number][] {
  const count = Math.max(1, Math.round(length / PIECE_SAMPLES))
  return Array.from({ length: count }, (_, i) => [
    i * PIECE_SAMPLES,
    i === count - 1 ? length : (i + 1) * PIECE_SAMPLES,
  ])
}

function countStretches(bounds: [number, number][]): number {
  let stretches = 0
  for (const [start, end] of bounds) stretches += 1 + windowsOf(framesIn(end - start, HOP)).length
  return stretches
}

function claimOf(best: Find, claims: Claim[], searches: number): Detection {
  const spans: Span[] = []
  for (const { find, spans: found } of claims) {
    if (find.payload !== best.payload || find.secret !== best.secret) continue
    for (const span of found) append(spans, span)
  }
  return {
    verdict: 'marked',
    payload: best.payload,
    score: best.score,
    falseClaimProbability: falseClaimBound(best.score, searches),
    spans,
    keyVersion: best.secret.keyVersion,
  }
}

function unclaimed(best: Find | null, seconds: number, searches: number): Detection {
  const presence = best ? falsePresenceBound(best.pilotScore, searches) : 1
  const seen = presence <= PRESENCE_LIMIT
  return {
    verdict: seen || seconds < MIN_ACTIVE_SECONDS ? 'inconclusive' : 'not_marked',
    payload: null,
    score: best?.score ?? 0,
    falseClaimProbability: seen ? presence : 1,
    spans: [],
    keyVersion: null,
  }
}
