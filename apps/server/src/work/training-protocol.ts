/** What a training's thread and the process say to each other, and what comes of it: plain data. */
import type { MessagePort } from 'node:worker_threads'
import type { SpeechErrorCode, VoiceReport } from '@viva-voce/speech'

/** The stages whose outcome is stored, in their order; see packages/speech/src/conversion/train.ts. */
export const trainingStages = ['analysed', 'aligned', 'fitted'] as const
export type TrainingStage = (typeof trainingStages)[number]

/** A recording as training needs to know it; its bytes are asked for. */
export interface TaskRecording {
  fileName: string
  /** As measured at upload. */
  speechSeconds: number
}

/** Where an earlier run got to. */
export interface Checkpoint {
  /** Id of the base voice that it was made with. */
  base: string
  /** `encodeTrainingState`. */
  state: Uint8Array
}

export interface TrainingTask {
  /** BCP-47. */
  locale: string
  recordings: readonly TaskRecording[]
  checkpoint: Checkpoint | null
}

/** The task on its way to the thread. */
export type TrainingThreadTask = TrainingTask & { port: MessagePort }

/** `want` is answered by the bytes of a recording, `stage` by null once it is stored. */
export type FromTraining =
  | { progress: number }
  | { want: number }
  | { stage: TrainingStage; checkpoint: Checkpoint }
export type ToTraining = Uint8Array | null

/** What each recording was used for: as its sentence of the script, as free speech, to measure with, or not. */
export type RecordingUse =
  | { use: 'script' | 'measuring'; sentence: number }
  | { use: 'free' | 'unused'; sentence: null }

/** What a voice was trained with and how near it came. */
export interface TrainingOutcome {
  base: string
  parallel: boolean
  /** By the places of `recordings`. */
  uses: RecordingUse[]
  seed: number
  report: VoiceReport
  /** Empty when the voice came out. */
  advice: string[]
  /** `encodeModel`. */
  model: Uint8Array
}

export type TrainingResult = TrainingOutcome | { refusal: SpeechErrorCode; message: string }
