import { type ConsentEntry, findChangedConsentEntry } from '@viva-voce/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refundLongFrozen, releaseDue } from '../src/domains/escrows/settle.ts'
import { auditBooks, balances } from './setup/ledger.ts'
import { signUp, signUpWithKey, synthesize, type TestPerson } from './setup/people.ts'
import { expectProblem } from './setup/problems.ts'
import { insertTalent, insertVoice } from './setup/rows.ts'
import { startTestServer, type TestServer } from './setup/test-server.ts'
import { waitFor } from './setup/wait.ts'

const adminEmail = 'ada@operator.example'
const dayMs = 24 * 60 * 60 * 1000
/** A catalogue voice, which really speaks, stands in for a trained one once it is given to a talent. */
const lentVoice = 'premium_en_us_001'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ ADMIN_EMAILS: adminEmail })
})
afterAll(() => server.close())

function register(person: TestPerson, body: object): Promise<Response> {
  return person.fetch('/v1/talent/register', { method: 'POST', body: JSON.stringify(body) })
}

async function newTalent(): Promise<TestPerson & { talentId: string }> {
  const person = await signUp(server, 'talent')
  const answer = await register(person, { name: 'Ida Stimme', email: 'ida@example.com' })
  const { talent_id } = (await answer.json()) as { talent_id: string }
  return { ...person, talentId: talent_id }
}

function consent(person: TestPerson, talentId: string, change: 'grant' | 'revoke') {
  return person.fetch(`/v1/talent/${talentId}/consent/${change}`, { method: 'POST' })
}

async function audit(person: TestPerson, talentId: string, query = '') {
  const answer = await person.fetch(`/v1/talent/${talentId}/audit${query}`)
  expect(answer.status).toBe(200)
  return (await answer.json()) as { items: ConsentEntry[]; next_cursor: string | null }
}

async function eventsOf(talentId: string) {
  const rows = await server.ctx.db
    .selectFrom('outbox_events')
    .select(['type', 'payload'])
    .where('type', 'like', 'consent.%')
    .orderBy('id')
    .execute()
  return rows.filter(({ payload }) => (payload as { talent_id: string }).talent_id === talentId)
}

