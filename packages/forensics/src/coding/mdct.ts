/** MDCT blocks at any place of a recording, with the long windows of AAC and Vorbis: 1,024 coefficients of 2,048 samples. */
import { besselI0, createRealFft } from '@viva-voce/audio'

export const BLOCK_HOP = 1_024
const SIZE = 2 * BLOCK_HOP

export type BlockWindow = 'sine' | 'kaiser' | 'vorbis'

const place = Array.from({ length: SIZE }, (_, n) => (Math.PI * (n + 0.5)) / SIZE)

/** Sine and Kaiser-Bessel-derived windows of AAC (ISO/IEC 14496-3, 4.6.11.3); Vorbis I specification, 1.3.2. */
const windows: Record<BlockWindow, Float64Array> = {
  sine: Float64Array.from(place, (x) => Math.sin(x)),
  kaiser: kaiserBesselDerived(4),
  vorbis: Float64Array.from(place, (x) => Math.sin((Math.PI / 2) * Math.sin(x) ** 2)),
}

function kaiserBesselDerived(alpha: number): Float64Array {
  const kernel = Float64Array.from({ length: BLOCK_HOP + 1 }, (_, n) =>
    besselI0(Math.PI * alpha * Math.sqrt(1 - ((2 * n) / BLOCK_HOP - 1) ** 2)),
  )
  const whole = kernel.reduce((sum, value) => sum + value, 0)
  let sum = 0
  const rising = kernel.subarray(0, BLOCK_HOP).map((value) => {
    sum += value
    return Math.sqrt(sum / whole)
  })
  return Float64Array.from({ length: SIZE }, (_, n) => rising[Math.min(n, SIZE - 1 - n)]!)
}

const fft = createRealFft(SIZE)
const turn = Float64Array.from({ length: SIZE }, (_, n) => (-Math.PI * n) / SIZE)
const [turnCos, turnSin] = [turn.map(Math.cos), turn.map(Math.sin)]
const untwist = Float64Array.from(
  { length: BLOCK_HOP },
  (_, k) => (-Math.PI * (k + 0.5) * (1 + BLOCK_HOP)) / SIZE,
)
const [untwistCos, untwistSin] = [untwist.map(Math.cos), untwist.map(Math.sin)]
const scale = Math.sqrt(2 / BLOCK_HOP)
const [real, imaginary] = [new Float64Array(SIZE), new Float64Array(SIZE)]

/**
 * The orthonormal MDCT of the 2,048 samples from `start`: sum of w·x·cos(π/N·(n + 1/2 + N/2)·(k + 1/2)), N being 1,024.
 * A half turn a sample before and after makes it a complex transform, which is two real ones.
 */
export function transformBlock(
  samples: Float32Array,
  start: number,
  window: BlockWindow,
  coefficients: Float64Array,
): void {
  const weights = windows[window]
  transform(samples, start, weights, turnCos, real)
  transform(samples, start, weights, turnSin, imaginary)
  for (let k = 0; k < BLOCK_HOP; k++) {
    const re = real[2 * k]! - imaginary[2 * k + 1]!
    const im = real[2 * k + 1]! + imaginary[2 * k]!
    coefficients[k] = scale * (re * untwistCos[k]! - im * untwistSin[k]!)
  }
}

function transform(
  samples: Float32Array,
  start: number,
  weights: Float64Array,
  turned: Float64Array,
  into: Float64Array,
): void {
  const { time, spectrum } = fft
  for (let n = 0; n < SIZE; n++) time[n] = samples[start + n]! * weights[n]! * turned[n]!
  fft.forward()
  into.set(spectrum)
  // The real parts of bins 0 and N share the first place.
  into[1] = 0
}
