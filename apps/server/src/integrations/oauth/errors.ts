import * as oidc from 'openid-client'
import { ApiError } from '../../kit/api-error.ts'

/** Plain http is for a provider on this very machine only; RFC 6749 section 3.1 asks for TLS everywhere else. */
export function insecureOnLoopback(url: URL): ((config: oidc.Configuration) => void)[] {
  const loopback = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  return url.protocol === 'http:' && loopback ? [oidc.allowInsecureRequests] : []
}

/** Tells apart the person who said no, the answer that was forged or stale, and the provider that is down. */
export function refusalFrom(error: unknown, provider: string): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof oidc.AuthorizationResponseError) {
    return new ApiError('invalid_request', `${provider} did not sign you in: ${error.error}.`, {
      cause: error,
    })
  }
  if (error instanceof oidc.ResponseBodyError || error instanceof oidc.ClientError) {
    return new ApiError(
      'invalid_request',
      `${provider}’s answer could not be trusted. Please sign in again.`,
      {
        cause: error,
      },
    )
  }
  return new ApiError(
    'provider_failed',
    `${provider} did not answer. Please try again in a moment.`,
    {
      cause: error,
    },
  )
}
