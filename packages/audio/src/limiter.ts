/**
 * A true-peak limiter that sees ahead. The gain that each sample needs is held down for the whole look-ahead
 * (sliding minimum), let go exponentially, and smoothed over the look-ahead: the smoothed gain is never
 * above the needed one, and has no corner that could click (D. Giannoulis et al., "Digital Dynamic Range
 * Compressor Design", JAES 60(6), 2012; smoothing as in G. Wells, "Designing a straightforward limiter",
 * 2021). The audio is at hand as a whole, so nothing is delayed.
 */
import type { Pcm } from './pcm.ts'

/** Ahead of a peak: within the ear's backward masking (Zwicker & Fastl, Psychoacoustics, ch. 4.4). */
const LOOK_AHEAD_SECONDS = 0.004
/** Time constant of the return: over a pitch period of the lowest voice, so that the gain does not follow it. */
const RELEASE_SECONDS = 0.06

/**
 * A copy of the audio times `gain`, held under `ceiling` (both linear) by the limiter.
 * @param envelope of the audio before the gain, from `peakEnvelope` with a floor of `ceiling / gain` or less
 */
export function applyLimited(pcm: Pcm, envelope: Float32Array, gain: number, ceiling: number): Pcm {
  const { samples, sampleRateHz } = pcm
  const needed = neededGains(envelope, gain, ceiling)
  if (!needed) return { ...pcm, samples: samples.map((sample) => sample * gain) }
  const ahead = Math.max(2, Math.round(LOOK_AHEAD_SECONDS * sampleRateHz))
  const held = slidingMinimum(needed, ahead)
  release(held, Math.exp(-1 / (RELEASE_SECONDS * sampleRateHz)))
  const rise = Math.floor(ahead / 2)
  const gains = runningMean(runningMean(held, rise + 1), ahead - rise + 1)
  const output = new Float32Array(samples.length)
  // `held` began a look-ahead before the audio, so that a peak at the very start finds the gain down.
  for (let n = 0; n < output.length; n++) output[n] = samples[n]! * gain * gains[n + ahead]!
  return { ...pcm, samples: output }
}

/** At most 1 for each sample; undefined when all are 1. */
function neededGains(
  envelope: Float32Array,
  gain: number,
  ceiling: number,
): Float64Array | undefined {
  const limit = ceiling / gain
  if (!envelope.some((value) => value > limit)) return undefined
  return Float64Array.from(envelope, (value) => (value > limit ? limit / value : 1))
}

/**
 * For n = -ahead … length - 1 the least of `values[n … n + ahead]`, 1 outside; a deque of candidates makes
 * it one push and at most one pop a sample (D. Lemire, "Streaming maximum-minimum filter", 2006).
 */
function slidingMinimum(values: Float64Array, ahead: number): Float64Array {
  const least = new Float64Array(values.length + ahead)
  const queue = new Int32Array(values.length)
  let head = 0
  let tail = 0
  for (let at = 0; at < least.length; at++) {
    if (at < values.length) {
      while (tail > head && values[queue[tail - 1]!]! >= values[at]!) tail--
      queue[tail++] = at
    }
    if (head < tail && queue[head]! < at - ahead) head++
    least[at] = head < tail ? values[queue[head]!]! : 1
  }
  return least
}

/** Lets the gain return to 1 no faster than by `keep` of the missing part a sample. */
function release(gains: Float64Array, keep: number): void {
  let missing = 0
  for (let n = 0; n < gains.length; n++) {
    missing = Math.max(1 - gains[n]!, missing * keep)
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
