import { setTimeout as delay } from 'node:timers/promises'
import Stripe from 'stripe'
import { ProviderError } from './provider-error.ts'

/** Tries of one call, and the pause before the second; each later pause is twice as long, up to a limit. */
export interface RetryPolicy {
  attempts: number
  firstPauseMs: number
  longestPauseMs: number
}

/** Runs one call to the provider, again while nobody answers; throws ProviderError. */
export type Caller = <T>(call: () => Promise<T>) => Promise<T>

/**
 * Calls with bounded retries: exponential backoff with half of each pause left to chance, so that many callers
 * do not come back at once. Only what may have been lost is tried again; every write carries an idempotency
 * key, so a second try has no second effect (docs.stripe.com/api/idempotent_requests).
 */
export function createCaller(policy: RetryPolicy, chance: () => number): Caller {
  return async (call) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await call()
      } catch (error) {
        const failure = toProviderError(error)
        if (failure.kind !== 'unavailable' || attempt >= policy.attempts) throw failure
        const pauseMs = Math.min(policy.firstPauseMs * 2 ** (attempt - 1), policy.longestPauseMs)
        await delay(pauseMs * (0.5 + chance() / 2))
      }
    }
  }
}

function toProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error
  if (!(error instanceof Stripe.errors.StripeError)) throw error
  const { code, message } = error
  const about = { providerCode: code, message, cause: error }
  if (error instanceof Stripe.errors.StripeCardError) {
    return new ProviderError({ kind: 'declined', ...about, declineCode: error.decline_code })
  }
  if (mayHaveWorked(error)) return new ProviderError({ kind: 'unavailable', ...about })
  return new ProviderError({ kind: code === 'resource_missing' ? 'missing' : 'refused', ...about })
}

/** No answer, too many calls, the same key still at work (409), or a failure on the provider's side. */
function mayHaveWorked(error: InstanceType<typeof Stripe.errors.StripeError>): boolean {
  if (error instanceof Stripe.errors.StripeConnectionError) return true
  if (error instanceof Stripe.errors.StripeAPIError) return true
  const status = error.statusCode ?? 500
  return status === 409 || status === 429 || status >= 500
}
