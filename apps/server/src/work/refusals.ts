import { ApiError } from '../kit/api-error.ts'
import { PoolFullError } from '../kit/work-pool.ts'

/** The result, or its refusal as the error that people see. */
export function soundOrThrow<T extends object>(
  result: T | { refusal: string; message: string },
): T {
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
  if (result.refusal === 'voice_down') throw outOfOrder()
  if (result.refusal === 'busy') {
    throw new ApiError(
      'overloaded',
      'Too many requests wait for this voice. Nothing was charged; please try again in a moment.',
      { retryAfterSeconds: 2 },
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

/** All threads are busy and the queue is full. */
export function busy(): ApiError {
  return new ApiError('overloaded', 'All speech workers are busy. Please try again in a moment.', {
    retryAfterSeconds: 2,
  })
}

/** The voice's model has failed several times in a row; its next restarts are up to a minute apart. */
export function outOfOrder(): ApiError {
  return new ApiError(
    'unavailable',
    'This voice is out of order at the moment. Nothing was charged; please take another voice, or try again later.',
    { retryAfterSeconds: 60 },
  )
}

/** A pool's error as the error that people see. */
export function translate(error: unknown): never {
  if (error instanceof PoolFullError) throw busy()
  throw new ApiError(
    'engine_failed',
    'The speech engine failed. Nothing was charged; please try again.',
    {
      cause: error,
    },
  )
}
