/** What a thread of the speech pool and the process say to each other about a talent's voice. */
import type { MessagePort } from 'node:worker_threads'

/** A trained voice: a base voice that speaks and the model that converts it, or a clone. */
export type CustomVoice = ConvertedVoice | ClonedVoice

export interface ConvertedVoice {
  /** `findBaseVoice`. */
  base: string
  /** Of the object store; another version of the voice has another key. */
  modelKey: string
}

/** A voice that one of the operator's cloning models speaks with. */
export interface ClonedVoice {
  cloner: string
  /** Of the object store: a WAV of the recording to speak as; another version of the voice has another key. */
  referenceKey: string
  /** What is said in the recording; null where the model need not know. */
  text: string | null
  /** BCP-47. */
  locale: string
}

/** A trained voice on its way to a thread; the port answers any message with the model. */
export type CustomVoiceLine = ConvertedVoice & { port: MessagePort }

export type FromModelStore = { model: Uint8Array } | { problem: string }
