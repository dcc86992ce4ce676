/** What the supervisor and a model's process say to each other, by structured clone. */

/** One piece of text to say; `speed` is in parts of the voice's own. */
export interface ModelTask {
  text: string
  speed: number
  speakerId: number
}

export type ToChild =
  | { kind: 'load'; model: object; maxMemoryBytes: number }
  | ({ kind: 'speak'; id: number } & ModelTask)
  | { kind: 'cancel'; id: number }

export type FromChild =
  | { kind: 'ready'; sampleRateHz: number }
  | { kind: 'chunk'; id: number; samples: Float32Array }
  | { kind: 'end'; id: number }
  | { kind: 'failed'; id: number; message: string }

/** A process that has outgrown its memory ends with this status; sherpa-onnx itself ends with 255. */
export const OUT_OF_MEMORY_STATUS = 86
