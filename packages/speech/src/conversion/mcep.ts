/**
 * Mel-cepstra: K. Tokuda, T. Kobayashi, T. Masuko, S. Imai, "Mel-generalized cepstral analysis", ICSLP 1994,
 * with gamma 0. log H(w) = sum over m of c[m]·exp(-j·m·w~), where w~ = w + 2·atan(a·sin w / (1 - a·cos w))
 * is the frequency bent by a first-order all-pass. H is minimum-phase by construction.
 */
import { BINS, COEFFICIENTS, WARPING } from './frames.ts'

/** Own names for the inner loops: a test runner turns every use of an import into a property lookup. */
const [bins, width] = [BINS, COEFFICIENTS]

const frequencies = Array.from({ length: BINS }, (_, k) => (Math.PI * k) / (BINS - 1))
const warped = frequencies.map(
  (w) => w + 2 * Math.atan2(WARPING * Math.sin(w), 1 - WARPING * Math.cos(w)),
)

/** Row k: cos(m·w~[k]) and sin(m·w~[k]) of each coefficient m. */
const cosines = table((k, m) => Math.cos(m * warped[k]!))
const sines = table((k, m) => Math.sin(m * warped[k]!))
/** The same cosines, weighted so that their sums over k are integrals over w~ (trapezoids). */
const projection = table((k, m) => {
  const density = (1 - WARPING ** 2) / (1 + WARPING ** 2 - 2 * WARPING * Math.cos(frequencies[k]!))
  const edge = k === 0 || k === bins - 1 ? 0.5 : 1
  return (Math.cos(m * warped[k]!) * density * edge * (m === 0 ? 1 : 2)) / (bins - 1)
})

function table(value: (k: number, m: number) => number): Float64Array {
  return Float64Array.from({ length: bins * width }, (_, i) =>
    value(Math.floor(i / width), i % width),
  )
}

/**
 * Writes the mel-cepstrum c0..c25 of a log power envelope (BINS values, natural logarithm) to
 * `into[at..at+25]`: the closest in the mean square of log amplitude over the bent frequency.
 */
export function envelopeToMcep(logPower: Float64Array, into: Float32Array, at: number): void {
  const sums = new Float64Array(width)
  for (let k = 0, row = 0; k < bins; k++, row += width) {
    const logAmplitude = 0.5 * logPower[k]!
    for (let m = 0; m < width; m++) sums[m]! += projection[row + m]! * logAmplitude
  }
  into.set(sums, at)
}

/** Writes the log power envelope (BINS values) of the mel-cepstrum at `mcep[at..at+25]` to `into`. */
export function mcepToEnvelope(mcep: Float32Array, at: number, into: Float64Array): void {
  for (let k = 0, row = 0; k < bins; k++, row += width) {
    let sum = 0
    for (let m = 0; m < width; m++) sum += cosines[row + m]! * mcep[at + m]!
    into[k] = 2 * sum
  }
}

/** Writes the phase of the minimum-phase filter of a mel-cepstrum, in radians for each bin, to `into`. */
export function mcepToPhase(mcep: Float32Array, at: number, into: Float64Array): void {
  for (let k = 0, row = 0; k < bins; k++, row += width) {
    let sum = 0
    for (let m = 1; m < width; m++) sum -= sines[row + m]! * mcep[at + m]!
    into[k] = sum
  }
}
