/** What the supervisor and a model's process say to each other, by structured clone. */

/** One piece of text to say; `speed` is in parts of the voice's own. */
export interface ModelTask {
  text: string
  speed: number
  speakerId: number
  /** Whose voice a cloning model speaks with. */
  reference?: ModelReference
}

/** A recording as sherpa-onnx takes it. */
export interface ModelReference {
  samples: Float32Array
  sampleRateHz: number
  /** What is said in it; empty for a model that does not need to know. */
  text: string
  /** Steps of flow matching for each piece of speech. */
  steps: number
}

/** Speech whose speaker is asked for; the answer is one chunk, the embedding. */
export interface EmbedTask {
  samples: Float32Array
  sampleRateHz: number
}

/** What a process loads: sherpa-onnx's configuration of a voice, or the file of a speaker model. */
export type LoadedModel = object | { speakerModel: string }

export type ToChild =
  | { kind: 'load'; model: LoadedModel; maxMemoryBytes: number }
  | ({ kind: 'speak'; id: number } & ModelTask)
  | ({ kind: 'embed'; id: number } & EmbedTask)
  | { kind: 'cancel'; id: number }

export type FromChild =
  | { kind: 'ready'; sampleRateHz: number }
  | { kind: 'chunk'; id: number; samples: Float32Array }
  | { kind: 'end'; id: number }
  | { kind: 'failed'; id: number; message: string }

/** A process that has outgrown its memory ends with this status; sherpa-onnx itself ends with 255. */
export const OUT_OF_MEMORY_STATUS = 86
