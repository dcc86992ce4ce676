/** Most peaks of an outline. */
const mostPeaks = 800
const sliceSeconds = 0.05
/** Under this peak a slice is silent, about −60 dBFS. */
const silentPeak = 1e-3

/** The outline of audio that arrives in blocks: its peaks, its length, how much of it is not silent. */
export class Outline {
  readonly #sliceSamples: number
  readonly #sampleRateHz: number
  readonly #peaks: number[] = []
  #count = 0

  constructor(sampleRateHz: number) {
    this.#sampleRateHz = sampleRateHz
    this.#sliceSamples = Math.round(sliceSeconds * sampleRateHz)
  }

  add(block: Float32Array): void {
    for (const sample of block) {
      const slice = Math.floor(this.#count++ / this.#sliceSamples)
      const size = Math.abs(sample)
      if (size > (this.#peaks[slice] ?? -1)) this.#peaks[slice] = size
    }
  }

  get seconds(): number {
    return this.#count / this.#sampleRateHz
  }

  get soundSeconds(): number {
    return this.#peaks.filter((peak) => peak > silentPeak).length * sliceSeconds
  }

  /** At most 800 peaks of equal stretches, 0 to 1, in hundredths. */
  peaks(): number[] {
    const count = Math.min(mostPeaks, this.#peaks.length)
    return Array.from({ length: count }, (_, i) => {
      const from = Math.floor((i * this.#peaks.length) / count)
      const to = Math.floor(((i + 1) * this.#peaks.length) / count)
      const peak = Math.max(...this.#peaks.slice(from, to))
      return Math.round(100 * Math.min(1, peak)) / 100
    })
  }
}
