/**
 * Sample rate conversion by small whole ratios in the frequency domain: overlap-save with the same windowed
 * sinc as the polyphase form, whose response is applied to each block's spectrum before it is read out at the
 * other rate (J. O. Smith, "Spectral Audio Signal Processing", overlap-save; M. Borgerding, "Turning overlap-save
 * into a multiband mixing, downsampling filter bank", IEEE SPM 23(2), 2006).
 */
import { createRealFft, type RealFft } from './fft.ts'
import { CUT_OFF, kernelAt, ZERO_CROSSINGS } from './sinc.ts'

/** The longer side of a block; with it a tenth of the work is overlap. */
const BLOCK = 6144
/** Ratios of these: the FFT has no other factors, and larger ones would need larger blocks. */
const FACTORS = new Set([1, 2, 3, 4, 6])

const known = new Map<string, BlockResampler>()

export class BlockResampler {
  readonly #down: number
  readonly #up: number
  readonly #source: RealFft
  readonly #target: RealFft
  /** Input samples at each end of a block that the filter's ends spoil; a multiple of `down`. */
  readonly #guard: number
  /** The filter's response for each bin that both rates have. */
  readonly #response: Float32Array

  /** One for a ratio in lowest terms, kept for good; undefined for a ratio that is not simple. */
  static for(up: number, down: number): BlockResampler | undefined {
    if (!FACTORS.has(up) || !FACTORS.has(down)) return undefined
    return kept(up, down, CUT_OFF * Math.min(1, up / down))
  }

  /**
   * One that oversamples and cuts off at a share of the input's Nyquist rate, kept for good; undefined where the filter
   * would fill most of a block.
   */
  static limited(up: number, cutOff: number): BlockResampler | undefined {
    const fits = FACTORS.has(up) && 2 * guardOf(cutOff, 1) <= BLOCK / up / 2
    return fits ? kept(up, 1, cutOff) : undefined
  }

  constructor(up: number, down: number, cutOff: number) {
    this.#up = up
    this.#down = down
    const unit = BLOCK / Math.max(up, down)
    this.#source = createRealFft(unit * down)
    this.#target = createRealFft(unit * up)
    this.#guard = guardOf(cutOff, down)
    this.#response = responseOf(cutOff, up, this.#source.size, this.#target.size)
  }

  /** The first `length` output samples; those outside the input count as zero. */
  run(input: Float32Array, length: number): Float32Array {
    const output = new Float32Array(length)
    const step = this.#source.size - 2 * this.#guard
    const guardOut = (this.#guard / this.#down) * this.#up
    for (let from = 0, to = 0; to < length; from += step) {
      const start = from - this.#guard
      this.#source.time.fill(0)
      const begin = Math.max(0, start)
      const end = Math.min(input.length, start + this.#source.size)
      if (begin < end) this.#source.time.set(input.subarray(begin, end), begin - start)
      this.#filter()
      const count = Math.min(this.#target.size - 2 * guardOut, length - to)
      output.set(this.#target.time.subarray(guardOut, guardOut + count), to)
      to += count
    }
    return output
  }

  #filter(): void {
    this.#source.forward()
    const { spectrum: source } = this.#source
    const { spectrum: target } = this.#target
    const response = this.#response
    target.fill(0)
    target[0] = source[0]! * response[0]!
    for (let bin = 1; bin < response.length; bin++) {
      target[2 * bin] = source[2 * bin]! * response[bin]!
      target[2 * bin + 1] = source[2 * bin + 1]! * response[bin]!
    }
    this.#target.inverse()
  }
}

function kept(up: number, down: number, cutOff: number): BlockResampler {
  const key = `${up}/${down}/${cutOff}`
  let found = known.get(key)
  if (!found) {
    found = new BlockResampler(up, down, cutOff)
    known.set(key, found)
  }
  return found
}

function guardOf(cutOff: number, down: number): number {
  return Math.ceil(ZERO_CROSSINGS / cutOff / down) * down
}

/** The sinc's response, from its samples at `up` times the input rate; real, since it is symmetric. */
function responseOf(cutOff: number, up: number, sourceSize: number, targetSize: number) {
  const fft = createRealFft(sourceSize * up)
  const half = Math.ceil((ZERO_CROSSINGS / cutOff) * up)
  fft.time.fill(0)
  fft.time[0] = kernelAt(0)
  for (let n = 1; n <= half; n++) {
    fft.time[n] = kernelAt((n / up) * cutOff)
    fft.time[fft.size - n] = fft.time[n]!
  }
  fft.forward()
  // Unit gain at 0 Hz, and the inverse transform divides by another size than the forward one summed over.
  const scale = targetSize / sourceSize / fft.spectrum[0]!
  return Float32Array.from(
    { length: Math.min(sourceSize, targetSize) / 2 },
    (_, bin) => fft.spectrum[2 * bin]! * scale,
  )
}
