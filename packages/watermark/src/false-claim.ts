import { PATTERN_FRAMES, PAYLOAD_BITS, PHASES } from './params.ts'

const ALIGNMENTS = PATTERN_FRAMES * PHASES

/** How much was searched, over a whole file: what the bounds must pay for. */
export interface Effort {
  /** Stretches × keys × formats × speeds, each at every alignment. */
  searches: number
  /** Tracks that were decoded, at most. */
  decodings: number
}

/**
 * Bound on the chance that audio which is independent of the key scores this high for any payload at
 * any alignment. The keyed signs are independent and uniform, so a score is a sum of fixed numbers with
 * random signs over its own norm, and P(score ≥ z) ≤ exp(−z²/2) whatever the audio; the union bound
 * over all payloads, alignments, stretches and keys that were tried covers every way of searching.
 * @param searches stretches × keys that were searched
 * @returns 0 to 1
 * @see W. Hoeffding, "Probability inequalities for sums of bounded random variables", JASA 58, 1963
 */
export function falseClaimBound(score: number, searches: number): number {
  return Math.min(1, Math.exp(logClaimBound(score, searches)))
}

/** Its natural logarithm, not cut off at 0. */
export function logClaimBound(score: number, searches: number): number {
  return PAYLOAD_BITS * Math.LN2 + Math.log(ALIGNMENTS * searches) - Math.max(0, score) ** 2 / 2
}

/**
 * The same, as a natural logarithm, for the data cells alone, along tracks that the pilot chose. The pilot's signs say nothing of the
 * data's, so it does not matter by how much freedom the track was found, only how many were decoded.
 */
export function logDataBound(dataScore: number, decodings: number): number {
  return PAYLOAD_BITS * Math.LN2 + Math.log(decodings) - Math.max(0, dataScore) ** 2 / 2
}

/**
 * The bound of a reading that is no claim by itself, once a registry knows its payload: with `issued` payloads in
 * all, chance has that many to hit, and not 2^32.
 * @param logBound as in `Candidate`
 * @returns 0 to 1; a claim at 1e-6 or less
 */
export function claimAmong(logBound: number, issued: number): number {
  return Math.min(1, Math.exp(logBound - PAYLOAD_BITS * Math.LN2 + Math.log(Math.max(1, issued))))
}

/** The same for the pilot alone: that a mark of any payload is there at all. */
export function falsePresenceBound(pilotScore: number, searches: number): number {
  return unionBound(pilotScore, Math.log(ALIGNMENTS * searches))
}

/** The least score whose bound is under `limit` for one search. */
export function scoreFor(limit: number): number {
  return Math.sqrt(2 * (PAYLOAD_BITS * Math.LN2 + Math.log(ALIGNMENTS / limit)))
}

function unionBound(score: number, logTrials: number): number {
  return score <= 0 ? 1 : Math.min(1, Math.exp(logTrials - score ** 2 / 2))
}
