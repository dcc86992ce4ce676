import { type ErrorCode, errorCodes } from '@viva-voce/contract'

export interface ErrorExtras {
  fields?: { field: string; message: string }[]
  retryAfterSeconds?: number
  priceEur?: number
  topUpUrl?: string
  cause?: unknown
}

/** An expected refusal. `code` decides the status; the message is the sentence that people read. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly extras: ErrorExtras

  constructor(code: ErrorCode, sentence: string, extras: ErrorExtras = {}) {
    super(sentence, { cause: extras.cause })
    this.name = 'ApiError'
    this.code = code
    this.extras = extras
  }

  get status(): number {
    return errorCodes[this.code].status
  }
}

/** The refusal for what does not exist, or belongs to somebody else: both look the same from outside. */
export function notFound(what: string): ApiError {
  return new ApiError('not_found', `There is no such ${what}.`)
}
