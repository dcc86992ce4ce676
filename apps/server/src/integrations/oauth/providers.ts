import type { Provider } from '@viva-voce/contract'
import type { Config } from '../../config/config.ts'
import { createGithub } from './github.ts'
import { createGoogle } from './google.ts'

/** What a sign-in attempt must bring back: state against forged answers, PKCE against stolen codes, nonce (OIDC). */
export interface AttemptSecrets {
  state: string
  nonce: string
  codeVerifier: string
}

/** Who the provider says has signed in. */
export interface Identity {
  subject: string
  email: string
  emailVerified: boolean
  name: string
}

export interface SignInProvider {
  authorizationUrl(secrets: AttemptSecrets): Promise<URL>
  /** Exchanges the code in the callback's address. Throws ApiError when the person or the provider refused. */
  identify(callback: URL, secrets: AttemptSecrets): Promise<Identity>
}

/** The providers that are set up; null for those that are not. */
export type Providers = Record<Provider, SignInProvider | null>

export function createProviders(config: Config): Providers {
  const redirectUri = (provider: Provider) => `${config.apiUrl}/v1/auth/callback/${provider}`
  return {
    google: config.google && createGoogle({ ...config.google, redirectUri: redirectUri('google') }),
    github: config.github && createGithub({ ...config.github, redirectUri: redirectUri('github') }),
  }
}
