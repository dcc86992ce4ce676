import * as oidc from 'openid-client'
import { insecureOnLoopback, refusalFrom } from './errors.ts'
import type { SignInProvider } from './providers.ts'

/** Google by OpenID Connect (developers.google.com/identity/openid-connect), discovered at its issuer. */
export function createGoogle(options: {
  issuer: string
  clientId: string
  clientSecret: string
  redirectUri: string
}): SignInProvider {
  let discovered: Promise<oidc.Configuration> | null = null
  const configuration = () => {
    discovered ??= discover(options).catch((error) => {
      // The next sign-in asks again.
      discovered = null
      throw refusalFrom(error, 'Google')
    })
    return discovered
  }
  return {
    async authorizationUrl(secrets) {
      return oidc.buildAuthorizationUrl(await configuration(), {
        redirect_uri: options.redirectUri,
        scope: 'openid email profile',
        state: secrets.state,
        nonce: secrets.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(secrets.codeVerifier),
        code_challenge_method: 'S256',
        prompt: 'select_account',
      })
    },
    async identify(callback, secrets) {
      const tokens = await oidc
        .authorizationCodeGrant(await configuration(), callback, {
          expectedState: secrets.state,
          expectedNonce: secrets.nonce,
          pkceCodeVerifier: secrets.codeVerifier,
          idTokenExpected: true,
        })
        .catch((error) => {
          throw refusalFrom(error, 'Google')
        })
      const claims = tokens.claims()!
      return {
        subject: claims.sub,
        email: String(claims.email ?? ''),
        emailVerified: claims.email_verified === true,
        name: String(claims.name ?? ''),
      }
    },
  }
}

function discover(options: { issuer: string; clientId: string; clientSecret: string }) {
  const issuer = new URL(options.issuer)
  return oidc.discovery(issuer, options.clientId, options.clientSecret, undefined, {
    execute: insecureOnLoopback(issuer),
  })
}
