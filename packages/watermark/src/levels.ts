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

/** Number of whole frames that begin every `hop` samples in `length` samples. */
export function framesIn(length: number, hop: number): number {
  return length < FRAME ? 0 : Math.floor((length - FRAME) / hop) + 1
}

/** Levels of the marked bins of Hann frames of FRAME samples at WORK_RATE_HZ, every `hop` samples. */
export function levelsOf(samples: Float32Array, hop: number): Levels {
  const hops = framesIn(samples.length, hop)
  const values = new Float32Array(hops * BINS)
  const powers = new Float32Array(hops * BINS)
  const { time, spectrum } = fft
  for (let h = 0; h < hops; h++) {
    const start = h * hop
    for (let n = 0; n < FRAME; n++) time[n] = samples[start + n]! * HANN[n]!
    fft.forward()
    const row = h * BINS
    for (let k = 0; k < BINS; k++) {
      const re = spectrum[2 * (FIRST_BIN + k)]!
      const im = spectrum[2 * (FIRST_BIN + k) + 1]!
      const power = re * re + im * im + SILENCE_POWER
      powers[row + k] = power
      values[row + k] = DB_PER_NEPER * Math.log(power)
    }
  }
  return { values, powers, hops }
}

/** Mean power of all cells in dB: the reference to which depth and weight are relative, so that gain does not matter. */
export function referenceDb({ powers }: Levels): number {
  let sum = SILENCE_POWER
  for (let i = 0; i < powers.length; i++) sum += powers[i]!
  return DB_PER_NEPER * Math.log(sum / Math.max(1, powers.length))
}
