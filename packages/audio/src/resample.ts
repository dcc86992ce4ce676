/**
 * Band-limited sample rate conversion by a windowed sinc, as in J. O. Smith, "Digital Audio Resampling"
 * (https://ccrma.stanford.edu/~jos/resample/), and R. Crochiere, L. Rabiner, "Multirate Digital Signal
 * Processing" (polyphase form: L phases, one dot product per output sample).
 *
 * Our own and not @alexanderolsen/libsamplerate-js 2.1.2, which was tried: over about a million samples
 * it loses nearly all of its output (2,000,001 in, 2,400 out), its length is rounded down, the last
 * samples need padding, and it is 2 MB of script behind an asynchronous start. This one is synchronous and
 * exact in length. Simple ratios, which is what speech needs, go through the FFT (block-resampler.ts), about
 * forty times faster (docs/performance.md); other usual ones through it and a short filter (oversampling-resampler.ts); the
 * polyphase form is left for the rest.
 */
import { BlockResampler } from './block-resampler.ts'
import { greatestCommonDivisor, OversamplingResampler } from './oversampling-resampler.ts'
import { checkSampleRate, type Pcm } from './pcm.ts'
import { CUT_OFF, kernelAt, ZERO_CROSSINGS } from './sinc.ts'

/** Phases kept in memory; a ratio with more (44,100 to 47,999 Hz) computes each row as it is needed. */
const MAX_CACHED_PHASES = 1024

/**
 * Converts audio to `toHz` (whole, 1,000..768,000): exactly `round(length * toHz / fromHz)` samples, no
 * delay, stop band 90 dB down, pass band flat to 91 % of the lower Nyquist rate. The same rate gives a copy. Samples outside the audio count as zero. Throws AudioError `unsupported_rate`.
 */
export function resample(pcm: Pcm, toHz: number): Pcm {
  checkSampleRate(pcm.sampleRateHz)
  checkSampleRate(toHz)
  if (toHz === pcm.sampleRateHz) return { samples: pcm.samples.slice(), sampleRateHz: toHz }
  const divisor = greatestCommonDivisor(toHz, pcm.sampleRateHz)
  const [up, down] = [toHz / divisor, pcm.sampleRateHz / divisor]
  const length = Math.round((pcm.samples.length * toHz) / pcm.sampleRateHz)
  const filter =
    BlockResampler.for(up, down) ??
    OversamplingResampler.for(up, down) ??
    new PolyphaseFilter(up, down)
  return { samples: filter.run(pcm.samples, length), sampleRateHz: toHz }
}

class PolyphaseFilter {
  private readonly up: number
  private readonly down: number
  private readonly cutOff: number
  private readonly half: number
  private readonly rows: (Float64Array | undefined)[] = []

  constructor(up: number, down: number) {
    this.up = up
    this.down = down
    this.cutOff = CUT_OFF * Math.min(1, up / down)
    this.half = Math.ceil(ZERO_CROSSINGS / this.cutOff)
  }

  /** Output n lies at input time n*down/up: a whole part and a phase, both kept as exact integers. */
  run(input: Float32Array, length: number): Float32Array {
    const output = new Float32Array(length)
    for (let n = 0; n < length; n++) {
      const at = n * this.down
      const whole = Math.floor(at / this.up)
      output[n] = this.dot(input, whole, this.row(at - whole * this.up))
    }
    return output
  }

  /** Sum of the input around `whole` weighted by one row; tap k belongs to input `whole - half + 1 + k`. */
  private dot(input: Float32Array, whole: number, row: Float64Array): number {
    const start = whole - this.half + 1
    const from = Math.max(0, -start)
    const to = Math.min(row.length, input.length - start)
    // Four sums: one alone would wait for each addition to end.
    let [a, b, c, d] = [0, 0, 0, 0]
    let k = from
    for (; k + 3 < to; k += 4) {
      a += input[start + k]! * row[k]!
      b += input[start + k + 1]! * row[k + 1]!
      c += input[start + k + 2]! * row[k + 2]!
      d += input[start + k + 3]! * row[k + 3]!
    }
    for (; k < to; k++) a += input[start + k]! * row[k]!
    return a + b + c + d
  }

  private row(phase: number): Float64Array {
    const known = this.rows[phase]
    if (known) return known
    const row = this.computeRow(phase / this.up)
    if (this.up <= MAX_CACHED_PHASES) this.rows[phase] = row
    return row
  }

  /** The weights of 2*half inputs for an output `fraction` (0..1) of a sample after one; they sum to 1. */
  private computeRow(fraction: number): Float64Array {
    const row = new Float64Array(2 * this.half)
    let sum = 0
    for (let k = 0; k < row.length; k++) {
      const distance = Math.abs(k - this.half + 1 - fraction)
      row[k] = kernelAt(distance * this.cutOff)
      sum += row[k]!
    }
    // Unit gain at 0 Hz for every phase: without it a constant would ripple at the phase rate.
    for (let k = 0; k < row.length; k++) row[k]! /= sum
    return row
  }
}
