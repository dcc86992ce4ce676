import type { Pcm } from '@viva-voce/audio'
import type { SpeechError } from '../../error.ts'
import type { EmbedTask, ModelTask } from './messages.ts'

/** One request on its way through a supervisor; settles once, whatever is called afterwards. */
export class Job {
  readonly id: number
  readonly task: ModelTask | EmbedTask
  sampleCount = 0
  readonly #chunks: Float32Array[] = []
  readonly #settle = Promise.withResolvers<Pcm>()

  constructor(id: number, task: ModelTask | EmbedTask) {
    this.id = id
    this.task = task
  }

  get result(): Promise<Pcm> {
    return this.#settle.promise
  }

  /** Keeps a chunk of audio, or returns what is wrong with it. */
  add(samples: Float32Array, maxSamples: number): string | undefined {
    if (!(samples instanceof Float32Array)) return 'sent something that is no audio'
    // A broken model gives NaN, which every later stage would pass on.
    if (!samples.every(Number.isFinite)) return 'made audio that is not finite'
    this.sampleCount += samples.length
    if (this.sampleCount > maxSamples) return 'made audio without end'
    this.#chunks.push(samples)
    return undefined
  }

  complete(sampleRateHz: number): void {
    const samples = new Float32Array(this.sampleCount)
    let at = 0
    for (const chunk of this.#chunks) {
      samples.set(chunk, at)
      at += chunk.length
    }
    this.#settle.resolve({ samples, sampleRateHz })
  }

  fail(error: SpeechError): void {
    this.#settle.reject(error)
  }
}
