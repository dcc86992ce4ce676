import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as oidc from 'openid-client'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { DEMO_ACCOUNTS, type Sandbox, startSandbox } from '../index.ts'
import { Browser } from './browser.ts'
import { GoogleClient, signInWithGoogle } from './google-client.ts'

const DANA = DEMO_ACCOUNTS.find(({ email }) => email === 'dana@developer.example')!
const UNA = DEMO_ACCOUNTS.find(({ email }) => email === 'una@unverified.example')!
const TESSA = DEMO_ACCOUNTS.find(({ email }) => email === 'tessa@talent.example')!

const PKCE = ['code_challenge', 'code_challenge_method']

let sandbox: Sandbox
const printed: unknown[] = []

beforeAll(async () => {
  for (const method of ['log', 'info', 'warn', 'error'] as const) {
    vi.spyOn(console, method).mockImplementation((...words) => void printed.push(words))
  }
  sandbox = await startSandbox()
})

afterAll(async () => {
  await sandbox.close()
  vi.restoreAllMocks()
})

afterEach(() => {
  expect(printed, 'the library prints notices about defaults').toEqual([])
})

describe('a sign-in by openid-client', () => {
  test('tells who it is in the id_token', async () => {
    const claims = await signInWithGoogle(sandbox.url, { account: DANA.key })
    expect(claims).toMatchObject({
      iss: `${sandbox.url}/google`,
      aud: 'sandbox-google',
      sub: DANA.googleSub,
      email: 'dana@developer.example',
      email_verified: true,
      name: 'Dana Developer',
    })
  })

  test('works with client_secret_basic, and userinfo agrees', async () => {
    const client = await GoogleClient.discover(
      sandbox.url,
      oidc.ClientSecretBasic('sandbox-google-secret'),
    )
    const tokens = await client.exchange(await client.choose({ account: DANA.key }))
    const info = await oidc.fetchUserInfo(client.config, tokens.access_token, DANA.googleSub)
    expect(info).toMatchObject({ email: DANA.email, email_verified: true })
  })

  test('says that an unverified email is not verified', async () => {
    const claims = await signInWithGoogle(sandbox.url, { account: UNA.key })
    expect(claims).toMatchObject({ email: UNA.email, email_verified: false })
  })

  test('lets one browser choose another account the next time', async () => {
    const browser = new Browser()
    const first = await signInWithGoogle(sandbox.url, { account: DANA.key }, browser)
    const second = await signInWithGoogle(sandbox.url, { account: TESSA.key }, browser)
    expect([first.sub, second.sub]).toEqual([DANA.googleSub, TESSA.googleSub])
  })

  test('remembers the person when no account need be chosen', async () => {
    const browser = new Browser()
    await signInWithGoogle(sandbox.url, { account: DANA.key }, browser)
    const client = await GoogleClient.discover(sandbox.url)
    const url = await client.authorizationUrl()
    url.searchParams.delete('prompt')
    const end = await browser.follow(await browser.get(url.href), url.origin)
    if (!('left' in end)) throw new Error('asked again')
    expect((await client.exchange(end.left)).claims()?.sub).toBe(DANA.googleSub)
  })
})

describe('another account', () => {
  const somebody = { email: 'nia@new.example', name: 'Nia New' }

  test('is made on the fly and is the same person every time', async () => {
    const fields = { ...somebody, email_verified: 'yes' }
    const first = await signInWithGoogle(sandbox.url, fields)
    const again = await signInWithGoogle(sandbox.url, fields)
    expect(first).toMatchObject({ ...somebody, email_verified: true })
    expect(again.sub).toBe(first.sub)
  })

  test('that claims an email without proof is not its owner', async () => {
    const claims = await signInWithGoogle(sandbox.url, { email: DANA.email, name: 'Mallory' })
    expect(claims).toMatchObject({ email: DANA.email, email_verified: false })
    expect(claims.sub).not.toBe(DANA.googleSub)
  })

  test('needs an email address', async () => {
    const client = await GoogleClient.discover(sandbox.url)
    await expect(client.choose({ email: 'nobody', name: 'N' })).rejects.toThrow(
      'Enter an email address and a name.',
    )
  })
})

describe('refused', () => {
  test('a code with the wrong verifier', async () => {
    const client = await GoogleClient.discover(sandbox.url)
    const callback = await client.choose({ account: DANA.key })
    await expect(client.exchange(callback, oidc.randomPKCECodeVerifier())).rejects.toMatchObject({
      error: 'invalid_grant',
    })
  })

  test('a code used twice', async () => {
    const client = await GoogleClient.discover(sandbox.url)
    const callback = await client.choose({ account: DANA.key })
    await client.exchange(callback)
    await expect(client.exchange(callback)).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  test('a wrong client secret', async () => {
    const client = await GoogleClient.discover(sandbox.url, oidc.ClientSecretPost('guess'))
    const callback = await client.choose({ account: DANA.key })
    await expect(client.exchange(callback)).rejects.toMatchObject({ error: 'invalid_client' })
  })

  test.each([
    'https://evil.example/v1/auth/callback/google',
    'http://localhost.evil.example/v1/auth/callback/google',
    'http://localhost@evil.example/v1/auth/callback/google',
    'http://localhost:45678/elsewhere',
    'http://localhost:45678/v1/auth/callback/google?next=/x',
  ])('the redirect URI %s, on a page and not by a redirect', async (redirect_uri) => {
    const client = await GoogleClient.discover(sandbox.url)
    const response = await new Browser().get((await client.authorizationUrl({ redirect_uri })).href)
    expect(response.status).toBe(400)
    expect(response.headers.get('location')).toBeNull()
    expect(await response.text()).toContain('redirect_uri')
  })

  test('a request without PKCE, or with plain', async () => {
    const client = await GoogleClient.discover(sandbox.url)
    for (const method of [null, 'plain']) {
      const url = await client.authorizationUrl()
      if (method) url.searchParams.set('code_challenge_method', method)
      else for (const name of PKCE) url.searchParams.delete(name)
      const response = await new Browser().get(url.href)
      const back = new URL(response.headers.get('location')!)
      expect(back.searchParams.get('error')).toBe('invalid_request')
    }
  })

  test('by the person: the product hears access_denied with its state', async () => {
    const client = await GoogleClient.discover(sandbox.url)
    const back = await client.choose({ cancel: 'yes' })
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: 'access_denied',
      state: client.state,
    })
  })

  test('an interaction of another browser', async () => {
    const client = await GoogleClient.discover(sandbox.url)
    const url = await client.authorizationUrl()
    const page = (await new Browser().get(url.href)).headers.get('location')!
    const response = await new Browser().get(new URL(page, sandbox.url).href)
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('was begun in another browser')
  })
})

test('the signing key outlives a restart when there is a data folder', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'))
  const readKeys = async () => {
    const started = await startSandbox({ dataDir })
    const keys = await (await fetch(`${started.url}/google/jwks`)).json()
    await started.close()
    return keys
  }
  const first = await readKeys()
  expect(await readKeys()).toEqual(first)
  expect(JSON.stringify(first)).not.toContain('"d"')
  rmSync(dataDir, { recursive: true })
})
