import { type Problem, problem } from '@viva-voce/contract'

/** A call that the API refused. `message` is the sentence to show. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** The refusal's details when the server sent problem+json. */
  readonly problem: Problem | null

  constructor(status: number, statusText: string, details: Problem | null) {
    super(details?.error || `API request failed: ${status} ${statusText}`.trim())
    this.status = status
    this.problem = details
  }
}

/** Reads a refusal into an ApiError; a body that is no problem+json leaves the plain sentence. */
export async function readRefusal(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null)
  const details = problem.safeParse(body)
  return new ApiError(response.status, response.statusText, details.success ? details.data : null)
}

const requestFailed = 'Request failed: {status}'

/** What is said when the server gave no sentence of its own: with a status, and without an answer at all. */
const fallbacks = {
  call: { answered: null, silent: 'The server cannot be reached. Please try again in a moment.' },
  synthesize: { answered: 'Synthesize failed: {status}', silent: 'Failed to synthesize' },
  voices: { answered: null, silent: 'Failed to load voices' },
  royalties: { answered: null, silent: 'Failed to load royalty data' },
  escrows: { answered: null, silent: 'Failed to load escrow data' },
  usage: { answered: null, silent: 'Failed to load usage data' },
  forecast: { answered: null, silent: 'Failed to load forecast data' },
  invoices: { answered: null, silent: 'Failed to load invoices' },
  escrow: { answered: null, silent: 'Failed to fetch escrow status' },
  licence: { answered: null, silent: 'Failed to validate JWT token' },
  register: { answered: requestFailed, silent: 'Registration failed' },
  grantConsent: { answered: requestFailed, silent: 'Consent grant failed' },
  revokeConsent: { answered: requestFailed, silent: 'Consent revoke failed' },
  audit: { answered: requestFailed, silent: 'Failed to load audit' },
  checkAudio: {
    answered: 'The check failed: {status}',
    silent: 'The check failed: no answer from the server',
  },
  upload: {
    answered: 'Upload failed: {status}',
    silent: 'Upload failed: no answer from the server',
  },
  sample: { answered: requestFailed, silent: 'The sample could not be played' },
  onboard: { answered: requestFailed, silent: 'Onboarding failed' },
  stripeOauth: { answered: requestFailed, silent: 'OAuth start failed' },
  train: { answered: requestFailed, silent: 'Failed to queue training' },
} as const

/** What was tried, as far as its failure has words of its own. */
export type Action = keyof typeof fallbacks

/** The one place where an error becomes words for a person. */
export function sentence(error: unknown, action: Action = 'call'): string {
  const { answered, silent } = fallbacks[action]
  if (!(error instanceof ApiError)) return silent
  if (error.problem || !answered) return error.message
  return answered.replace('{status}', String(error.status))
}

/** As {@link sentence}, with one for each field where the server names several. */
export function sentences(error: unknown, action?: Action): string[] {
  const fields = error instanceof ApiError ? (error.problem?.fields ?? []) : []
  if (fields.length < 2) return [sentence(error, action)]
  return [...new Set(fields.map(({ message }) => message))]
}
