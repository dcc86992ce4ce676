import { ApiError } from '../../kit/api-error.ts'

/**
 * How a call to the payment provider ended when it did not succeed.
 * `unavailable`: nobody knows whether it took effect; ask again with the same idempotency key.
 * `declined`: the bank or the card said no. `refused`: the provider did, for good. `missing`: no such object.
 */
export type ProviderErrorKind = 'unavailable' | 'declined' | 'refused' | 'missing'

/** A failed call to the payment provider; an endpoint that lets it pass answers 502 with its sentence. */
export class ProviderError extends ApiError {
  readonly kind: ProviderErrorKind
  /** The provider's code, for example `card_declined` or `charge_already_refunded`. */
  readonly providerCode: string | null
  /** The bank's reason for a declined card, for example `insufficient_funds`. */
  readonly declineCode: string | null

  constructor(options: {
    kind: ProviderErrorKind
    providerCode?: string | null | undefined
    declineCode?: string | null | undefined
    message: string
    cause?: unknown
  }) {
    const sentence =
      options.kind === 'unavailable'
        ? 'The payment provider did not answer. Please try again in a moment.'
        : `The payment provider refused: ${options.message}`
    super('provider_failed', sentence, { cause: options.cause })
    this.name = 'ProviderError'
    this.kind = options.kind
    this.providerCode = options.providerCode ?? null
    this.declineCode = options.declineCode ?? null
  }
}

/** True when an error leaves open whether the provider did what it was asked. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof ProviderError && error.kind === 'unavailable'
}
