/** What a thread of the speech pool and the process say to each other about a talent's voice. */
import type { MessagePort } from 'node:worker_threads'

/** A trained voice: the base voice that speaks, and the model that converts it. */
export interface CustomVoice {
  /** `findBaseVoice`. */
  base: string
  /** Of the object store; another version of the voice has another key. */
  modelKey: string
}

/** A trained voice on its way to a thread; the port answers any message with the model. */
export type CustomVoiceLine = CustomVoice & { port: MessagePort }

export type FromModelStore = { model: Uint8Array } | { problem: string }
