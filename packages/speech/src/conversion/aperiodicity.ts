/**
 * Band aperiodicity, measured: the share of noise in the power of each band of a voiced frame. Like STRAIGHT
 * (H. Kawahara, J. Estill, O. Fujimura, MAVEBA 2001) it bends time so that F0 is constant in the frame, and
 * compares the spectrum at the harmonics with the spectrum between them. Four periods under a Hann window:
 * harmonics lie on every fourth bin, and half-way between two the window lets neither through.
 */
import { FFT_SIZE, HOP, RATE_HZ, sharedFft } from './frames.ts'

/** Band edges in hertz: the five bands of mixed excitation at 16 kHz (Yoshimura et al., Eurospeech 2001). */
export const BAND_EDGES_HZ = [0, 1000, 2000, 4000, 6000, 8000] as const
export const BANDS = BAND_EDGES_HZ.length - 1
/** Four periods in a frame: the shortest whose Hann main lobe (4 bins) ends between harmonics. */
const PERIODS = 4
const POINTS_PER_PERIOD = FFT_SIZE / PERIODS
/** Least share of noise: what the window's leakage leaves of a perfect buzz. */
const MIN_APERIODICITY = 1e-3

const hann = Float64Array.from(
  { length: FFT_SIZE },
  (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / FFT_SIZE),
)

/**
 * Writes the share of noise (0.001..1) of frame `t` in each of the BANDS to `into[at..]`; 1 where unvoiced.
 * `f0` holds all frames in hertz, `samples` 16 kHz audio.
 */
export function measureAperiodicity(
  samples: Float32Array,
  f0: Float32Array,
  t: number,
  into: Float32Array,
  at: number,
): void {
  const pitch = f0[t]!
  if (pitch === 0) {
    into.fill(1, at, at + BANDS)
    return
  }
  loadBentFrame(samples, t * HOP, pitch, relativeSlope(f0, t))
  sharedFft().forward()
  for (let band = 0; band < BANDS; band++) into[at + band] = noiseShare(band, pitch)
}

/** The change of F0 per sample in parts of F0, from the voiced neighbours two frames away. */
function relativeSlope(f0: Float32Array, t: number): number {
  const before = f0[t - 2] || f0[t]!
  const after = f0[t + 2] || f0[t]!
  const frames = (f0[t - 2] ? 2 : 0) + (f0[t + 2] ? 2 : 0)
  return frames === 0 ? 0 : (after - before) / (f0[t]! * frames * HOP)
}

/** Reads the audio at equal steps of F0's phase: time is the phase's inverse to second order. */
function loadBentFrame(samples: Float32Array, centre: number, pitch: number, slope: number): void {
  const { time } = sharedFft()
  const period = RATE_HZ / pitch
  for (let i = 0; i < FFT_SIZE; i++) {
    const straight = ((i - FFT_SIZE / 2) / POINTS_PER_PERIOD) * period
    time[i] = hann[i]! * cubicAt(samples, centre + straight * (1 - 0.5 * slope * straight))
  }
}

/** The signal between samples by a cubic through four of them (E. Catmull, R. Rom 1974). */
function cubicAt(samples: Float32Array, place: number): number {
  const n = Math.floor(place)
  const x = place - n
  const [a, b] = [samples[n - 1] ?? 0, samples[n] ?? 0]
  const [c, d] = [samples[n + 1] ?? 0, samples[n + 2] ?? 0]
  return b + 0.5 * x * (c - a + x * (2 * a - 5 * b + 4 * c - d + x * (3 * (b - c) + d - a)))
}

/** Noise power over all power in a band, from mean bin powers at and between the harmonics. */
function noiseShare(band: number, pitch: number): number {
  const { spectrum } = sharedFft()
  const first = Math.max(1, Math.ceil(BAND_EDGES_HZ[band]! / pitch))
  const last = Math.floor(BAND_EDGES_HZ[band + 1]! / pitch - 0.5)
  let [at, between] = [0, 0]
  for (let harmonic = first; harmonic <= last; harmonic++) {
    const bin = harmonic * PERIODS
    at += spectrum[2 * bin]! ** 2 + spectrum[2 * bin + 1]! ** 2
    between += spectrum[2 * bin + 4]! ** 2 + spectrum[2 * bin + 5]! ** 2
  }
  // A harmonic's bin holds (sum of window)² of its power, a noise bin (sum of squares) of its share of
  // four bins: with Hann, 4·(at - between) against 32/3·between.
  const noise = (32 / 3) * between
  const tonal = 4 * Math.max(0, at - between)
  const share = noise + tonal > 0 ? noise / (noise + tonal) : 1
  return Math.min(1, Math.max(MIN_APERIODICITY, share))
}
