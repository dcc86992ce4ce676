/** What a thread of the speech pool and the process say to each other about an operator's voice. */
import type { MessagePort } from 'node:worker_threads'
import type {
  CatalogueVoice,
  CloneReference,
  EngineRequest,
  SpeechErrorCode,
  SpokenUnit,
} from '@viva-voce/speech'

/** An operator's voice as a task carries it into a thread: the engine itself stays in the process. */
export interface NeuralVoice extends Pick<CatalogueVoice, 'locale' | 'digitalSourceType'> {
  /** Answers each ToEngine with one FromEngine. */
  port: MessagePort
}

/** A new text, or the next sentence of the last one; a training brings the recording to speak as. */
export type ToEngine = { speak: Omit<EngineRequest, 'signal'>; reference?: CloneReference } | 'next'
export type FromEngine = { unit: SpokenUnit } | 'end' | { code: SpeechErrorCode; message: string }
