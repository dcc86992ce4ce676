/**
 * True peak by ITU-R BS.1770-5, annex 2: the largest value of the signal between its samples as well, by
 * four times oversampling. The annex tabulates a 48-tap filter for 48 kHz, where nothing audible lies near
 * the Nyquist rate; speech at 24 kHz needs a flatter one, and at four times the points may still miss a peak
 * by 20·log10(cos(π·f / 4·fs)), 0.6 dB near Nyquist (attachment 1 to annex 2). So the filter has 32 taps a
 * phase, and a parabola through the three points around each maximum finds its top.
 */
import type { Pcm } from './pcm.ts'
import { besselI0 } from './sinc.ts'

/** Samples on each side that an interpolated value is made of; with beta 5 flat to 0.45 of the rate. */
const HALF_TAPS = 16
const TAPS = 2 * HALF_TAPS
const KAISER_BETA = 5
/** Samples that are skipped or interpolated together. */
const GROUP = 16
/** The top of a wave under the Nyquist rate is at most this times its highest point at four times the rate. */
const TOP_BOUND = 1 / Math.cos(Math.PI / 8)

/** The filters of the points 1/4 and 2/4 after a sample. */
const [QUARTER, HALF] = [phaseTaps(0.25), phaseTaps(0.5)] as const
/** HALF is symmetric, and the filter of 3/4 is QUARTER reversed, so that pairs of taps share sums: a third less work. */
const EVEN = Float64Array.from(
  { length: HALF_TAPS },
  (_, k) => (QUARTER[k]! + QUARTER[TAPS - 1 - k]!) / 2,
)
const ODD = Float64Array.from(
  { length: HALF_TAPS },
  (_, k) => (QUARTER[k]! - QUARTER[TAPS - 1 - k]!) / 2,
)
/** No interpolated value is more than this times the largest |sample| in reach. */
const BOUND = Math.max(sumOfMagnitudes(QUARTER), sumOfMagnitudes(HALF))
/** An interpolated value is off the straight line between two samples by at most this times the largest bend in reach. */
const BEND_BOUND = Math.max(bendBound(QUARTER), bendBound(HALF))

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
  const { samples } = pcm
  const envelope = new Float32Array(samples.length)
  for (let n = 0; n < envelope.length; n++) envelope[n] = Math.abs(samples[n]!)
  if (samples.length === 0) return envelope
  const padded = pad(samples)
  const peaks = peaksOfGroups(padded)
  for (let group = 1; group < peaks.length - 1; group++) {
    const bound = boundOfGroup(padded, peaks, group, floor / TOP_BOUND)
    if (bound * TOP_BOUND > floor) raiseGroup(envelope, padded, group * GROUP, floor)
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

function peaksOfGroups(padded: Float32Array): Float64Array {
  const peaks = new Float64Array(padded.length / GROUP)
  for (let group = 0; group < peaks.length; group++) {
    let peak = 0
    for (let i = group * GROUP; i < (group + 1) * GROUP; i++) {
      const value = Math.abs(padded[i]!)
      if (value > peak) peak = value
    }
    peaks[group] = peak
  }
  return peaks
}

/**
 * What no interpolated value in or beside a group exceeds: from the largest samples in reach or, mostly nearer,
 * from the largest sample and the largest second difference, which is looked for only where the first bound is over
 * `enough`. Speech bends little between two samples.
 */
function boundOfGroup(
  padded: Float32Array,
  peaks: Float64Array,
  group: number,
  enough: number,
): number {
  const peak = Math.max(peaks[group - 1]!, peaks[group]!, peaks[group + 1]!)
  const plain = peak * BOUND
  if (plain <= enough) return plain
  const end = Math.min(padded.length - 1, (group + 2) * GROUP)
  let bend = 0
  for (let i = Math.max(1, (group - 1) * GROUP); i < end; i++) {
    const value = Math.abs(padded[i - 1]! - 2 * padded[i]! + padded[i + 1]!)
    if (value > bend) bend = value
  }
  return Math.min(plain, peak + bend * BEND_BOUND)
}

/** Points at −2/4, −1/4, 0, 1/4, 2/4 and 3/4 of a sample around the one in work. */
const points = new Float64Array(6)

function raiseGroup(envelope: Float32Array, padded: Float32Array, start: number, floor: number) {
  pointsAfter(padded, start - 1)
  for (let n = start; n < start + GROUP; n++) {
    points[0] = points[4]!
    points[1] = points[5]!
    points[2] = padded[n]!
    pointsAfter(padded, n)
    for (let i = 1; i <= 4; i++) {
      if (Math.abs(points[i]!) * TOP_BOUND <= floor) continue
      const top = topOf(points[i - 1]!, points[i]!, points[i + 1]!)
      for (let near = n - 1; near <= n + 1; near++) raise(envelope, near - 2 * GROUP, top)
    }
  }
}

/** Fills the last three points with the signal 1/4, 2/4 and 3/4 after sample n: the meter's inner loop. */
function pointsAfter(padded: Float32Array, n: number): void {
  const first = n - HALF_TAPS + 1
  const last = first + TAPS - 1
  let even = 0
  let odd = 0
  let half = 0
  for (let k = 0; k < HALF_TAPS; k++) {
    const left = padded[first + k]!
    const right = padded[last - k]!
    const sum = left + right
    even += sum * EVEN[k]!
    odd += (left - right) * ODD[k]!
    half += sum * HALF[k]!
  }
  points[3] = even + odd
  points[4] = half
  points[5] = even - odd
}

/** |top| of the parabola through three points when the middle one is their extreme, else the middle one. */
function topOf(before: number, middle: number, after: number): number {
  const bend = before - 2 * middle + after
  const isExtreme = (middle - before) * (middle - after) >= 0
  if (!isExtreme || bend * middle >= 0) return Math.abs(middle)
  const top = Math.abs(middle - (before - after) ** 2 / (8 * bend))
  return Math.min(top, Math.abs(middle) * TOP_BOUND)
}

function raise(envelope: Float32Array, at: number, value: number): void {
  const inside = Math.max(0, Math.min(envelope.length - 1, at))
  if (value > envelope[inside]!) envelope[inside] = value
}

/** A Kaiser-windowed sinc for the point `fraction` (0..1) after a sample; its taps sum to 1. */
function phaseTaps(fraction: number): Float64Array {
  const taps = Float64Array.from({ length: TAPS }, (_, k) => {
    const x = k - HALF_TAPS + 1 - fraction
    const window = besselI0(KAISER_BETA * Math.sqrt(Math.max(0, 1 - (x / HALF_TAPS) ** 2)))
    return (Math.sin(Math.PI * x) / (Math.PI * x)) * window
  })
  const sum = taps.reduce((total, tap) => total + tap, 0)
  return taps.map((tap) => tap / sum)
}

function sumOfMagnitudes(taps: Float64Array): number {
  return taps.reduce((total, tap) => total + Math.abs(tap), 0)
}

/**
 * A filter whose taps sum to 1 is a straight line between two samples (with the same first moment), and for the rest a
 * filter of the second difference: the sum of that one's magnitudes.
 */
function bendBound(taps: Float64Array): number {
  const moment = taps.reduce((total, tap, k) => total + tap * (k - HALF_TAPS + 1), 0)
  const rest = taps.slice()
  rest[HALF_TAPS - 1]! -= 1 - moment
  rest[HALF_TAPS]! -= moment
  let slope = 0
  let value = 0
  return rest.reduce((total, tap) => {
    slope += tap
    value += slope
    return total + Math.abs(value)
  }, 0)
}
