import { GITHUB_CLIENT, GOOGLE_CLIENT, type Sandbox } from '@viva-voce/sandbox'
import { Browser, chooseAccount } from '../../../sandbox/tests/browser.ts'
import type { TestServer } from './test-server.ts'

export { Browser }

/** Where people would reach the server; `atServer` leads such an address to where it really listens. */
export const publicUrl = 'http://localhost:45678'

/** Settings with which a server signs people in through a sandbox, as scripts/start.ts has them. */
export function providersOf(sandbox: Pick<Sandbox, 'url'>): Record<string, string> {
  return {
    API_URL: publicUrl,
    GOOGLE_ISSUER_URL: `${sandbox.url}/google`,
    GOOGLE_CLIENT_ID: GOOGLE_CLIENT.id,
    GOOGLE_CLIENT_SECRET: GOOGLE_CLIENT.secret,
    GITHUB_URL: `${sandbox.url}/github`,
    GITHUB_API_URL: `${sandbox.url}/github/api`,
    GITHUB_CLIENT_ID: GITHUB_CLIENT.id,
    GITHUB_CLIENT_SECRET: GITHUB_CLIENT.secret,
  }
}

export function atServer(server: TestServer, url: URL): string {
  return server.url + url.pathname + url.search
}

/** The provider's address to which the sign-in page's link leads. */
export async function beginAt(
  server: TestServer,
  browser: Browser,
  provider: string,
  query = '',
): Promise<URL> {
  const answer = await browser.get(`${server.url}/v1/auth/login/${provider}${query}`)
  return new URL(answer.headers.get('location')!)
}

/** Begins a sign-in and chooses an account (or `{ cancel: 'yes' }`); the callback is not yet called. */
export async function comeBack(
  server: TestServer,
  browser: Browser,
  provider: string,
  fields: Record<string, string>,
  query = '',
): Promise<URL> {
  return chooseAccount(browser, await beginAt(server, browser, provider, query), fields)
}

/** A whole sign-in; the answer of the callback. */
export async function signInAt(
  server: TestServer,
  browser: Browser,
  provider: string,
  fields: Record<string, string>,
  query = '',
): Promise<Response> {
  const back = await comeBack(server, browser, provider, fields, query)
  return browser.get(atServer(server, back))
}

/** The sentence with which a sign-in was refused; null when the answer leads elsewhere. */
export function refusalIn(answer: Response): string | null {
  const url = new URL(answer.headers.get('location') ?? '', publicUrl)
  return url.pathname === '/login' ? url.searchParams.get('error') : null
}
