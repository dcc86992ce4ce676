/** What a training's thread and the process say to each other, and what comes of it: plain data. */
import type { MessagePort } from 'node:worker_threads'
import type { SpeechErrorCode, VoiceReport } from '@viva-voce/speech'

/** The stages whose outcome is stored, in their order; see packages/speech/src/conversion/train.ts. */
export const trainingStages = ['analysed', 'aligned', 'fitted'] as const
export type TrainingStage = (typeof trainingStages)[number]

/** A recording as training needs to know it; its bytes are asked for. */
export interface TaskRecording {
  fileName: string
  /** As measured at upload: seconds of speech, and how far it is over the noise. */
  speechSeconds: number
  snrDb: number
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
  /** The operator's cloning model for the language; null where there is none that is up. */
  cloner: { modelId: string; needsText: boolean } | null
}

/** The task on its way to the thread; the cloner's port speaks as neural-protocol.ts says. */
export type TrainingThreadTask = Omit<TrainingTask, 'cloner'> & {
  port: MessagePort
  cloner: { needsText: boolean; port: MessagePort } | null
}

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

/** What came of letting a cloning model speak as one of the recordings does. */
export type CloningOutcome =
  | {
      /** Places of the recordings that are spoken as, their length together, and what is said in them. */
      reference: { indexes: number[]; seconds: number; text: string | null }
      /** The reference as a WAV. */
      wav: Uint8Array
      report: VoiceReport
      /** Empty when it is the talent's voice. */
      advice: string[]
    }
  /** Why nothing was spoken. */
  | { problem: string }

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
  /** Null where no cloning model was asked. */
  cloning: CloningOutcome | null
}

export type TrainingResult = TrainingOutcome | { refusal: SpeechErrorCode; message: string }
