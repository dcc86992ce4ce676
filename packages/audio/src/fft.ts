import PFFFT from '@echogarden/pffft-wasm/simd'

const FLOAT_BYTES = 4
const REAL_TRANSFORM = 0
const FORWARD = 0
const BACKWARD = 1

// The module's bytes lie beside its script and are read with fs in Node, main thread and workers alike: no fetch.
const pffft = await PFFFT()

/** A real FFT of one size with its own buffers; made by {@link createRealFft}. */
export interface RealFft {
  /** Number of real samples, N. */
  readonly size: number
  /** N real samples: input of `forward`, output of `inverse`. A view; fetch it again after any other FFT was made. */
  readonly time: Float32Array
  /** N floats: [re0, reN/2, re1, im1, re2, im2, …]: output of `forward`, input of `inverse`. */
  readonly spectrum: Float32Array
  /** `time` → `spectrum`, unscaled: a full-scale cosine on bin k gives N/2. */
  forward(): void
  /** `spectrum` → `time`, scaled by 1/N so that it undoes `forward`. */
  inverse(): void
}

/**
 * Makes a real FFT of `size` samples; keep it, its WebAssembly memory is never given back.
 * @param size N = 2^a·3^b·5^c, a multiple of 32, 32 to 2^20
 * @throws RangeError for any other size
 * @see J. Pommier, PFFFT (FFTPACK's algorithms with SIMD), https://bitbucket.org/jpommier/pffft
 */
export function createRealFft(size: number): RealFft {
  if (!isSupportedSize(size)) throw new RangeError(`no real FFT of ${size} samples`)
  const setup = pffft._pffft_new_setup(size, REAL_TRANSFORM)
  const block = pffft._pffft_aligned_malloc(3 * size * FLOAT_BYTES)
  const work = block + 2 * size * FLOAT_BYTES
  return new PffftReal(size, setup, block, work)
}

class PffftReal implements RealFft {
  readonly size: number
  readonly #setup: number
  readonly #timeAt: number
  readonly #spectrumAt: number
  readonly #workAt: number
  #time: Float32Array
  #spectrum: Float32Array

  constructor(size: number, setup: number, block: number, work: number) {
    this.size = size
    this.#setup = setup
    this.#timeAt = block
    this.#spectrumAt = block + size * FLOAT_BYTES
    this.#workAt = work
    this.#time = viewOf(this.#timeAt, size)
    this.#spectrum = viewOf(this.#spectrumAt, size)
  }

  // WebAssembly memory that grew leaves old views detached (length 0).
  get time(): Float32Array {
    if (this.#time.length === 0) this.#time = viewOf(this.#timeAt, this.size)
    return this.#time
  }

  get spectrum(): Float32Array {
    if (this.#spectrum.length === 0) this.#spectrum = viewOf(this.#spectrumAt, this.size)
    return this.#spectrum
  }

  forward(): void {
    const { _pffft_transform_ordered: transform } = pffft
    transform(this.#setup, this.#timeAt, this.#spectrumAt, this.#workAt, FORWARD)
  }

  inverse(): void {
    const { _pffft_transform_ordered: transform } = pffft
    transform(this.#setup, this.#spectrumAt, this.#timeAt, this.#workAt, BACKWARD)
    const time = this.time
    const scale = 1 / this.size
    for (let i = 0; i < time.length; i++) time[i]! *= scale
  }
}

function viewOf(byteOffset: number, length: number): Float32Array {
  return new Float32Array(pffft.HEAPF32.buffer, byteOffset, length)
}

function isSupportedSize(size: number): boolean {
  if (!Number.isInteger(size) || size < 32 || size > 2 ** 20 || size % 32 !== 0) return false
  let rest = size
  for (const factor of [2, 3, 5]) while (rest % factor === 0) rest /= factor
  return rest === 1
}