describe('registering as a talent', () => {
  test('gives the id that /v1/me then shows, once', async () => {
    const person = await signUp(server, 'talent')
    const answer = await register(person, { name: ' Ida ', email: 'ida@example.com' })
    expect(answer.status).toBe(200)
    const { talent_id } = (await answer.json()) as { talent_id: string }
    const me = (await (await person.fetch('/v1/me')).json()) as { talent_id: string }
    expect(me.talent_id).toBe(talent_id)
    await expectProblem(await register(person, { name: 'B', email: 'b@example.com' }), 'conflict')
  })

  test('at the same moment twice makes one talent', async () => {
    const person = await signUp(server, 'talent')
    const body = { name: 'Ida', email: 'ida@example.com' }
    const answers = await Promise.all([register(person, body), register(person, body)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test.each([
    [{}, 'Please enter name and email'],
    [{ name: ' ', email: 'a@example.com' }, 'Please enter name and email'],
    [{ name: 'Ida', email: '' }, 'Please enter name and email'],
    [{ name: 'Ida', email: 'nobody' }, 'Please enter a valid email'],
  ])('with %j is refused in a sentence', async (body, sentence) => {
    const person = await signUp(server, 'talent')
    const problem = await expectProblem(await register(person, body), 'validation_failed')
    expect(problem.error).toBe(sentence)
    expect(problem.fields?.[0]?.field).toMatch(/^body\.(name|email)$/)
  })

  test.each([{ name: 7 }, { name: 'Ida', email: 'a@example.com', role: 'admin' }])(
    'with %j is malformed',
    async (body) => {
      const person = await signUp(server, 'talent')
      await expectProblem(await register(person, body), 'validation_failed')
    },
  )
})

describe('consent', () => {
  test('is granted and revoked with an entry, an event and who did it from where', async () => {
    const ida = await newTalent()
    expect((await audit(ida, ida.talentId)).items).toEqual([])
    expect((await consent(ida, ida.talentId, 'grant')).status).toBe(200)
    const admin = await signUp(server, 'admin', adminEmail)
    expect((await consent(admin, ida.talentId, 'revoke')).status).toBe(200)
    const { items, next_cursor } = await audit(ida, ida.talentId)
    expect(next_cursor).toBeNull()
    expect(items).toMatchObject([
      { action: 'revoked', actor_type: 'admin', actor_id: admin.userId, sequence: 2 },
      { action: 'granted', actor_type: 'talent', actor_id: ida.userId, sequence: 1 },
    ])
    for (const item of items) {
      expect(item.ip).toMatch(/127\.0\.0\.1|::1/)
      expect(item.ts_ms).toBe(server.clock.now().getTime())
      expect(item.consent_version).toMatch(/^\d{4}-\d\d-\d\d$/)
    }
    expect((await audit(admin, ida.talentId)).items).toEqual(items)
    const told = await eventsOf(ida.talentId)
    expect(told.map(({ type }) => type)).toEqual(['consent.granted', 'consent.revoked'])
  })

  test('that is so already leaves no second entry', async () => {
    const ida = await newTalent()
    await consent(ida, ida.talentId, 'grant')
    const answers = await Promise.all([
      consent(ida, ida.talentId, 'revoke'),
      consent(ida, ida.talentId, 'revoke'),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await audit(ida, ida.talentId)).items).toHaveLength(2)
    expect(await eventsOf(ida.talentId)).toHaveLength(2)
  })

  test("of somebody else's cannot be seen or changed", async () => {
    const ida = await newTalent()
    const other = await newTalent()
    for (const change of ['grant', 'revoke'] as const) {
      await expectProblem(await consent(other, ida.talentId, change), 'not_found')
    }
    await expectProblem(await other.fetch(`/v1/talent/${ida.talentId}/audit`), 'not_found')
    expect((await audit(ida, ida.talentId)).items).toEqual([])
  })

  test('has a text that can be read, of the version that is written down', async () => {
    const text = await (await fetch(`${server.url}/legal/consent.md`)).text()
    const ida = await newTalent()
    await consent(ida, ida.talentId, 'grant')
    const [entry] = (await audit(ida, ida.talentId)).items
    expect(text).toContain(`\nVersion ${entry!.consent_version}\n`)
  })
})

describe('the audit', () => {
  async function withEntries(count: number) {
    const ida = await newTalent()
    for (let n = 0; n < count; n++) {
      await consent(ida, ida.talentId, n % 2 === 0 ? 'grant' : 'revoke')
      server.clock.advance(1_001)
    }
    return ida
  }

  test('comes in pages that leave nothing out', async () => {
    const ida = await withEntries(5)
    const seen: number[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const query: string = `?limit=2${cursor && `&cursor=${cursor}`}`
      const page = await audit(ida, ida.talentId, query)
      seen.push(...page.items.map(({ sequence }) => sequence))
      cursor = page.next_cursor
    }
    expect(seen).toEqual([5, 4, 3, 2, 1])
    for (const query of ['?cursor=x', '?limit=0', '?limit=1000']) {
      const answer = await ida.fetch(`/v1/talent/${ida.talentId}/audit${query}`)
      await expectProblem(answer, 'validation_failed')
    }
  })

  test('is a chain in which a changed, missing or added entry is found', async () => {
    const ida = await withEntries(4)
    const { items } = await audit(ida, ida.talentId)
    expect(await findChangedConsentEntry(items)).toBeNull()
    const inOrder = items.toReversed()
    const changed = (index: number, change: Partial<ConsentEntry>) =>
      inOrder.map((entry, at) => (at === index ? { ...entry, ...change } : entry))
    const other = { ip: '10.0.0.1', ts_ms: 1, consent_version: '2020-01-01', hash: '0'.repeat(64) }
    for (const [field, value] of Object.entries(other)) {
      expect(await findChangedConsentEntry(changed(1, { [field]: value })), field).toBe(2)
    }
    expect(await findChangedConsentEntry(changed(2, { action: 'revoked' }))).toBe(3)
    expect(await findChangedConsentEntry(inOrder.toSpliced(1, 1))).toBe(2)
    expect(await findChangedConsentEntry(inOrder.slice(1))).toBe(1)
    expect(await findChangedConsentEntry([...inOrder, inOrder[3]!])).toBe(5)
  })

  test('cannot be changed in the database, and is found out if it is', async () => {
    const ida = await withEntries(3)
    const { db } = server.ctx
    const mine = db.updateTable('consent_events').where('talent_id', '=', ida.talentId)
    const forge = mine.where('sequence', '=', 2).set({ action: 'granted' })
    await expect(forge.execute()).rejects.toThrow(/append-only/)
    await expect(db.deleteFrom('consent_events').execute()).rejects.toThrow(/append-only/)
    await sql`alter table consent_events disable trigger user`.execute(db)
    await forge.execute()
    await sql`alter table consent_events enable trigger user`.execute(db)
    expect(await findChangedConsentEntry((await audit(ida, ida.talentId)).items)).toBe(2)
  })
})

describe('withdrawn consent', () => {
  /** A talent who has granted consent and whose voice speaks. */
  async function singer() {
    const ida = await newTalent()
    await consent(ida, ida.talentId, 'grant')
    await lend(ida.talentId)
    return ida
  }

  async function lend(talentId: string | null) {
    const { db } = server.ctx
    await db
      .updateTable('voices')
      .set({ talent_id: talentId })
      .where('id', '=', lentVoice)
      .execute()
  }

  async function escrowOf(key: string, answer: Response) {
    const id = answer.headers.get('x-payment-intent-id')!
    const found = await fetch(`${server.url}/v1/escrow/${id}`, { headers: { 'x-api-key': key } })
    return (await found.json()) as {
      state: string
      reason: string | null
      verification: { watermark: string; frozen: boolean }
    }
  }

  const checked = (key: string, answer: Response) =>
    waitFor('the checks', async () => {
      const escrow = await escrowOf(key, answer)
      return escrow.verification.watermark === 'passed' ? escrow : null
    })

  async function listed(): Promise<boolean> {
    const body = await (await fetch(`${server.url}/v1/voices?limit=100`)).text()
    return body.includes(lentVoice)
  }

  test('refuses synthesis at once, and hides the voice until it is granted again', async () => {
    const ida = await singer()
    const dev = await signUpWithKey(server)
    expect((await synthesize(server, dev.key)).status).toBe(200)
    expect(await listed()).toBe(true)
    await consent(ida, ida.talentId, 'revoke')
    await expectProblem(await synthesize(server, dev.key), 'consent_revoked')
    expect(await listed()).toBe(false)
    await consent(ida, ida.talentId, 'grant')
    expect((await synthesize(server, dev.key)).status).toBe(200)
    expect(await listed()).toBe(true)
    const [, revoked] = await eventsOf(ida.talentId)
    expect(revoked!.payload).toMatchObject({ voice_ids: [lentVoice] })
    await lend(null)
  })

  test('freezes what is held, and granting thaws it, so that it is released', async () => {
    const ida = await singer()
    const dev = await signUpWithKey(server)
    const sold = await synthesize(server, dev.key)
    await checked(dev.key, sold)
    await consent(ida, ida.talentId, 'revoke')
    expect((await escrowOf(dev.key, sold)).verification.frozen).toBe(true)
    server.clock.advance(8 * dayMs)
    await releaseDue(server.ctx)
    expect((await escrowOf(dev.key, sold)).state).toBe('PENDING')
    await consent(ida, ida.talentId, 'grant')
    await releaseDue(server.ctx)
    const released = await waitFor('the release', async () => {
      const escrow = await escrowOf(dev.key, sold)
      return escrow.state === 'RELEASED' ? escrow : null
    })
    expect(released.verification.frozen).toBe(false)
    expect((await balances(server)).talent_payable).toBeGreaterThan(0n)
    // What is settled stays as it is.
    await consent(ida, ida.talentId, 'revoke')
    expect((await escrowOf(dev.key, sold)).verification.frozen).toBe(false)
    await lend(null)
    await auditBooks(server)
  })

  test("leaves other talents' payments alone", async () => {
    const ida = await singer()
    const dev = await signUpWithKey(server)
    const sold = await synthesize(server, dev.key)
    const other = await newTalent()
    await consent(other, other.talentId, 'revoke')
    expect((await escrowOf(dev.key, sold)).verification.frozen).toBe(false)
    expect(ida.talentId).not.toBe(other.talentId)
    await lend(null)
  })

  test('while the voice speaks freezes what is sold by it', async () => {
    const ida = await singer()
    const dev = await signUpWithKey(server)
    const speaking = await fetch(`${server.url}/v1/synthesize`, {
      method: 'POST',
      headers: { 'x-api-key': dev.key, 'content-type': 'application/json' },
      body: JSON.stringify({
        text: 'One more sentence is spoken here. '.repeat(30),
        voice_id: lentVoice,
        usage: 'podcast',
        stream: true,
      }),
    })
    expect(speaking.status).toBe(200)
    await consent(ida, ida.talentId, 'revoke')
    await speaking.arrayBuffer()
    expect((await escrowOf(dev.key, speaking)).verification.frozen).toBe(true)
    await lend(null)
  })

  test('for 30 days gives the money back', async () => {
    const ida = await singer()
    const dev = await signUpWithKey(server)
    const sold = await synthesize(server, dev.key)
    await checked(dev.key, sold)
    await consent(ida, ida.talentId, 'revoke')
    server.clock.advance(30 * dayMs - 60_000)
    await refundLongFrozen(server.ctx)
    expect((await escrowOf(dev.key, sold)).state).toBe('PENDING')
    server.clock.advance(60_000)
    await refundLongFrozen(server.ctx)
    const refunded = await waitFor('the refund', async () => {
      const escrow = await escrowOf(dev.key, sold)
      return escrow.state === 'REFUNDED' ? escrow : null
    })
    expect(refunded.reason).toMatch(/30 days/)
    await lend(null)
    await auditBooks(server)
  })

  test('that was never given refuses as well', async () => {
    const person = await signUp(server, 'talent')
    const talentId = await insertTalent(server, person, 'none')
    const voice_id = await insertVoice(server, 'ready', talentId)
    const dev = await signUpWithKey(server)
    await expectProblem(await synthesize(server, dev.key, { voice_id }), 'consent_revoked')
  })
})
