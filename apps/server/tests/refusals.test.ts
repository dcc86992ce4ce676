import type { ErrorCode } from '@viva-voce/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditBooks } from './setup/ledger.ts'
import { storedFiles } from './setup/objects.ts'
import { ordinary, signUp, signUpWithKey, synthesize } from './setup/people.ts'
import { expectProblem } from './setup/problems.ts'
import { insertTalent, insertVoice } from './setup/rows.ts'
import { startTestServer, type TestServer } from './setup/test-server.ts'

type Developer = Awaited<ReturnType<typeof signUpWithKey>>

/** Cheap enough that any length of it can be paid from the first credit. */
const cheap = { voice_id: 'budget_en_us_001', usage: 'demo' }
const long = 'A cheap sentence that takes its time to be said aloud. '

let server: TestServer
let dev: Developer
beforeAll(async () => {
  server = await startTestServer({ API_URL: 'http://localhost:45678' }, 'api')
  dev = await signUpWithKey(server)
})
afterAll(() => server.close())

/** A refusal leaves no trace: nothing charged, held, kept or sold. */
async function expectUntouched(at: TestServer, developer: Developer): Promise<void> {
  expect(await (await developer.fetch('/v1/wallet')).json()).toMatchObject({
    balance_eur: 2,
    held_eur: 0,
    available_eur: 2,
  })
  expect(await (await developer.fetch('/v1/syntheses')).json()).toMatchObject({ items: [] })
  expect(await (await developer.fetch('/v1/escrows')).json()).toMatchObject({ escrows: [] })
  expect(storedFiles(at.dataDir)).toEqual([])
  await auditBooks(at)
}

async function expectRefused(answer: Response, code: ErrorCode) {
  const problem = await expectProblem(answer, code)
  await expectUntouched(server, dev)
  return problem
}

function post(body: string | Blob, contentType?: string): Promise<Response> {
  const headers = { 'x-api-key': dev.key, ...(contentType && { 'content-type': contentType }) }
  return fetch(`${server.url}/v1/synthesize`, { method: 'POST', headers, body })
}

describe('a voice', () => {
  test.each(['premium_xx_xx_999', 'none', 'a'.repeat(64)])('%s that is not there', async (id) => {
    await expectRefused(await synthesize(server, dev.key, { voice_id: id }), 'not_found')
  })

  test.each(['uploaded', 'training', 'failed'] as const)('that is %s', async (state) => {
    const voice_id = await insertVoice(server, state)
    const problem = await expectRefused(
      await synthesize(server, dev.key, { voice_id }),
      'voice_not_ready',
    )
    expect(problem.error).toContain(state)
  })

  test('that was withdrawn', async () => {
    const voice_id = await insertVoice(server, 'withdrawn')
    await expectRefused(await synthesize(server, dev.key, { voice_id }), 'not_found')
  })

  test.each(['revoked', 'none'] as const)('whose consent is %s', async (consent) => {
    const talent = await insertTalent(server, await signUp(server, 'talent'), consent)
    const voice_id = await insertVoice(server, 'ready', talent)
    await expectRefused(await synthesize(server, dev.key, { voice_id }), 'consent_revoked')
    expect((await fetch(`${server.url}/v1/voices/${voice_id}`)).status).toBe(404)
  })

  test('whose consent is withdrawn between two calls', async () => {
    const talent = await insertTalent(server, await signUp(server, 'talent'), 'granted')
    const voice_id = await insertVoice(server, 'ready', talent)
    expect((await fetch(`${server.url}/v1/voices/${voice_id}`)).status).toBe(200)
    await server.ctx.db
      .updateTable('talents')
      .set({ consent: 'revoked' })
      .where('id', '=', talent)
      .execute()
    await expectRefused(await synthesize(server, dev.key, { voice_id }), 'consent_revoked')
  })

  test('that no engine speaks', async () => {
    const voice_id = await insertVoice(server, 'ready')
    const problem = await expectRefused(
      await synthesize(server, dev.key, { voice_id }),
      'engine_failed',
    )
    expect(problem.error).toMatch(/Nothing was charged/)
  })
})

