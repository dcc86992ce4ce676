import Provider, {
  type Account,
  type Configuration,
  interactionPolicy,
  type JWKS,
  type KoaContextWithOIDC,
} from 'oidc-provider'
import type { AccountDirectory } from '../account-directory.ts'
import { isLoopbackCallback } from '../loopback.ts'
import { problemPage } from '../pages/page.ts'
import { GOOGLE_CLIENT } from './client.ts'
import { GoogleStore } from './store.ts'

const SCOPES = ['openid', 'email', 'profile']

/**
 * Google's OpenID Connect, by oidc-provider. Its tokens live in real time, not at the test clock:
 * the product's client library checks `exp` and `iat` against the machine's clock.
 */
export function createGoogleProvider(
  issuer: string,
  keys: JWKS,
  directory: AccountDirectory,
): Provider {
  const provider = new Provider(issuer, configure(keys, directory))
  // The port of the product is not known beforehand, and the library compares exactly.
  provider.Client.prototype.redirectUriAllowed = (uri) =>
    isLoopbackCallback(uri, GOOGLE_CLIENT.callbackPath)
  return provider
}

const configure = (jwks: JWKS, directory: AccountDirectory): Configuration => ({
  ...FLOW,
  ...NAMES,
  ...LIFETIMES,
  adapter: GoogleStore,
  jwks,
  findAccount: (_context, sub) => findAccount(directory, sub),
})

const FLOW: Configuration = {
  clients: [
    {
      client_id: GOOGLE_CLIENT.id,
      client_secret: GOOGLE_CLIENT.secret,
      redirect_uris: [`http://localhost${GOOGLE_CLIENT.callbackPath}`],
    },
  ],
  allowOmittingSingleRegisteredRedirectUri: false,
  responseTypes: ['code'],
  clientAuthMethods: ['client_secret_basic', 'client_secret_post'],
  pkce: { required: () => true },
  scopes: SCOPES,
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
  // As Google does: the claims are in the id_token, no second call is needed.
  conformIdTokenClaims: false,
  loadExistingGrant: grantEverything,
  features: {
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    resourceIndicators: { enabled: false },
    rpInitiatedLogout: { enabled: false },
  },
  interactions: {
    url: (_context, interaction) => `/google/interaction/${interaction.uid}`,
    policy: promptPolicy(),
  },
  clientBasedCORS: () => false,
  renderError(context, { error, error_description }) {
    context.type = 'html'
    context.body = problemPage('Sandbox — not Google', `${error}: ${error_description ?? ''}`)
  },
}

/** Cookies know no ports: the names keep clear of the product's on the same host. */
const NAMES: Configuration = {
  cookies: {
    names: {
      session: 'sandbox_google_session',
      interaction: 'sandbox_google_interaction',
      resume: 'sandbox_google_resume',
    },
  },
}

/** Seconds. All are set, since the library prints a notice for each default it falls back to. */
const LIFETIMES: Configuration = {
  ttl: {
    AccessToken: 3600,
    AuthorizationCode: 600,
    Grant: 86_400,
    IdToken: 3600,
    Interaction: 3600,
    Session: 86_400,
  },
}

function promptPolicy() {
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  return policy
}

/** Choosing an account is the consent: there is no second page. */
async function grantEverything({ oidc }: KoaContextWithOIDC) {
  const grant = new oidc.provider.Grant({
    accountId: oidc.session?.accountId,
    clientId: oidc.client?.clientId,
  })
  grant.addOIDCScope(SCOPES.join(' '))
  await grant.save()
  return grant
}

function findAccount(directory: AccountDirectory, sub: string): Account | undefined {
  const account = directory.byGoogleSub(sub)
  if (!account) return undefined
  const { name, email, emailVerified } = account
  return {
    accountId: sub,
    claims: () => ({ sub, name, email, email_verified: emailVerified }),
  }
}
