/** How far two recordings of the same sentence are from each other, in spectrum and melody. */
import { spectraOf } from './corpus.ts'
import { alignRows, type Path } from './dtw.ts'
import { type Features, speechMask } from './features.ts'

/** Natural-log mel-cepstral distance to dB (R. Kubichek, "Mel-cepstral distance measure", PACRIM 1993). */
const TO_DB = (10 * Math.SQRT2) / Math.LN10

/** Figures of one pair of recordings. */
export interface Distance {
  /** Mean mel-cepstral distortion without c0 over aligned frames that are speech in both, in dB. */
  mcdDb: number
  /** Root of the mean square of the F0 difference over aligned frames voiced in both, in semitones. */
  contourSemitones: number
}

/** Compares two recordings of the same sentence, frames aligned by spectrum (dynamic time warping). */
export function distanceBetween(a: Features, b: Features): Distance {
  const path = alignSpeech(a, b)
  return {
    mcdDb: distortion(a, b, path),
    contourSemitones: contourError(a, b, path),
  }
}

/** Pairs of frames, from the first to the last speech of both, those that are speech in both. */
function alignSpeech(a: Features, b: Features): Path {
  const [left, right] = [speechMask(a), speechMask(b)]
  const [first, second] = [left.indexOf(1), right.indexOf(1)]
  const path = alignRows(cutRows(a, left), cutRows(b, right))
  const both = [...path.a.keys()].filter(
    (k) => left[path.a[k]! + first] === 1 && right[path.b[k]! + second] === 1,
  )
  return {
    a: Int32Array.from(both, (k) => path.a[k]! + first),
    b: Int32Array.from(both, (k) => path.b[k]! + second),
  }
}

function cutRows(features: Features, mask: Uint8Array) {
  const { data, width } = spectraOf(features)
  const first = Math.max(0, mask.indexOf(1))
  return { data: data.subarray(first * width, (mask.lastIndexOf(1) + 1) * width), width }
}

function distortion(a: Features, b: Features, path: Path): number {
  const [left, right] = [spectraOf(a), spectraOf(b)]
  const { width } = left
  let sum = 0
  for (let k = 0; k < path.a.length; k++) {
    let square = 0
    for (let d = 0; d < width; d++) {
      square += (left.data[path.a[k]! * width + d]! - right.data[path.b[k]! * width + d]!) ** 2
    }
    sum += Math.sqrt(square)
  }
  return (TO_DB * sum) / path.a.length
}

/** Difference of the mean of log F0 over all voiced frames, in semitones; NaN when one side has none. */
export function pitchDifference(a: readonly Features[], b: readonly Features[]): number {
  return Math.abs(meanPitch(a) - meanPitch(b))
}

function meanPitch(recordings: readonly Features[]): number {
  let [sum, count] = [0, 0]
  for (const { f0 } of recordings) {
    for (const hertz of f0) {
      if (hertz === 0) continue
      sum += 12 * Math.log2(hertz)
      count++
    }
  }
  return sum / count
}

function contourError(a: Features, b: Features, path: Path): number {
  let [sum, count] = [0, 0]
  for (let k = 0; k < path.a.length; k++) {
    const [left, right] = [a.f0[path.a[k]!]!, b.f0[path.b[k]!]!]
    if (left === 0 || right === 0) continue
    sum += (12 * Math.log2(left / right)) ** 2
    count++
  }
  return Math.sqrt(sum / count)
}
