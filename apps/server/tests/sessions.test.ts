import { createHash } from 'node:crypto'
import { me as meSchema, type Role, type SessionEntry } from '@viva-voce/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentVersion } from '../src/domains/identity/legal-documents.ts'
import { auditBooks } from './setup/ledger.ts'
import { signUp, type TestPerson } from './setup/people.ts'
import { expectProblem } from './setup/problems.ts'
import { startTestServer, type TestServer } from './setup/test-server.ts'

const dayMs = 24 * 60 * 60 * 1000
const adminEmail = 'ada@operator.example'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ ADMIN_EMAILS: `Somebody@else.example, ${adminEmail}` }, 'api')
})
afterAll(() => server.close())

const me = async (person: TestPerson) => meSchema.parse(await (await person.fetch('/v1/me')).json())

const select = (person: TestPerson, body: unknown) =>
  person.fetch('/v1/role/select', { method: 'POST', body: JSON.stringify(body) })

async function sessions(person: TestPerson): Promise<SessionEntry[]> {
  const body = await (await person.fetch('/v1/me/sessions')).json()
  return (body as { sessions: SessionEntry[] }).sessions
}

describe('/v1/me', () => {
  const expected: [Role, string[]][] = [
    ['client', []],
    ['talent', ['talent']],
    ['developer', ['synthesize', 'keys', 'billing']],
    ['admin', ['admin', 'talent', 'synthesize', 'keys', 'billing']],
  ]

  test.each(expected)('tells a %s who they are', async (role, scopes) => {
    const person = await signUp(server, role, role === 'admin' ? adminEmail : undefined)
    const answer = await person.fetch('/v1/me')
    const body = await answer.json()
    expect(meSchema.strict().parse(body)).toMatchObject({ id: person.userId, role, scopes })
    expect((body as { developer_id: unknown }).developer_id === null).toBe(
      role === 'client' || role === 'talent',
    )
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('is nothing without a session', async () => {
    await expectProblem(await fetch(`${server.url}/v1/me`), 'not_signed_in')
  })
})

describe('a session', () => {
  test('ends on the server by a logout, and its cookie is taken back', async () => {
    const person = await signUp(server, 'client')
    const answer = await person.fetch('/v1/auth/logout', { method: 'POST' })
    expect(answer.status).toBe(200)
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^vv_session=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
    await expectProblem(await person.fetch('/v1/me'), 'not_signed_in')
    await expectProblem(await person.fetch('/v1/auth/logout', { method: 'POST' }), 'not_signed_in')
  })

  test('is not ended without the CSRF token', async () => {
    const person = await signUp(server, 'client')
    const answer = await person.fetch('/v1/auth/logout', {
      method: 'POST',
      headers: { 'x-csrf-token': 'guess' },
    })
    await expectProblem(answer, 'csrf_mismatch')
    expect((await person.fetch('/v1/me')).status).toBe(200)
  })

  test('lives on for fourteen days after its last use, here and in the browser', async () => {
    const [used, unused] = [await signUp(server, 'client'), await signUp(server, 'client')]
    for (let visit = 0; visit < 4; visit++) {
      server.clock.advance(10 * dayMs)
      const answer = await used.fetch('/v1/me')
      expect(answer.status).toBe(200)
      expect(answer.headers.getSetCookie().join()).toBe(
        `${used.cookie}; Max-Age=1209600; Path=/; HttpOnly; SameSite=Lax`,
      )
    }
    await expectProblem(await unused.fetch('/v1/me'), 'not_signed_in')
    server.clock.advance(14 * dayMs - 1)
    expect((await used.fetch('/v1/me')).status).toBe(200)
    server.clock.advance(14 * dayMs)
    await expectProblem(await used.fetch('/v1/me'), 'not_signed_in')
  })

  test('is kept as a hash only', async () => {
    const person = await signUp(server, 'client')
    const token = person.cookie.split('=')[1]!
    const { rows } = await sql<{ row: string }>`
      select sessions::text as row from sessions`.execute(server.ctx.db)
    const all = rows.map(({ row }) => row).join('\n')
    expect(all).toContain(createHash('sha256').update(token).digest('hex'))
    for (const form of [token, Buffer.from(token).toString('hex'), fromBase64url(token)]) {
      expect(all).not.toContain(form)
    }
  })

  test('is listed, and can be ended from another one', async () => {
    const email = 'two-browsers@example.com'
    const [here, there] = [
      await signUp(server, 'client', email),
      await signUp(server, 'client', email),
    ]
    const listed = await sessions(here)
    expect(listed).toHaveLength(2)
    expect(JSON.stringify(listed)).not.toContain(here.csrf)
    const other = listed.find((session) => !session.current)!
    expect((await sessions(there)).find((session) => session.current)!.id).toBe(other.id)
    const end = () => here.fetch(`/v1/me/sessions/${other.id}`, { method: 'DELETE' })
    expect((await end()).status).toBe(200)
    await expectProblem(await end(), 'not_found')
    await expectProblem(await there.fetch('/v1/me'), 'not_signed_in')
    expect(await sessions(here)).toMatchObject([{ current: true }])
  })
})

describe('choosing a role', () => {
  test('is done once', async () => {
    const person = await signUp(server, 'client')
    const answer = await select(person, { role: 'developer' })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ role: 'developer', id: person.userId })
    for (const role of ['developer', 'talent']) {
      await expectProblem(await select(person, { role }), 'conflict')
    }
    expect((await me(person)).role).toBe('developer')
  })

  test('once also when ten requests come together', async () => {
    const person = await signUp(server, 'client')
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        select(person, { role: index % 2 ? 'talent' : 'developer' }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
    await auditBooks(server)
  })

  test.each([
    { role: 'admin' },
    { role: 'client' },
    { role: 'talent', admin: true },
    {},
    null,
    [],
    'talent',
  ])('%j is refused', async (body) => {
    const person = await signUp(server, 'client')
    await expectProblem(await select(person, body), 'validation_failed')
    expect((await me(person)).role).toBe('client')
  })

  test.each([
    ['talent', ['privacy', 'tos']],
    ['developer', ['dpa', 'privacy', 'tos']],
  ] as const)('%s records what was accepted', async (role, documents) => {
    const person = await signUp(server, 'client')
    await select(person, { role })
    const answer = await (await person.fetch('/v1/me/acceptances')).json()
    expect(answer).toEqual({
      acceptances: documents.map((doc) => ({
        doc,
        version: documentVersion(doc),
        accepted_ts: server.clock.now().toISOString(),
        ip: expect.stringMatching(/^(::1|127\.0\.0\.1|::ffff:127\.0\.0\.1)$/),
      })),
    })
    for (const doc of documents) {
      const text = await (await fetch(`${server.url}/legal/${doc}.md`)).text()
      expect(text).toContain(`Version ${documentVersion(doc)}`)
    }
  })

  test('developer gives EUR 2.00 to begin with, talent nothing', async () => {
    const [dev, talent] = [await signUp(server, 'client'), await signUp(server, 'client')]
    await select(dev, { role: 'developer' })
    await select(talent, { role: 'talent' })
    expect(await (await dev.fetch('/v1/wallet')).json()).toEqual({
      balance_eur: 2,
      held_eur: 0,
      available_eur: 2,
      owed_eur: 0,
      low_balance_eur: 1,
      is_low: false,
      card: null,
      automatic_top_up: { enabled: false, amount_eur: null, stopped: null },
      currency: 'EUR',
    })
    await expectProblem(await talent.fetch('/v1/wallet'), 'forbidden')
    await auditBooks(server)
  })
})

describe('an administrator', () => {
  test('is whom the operator lists, and cannot choose a role', async () => {
    const admin = await signUp(server, 'admin', adminEmail)
    expect((await me(admin)).role).toBe('admin')
    await expectProblem(await select(admin, { role: 'talent' }), 'conflict')
    expect((await me(admin)).role).toBe('admin')
  })

  test('is not made by what the database says', async () => {
    const query = sql`update users set role = 'admin'`.execute(server.ctx.db)
    await expect(query).rejects.toThrow(/users_role_check/)
  })
})

function fromBase64url(token: string): string {
  return Buffer.from(token, 'base64url').toString('hex')
}
