/**
 * The coefficients that a Layer III encoder would quantise, with its grid laid at any place of a recording: 32 bands
 * (ISO/IEC 11172-3, 2.4.3.4.10), an MDCT of 18 in each (2.4.3.4.10.3, long blocks), and the butterflies between them.
 */
import { MP3_WINDOW } from './mp3-window.ts'

/** Samples between two granules, and coefficients of one. */
export const GRANULE = 576
const BANDS = 32
const LINES = 18
const TAPS = 512

/** cos of a band (row) at each of 64 places. */
const bandCos = Float64Array.from({ length: BANDS * 64 }, (_, at) => {
  const [band, m] = [at >> 6, at & 63]
  return Math.cos(((2 * band + 1) * (m + 16) * Math.PI) / 64)
})
/** A windowed cosine of 36 places for each line (row). */
const lineCos = Float64Array.from({ length: LINES * 36 }, (_, at) => {
  const [line, t] = [Math.floor(at / 36), at % 36]
  return (
    Math.sin((Math.PI / 36) * (t + 0.5)) * Math.cos((Math.PI / 72) * (2 * t + 19) * (2 * line + 1))
  )
})
/** Table 3-B.9. */
const aliases = [-0.6, -0.535, -0.33, -0.185, -0.095, -0.041, -0.0142, -0.0037].map((c) => {
  const norm = Math.sqrt(1 + c * c)
  return { keep: 1 / norm, cross: c / norm }
})
const scale = 1 / 48

const folded = new Float64Array(64)

/** The 32 bands of `slots` slots of 32 samples each, from `start`: a row a slot, odd places of odd bands turned. */
export function splitBands(samples: Float32Array, start: number, slots: number): Float64Array {
  const rows = new Float64Array(slots * BANDS)
  for (let slot = 0; slot < slots; slot++) {
    const first = start + 32 * slot
    folded.fill(0)
    for (let m = 0; m < TAPS; m++) {
      const value = samples[first + m]! * MP3_WINDOW[m]!
      folded[m & 63]! += (m >> 6) & 1 ? -value : value
    }
    for (let band = 0; band < BANDS; band++) {
      let sum = 0
      for (let m = 0; m < 64; m++) sum += folded[m]! * bandCos[band * 64 + m]!
      rows[slot * BANDS + band] = sum
    }
  }
  return rows
}

/** The 576 coefficients of the granule whose 36 slots begin with `slot`. */
export function granuleOf(rows: Float64Array, slot: number, coefficients: Float64Array): void {
  for (let band = 0; band < BANDS; band++) {
    for (let line = 0; line < LINES; line++) {
      let sum = 0
      for (let t = 0; t < 36; t++) {
        const value = rows[(slot + t) * BANDS + band]! * lineCos[line * 36 + t]!
        sum += band & t & 1 ? -value : value
      }
      coefficients[band * LINES + line] = sum * scale
    }
  }
  for (let edge = LINES; edge < GRANULE; edge += LINES) {
    for (const [i, { keep, cross }] of aliases.entries()) {
      const [below, above] = [coefficients[edge - 1 - i]!, coefficients[edge + i]!]
      coefficients[edge - 1 - i] = below * keep + above * cross
      coefficients[edge + i] = above * keep - below * cross
    }
  }
}