describe('a field', () => {
  const wrong: [string, object, string][] = [
    ['empty text', { text: '' }, 'body.text'],
    ['white space', { text: ' \n\t\u00a0\u2003 ' }, 'body.text'],
    ['5,001 characters', { text: 'a'.repeat(5_001) }, 'body.text'],
    ['5,001 emoji', { text: '😀'.repeat(5_001) }, 'body.text'],
    ['20,000 characters', { text: 'a'.repeat(20_000) }, 'body.text'],
    ['a text that cannot be stored', { text: 'Hello\u0000 there.' }, 'body.text'],
    ['a text that is a number', { text: 7 }, 'body.text'],
    ['no text', { text: undefined }, 'body.text'],
    ['only emoji', { text: '😀 🎉' }, 'body.text'],
    ['exactly 5,000 emoji, but not for their number', { text: '😀'.repeat(5_000) }, 'body.text'],
    ['an unknown usage', { usage: 'karaoke' }, 'body.usage'],
    ['no usage', { usage: undefined }, 'body.usage'],
    ['a bad format', { format: 'midi' }, 'body.format'],
    ['a speed that is too low', { speed: 0.49 }, 'body.speed'],
    ['a speed that is too high', { speed: 2.01 }, 'body.speed'],
    ['a speed that is a text', { speed: '1' }, 'body.speed'],
    ['no voice', { voice_id: undefined }, 'body.voice_id'],
    ['a bad voice id', { voice_id: "'; drop table voices" }, 'body.voice_id'],
    ['an unknown field', { pitch: 2 }, 'body'],
  ]

  test.each(wrong)('%s', async (_, change, field) => {
    const answer = await synthesize(server, dev.key, { ...cheap, ...change })
    const problem = await expectRefused(answer, 'validation_failed')
    expect(problem.fields!.map((error) => error.field)).toEqual([field])
    expect(problem.error).not.toMatch(/undefined|\[object/)
  })

  test('5,000 emoji are not refused for their number', async () => {
    const answer = await synthesize(server, dev.key, { ...cheap, text: '😀'.repeat(5_000) })
    const { error } = await expectRefused(answer, 'validation_failed')
    expect(error).toMatch(/nothing in this text that can be spoken/)
  })

  test('several wrong fields are all named', async () => {
    const answer = await synthesize(server, dev.key, { text: '', usage: 'x', speed: 9 })
    const { fields } = await expectRefused(answer, 'validation_failed')
    expect(fields!.map(({ field }) => field).sort()).toEqual([
      'body.speed',
      'body.text',
      'body.usage',
    ])
  })

  test.each(['', ' ', 'ä', 'a'.repeat(256), 'with space'])('Idempotency-Key "%s"', async (key) => {
    const answer = await synthesize(server, dev.key, cheap, {
      'idempotency-key': Buffer.from(key).toString('latin1'),
    })
    const { fields } = await expectRefused(answer, 'validation_failed')
    expect(fields![0]!.field).toBe('header.Idempotency-Key')
  })
})

describe('a body', () => {
  const json = 'application/json'

  test.each([
    ['not JSON', '{"text": '],
    ['JSON with something behind it', '{} {}'],
    ['with __proto__', '{"__proto__": {"usage": "demo"}, "text": "a", "voice_id": "b"}'],
    ['with __proto__ below', '{"text": {"__proto__": {}}, "usage": "demo"}'],
    ['with constructor.prototype', '{"constructor": {"prototype": {}}, "usage": "demo"}'],
  ])('%s', async (_, body) => {
    await expectRefused(await post(body, json), 'invalid_request')
    expect(({} as Record<string, unknown>).usage).toBeUndefined()
  })

  test.each(['', 'null', '[]', '7', '"text"'])('%s as JSON', async (body) => {
    await expectRefused(await post(body, json), 'validation_failed')
  })

  test.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'x'])(
    'of the type %s',
    async (type) => {
      await expectRefused(await post(JSON.stringify(ordinary), type), 'unsupported_media_type')
    },
  )

  test('without a type', async () => {
    await expectRefused(await post(new Blob([JSON.stringify(ordinary)])), 'unsupported_media_type')
  })

  test('that is too large', async () => {
    const body = JSON.stringify({ ...ordinary, text: 'a'.repeat(300_000) })
    await expectRefused(await post(body, json), 'payload_too_large')
  })
})

describe('an address', () => {
  test.each(['/v1/syntheses?cursor=%00', '/v1/voices?language=%00', '/v1/escrows?cursor=a%00b'])(
    '%s is refused and no error of ours',
    async (path) => {
      await expectProblem(await dev.fetch(path), 'invalid_request')
    },
  )

  test.each(['/v1/syntheses?limit=0', '/v1/syntheses?limit=101', '/v1/voices?limit=x'])(
    '%s names the field',
    async (path) => {
      const { fields } = await expectProblem(await dev.fetch(path), 'validation_failed')
      expect(fields).toMatchObject([{ field: 'query.limit' }])
    },
  )

  test.each(['/v1/nothing', '/v1/escrow/pi_x', '/v1/voices/%00', '/v1/synthesize', '/v1/%ff'])(
    '%s leads nowhere',
    async (path) => {
      const answer = await dev.fetch(path)
      expect([400, 404]).toContain(answer.status)
      await expectProblem(answer, answer.status === 400 ? 'invalid_request' : 'not_found')
    },
  )
})

