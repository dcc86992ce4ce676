import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { GITHUB_CLIENT } from './client.ts'
import type { GitHubGrants } from './grants.ts'

const tokenRequest = z.object({
  client_id: z.string().default(''),
  client_secret: z.string().default(''),
  code: z.string().default(''),
  code_verifier: z.string().default(''),
  redirect_uri: z.string().optional(),
})

const TROUBLESHOOTING =
  'https://docs.github.com/apps/oauth-apps/maintaining-oauth-apps/troubleshooting-oauth-app-access-token-request-errors'

/** GitHub's words for a refusal; it sends them with status 200. */
const REFUSALS = {
  incorrect_client_credentials: 'The client_id and/or client_secret passed are incorrect.',
  bad_verification_code: 'The code passed is incorrect or expired.',
} as const

/** POST /github/login/oauth/access_token: a form unless `Accept` asks for JSON, as at GitHub. */
export function registerToken(app: FastifyInstance, grants: GitHubGrants): void {
  app.post('/github/login/oauth/access_token', (request, reply) => {
    const answer = exchange(grants, request.body)
    reply.header('cache-control', 'no-store')
    if (request.headers.accept?.includes('application/json')) return reply.send(answer)
    return reply
      .type('application/x-www-form-urlencoded; charset=utf-8')
      .send(new URLSearchParams(answer).toString())
  })
}

function exchange(grants: GitHubGrants, body: unknown): Record<string, string> {
  const parsed = tokenRequest.safeParse(body ?? {})
  if (!parsed.success) return refuse('bad_verification_code')
  const { client_id, client_secret, code, code_verifier, redirect_uri } = parsed.data
  if (client_id !== GITHUB_CLIENT.id || client_secret !== GITHUB_CLIENT.secret) {
    return refuse('incorrect_client_credentials')
  }
  const token = grants.redeem(code, code_verifier, redirect_uri)
  if (!token) return refuse('bad_verification_code')
  return { access_token: token.value, scope: token.scopes.join(','), token_type: 'bearer' }
}

const refuse = (error: keyof typeof REFUSALS) => ({
  error,
  error_description: REFUSALS[error],
  error_uri: `${TROUBLESHOOTING}#${error.replaceAll('_', '-')}`,
})
