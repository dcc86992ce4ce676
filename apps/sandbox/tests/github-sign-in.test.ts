import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMO_ACCOUNTS, GITHUB_CLIENT, type Sandbox, startSandbox } from '../index.ts'
import { Browser, chooseAccount } from './browser.ts'

const TESSA = DEMO_ACCOUNTS.find(({ email }) => email === 'tessa@talent.example')!
const UNA = DEMO_ACCOUNTS.find(({ email }) => email === 'una@unverified.example')!
const REDIRECT_URI = `http://127.0.0.1:45678${GITHUB_CLIENT.callbackPath}`
const VERIFIER = 'a-verifier-of-at-least-forty-three-characters'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())

function authorizationUrl(changes: Record<string, string> = {}): URL {
  const url = new URL(`${sandbox.url}/github/login/oauth/authorize`)
  const parameters = {
    client_id: GITHUB_CLIENT.id,
    redirect_uri: REDIRECT_URI,
    scope: 'read:user user:email',
    state: 'the state',
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  }
  url.search = new URLSearchParams(parameters).toString()
  return url
}

const choose = (fields: Record<string, string>, changes?: Record<string, string>) =>
  chooseAccount(new Browser(), authorizationUrl(changes), fields)

const codeOf = async (...choice: Parameters<typeof choose>) =>
  (await choose(...choice)).searchParams.get('code')!

function postToken(fields: Record<string, string>, accept = 'application/json') {
  return fetch(`${sandbox.url}/github/login/oauth/access_token`, {
    method: 'POST',
    headers: { accept },
    body: new URLSearchParams({
      client_id: GITHUB_CLIENT.id,
      client_secret: GITHUB_CLIENT.secret,
      code_verifier: VERIFIER,
      ...fields,
    }),
  })
}

async function exchange(fields: Record<string, string>) {
  const response = await postToken(fields)
  expect(response.status).toBe(200)
  return (await response.json()) as Record<string, string>
}

async function api(path: string, token: string) {
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${sandbox.url}/github/api${path}`, { headers })
  return { status: response.status, body: await response.json() }
}

describe('a sign-in', () => {
  test('leads from the chooser to the person and the verified email', async () => {
    const back = await choose({ account: TESSA.key })
    expect(`${back.origin}${back.pathname}`).toBe(REDIRECT_URI)
    expect(back.searchParams.get('state')).toBe('the state')
    const code = back.searchParams.get('code')!
    const token = await exchange({ code, redirect_uri: REDIRECT_URI })
    expect(token).toMatchObject({ token_type: 'bearer', scope: 'read:user,user:email' })
    expect(await api('/user', token.access_token!)).toEqual({
      status: 200,
      body: { id: TESSA.githubId, login: 'tessa-talent', name: 'Tessa Talent', email: null },
    })
    expect((await api('/user/emails', token.access_token!)).body).toEqual([
      { email: TESSA.email, primary: true, verified: true, visibility: 'private' },
    ])
  })

  test('says that an unverified email is not verified', async () => {
    const token = await exchange({ code: await codeOf({ account: UNA.key }) })
    const { body } = await api('/user/emails', token.access_token!)
    expect(body).toMatchObject([{ email: UNA.email, verified: false }])
  })

  test('answers as a form where JSON is not asked for', async () => {
    const response = await postToken({ code: await codeOf({ account: TESSA.key }) }, '*/*')
    expect(new URLSearchParams(await response.text()).get('token_type')).toBe('bearer')
  })
})

describe('refused in the words of GitHub', () => {
  test('a code used twice', async () => {
    const code = await codeOf({ account: TESSA.key })
    await exchange({ code })
    expect(await exchange({ code })).toMatchObject({ error: 'bad_verification_code' })
  })

  test('a code with the wrong verifier, for good', async () => {
    const code = await codeOf({ account: TESSA.key })
    const wrong = await exchange({ code, code_verifier: VERIFIER.toUpperCase() })
    expect(wrong).toMatchObject({ error: 'bad_verification_code' })
    expect(await exchange({ code })).toMatchObject({ error: 'bad_verification_code' })
  })

  test('a code for another redirect URI', async () => {
    const code = await codeOf({ account: TESSA.key })
    const redirect_uri = REDIRECT_URI.replace('127.0.0.1', 'localhost')
    expect(await exchange({ code, redirect_uri })).toMatchObject({ error: 'bad_verification_code' })
  })

  test('a code ten minutes old', async () => {
    const code = await codeOf({ account: TESSA.key })
    sandbox.clock.advance({ minutes: 10 })
    expect(await exchange({ code })).toMatchObject({ error: 'bad_verification_code' })
  })

  test('a wrong client secret', async () => {
    const code = await codeOf({ account: TESSA.key })
    const refusal = await exchange({ code, client_secret: 'guess' })
    expect(refusal).toMatchObject({ error: 'incorrect_client_credentials' })
  })

  test('a made-up token, and none', async () => {
    const refusal = { status: 401, body: { message: 'Bad credentials' } }
    expect(await api('/user', 'gho_guess')).toEqual(refusal)
    expect(await api('/user/emails', '')).toEqual(refusal)
  })

  test('the emails, to a token without the scope', async () => {
    const code = await codeOf({ account: TESSA.key }, { scope: 'read:user' })
    const token = await exchange({ code })
    expect((await api('/user/emails', token.access_token!)).status).toBe(404)
  })

  test('by the person: the product hears access_denied with its state', async () => {
    const back = await choose({ cancel: 'yes' })
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: 'access_denied',
      state: 'the state',
    })
  })
})

test.each([
  ['client_id', 'somebody-else'],
  ['redirect_uri', 'https://evil.example/v1/auth/callback/github'],
  ['redirect_uri', 'http://localhost:45678/v1/auth/callback/google'],
  ['code_challenge', ''],
  ['code_challenge_method', 'plain'],
])('an authorization with %s "%s" stops on a page that names it', async (name, value) => {
  const response = await new Browser().get(authorizationUrl({ [name]: value }).href)
  expect(response.status).toBe(400)
  expect(await response.text()).toContain(`The ${name} `)
})
