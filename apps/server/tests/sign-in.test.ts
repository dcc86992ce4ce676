import type { Me } from '@viva-voce/contract'
import { DEMO_ACCOUNTS, type Sandbox, startSandbox } from '@viva-voce/sandbox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  atServer,
  Browser,
  beginAt,
  comeBack,
  providersOf,
  publicUrl,
  refusalIn,
  signInAt,
} from './setup/sign-in.ts'
import { startTestServer, type TestServer } from './setup/test-server.ts'

const providers = ['google', 'github'] as const
const una = DEMO_ACCOUNTS.find(({ emailVerified }) => !emailVerified)!
const ada = DEMO_ACCOUNTS.find(({ name }) => name === 'Ada Operator')!
const ten = 10 * 60_000

let sandbox: Sandbox
let server: TestServer
beforeAll(async () => {
  sandbox = await startSandbox()
  server = await startTestServer({ ...providersOf(sandbox), ADMIN_EMAILS: ada.email }, 'api')
})
afterAll(async () => {
  await server.close()
  await sandbox.close()
})

let count = 0
/** Somebody whom no test has seen before. */
function somebody() {
  const email = `Newcomer-${++count}@Example.com`
  return { email, name: `Newcomer ${count}`, email_verified: 'yes' }
}

async function me(browser: Browser, at = server): Promise<Me | null> {
  const answer = await browser.get(`${at.url}/v1/me`)
  return answer.status === 200 ? ((await answer.json()) as Me) : null
}

async function sessionCount(): Promise<number> {
  const rows = await server.ctx.db.selectFrom('sessions').select('id').execute()
  return rows.length
}

/** Runs a sign-in that must fail; the sentence, after checking that nobody is signed in. */
async function refused(browser: Browser, attempt: () => Promise<Response>): Promise<string> {
  const before = await sessionCount()
  const answer = await attempt()
  expect(answer.status).toBe(302)
  const sentence = refusalIn(answer)
  expect(sentence).not.toBeNull()
  expect(answer.headers.getSetCookie().join()).not.toMatch(/vv_session=[^;]/)
  expect(await me(browser)).toBeNull()
  expect(await sessionCount()).toBe(before)
  return sentence!
}

