import type { FastifyInstance } from 'fastify'
import type { AccountDirectory } from '../account-directory.ts'
import type { Clock } from '../clock/clock.ts'
import { registerApi } from './api.ts'
import { registerAuthorize } from './authorize.ts'
import { GitHubGrants } from './grants.ts'
import { registerToken } from './token.ts'

export type GitHubOptions = { directory: AccountDirectory; clock: Clock }

/** GitHub under /github: the site's OAuth pages, and the REST API under /github/api. */
export function registerGitHub(app: FastifyInstance, { directory, clock }: GitHubOptions): void {
  const grants = new GitHubGrants(clock)
  registerAuthorize(app, grants, directory)
  registerToken(app, grants)
  registerApi(app, grants)
}
