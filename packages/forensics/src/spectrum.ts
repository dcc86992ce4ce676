import { createRealFft, type Pcm } from '@viva-voce/audio'

const SIZE = 1_024
const HOP = SIZE / 2
const fft = createRealFft(SIZE)
const HANN = Float32Array.from(
  { length: SIZE },
  (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / SIZE),
)
/** Full-scale sine: sum over its bins of the Hann-windowed power, so that levels are in dBFS. */
const FULL_SCALE = (3 / 16) * SIZE * SIZE

/** Long-term power spectrum of a clip. */
export interface LongTermSpectrum {
  /** Mean power of each of SIZE / 2 bins; a full-scale square wave sums to 1. */
  powers: Float64Array
  /** Width of a bin. */
  binHz: number
}

/** Mean power spectrum over half-overlapped Hann frames of 1,024 samples, the end padded with zeros (P. Welch, IEEE Trans. AU 15(2), 1967). */
export function longTermSpectrum({ samples, sampleRateHz }: Pcm): LongTermSpectrum {
  const powers = new Float64Array(SIZE / 2)
  const { time, spectrum } = fft
  let frames = 0
  for (let start = 0; start < samples.length; start += HOP) {
    for (let n = 0; n < SIZE; n++) time[n] = (samples[start + n] ?? 0) * HANN[n]!
    fft.forward()
    for (let k = 1; k < powers.length; k++)
      powers[k]! += spectrum[2 * k]! ** 2 + spectrum[2 * k + 1]! ** 2
    frames++
  }
  const scale = frames === 0 ? 0 : 1 / (2 * FULL_SCALE * frames)
  for (let k = 0; k < powers.length; k++) powers[k]! *= 2 * scale
  return { powers, binHz: sampleRateHz / SIZE }
}

/** Power between two frequencies in dBFS, at least −120. */
export function bandLevelDb(
  { powers, binHz }: LongTermSpectrum,
  fromHz: number,
  toHz: number,
): number {
  let power = 0
  for (let k = Math.ceil(fromHz / binHz); k < Math.min(powers.length, toHz / binHz); k++) {
    power += powers[k]!
  }
  return Math.max(-120, 10 * Math.log10(power))
}
