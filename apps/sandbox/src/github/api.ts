import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { GitHubGrants, Permission } from './grants.ts'

/** The two calls of GitHub's REST API that tell who signed in. */
export function registerApi(app: FastifyInstance, grants: GitHubGrants): void {
  const authorised =
    (answer: (permission: Permission, reply: FastifyReply) => unknown) =>
    (request: FastifyRequest, reply: FastifyReply) => {
      const permission = grants.permissionOf(bearer(request))
      if (!permission) return reply.code(401).send({ message: 'Bad credentials' })
      return answer(permission, reply)
    }
  app.get(
    '/github/api/user',
    authorised(({ account }) => user(account)),
  )
  app.get(
    '/github/api/user/emails',
    authorised(({ account, scopes }, reply) => {
      // GitHub hides what a token may not see: forgetting the scope must hurt here too.
      if (!scopes.includes('user:email') && !scopes.includes('user')) {
        return reply.code(404).send({ message: 'Not Found' })
      }
      return emails(account)
    }),
  )
}

const bearer = (request: FastifyRequest) =>
  /^(?:bearer|token) (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''

/** The public email is null, as for most people: the product has to ask for the list. */
const user = (account: Permission['account']) => ({
  id: account.githubId,
  login: account.githubLogin,
  name: account.name,
  email: null,
})

const emails = ({ email, emailVerified }: Permission['account']) => [
  { email, primary: true, verified: emailVerified, visibility: 'private' },
]
