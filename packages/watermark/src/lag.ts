import { createRealFft, type RealFft } from '@viva-voce/audio'

const ffts = new Map<number, RealFft>()

/**
 * By how many samples `copy` starts after `original` (negative: before), by the peak of their cross-correlation
 * after pre-emphasis, which sharpens it. Both at one rate, not longer than 2^19 samples together.
 * @see C. Knapp, G. Carter, "The generalized correlation method for estimation of time delay", IEEE TASSP 24(4), 1976
 */
export function lagOf(copy: Float32Array, original: Float32Array): number {
  const fft = fftFor(copy.length + original.length)
  const a = spectrumOf(fft, copy)
  const b = spectrumOf(fft, original)
  const { spectrum, size } = fft
  spectrum[0] = a[0]! * b[0]!
  spectrum[1] = a[1]! * b[1]!
  for (let i = 2; i < size; i += 2) {
    spectrum[i] = b[i]! * a[i]! + b[i + 1]! * a[i + 1]!
    spectrum[i + 1] = b[i + 1]! * a[i]! - b[i]! * a[i + 1]!
  }
  fft.inverse()
  let best = 0
  const { time } = fft
  // The copy may be upside down.
  for (let n = 1; n < size; n++) if (Math.abs(time[n]!) > Math.abs(time[best]!)) best = n
  return best < original.length ? best : best - size
}

function spectrumOf(fft: RealFft, samples: Float32Array): Float32Array {
  fft.time.fill(0)
  for (let n = 1; n < samples.length; n++) fft.time[n] = samples[n]! - 0.95 * samples[n - 1]!
  fft.forward()
  return fft.spectrum.slice()
}

/** FFTs are kept: their memory is never given back. */
function fftFor(length: number): RealFft {
  const size = Math.max(64, 2 ** Math.ceil(Math.log2(length)))
  const fft = ffts.get(size) ?? createRealFft(size)
  ffts.set(size, fft)
  return fft
}
