import * as oidc from 'openid-client'
import { GOOGLE_CLIENT } from '../index.ts'
import { Browser, chooseAccount } from './browser.ts'

export const REDIRECT_URI = `http://localhost:45678${GOOGLE_CLIENT.callbackPath}`

/** The product's side of a Google sign-in, by the same library as the product uses. */
export class GoogleClient {
  readonly config: oidc.Configuration
  readonly verifier = oidc.randomPKCECodeVerifier()
  readonly state = oidc.randomState()
  readonly nonce = oidc.randomNonce()

  private constructor(config: oidc.Configuration) {
    this.config = config
  }

  static async discover(url: string, authentication?: oidc.ClientAuth): Promise<GoogleClient> {
    const config = await oidc.discovery(
      new URL(`${url}/google`),
      GOOGLE_CLIENT.id,
      GOOGLE_CLIENT.secret,
      authentication ?? oidc.ClientSecretPost(GOOGLE_CLIENT.secret),
      { execute: [oidc.allowInsecureRequests] },
    )
    return new GoogleClient(config)
  }

  async authorizationUrl(changes: Record<string, string> = {}): Promise<URL> {
    return oidc.buildAuthorizationUrl(this.config, {
      redirect_uri: REDIRECT_URI,
      scope: 'openid email profile',
      code_challenge: await oidc.calculatePKCECodeChallenge(this.verifier),
      code_challenge_method: 'S256',
      state: this.state,
      nonce: this.nonce,
      prompt: 'select_account',
      ...changes,
    })
  }

  async choose(fields: Record<string, string>, browser = new Browser()): Promise<URL> {
    return chooseAccount(browser, await this.authorizationUrl(), fields)
  }

  exchange(callback: URL, verifier = this.verifier) {
    return oidc.authorizationCodeGrant(this.config, callback, {
      pkceCodeVerifier: verifier,
      expectedState: this.state,
      expectedNonce: this.nonce,
      idTokenExpected: true,
    })
  }
}

/** Signs in as whom the form says; the claims of the id_token. */
export async function signInWithGoogle(
  url: string,
  fields: Record<string, string>,
  browser?: Browser,
) {
  const client = await GoogleClient.discover(url)
  const tokens = await client.exchange(await client.choose(fields, browser))
  return tokens.claims()!
}
