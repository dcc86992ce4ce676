import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { AccountDirectory } from '../account-directory.ts'
import { isLoopbackCallback } from '../loopback.ts'
import { chooserPage, readChoice } from '../pages/chooser.ts'
import { problemPage, sendPage } from '../pages/page.ts'
import { GITHUB_CLIENT } from './client.ts'
import type { GitHubGrants, Permission } from './grants.ts'

/**
 * Stricter than GitHub, which lets PKCE be left out: the product promises it, so a request that
 * lost it must be noticed here. Each message names what to repair.
 */
const authorizeQuery = z.object({
  client_id: z.literal(GITHUB_CLIENT.id, { error: 'The client_id is not known.' }),
  redirect_uri: z
    .string({ error: 'The redirect_uri is missing.' })
    .refine((uri) => isLoopbackCallback(uri, GITHUB_CLIENT.callbackPath), {
      error: `The redirect_uri must be ${GITHUB_CLIENT.callbackPath} on this machine.`,
    }),
  code_challenge: z
    .string({ error: 'The code_challenge is missing.' })
    .length(43, { error: 'The code_challenge is not a SHA-256 in base64url.' }),
  code_challenge_method: z.literal('S256', { error: 'The code_challenge_method must be S256.' }),
  scope: z.string().default(''),
  state: z.string().optional(),
})

type AuthorizeQuery = z.infer<typeof authorizeQuery>

/** The chooser; it needs no cookie, since the request travels in the address of its form. */
export function registerAuthorize(
  app: FastifyInstance,
  grants: GitHubGrants,
  directory: AccountDirectory,
): void {
  app.route({
    method: ['GET', 'POST'],
    url: '/github/login/oauth/authorize',
    handler(request, reply) {
      const parsed = authorizeQuery.safeParse(request.query)
      if (!parsed.success) {
        const problem = parsed.error.issues[0]!.message
        return sendPage(reply, problemPage('Sandbox — not GitHub', problem), 400)
      }
      if (request.method === 'GET') return sendPage(reply, chooser(parsed.data, directory))
      const choice = readChoice(request.body, directory)
      if ('problem' in choice) {
        return sendPage(reply, chooser(parsed.data, directory, choice.problem), 422)
      }
      const answer = 'cancelled' in choice ? DENIED : allow(grants, parsed.data, choice.account)
      return reply.redirect(callbackUrl(parsed.data, answer), 303)
    },
  })
}

const DENIED = {
  error: 'access_denied',
  error_description: 'The user has denied your application access.',
}

const chooser = (query: AuthorizeQuery, directory: AccountDirectory, problem?: string) =>
  chooserPage({
    provider: 'GitHub',
    redirectUri: query.redirect_uri,
    accounts: directory.all(),
    problem,
  })

function allow(grants: GitHubGrants, query: AuthorizeQuery, account: Permission['account']) {
  const code = grants.issueCode({
    account,
    scopes: query.scope.split(/[\s,]+/).filter(Boolean),
    redirectUri: query.redirect_uri,
    codeChallenge: query.code_challenge,
  })
  return { code }
}

function callbackUrl(query: AuthorizeQuery, answer: Record<string, string>): string {
  const url = new URL(query.redirect_uri)
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value)
  if (query.state !== undefined) url.searchParams.set('state', query.state)
  return url.href
}
