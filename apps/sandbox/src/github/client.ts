/** The one application registered at the sandbox's GitHub. */
export const GITHUB_CLIENT = {
  id: 'sandbox-github',
  secret: 'sandbox-github-secret',
  callbackPath: '/v1/auth/callback/github',
} as const
