/** The part of sherpa-onnx-node that is used here; the package brings no types. */
import { createRequire } from 'node:module'

/** A loaded model. */
export interface OfflineTts {
  sampleRate: number
  /** Gives each sentence to `onProgress` as it is made (which ends the work by false), and all of it at last. */
  generateAsync(
    request: { text: string } & (
      | { sid: number; speed: number }
      | { generationConfig: GenerationConfig }
    ) & { onProgress: (chunk: { samples: Float32Array; progress: number }) => boolean },
  ): Promise<{ samples: Float32Array; sampleRate: number }>
}

/** Of a cloning model; `referenceText` is read by zipvoice only, `extra` by each family for itself. */
interface GenerationConfig {
  speed: number
  numSteps: number
  referenceAudio: Float32Array
  referenceSampleRate: number
  referenceText: string
  extra: Readonly<Record<string, number | string>>
}

const require = createRequire(import.meta.url)

/** Whether the optional package and its binary for this platform are installed; loads neither. */
export function isSherpaInstalled(): boolean {
  const platform = process.platform === 'win32' ? 'win' : process.platform
  try {
    require.resolve('sherpa-onnx-node')
    require.resolve(`sherpa-onnx-${platform}-${process.arch}/sherpa-onnx.node`)
    return true
  } catch {
    return false
  }
}

/**
 * Loads a model, sentence by sentence (maxNumSentences) so that audio comes early and memory stays small.
 * Only for a process of its own: a broken model ends the process instead of throwing.
 */
export function loadTts(model: object): Promise<OfflineTts> {
  const { OfflineTts } = require('sherpa-onnx-node') as {
    OfflineTts: { createAsync(config: object): Promise<OfflineTts> }
  }
  return OfflineTts.createAsync({ model, maxNumSentences: 1 })
}

/** A loaded speaker model. */
export interface SpeakerExtractor {
  /** Of the embedding. */
  dim: number
  createStream(): {
    acceptWaveform(audio: { samples: Float32Array; sampleRate: number }): void
    inputFinished(): void
  }
  isReady(stream: object): boolean
  /** Without an external buffer, which Node's later versions refuse. */
  compute(stream: object, enableExternalBuffer: false): Float32Array
}

/** Loads a speaker model; only for a process of its own, as `loadTts`. */
export function loadSpeakerModel(file: string): SpeakerExtractor {
  const { SpeakerEmbeddingExtractor } = require('sherpa-onnx-node') as {
    SpeakerEmbeddingExtractor: new (config: object) => SpeakerExtractor
  }
  return new SpeakerEmbeddingExtractor({ model: file, numThreads: 1, debug: false })
}
