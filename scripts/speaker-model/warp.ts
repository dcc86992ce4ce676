/** Makes one voice into another: moves its formants while its pitch and timing stay. */
import { createRealFft, type Pcm } from '../../packages/audio/index.ts'

const SIZE = 512
const HOP = 128
/** Cepstral coefficients that hold the envelope at 16 kHz; more would follow the harmonics of high voices. */
const LIFTER = 34
const MAX_GAIN = Math.log(10 ** (25 / 20))

const fft = createRealFft(SIZE)
const HANN = Float32Array.from({ length: SIZE }, (_, n) =>
  Math.sqrt(0.5 - 0.5 * Math.cos((2 * Math.PI * n) / SIZE)),
)

/** A piecewise linear map of frequencies in hertz: knots from, to; ends at 0 and 8 kHz. */
export interface Warp {
  from: readonly number[]
  to: readonly number[]
  /** Slope of the spectrum that is added, in dB an octave around 1 kHz. */
  tiltDb: number
}

/** Applies a warp to 16 kHz audio. */
export function warpVoice({ samples, sampleRateHz }: Pcm, warp: Warp): Pcm {
  if (sampleRateHz !== 16_000) throw new RangeError(`${sampleRateHz} Hz`)
  const sources = sourceBins(warp)
  const out = new Float32Array(samples.length + SIZE)
  const kept = new Float32Array(SIZE)
  const envelope = new Float64Array(SIZE / 2 + 1)
  const gains = new Float64Array(SIZE / 2)
  const tilt = Float64Array.from({ length: SIZE / 2 }, (_, k) => {
    const octaves = Math.log2(Math.max(100, (k * 16_000) / SIZE) / 1_000)
    return (Math.max(-3, Math.min(2, octaves)) * warp.tiltDb * Math.LN10) / 20
  })
  for (let start = -SIZE + HOP; start < samples.length; start += HOP) {
    const { time } = fft
    for (let n = 0; n < SIZE; n++) time[n] = (samples[start + n] ?? 0) * HANN[n]!
    fft.forward()
    kept.set(fft.spectrum)
    smoothEnvelope(kept, envelope)
    for (let k = 1; k < SIZE / 2; k++) {
      const at = sources[k]!
      const low = Math.floor(at)
      const moved =
        envelope[low]! + (at - low) * (envelope[Math.min(SIZE / 2, low + 1)]! - envelope[low]!)
      const change = moved - envelope[k]! + tilt[k]!
      gains[k] = Math.exp(Math.max(-MAX_GAIN, Math.min(MAX_GAIN, change)))
    }
    const { spectrum } = fft
    spectrum[0] = 0
    spectrum[1] = 0
    for (let k = 1; k < SIZE / 2; k++) {
      spectrum[2 * k] = kept[2 * k]! * gains[k]!
      spectrum[2 * k + 1] = kept[2 * k + 1]! * gains[k]!
    }
    fft.inverse()
    // Squared root-Hann windows at a quarter's hop add up to 2.
    for (let n = Math.max(0, -start); n < SIZE; n++)
      out[start + n]! += 0.5 * fft.time[n]! * HANN[n]!
  }
  return { samples: out.subarray(0, samples.length), sampleRateHz }
}

/** Log magnitude of a spectrum, smoothed by its cepstrum. */
function smoothEnvelope(kept: Float32Array, envelope: Float64Array): void {
  const { spectrum } = fft
  for (let k = 1; k < SIZE / 2; k++) {
    spectrum[2 * k] = 0.5 * Math.log(kept[2 * k]! ** 2 + kept[2 * k + 1]! ** 2 + 1e-9)
    spectrum[2 * k + 1] = 0
  }
  spectrum[0] = spectrum[2]!
  spectrum[1] = spectrum[SIZE - 2]!
  fft.inverse()
  const { time } = fft
  for (let n = LIFTER; n <= SIZE - LIFTER; n++) time[n] = 0
  fft.forward()
  for (let k = 1; k < SIZE / 2; k++) envelope[k] = fft.spectrum[2 * k]!
  envelope[0] = fft.spectrum[0]!
  envelope[SIZE / 2] = fft.spectrum[1]!
}

/** For each bin of the new spectrum, the bin of the old one that it takes its envelope from. */
function sourceBins({ from, to }: Warp): Float64Array {
  const knots = [[0, 0], ...from.map((hz, i) => [hz, to[i]!]), [8_000, 8_000]] as [number, number][]
  return Float64Array.from({ length: SIZE / 2 }, (_, k) => {
    const hz = (k * 16_000) / SIZE
    const i = Math.max(
      1,
      knots.findIndex(([, target]) => hz <= target),
    )
    const [[a, x], [b, y]] = [knots[i - 1]!, knots[i]!]
    return ((a + ((hz - x) * (b - a)) / (y - x)) * SIZE) / 16_000
  })
}
