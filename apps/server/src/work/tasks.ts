/** What passes between the process and the threads of its speech pool: plain data. */
import type { MessagePort } from 'node:worker_threads'
import type { AudioFormat, DigitalSourceType, Pcm, WavInfo } from '@viva-voce/audio'
import type { ExpectedVoice, Signal } from '@viva-voce/forensics'
import type { CustomVoice, CustomVoiceLine } from './custom-protocol.ts'
import type { NeuralVoice } from './neural-protocol.ts'

export interface SpokenTask {
  /** Whose turn it is when syntheses must wait. */
  tenant: string
  voiceId: string
  /** For a voice of the operator's models; put in on the way to the thread. */
  neural?: NeuralVoice
  /** For a talent's voice. */
  custom?: CustomVoiceLine
  text: string
  speed: number
  /** Longer speech than this is refused. */
  maxSeconds: number
  payload: number
  keyVersion: number
  format: AudioFormat
  info: WavInfo
  /** Silence that the text asks for, in seconds. */
  askedPauseSeconds: number
}

/** A task as the domains give it; the process opens the lines that its thread needs. */
export type SpeechOrder = Omit<SpokenTask, 'neural' | 'custom'> & { custom: CustomVoice | null }

/** A task that sends its audio through a port while it is made. */
export type StreamTask = SpokenTask & { port: MessagePort }

/** When a sentence is heard, in seconds from the beginning. */
export interface Mark {
  text: string
  start: number
  end: number
}

export interface Spoken {
  audio: Uint8Array
  contentType: string
  marks: Mark[]
  sampleCount: number
  sampleRateHz: number
  digitalSourceType: DigitalSourceType
  timings: { engineMs: number; watermarkMs: number; encodeMs: number }
}

/** How a stream ended, sent or not; `sampleCount` counts what was handed on. */
export interface Streamed {
  contentType: string
  sampleCount: number
  sampleRateHz: number
  marks: Mark[]
  /** From the beginning of the work to the first marked piece. */
  firstPieceMs: number
}

export type StreamedEnd = Streamed | { refusal: string; message: string }

/** What a thread sends of a stream, and what it is told: to go on, or to end after what it has. */
export interface FromStream {
  bytes: Uint8Array
}
export type ToStream = 'next' | 'stop'

/** Audio that arrives as it is made. */
export interface SpeechStream {
  /** The file in pieces. Whoever stops reading must call `stop`. Throws what `speak` throws. */
  chunks: AsyncIterable<Uint8Array>
  /** Ends the speaking; `chunks` goes on until the file is brought to its end. */
  stop(): void
  /** What was made, once `chunks` has ended. */
  end(): Streamed
}

export type SpokenResult = Spoken | { refusal: string; message: string }

export interface StoredTask {
  audio: Uint8Array
  format: string
  askedPauseSeconds: number
  keyVersion: number
  /** The length that was charged. */
  seconds: number
  /** Whose voice it ought to be; null leaves the speaker out. */
  voice: ExpectedVoice | null
}

/** The speech of a stored file, for a speaker model of the operator: half a minute at most, at 16 kHz. */
export interface StoredSpeech {
  pcm: Pcm
  /** Of speech, pauses left out. */
  seconds: number
}

export interface StoredResult {
  watermark: { payload: number | null; score: number; explanation: string }
  scan: { passed: boolean; signals: Signal[] }
}

/** The key version that new marks are made with. */
export const watermarkKeyVersion = 1

/** The mark of a voice's public sample: no synthesis has this number, so no licence belongs to it. */
export const previewPayload = 0
