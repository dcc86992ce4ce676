/**
 * True peak by ITU-R BS.1770-5, annex 2: the largest value of the signal between its samples as well, by
 * oversampling. The annex gives a 48-tap filter for 48 → 192 kHz; for the lower rates of speech four times
 * would miss more (Appendix 1 to annex 2: up to 20·log10(cos(π·f/(fs·n)))), so we go to 192 kHz or
 * above from any rate up to 48 kHz, as ffmpeg's ebur128 does, and at least four times beyond.
 */
import type { Pcm } from './pcm.ts'

const OVERSAMPLED_HZ = 192_000
const MIN_FACTOR = 4
/** Samples on each side that an interpolated value is made of; with beta 5 flat to 0.45 of the rate. */
const HALF_TAPS = 16
const KAISER_BETA = 5
/** Samples that are skipped or interpolated together. */
const GROUP = 16

/** Interpolation filters of the points between two samples, and the most by which they can exceed a sample. */
interface Interpolator {
  phases: Float64Array[]
  /** |interpolated| is at most this times the largest |sample| in reach. */
  bound: number
}

const interpolators = new Map<number, Interpolator>()

/** The true peak of a clip with silence around it, linear (1 is 0 dBTP); 0 for no samples. */
export function truePeak(pcm: Pcm): number {
  let largest = 0
  for (const sample of pcm.samples) largest = Math.max(largest, Math.abs(sample))
  for (const value of peakEnvelope(pcm, largest)) largest = Math.max(largest, value)
  return largest
}

/** The true peak in dBTP; silence is -Infinity. */
export function truePeakDb(pcm: Pcm): number {
  return 20 * Math.log10(truePeak(pcm))
}

/**
 * For each sample the largest |value| of the signal from one sample before to one after it, as far as it
 * is over `floor` (linear, 0 or more): where nothing near can exceed the floor, it is the |sample| alone,
 * which saves most of the work. The reach before the first and after the last sample belongs to those.
 */
export function peakEnvelope(pcm: Pcm, floor: number): Float32Array {
  const { samples, sampleRateHz } = pcm
  const { phases, bound } = interpolatorFor(sampleRateHz)
  const envelope = samples.map(Math.abs)
  if (samples.length === 0) return envelope
  const padded = pad(samples)
  const groupPeaks = peaksOfGroups(padded)
  // In `padded`, the point after sample n is made of n - HALF_TAPS + 1 … n + HALF_TAPS.
  for (let group = 1; group < groupPeaks.length - 1; group++) {
    const near = Math.max(groupPeaks[group - 1]!, groupPeaks[group]!, groupPeaks[group + 1]!)
    if (near * bound > floor) raiseGroup(envelope, padded, group * GROUP, phases)
  }
  return envelope
}

/** Two groups of zeros before, and two or more after, so that the filters' reach stays inside. */
function pad(samples: Float32Array): Float32Array {
  const groups = Math.ceil(samples.length / GROUP) + 4
  const padded = new Float32Array(groups * GROUP)
  padded.set(samples, 2 * GROUP)
  return padded
}

function peaksOfGroups(padded: Float32Array): Float32Array {
  const peaks = new Float32Array(padded.length / GROUP)
  for (let i = 0; i < padded.length; i++) {
    const value = Math.abs(padded[i]!)
    const group = Math.floor(i / GROUP)
    if (value > peaks[group]!) peaks[group] = value
  }
  return peaks
}

function raiseGroup(
  envelope: Float32Array,
  padded: Float32Array,
  start: number,
  phases: readonly Float64Array[],
): void {
  for (let n = start; n < start + GROUP; n++) {
    const between = peakAfter(padded, n, phases)
    const at = Math.max(0, Math.min(envelope.length - 1, n - 2 * GROUP))
    const next = Math.max(0, Math.min(envelope.length - 1, n - 2 * GROUP + 1))
    if (between > envelope[at]!) envelope[at] = between
    if (between > envelope[next]!) envelope[next] = between
  }
}

/** The largest |value| of the points between sample n and the next. */
function peakAfter(padded: Float32Array, n: number, phases: readonly Float64Array[]): number {
  const first = n - HALF_TAPS + 1
  let largest = 0
  for (let p = 0; p < phases.length; p++) {
    const taps = phases[p]!
    let value = 0
    for (let k = 0; k < 2 * HALF_TAPS; k++) value += taps[k]! * padded[first + k]!
    largest = Math.max(largest, Math.abs(value))
  }
  return largest
}

function interpolatorFor(sampleRateHz: number): Interpolator {
  const factor = Math.max(MIN_FACTOR, Math.ceil(OVERSAMPLED_HZ / sampleRateHz))
  const known = interpolators.get(factor)
  if (known) return known
  const phases = Array.from({ length: factor - 1 }, (_, i) => phaseTaps((i + 1) / factor))
  const norms = phases.map((taps) => taps.reduce((sum, tap) => sum + Math.abs(tap), 0))
  const interpolator = { phases, bound: Math.max(1, ...norms) }
  interpolators.set(factor, interpolator)
  return interpolator
}

/** A Kaiser-windowed sinc for the point `fraction` (0..1) after a sample; its taps sum to 1. */
function phaseTaps(fraction: number): Float64Array {
  const taps = Float64Array.from({ length: 2 * HALF_TAPS }, (_, k) => {
    const x = k - HALF_TAPS + 1 - fraction
    const window = besselI0(KAISER_BETA * Math.sqrt(Math.max(0, 1 - (x / HALF_TAPS) ** 2)))
    return (Math.sin(Math.PI * x) / (Math.PI * x)) * window
  })
  const sum = taps.reduce((total, tap) => total + tap, 0)
  return taps.map((tap) => tap / sum)
}

/** The modified Bessel function of order zero, by its power series (Abramowitz & Stegun 9.6.10), x <= 20. */
function besselI0(x: number): number {
  let term = 1
  let sum = 1
  for (let k = 1; k < 60; k++) {
    term *= (x / (2 * k)) ** 2
    sum += term
  }
  return sum
}
