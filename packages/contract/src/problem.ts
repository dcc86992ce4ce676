import { z } from 'zod'

/**
 * Every refusal that the API can give: HTTP status and title by stable code.
 * The sentence for people is written where the refusal is made, since only that place knows the details.
 */
export const errorCodes = {
  invalid_request: { status: 400, title: 'The request is malformed' },
  not_signed_in: { status: 401, title: 'Not signed in' },
  invalid_api_key: { status: 401, title: 'The API key is not valid' },
  insufficient_funds: { status: 402, title: 'The wallet balance is too low' },
  forbidden: { status: 403, title: 'Not allowed for this role' },
  csrf_mismatch: { status: 403, title: 'The CSRF token is missing or wrong' },
  consent_revoked: { status: 403, title: 'The talent has withdrawn consent' },
  consent_missing: { status: 403, title: 'The talent has not given consent' },
  email_not_verified: { status: 403, title: 'The provider has not verified this email' },
  not_found: { status: 404, title: 'Not found' },
  conflict: { status: 409, title: 'In conflict with the present state' },
  voice_not_ready: { status: 409, title: 'The voice is not ready' },
  request_in_progress: { status: 409, title: 'The same request is still running' },
  payload_too_large: { status: 413, title: 'The request body is too large' },
  unsupported_media_type: { status: 415, title: 'The content type is not supported' },
  validation_failed: { status: 422, title: 'A field is not valid' },
  recordings_refused: { status: 422, title: 'The recordings cannot be trained' },
  idempotency_key_reused: { status: 422, title: 'The idempotency key belongs to another request' },
  rate_limited: { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'Something went wrong on our side' },
  not_implemented: { status: 501, title: 'Not available yet' },
  engine_failed: { status: 502, title: 'The speech engine failed' },
  provider_failed: { status: 502, title: 'An outside provider failed' },
  overloaded: { status: 503, title: 'All speech workers are busy' },
  unavailable: { status: 503, title: 'Temporarily unavailable' },
} as const satisfies Record<string, { status: number; title: string }>

/** The stable code of a refusal, the last part of a problem's `type`. */
export type ErrorCode = keyof typeof errorCodes

/** One field that a request got wrong; `field` is a dotted path such as `body.text`. */
export const fieldError = z.object({ field: z.string(), message: z.string() })

/** An error answer, `application/problem+json` (RFC 9457). `error` is the sentence that screens show. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  error: z.string(),
  code: z.string(),
  request_id: z.string(),
  fields: z.array(fieldError).optional(),
  price_eur: z.number().optional(),
  top_up_url: z.string().optional(),
})
export type Problem = z.infer<typeof problem>

/** The `type` address of a code; it resolves to the code's paragraph in the documentation. */
export function problemType(code: ErrorCode): string {
  return `/docs/errors#${code}`
}
