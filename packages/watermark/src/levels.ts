import { createRealFft } from '@viva-voce/audio'
import { BINS, FIRST_BIN, FRAME } from './params.ts'

const fft = createRealFft(FRAME)

/** Hann window of one frame, periodic. */
export const HANN = Float32Array.from(
  { length: FRAME },
  (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / FRAME),
)

/** A number for each marked bin at every hop; index = hop · BINS + bin. */
export interface Grid {
  values: Float32Array
  hops: number
}

/** Cells as power and in dB (unscaled FFT: a full-scale sine has about 32 dB). */
export interface Levels extends Grid {
  powers: Float32Array
}

/** Power so far under 16-bit noise that it only keeps the logarithm finite. */
const SILENCE_POWER = 1e-9
const DB_PER_NEPER = 10 / Math.LN10
/** dB of a float's mantissa by its first 12 bits, and of an octave: at most 0.0005 dB off, where the mark is 1 dB. */
const MANTISSA_BITS = 12
const MANTISSA_DB = Float32Array.from(
  { length: 2 ** MANTISSA_BITS },
  (_, i) => 10 * Math.log10(1 + (i + 0.5) / 2 ** MANTISSA_BITS),
)
const OCTAVE_DB = 10 * Math.log10(2)

/** Number of whole frames that begin every `hop` samples (any number over 0) in `length` samples. */
export function framesIn(length: number, hop: number): number {
  return length < FRAME ? 0 : Math.floor((length - FRAME) / hop + 1e-9) + 1
}

/** Levels of the marked bins of Hann frames of FRAME samples at WORK_RATE_HZ, every `hop` samples. */
export function levelsOf(samples: Float32Array, hop: number): Levels {
  const hops = framesIn(samples.length, hop)
  const values = new Float32Array(hops * BINS)
  const powers = new Float32Array(hops * BINS)
  const { time, spectrum } = fft
  for (let h = 0; h < hops; h++) {
    const start = Math.round(h * hop)
    for (let n = 0; n < FRAME; n++) time[n] = samples[start + n]! * HANN[n]!
    fft.forward()
    const row = h * BINS
    for (let k = 0; k < BINS; k++) {
      const re = spectrum[2 * (FIRST_BIN + k)]!
      const im = spectrum[2 * (FIRST_BIN + k) + 1]!
      powers[row + k] = re * re + im * im + SILENCE_POWER
    }
  }
  toDb(powers, values)
  return { values, powers, hops }
}

/** Normal numbers of IEEE 754 binary32 in dB; a logarithm for each cell was a tenth of the embedder's time. */
function toDb(powers: Float32Array, values: Float32Array): void {
  const bits = new Uint32Array(powers.buffer, powers.byteOffset, powers.length)
  for (let i = 0; i < bits.length; i++) {
    const word = bits[i]!
    const mantissa = MANTISSA_DB[(word >>> (23 - MANTISSA_BITS)) & (2 ** MANTISSA_BITS - 1)]!
    values[i] = ((word >>> 23) - 127) * OCTAVE_DB + mantissa
  }
}

/** The levels of the first `hops` hops, a view. */
export function firstOf({ values, powers }: Levels, hops: number): Levels {
  const length = hops * BINS
  return { values: values.subarray(0, length), powers: powers.subarray(0, length), hops }
}

/** Mean power of all cells in dB: the reference to which depth and weight are relative, so that gain does not matter. */
export function referenceDb({ powers }: Levels): number {
  let sum = SILENCE_POWER
  for (let i = 0; i < powers.length; i++) sum += powers[i]!
  return DB_PER_NEPER * Math.log(sum / Math.max(1, powers.length))
}
