import type { AudioFormat, WavInfo } from '@viva-voce/audio'
import { ApiError } from '../kit/api-error.ts'
import { createWorkPool, PoolFullError } from '../kit/work-pool.ts'

export interface SpokenTask {
  /** Whose turn it is when syntheses must wait. */
  tenant: string
  voiceId: string
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
  timings: { engineMs: number; watermarkMs: number; encodeMs: number }
}

export type SpokenResult = Spoken | { refusal: string; message: string }

export interface StoredTask {
  audio: Uint8Array
  format: string
  askedPauseSeconds: number
  keyVersion: number
  /** The length that was charged. */
  seconds: number
}

export interface StoredResult {
  watermark: { payload: number | null; score: number; explanation: string }
  scan: {
    passed: boolean
    signals: {
      name: string
      score: number
      threshold: number
      passed: boolean
      explanation: string
    }[]
  }
}

/** Speech and its checks, off the event loop. */
export interface SpeechWork {
  /** Throws 503 when the queue is full, before anything is charged. */
  refuseWhenFull(): void
  speak(task: SpokenTask): Promise<Spoken>
  check(task: StoredTask): Promise<StoredResult>
  close(): Promise<void>
}

/** The key version that new marks are made with. */
export const watermarkKeyVersion = 1

export function createSpeechWork(options: {
  filename: string
  threads: number
  queue: number
  timeoutMs: number
  watermarkKey: Uint8Array
}): SpeechWork {
  const pool = createWorkPool({ ...options, workerData: { watermarkKey: options.watermarkKey } })
  const deadline = () => AbortSignal.timeout(options.timeoutMs)
  return {
    refuseWhenFull() {
      if (pool.isFull()) throw busy()
    },
    async speak(task) {
      const result = await pool
        .run('speakAndMark', task, { tenant: task.tenant, signal: deadline() })
        .catch(translate)
      return spokenOrThrow(result as SpokenResult)
    },
    async check(task) {
      return (await pool.run('checkStored', task, {
        tenant: '',
        signal: deadline(),
      })) as StoredResult
    },
    close: () => pool.close(),
  }
}

function spokenOrThrow(result: SpokenResult): Spoken {
  if (!('refusal' in result)) return result
  if (result.refusal === 'no_speech') {
    throw unspeakable('There is nothing in this text that can be spoken.')
  }
  if (result.refusal === 'too_long') {
    throw unspeakable('This text is too long when spoken. Please send it in parts.')
  }
  if (result.refusal === 'too_short_or_quiet') {
    throw unspeakable(
      'This speech is too short to carry the watermark. Please write a little more.',
    )
  }
  if (result.refusal === 'encoder_missing') {
    throw new ApiError(
      'unavailable',
      'This format needs ffmpeg, which is not installed here. Ask for wav or pcm.',
    )
  }
  throw new ApiError(
    'engine_failed',
    'The speech engine failed. Nothing was charged; please try again.',
    {
      cause: new Error(`${result.refusal}: ${result.message}`),
    },
  )
}

function unspeakable(sentence: string): ApiError {
  return new ApiError('validation_failed', sentence, {
    fields: [{ field: 'body.text', message: sentence }],
  })
}

function busy(): ApiError {
  return new ApiError('overloaded', 'All speech workers are busy. Please try again in a moment.', {
    retryAfterSeconds: 2,
  })
}

function translate(error: unknown): never {
  if (error instanceof PoolFullError) throw busy()
  throw new ApiError(
    'engine_failed',
    'The speech engine failed. Nothing was charged; please try again.',
    {
      cause: error,
    },
  )
}
