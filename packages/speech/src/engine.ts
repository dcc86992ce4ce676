import type { Pcm } from '@viva-voce/audio'
import type { Boundary } from './text/utterance.ts'

/** The slowest and fastest speaking rate, in parts of the voice's own. */
export const MIN_SPEED = 0.5
export const MAX_SPEED = 2
/** How far a voice can be raised or lowered: a fifth, which is about what espeak-ng can do. */
export const MAX_PITCH_SEMITONES = 7.1

/** What an engine is asked to say. */
export interface EngineRequest {
  /** As a person wrote it, of any length and in any script; the engine prepares it as it needs. */
  text: string
  /** One of the engine's own `voices`. */
  voice: string
  /** Speaking rate in parts of the voice's own, MIN_SPEED..MAX_SPEED; pitch stays. */
  speed: number
  /** Added to the voice's own pitch, -MAX_PITCH_SEMITONES..MAX_PITCH_SEMITONES (default 0). */
  pitchSemitones?: number
  /** BCP-47: the text's language where it is not the voice's own; an engine without it keeps its own. */
  language?: string
  signal?: AbortSignal
}

/** One spoken stretch as the engine made it, with its own silence around it still on. */
export interface SpokenUnit {
  /** Mono, at the engine's own rate for the voice. */
  pcm: Pcm
  /** How the text goes on after it, which decides the pause. */
  boundary: Boundary
  /** The part of the text that it says, as it was written; absent where the engine does not know. */
  text?: string
}

/**
 * What turns text into audio. `speak` gives a unit per sentence (or part of an over-long one) as soon as
 * it is made, so that memory and the time to first audio do not grow with the text. It throws SpeechError
 * `unknown_voice`, `no_speech`, `engine_failed`, and `cancelled` at the latest one unit after an abort.
 */
export interface SpeechEngine {
  readonly name: string
  readonly voices: readonly string[]
  speak(request: EngineRequest): AsyncIterable<SpokenUnit>
  /** Whether what it needs is on this machine; an engine that leaves this out is always there. */
  isAvailable?(): boolean
  /** BCP-47 language of one of its voices; English where an engine leaves this out. */
  localeOf?(voice: string): string
}
