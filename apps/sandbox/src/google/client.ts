/** The one application registered at the sandbox's Google. */
export const GOOGLE_CLIENT = {
  id: 'sandbox-google',
  secret: 'sandbox-google-secret',
  callbackPath: '/v1/auth/callback/google',
} as const