describe.each(providers)('a sign-in with %s', (provider) => {
  test('begins with state, PKCE and no secret in the address', async () => {
    const url = await beginAt(server, new Browser(), provider)
    const sent = Object.fromEntries(url.searchParams)
    expect(sent).toMatchObject({
      response_type: 'code',
      client_id: `sandbox-${provider}`,
      redirect_uri: `${publicUrl}/v1/auth/callback/${provider}`,
      state: expect.stringMatching(/^[\w-]{32,}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
    expect(url.href).not.toContain('secret')
    const again = await beginAt(server, new Browser(), provider)
    for (const name of ['state', 'code_challenge']) {
      expect(again.searchParams.get(name)).not.toBe(sent[name])
    }
  })

  test('ends signed in, with a role to choose', async () => {
    const [browser, person] = [new Browser(), somebody()]
    const answer = await signInAt(server, browser, provider, person)
    expect(answer.headers.get('location')).toBe(`${publicUrl}/signup/choose-role`)
    expect(await me(browser)).toMatchObject({
      email: person.email.toLowerCase(),
      name: person.name,
      role: 'client',
      developer_id: null,
    })
  })

  test('is the same person the next time', async () => {
    const [first, second, person] = [new Browser(), new Browser(), somebody()]
    await signInAt(server, first, provider, person)
    await signInAt(server, second, provider, person)
    expect((await me(second))!.id).toBe((await me(first))!.id)
  })

  test('is refused with a forged state, and the real answer is then worth nothing', async () => {
    const browser = new Browser()
    const back = await comeBack(server, browser, provider, somebody())
    const forged = new URL(back)
    forged.searchParams.set('state', 'forged')
    await refused(browser, () => browser.get(atServer(server, forged)))
    await refused(browser, () => browser.get(atServer(server, back)))
  })

  test('is refused without a state, or with two', async () => {
    for (const change of [
      (url: URL) => url.searchParams.delete('state'),
      (url: URL) => url.searchParams.append('state', 'another'),
      (url: URL) => url.searchParams.set('state', 'x'.repeat(2_000)),
    ]) {
      const browser = new Browser()
      const back = await comeBack(server, browser, provider, somebody())
      change(back)
      await refused(browser, () => browser.get(atServer(server, back)))
    }
  })

  test('is refused in another browser than the one that began it', async () => {
    const [browser, other] = [new Browser(), new Browser()]
    const back = await comeBack(server, browser, provider, somebody())
    const sentence = await refused(other, () => other.get(atServer(server, back)))
    expect(sentence).toMatch(/begun elsewhere/)
    await beginAt(server, other, provider)
    await refused(other, () => other.get(atServer(server, back)))
  })

  test('cannot be replayed', async () => {
    const browser = new Browser()
    const back = await comeBack(server, browser, provider, somebody())
    const cookie = browser.cookiesFor(back.pathname)
    expect(refusalIn(await browser.get(atServer(server, back)))).toBeNull()
    const thief = new Browser()
    const sentence = await refused(thief, () =>
      fetch(atServer(server, back), { redirect: 'manual', headers: { cookie } }),
    )
    expect(sentence).toMatch(/expired/)
  })

  test('is over after ten minutes', async () => {
    const browser = new Browser()
    const back = await comeBack(server, browser, provider, somebody())
    server.clock.advance(ten)
    expect(await refused(browser, () => browser.get(atServer(server, back)))).toMatch(/expired/)
  })

  test('that the person breaks off says so', async () => {
    const browser = new Browser()
    const sentence = await refused(browser, () =>
      signInAt(server, browser, provider, { cancel: 'yes' }),
    )
    expect(sentence).toMatch(/did not sign you in: access_denied/)
  })

  test('with a made-up code is refused', async () => {
    const browser = new Browser()
    const back = await comeBack(server, browser, provider, somebody())
    back.searchParams.set('code', 'made-up')
    await refused(browser, () => browser.get(atServer(server, back)))
  })

  test('with an email that is not verified is refused, with what to do', async () => {
    const browser = new Browser()
    const sentence = await refused(browser, () =>
      signInAt(server, browser, provider, { account: una.key }),
    )
    expect(sentence).toMatch(/not verified this email address\. Verify it there/)
    const row = await server.ctx.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', una.email)
      .executeTakeFirst()
    expect(row).toBeUndefined()
  })

  test("with somebody else's email, not verified, does not reach their account", async () => {
    const [owner, thief, person] = [new Browser(), new Browser(), somebody()]
    await signInAt(server, owner, provider, person)
    const { email, name } = person
    await refused(thief, () => signInAt(server, thief, provider, { email, name }))
  })
})

test('Google is asked for an account choice and bound by a nonce', async () => {
  const url = await beginAt(server, new Browser(), 'google')
  expect(url.searchParams.get('prompt')).toBe('select_account')
  expect(url.searchParams.get('nonce')).toMatch(/^[\w-]{32,}$/)
  expect(url.searchParams.get('scope')).toBe('openid email profile')
})

test('the same verified email at both providers is one account', async () => {
  const [first, second, person] = [new Browser(), new Browser(), somebody()]
  await signInAt(server, first, 'google', person)
  await signInAt(server, second, 'github', { ...person, email: person.email.toLowerCase() })
  expect((await me(second))!.id).toBe((await me(first))!.id)
})

test('first sign-ins of one person at the same moment make one account', async () => {
  const person = somebody()
  const browsers = Array.from({ length: 6 }, () => new Browser())
  const backs = await Promise.all(
    browsers.map((browser, index) =>
      comeBack(server, browser, providers[index % 2]!, person, '?role=developer'),
    ),
  )
  const answers = await Promise.all(
    browsers.map((browser, index) => browser.get(atServer(server, backs[index]!))),
  )
  expect(answers.map(refusalIn)).toEqual(answers.map(() => null))
  const people = await Promise.all(browsers.map((browser) => me(browser)))
  expect(new Set(people.map((found) => found!.id)).size).toBe(1)
})

describe('the wished role', () => {
  test.each(['developer', 'talent'])('%s is given to a new person', async (role) => {
    const browser = new Browser()
    const answer = await signInAt(server, browser, 'google', somebody(), `?role=${role}`)
    expect(answer.headers.get('location')).toBe(`${publicUrl}/dashboard`)
    expect(await me(browser)).toMatchObject({ role })
  })

  test('is not given to somebody who was here before', async () => {
    const [browser, person] = [new Browser(), somebody()]
    await signInAt(server, browser, 'google', person)
    const again = await signInAt(server, browser, 'google', person, '?role=developer')
    expect(again.headers.get('location')).toBe(`${publicUrl}/signup/choose-role`)
    expect(await me(browser)).toMatchObject({ role: 'client', developer_id: null })
    const talent = somebody()
    await signInAt(server, browser, 'google', talent, '?role=talent')
    await signInAt(server, browser, 'google', talent, '?role=developer')
    expect(await me(browser)).toMatchObject({ role: 'talent', developer_id: null })
  })

  test.each(['admin', 'root', 'client', ''])('"%s" gives nothing', async (role) => {
    const browser = new Browser()
    await signInAt(server, browser, 'github', somebody(), `?role=${role}`)
    expect(await me(browser)).toMatchObject({ role: 'client', developer_id: null })
  })

  test('of an administrator changes nothing', async () => {
    const browser = new Browser()
    const fields = { account: ada.key }
    const answer = await signInAt(server, browser, 'google', fields, '?role=talent')
    expect(answer.headers.get('location')).toBe(`${publicUrl}/dashboard`)
    expect(await me(browser)).toMatchObject({ role: 'admin' })
  })
})

describe('cookies', () => {
  const flagsOf = (answer: Response, name: string) => {
    const line = answer.headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`))
    return line?.split('; ').slice(1).sort()
  }

  test('are HttpOnly, SameSite=Lax and for the whole host', async () => {
    const browser = new Browser()
    const begun = await browser.get(`${server.url}/v1/auth/login/google`)
    const common = ['HttpOnly', 'Path=/', 'SameSite=Lax']
    expect(flagsOf(begun, 'vv_sign_in')).toEqual(['Max-Age=600', ...common].sort())
    const answer = await signInAt(server, browser, 'google', somebody())
    expect(flagsOf(answer, 'vv_session')).toEqual(['Max-Age=1209600', ...common].sort())
    expect(flagsOf(answer, 'vv_sign_in')).toContain('Max-Age=0')
  })

  test('behind https are Secure and bound to the host by their prefix', async () => {
    const secure = await startTestServer(
      { ...providersOf(sandbox), API_URL: publicUrl.replace('http:', 'https:') },
      'api',
    )
    const browser = new Browser()
    const begun = await browser.get(`${secure.url}/v1/auth/login/github`)
    const answer = await signInAt(secure, browser, 'github', somebody())
    const flags = ['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure']
    expect(flagsOf(begun, '__Host-vv_sign_in')).toEqual(['Max-Age=600', ...flags].sort())
    expect(flagsOf(answer, '__Host-vv_session')).toEqual(['Max-Age=1209600', ...flags].sort())
    expect(await me(browser, secure)).toMatchObject({ role: 'client' })
    expect(answer.headers.get('strict-transport-security')).toMatch(/max-age/)
    await secure.close()
  })
})
