import { createHash } from 'node:crypto'
import { type ApiKeyEntry, apiKeyEntry } from '@viva-voce/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signUp, signUpWithKey, type TestPerson } from './setup/people.ts'
import { expectProblem } from './setup/problems.ts'
import { startTestServer, type TestServer } from './setup/test-server.ts'

const secretOf = (key: string) => key.slice('vv_live_'.length + 13)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({}, 'api')
})
afterAll(() => server.close())

const create = (dev: TestPerson, body?: unknown) =>
  dev.fetch('/v1/dev/keys', {
    method: 'POST',
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

async function created(dev: TestPerson, name: string) {
  const answer = await create(dev, { name })
  expect(answer.status).toBe(200)
  return (await answer.json()) as { api_key: string; item: ApiKeyEntry }
}

async function list(dev: TestPerson): Promise<ApiKeyEntry[]> {
  const body = (await (await dev.fetch('/v1/dev/keys')).json()) as { items: unknown[] }
  return body.items.map((item) => apiKeyEntry.strict().parse(item))
}

const callWith = (headers: Record<string, string>) =>
  fetch(`${server.url}/v1/syntheses`, { headers })

test('a key is shown once, and then masked', async () => {
  const dev = await signUp(server, 'developer')
  const answer = await create(dev, { name: '  My key  ' })
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const { api_key: key, item } = (await answer.json()) as { api_key: string; item: ApiKeyEntry }
  expect(key).toMatch(/^vv_live_[0-9a-z]{12}_[0-9a-z]{47}$/)
  expect(item).toMatchObject({ name: 'My key', mode: 'live', last_used_at: null, expires_at: null })
  const listed = await list(dev)
  expect(listed).toEqual([item])
  expect(listed[0]!.masked).toBe(`${key.slice(0, 21)}••••••••`)
  expect(JSON.stringify(listed)).not.toContain(secretOf(key).slice(0, 8))
})

test('only the hash of a key is in the database', async () => {
  const dev = await signUpWithKey(server)
  const secret = secretOf(dev.key)
  const { rows: columns } = await sql<{ table_name: string; column_name: string }>`
    select table_name, column_name from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'bytea', 'jsonb', 'character varying')`.execute(
    server.ctx.db,
  )
  const contents: string[] = []
  for (const { table_name, column_name } of columns) {
    const { rows } = await sql<{ value: string }>`
      select ${sql.ref(column_name)}::text as value from ${sql.table(table_name)}`.execute(
      server.ctx.db,
    )
    contents.push(...rows.map(({ value }) => value))
  }
  const all = contents.join('\n')
  expect(all).toContain(createHash('sha256').update(dev.key).digest('hex'))
  for (const form of [secret, secret.slice(0, 40), Buffer.from(secret).toString('hex')]) {
    expect(all).not.toContain(form)
  }
})

describe('a key', () => {
  test.each([
    ['X-API-Key', (key: string) => ({ 'x-api-key': key })],
    ['Authorization: Bearer', (key: string) => ({ authorization: `Bearer ${key}` })],
    ['a scheme in small letters', (key: string) => ({ authorization: `bearer ${key}` })],
  ])('works by %s', async (_, headers) => {
    const dev = await signUpWithKey(server)
    expect((await callWith(headers(dev.key))).status).toBe(200)
  })

  test('counts before a cookie, so a wrong one is not covered by a session', async () => {
    const dev = await signUpWithKey(server)
    const answer = await callWith({ 'x-api-key': `${dev.key}x`, cookie: dev.cookie })
    await expectProblem(answer, 'invalid_api_key')
  })

  test('with a wrong letter, checksum, mode or secret is refused', async () => {
    const [one, two] = [await signUpWithKey(server), await signUpWithKey(server)]
    const { key } = one
    const swapped = (place: number) =>
      key.slice(0, place) + (key[place] === 'a' ? 'b' : 'a') + key.slice(place + 1)
    const wrong = [
      ...[swapped(key.length - 1), swapped(30), swapped(10), key.replace('live', 'test')],
      ...[key.slice(0, 21) + two.key.slice(21), key.toUpperCase(), key.slice(0, -1), 'vv_live_'],
      ...['x', "' or 1=1", 'a'.repeat(5_000)],
    ]
    for (const value of wrong) {
      await expectProblem(await callWith({ 'x-api-key': value }), 'invalid_api_key')
    }
    expect((await callWith({ 'x-api-key': key })).status).toBe(200)
  })

  test('shows when it was last used', async () => {
    const dev = await signUpWithKey(server)
    expect((await list(dev))[0]!.last_used_at).toBeNull()
    await callWith({ 'x-api-key': dev.key })
    expect((await list(dev))[0]!.last_used_at).toBe(server.clock.now().toISOString())
    server.clock.advance(61_000)
    await callWith({ 'x-api-key': dev.key })
    expect((await list(dev))[0]!.last_used_at).toBe(server.clock.now().toISOString())
  })

  test('that is revoked is refused at once, and gone from the list', async () => {
    const dev = await signUpWithKey(server)
    const { api_key: kept } = await created(dev, 'kept')
    const revoke = () => dev.fetch(`/v1/dev/keys/${dev.keyId}`, { method: 'DELETE' })
    expect((await revoke()).status).toBe(200)
    await expectProblem(await callWith({ 'x-api-key': dev.key }), 'invalid_api_key')
    await expectProblem(await revoke(), 'not_found')
    expect((await list(dev)).map(({ name }) => name)).toEqual(['kept'])
    expect((await callWith({ 'x-api-key': kept })).status).toBe(200)
  })

  test('that has expired is refused', async () => {
    const dev = await signUpWithKey(server)
    const expires = new Date(server.clock.now().getTime() + 1_000)
    await server.ctx.db
      .updateTable('api_keys')
      .set({ expires_at: expires })
      .where('id', '=', dev.keyId)
      .execute()
    expect((await callWith({ 'x-api-key': dev.key })).status).toBe(200)
    server.clock.advance(1_000)
    await expectProblem(await callWith({ 'x-api-key': dev.key }), 'invalid_api_key')
  })
})

test('a developer has 50 keys at most, also when many are made at once', async () => {
  const dev = await signUp(server, 'developer')
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) => create(dev, { name: `key ${index}` })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(50)
  await expectProblem(answers.find(({ status }) => status !== 200)!, 'conflict')
  const [newest, ...others] = await list(dev)
  expect(others).toHaveLength(49)
  await dev.fetch(`/v1/dev/keys/${newest!.id}`, { method: 'DELETE' })
  expect((await create(dev, { name: 'in its place' })).status).toBe(200)
})

describe('the name of a key', () => {
  test('may be left out', async () => {
    const dev = await signUp(server, 'developer')
    for (const body of [undefined, {}]) {
      const answer = (await (await create(dev, body)).json()) as { item: ApiKeyEntry }
      expect(answer.item.name).toBe('API key')
    }
  })

  test.each([
    ['empty', { name: '' }, 'body.name'],
    ['blank', { name: '   ' }, 'body.name'],
    ['too long', { name: 'x'.repeat(61) }, 'body.name'],
    ['not a text', { name: 7 }, 'body.name'],
    ['null', { name: null }, 'body.name'],
    ['not storable', { name: 'a\u0000b' }, 'body.name'],
    ['beside an unknown field', { name: 'a', mode: 'test' }, 'body'],
  ])('that is %s is refused and named', async (_, body, field) => {
    const dev = await signUp(server, 'developer')
    const problem = await expectProblem(await create(dev, body), 'validation_failed')
    expect(problem.fields!.map((error) => error.field)).toEqual([field])
    expect(await list(dev)).toEqual([])
  })
})

test('wrong keys are counted by address, so that they cannot be tried without end', async () => {
  const strict = await startTestServer({ LIMIT_ORDINARY_PER_SECOND: '3' }, 'api')
  try {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        fetch(`${strict.url}/v1/syntheses`, { headers: { 'x-api-key': `vv_live_wrong${n}` } }),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
    expect(statuses.every((status) => status === 401 || status === 429)).toBe(true)
  } finally {
    await strict.close()
  }
})
