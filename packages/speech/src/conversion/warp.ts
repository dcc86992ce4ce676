/**
 * Vocal-tract length: a longer or shorter tract moves all formants together, which a first-order all-pass bends
 * the frequency axis for (L. Lee, R. Rose, "A frequency warping approach to speaker normalization", IEEE Trans. SAP
 * 6, 1998). On mel-cepstra, themselves on a bent axis, another bend is a matrix.
 */
import type { Rows } from './dtw.ts'

/** Points of the axis that the matrix is summed over. */
const POINTS = 256

/** Spectra (c1..c25, a row a frame) on a frequency axis bent by `alpha`: above 0, formants move down. */
export function warped({ data, width }: Rows, alpha: number): Rows {
  if (alpha === 0) return { data, width }
  const matrix = warpMatrix(alpha, width)
  const bent = new Float32Array(data.length)
  for (let at = 0; at < data.length; at += width) {
    for (let m = 0; m < width; m++) {
      let sum = 0
      for (let k = 0; k < width; k++) sum += matrix[m * width + k]! * data[at + k]!
      bent[at + m] = sum
    }
  }
  return { data: bent, width }
}

/** Row m: what each of c1.. adds to the m-th coefficient of the bent spectrum (its cosine series). */
function warpMatrix(alpha: number, width: number): Float64Array {
  const matrix = new Float64Array(width * width)
  for (let point = 0; point < POINTS; point++) {
    const w = (Math.PI * (point + 0.5)) / POINTS
    const bent = w + 2 * Math.atan2(alpha * Math.sin(w), 1 - alpha * Math.cos(w))
    for (let m = 0; m < width; m++) {
      const own = (2 / POINTS) * Math.cos((m + 1) * w)
      for (let k = 0; k < width; k++) matrix[m * width + k]! += own * Math.cos((k + 1) * bent)
    }
  }
  return matrix
}
