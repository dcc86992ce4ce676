/**
 * A true-peak limiter that sees ahead. The gain that each sample needs is held down for the whole look-ahead
 * (sliding minimum), let go exponentially, and smoothed over the look-ahead: the smoothed gain is never
 * above the needed one, and has no corner that could click (D. Giannoulis et al., "Digital Dynamic Range
 * Compressor Design", JAES 60(6), 2012; smoothing as in G. Luff, "Designing a straightforward
 * limiter", Signalsmith Audio, 2022). The audio is at hand as a whole, so nothing is delayed.
 */
import type { Pcm } from './pcm.ts'

/** Ahead of a peak: within the ear's backward masking (Zwicker & Fastl, Psychoacoustics, ch. 4.4). */
const LOOK_AHEAD_SECONDS = 0.004
/** Time constant of the return: over a pitch period of the lowest voice, so that the gain does not follow it. */
const RELEASE_SECONDS = 0.06
/** A gain this near to 1 is 1. */
const NEGLIGIBLE = 1e-9

/** Audio with a gain, and whether the limiter had to work on it. */
export interface Limited {
  pcm: Pcm
  isTouched: boolean
}

/**
 * The audio times `gain`, held under `ceiling` (both linear) by the limiter.
 * @param envelope of the audio before the gain, from `peakEnvelope` with a floor of `ceiling / gain` or less
 */
export function applyLimited(
  pcm: Pcm,
  envelope: Float32Array,
  gain: number,
  ceiling: number,
): Limited {
  const { samples, sampleRateHz } = pcm
  const limit = ceiling / gain
  const ahead = Math.max(2, Math.round(LOOK_AHEAD_SECONDS * sampleRateHz))
  const regions = regionsOver(envelope, limit, ahead, ahead + longestRelease(sampleRateHz))
  if (regions.length === 0 && gain === 1) return { pcm, isTouched: false }
  const output = new Float32Array(samples.length)
  for (let n = 0; n < output.length; n++) output[n] = samples[n]! * gain
  for (const [from, to] of regions) {
    const gains = heldGains(envelope.subarray(from, to), limit, ahead)
    release(gains, Math.exp(-1 / (RELEASE_SECONDS * sampleRateHz)))
    const rise = ahead >> 1
    const smooth = runningMean(runningMean(gains, rise + 1), ahead - rise + 1)
    // The gains begin a look-ahead before the region, so that a peak at its very start finds them down.
    for (let n = from; n < to; n++) output[n] = samples[n]! * gain * smooth[n - from + ahead]!
  }
  return { pcm: { ...pcm, samples: output }, isTouched: regions.length > 0 }
}

/** Samples after which the gain is 1 again, whatever it was. */
const longestRelease = (sampleRateHz: number): number =>
  Math.ceil(-Math.log(NEGLIGIBLE) * RELEASE_SECONDS * sampleRateHz)

/** The stretches [from, to) outside of which the gain is 1: from `before` ahead of a peak over the limit to `after` behind. */
function regionsOver(
  envelope: Float32Array,
  limit: number,
  before: number,
  after: number,
): [from: number, to: number][] {
  const regions: [number, number][] = []
  for (let n = 0; n < envelope.length; n++) {
    if (envelope[n]! <= limit) continue
    const last = regions.at(-1)
    const to = Math.min(envelope.length, n + after)
    if (last && n - before <= last[1]) last[1] = to
    else regions.push([Math.max(0, n - before), to])
  }
  return regions
}

/**
 * For n = -ahead … length - 1 the least gain that brings `envelope[n … n + ahead]` under the limit, 1 where
 * none is needed. A queue of falling peaks in reach makes it one look a sample (D. Lemire, "Streaming
 * maximum-minimum filter", 2006); only peaks over the limit enter it.
 */
function heldGains(envelope: Float32Array, limit: number, ahead: number): Float64Array {
  const gains = new Float64Array(envelope.length + ahead).fill(1)
  const queue = new Int32Array(envelope.length)
  let head = 0
  let tail = 0
  for (let at = 0; at < gains.length; at++) {
    if (at < envelope.length && envelope[at]! > limit) {
      while (tail > head && envelope[queue[tail - 1]!]! <= envelope[at]!) tail--
      queue[tail++] = at
    }
    if (head === tail) continue
    if (queue[head]! < at - ahead) head++
    if (head < tail) gains[at] = limit / envelope[queue[head]!]!
  }
  return gains
}

/** Lets the gain return to 1 no faster than by `keep` of the missing part a sample. */
function release(gains: Float64Array, keep: number): void {
  let missing = 0
  for (let n = 0; n < gains.length; n++) {
    const needed = 1 - gains[n]!
    const kept = missing * keep
    // Math.max of doubles took two thirds of the loop's time.
    missing = needed > kept ? needed : kept
    if (missing < NEGLIGIBLE) missing = 0
    gains[n] = 1 - missing
  }
}

/** Mean of each value and the `length - 1` before it, 1 before the first. */
function runningMean(values: Float64Array, length: number): Float64Array {
  const means = new Float64Array(values.length)
  let sum = length
  for (let n = 0; n < values.length; n++) {
    sum += values[n]! - (n >= length ? values[n - length]! : 1)
    means[n] = sum / length
  }
  return means
}