test('a wallet that is too low says the price and where to top up', async () => {
  const answer = await synthesize(server, dev.key, {
    text: long.repeat(60),
    usage: 'broadcast',
  })
  const problem = await expectRefused(answer, 'insufficient_funds')
  expect(problem.price_eur).toBeGreaterThan(2)
  expect(problem.top_up_url).toBe('http://localhost:45678/billing')
  expect(problem.error).toContain(`€${problem.price_eur!.toFixed(4)}`)
  expect(problem.error).toContain('€2.0000')
})

describe('too many requests', () => {
  let limited: TestServer
  let eager: Developer
  beforeAll(async () => {
    limited = await startTestServer({ LIMIT_SYNTHESIS_PER_SECOND: '2' }, 'api')
    eager = await signUpWithKey(limited)
  })
  afterAll(() => limited.close())

  const burst = (key: string) =>
    Promise.all(Array.from({ length: 40 }, () => synthesize(limited, key, { voice_id: 'nobody' })))

  test('are told when to come back', async () => {
    const answers = await burst(eager.key)
    const admitted = answers.filter(({ status }) => status === 404)
    const refused = answers.filter(({ status }) => status === 429)
    expect(admitted.length).toBeGreaterThanOrEqual(2)
    expect(admitted.length + refused.length).toBe(40)
    for (const answer of answers) {
      expect(answer.headers.get('ratelimit-policy')).toBe('"synthesis";q=2;w=1')
      expect(answer.headers.get('ratelimit')).toMatch(/^"synthesis";r=[01];t=\d+$/)
    }
    const problem = await expectProblem(refused[0]!, 'rate_limited')
    expect(refused[0]!.headers.get('retry-after')).toBe('1')
    expect(problem.error).toMatch(/wait a moment/)
    await expectUntouched(limited, eager)
  })

  test('of one key are not counted against another', async () => {
    const other = await signUpWithKey(limited)
    const [, answer] = await Promise.all([
      burst(eager.key),
      synthesize(limited, other.key, { voice_id: 'nobody' }),
    ])
    expect(answer.status).toBe(404)
  })
})

describe('a full queue', () => {
  const text = long.repeat(30)

  test('refuses with when to come back, and charges only what it speaks', async () => {
    const busy = await startTestServer({ SPEECH_THREADS: '1', SPEECH_QUEUE: '1' }, 'api')
    const developer = await signUpWithKey(busy)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => synthesize(busy, developer.key, { ...cheap, text })),
    )
    const spoken = answers.filter(({ status }) => status === 200)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(spoken.length).toBeGreaterThanOrEqual(2)
    expect(refused.length).toBeGreaterThan(0)
    for (const answer of refused) {
      await expectProblem(answer, 'overloaded')
      expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
    }
    const paid = spoken.reduce((total, { headers }) => {
      return total + Number(headers.get('x-price-eur')) + Number(headers.get('x-vat-eur'))
    }, 0)
    const wallet = (await (await developer.fetch('/v1/wallet')).json()) as Record<string, number>
    expect(wallet.held_eur).toBe(0)
    expect(wallet.balance_eur).toBeCloseTo(2 - paid, 6)
    expect(storedFiles(busy.dataDir)).toHaveLength(spoken.length)
    await auditBooks(busy)
    await busy.close()
  })

  test('of no places at all still speaks one after the other', async () => {
    const narrow = await startTestServer({ SPEECH_THREADS: '1', SPEECH_QUEUE: '0' }, 'api')
    const developer = await signUpWithKey(narrow)
    for (let turn = 0; turn < 2; turn++) {
      expect((await synthesize(narrow, developer.key, cheap)).status).toBe(200)
    }
    await narrow.close()
  })
})

test('speech that takes too long is broken off and not charged', async () => {
  const hasty = await startTestServer({ SPEECH_TIMEOUT_MS: '100' }, 'api')
  const developer = await signUpWithKey(hasty)
  const slow = await synthesize(hasty, developer.key, { ...cheap, text: long.repeat(80) })
  await expectProblem(slow, 'engine_failed')
  await expectUntouched(hasty, developer)
  await hasty.close()
})
