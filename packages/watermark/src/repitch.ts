/** Taps of the interpolation on each side; at 6.9 kHz of 16 kHz its error is 45 dB down. */
const HALF_TAPS = 8
/** Fractions of a sample in the table. */
const FRACTIONS = 256

/** Windowed sinc (Hann), a row for each fraction. */
const table = Float32Array.from({ length: (FRACTIONS + 1) * 2 * HALF_TAPS }, (_, i) => {
  const fraction = Math.floor(i / (2 * HALF_TAPS)) / FRACTIONS
  const distance = (i % (2 * HALF_TAPS)) - HALF_TAPS + 1 - fraction
  if (Math.abs(distance) >= HALF_TAPS) return 0
  const sinc = distance === 0 ? 1 : Math.sin(Math.PI * distance) / (Math.PI * distance)
  return sinc * (0.5 + 0.5 * Math.cos((Math.PI * distance) / HALF_TAPS))
})

/**
 * Plays audio `factor` times slower, which divides its frequencies by `factor` (0.9 to 1.1): undoes a
 * change of speed. 1 gives the samples themselves.
 */
export function repitch(samples: Float32Array, factor: number): Float32Array {
  if (factor === 1) return samples
  const out = new Float32Array(Math.floor(samples.length * factor))
  for (let n = 0; n < out.length; n++) {
    const at = n / factor
    const whole = Math.floor(at)
    const row = Math.round((at - whole) * FRACTIONS) * 2 * HALF_TAPS
    const first = whole - HALF_TAPS + 1
    let sum = 0
    const from = first < 0 ? -first : 0
    const to = Math.min(2 * HALF_TAPS, samples.length - first)
    for (let i = from; i < to; i++) sum += samples[first + i]! * table[row + i]!
    out[n] = sum
  }
  return out
}
