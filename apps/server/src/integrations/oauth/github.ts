import * as oidc from 'openid-client'
import { z } from 'zod'
import { insecureOnLoopback, refusalFrom } from './errors.ts'
import type { Identity, SignInProvider } from './providers.ts'

const user = z.object({ id: z.int(), login: z.string(), name: z.string().nullish() })
const emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

/** GitHub by OAuth 2 (docs.github.com/apps/oauth-apps): the person and the emails come from its REST API. */
export function createGithub(options: {
  url: string
  apiUrl: string
  clientId: string
  clientSecret: string
  redirectUri: string
}): SignInProvider {
  const configuration = new oidc.Configuration(
    {
      issuer: options.url,
      authorization_endpoint: `${options.url}/login/oauth/authorize`,
      token_endpoint: `${options.url}/login/oauth/access_token`,
    },
    options.clientId,
    undefined,
    oidc.ClientSecretPost(options.clientSecret),
  )
  for (const allow of insecureOnLoopback(new URL(options.url))) allow(configuration)
  return {
    async authorizationUrl(secrets) {
      return oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: options.redirectUri,
        scope: 'read:user user:email',
        state: secrets.state,
        code_challenge: await oidc.calculatePKCECodeChallenge(secrets.codeVerifier),
        code_challenge_method: 'S256',
      })
    },
    async identify(callback, secrets) {
      try {
        const tokens = await oidc.authorizationCodeGrant(configuration, callback, {
          expectedState: secrets.state,
          pkceCodeVerifier: secrets.codeVerifier,
        })
        return await readIdentity(options.apiUrl, tokens.access_token)
      } catch (error) {
        throw refusalFrom(error, 'GitHub')
      }
    },
  }
}

async function readIdentity(apiUrl: string, accessToken: string): Promise<Identity> {
  const [person, addresses] = await Promise.all([
    get(`${apiUrl}/user`, accessToken).then((body) => user.parse(body)),
    get(`${apiUrl}/user/emails`, accessToken).then((body) => emails.parse(body)),
  ])
  const address = addresses.find((entry) => entry.primary) ?? addresses[0]
  return {
    subject: String(person.id),
    email: address?.email ?? '',
    emailVerified: address?.verified ?? false,
    name: person.name || person.login,
  }
}

async function get(url: string, accessToken: string): Promise<unknown> {
  const answer = await fetch(url, {
    headers: { authorization: `Bearer ${accessToken}`, accept: 'application/vnd.github+json' },
    signal: AbortSignal.timeout(10_000),
  })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return answer.json()
}
