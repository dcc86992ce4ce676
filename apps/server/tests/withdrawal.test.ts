import { encodeWav } from '@viva-voce/audio'
import { voice as voiceSchema } from '@viva-voce/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withdrawDue } from '../src/domains/voices/withdrawal.ts'
import { storedFiles } from './setup/objects.ts'
import { signUpWithKey } from './setup/people.ts'
import { expectProblem } from './setup/problems.ts'
import { consent, consentingTalent, spokenBy, uploadVoice } from './setup/stand-in-talents.ts'
import { startTestServer, type TestServer } from './setup/test-server.ts'
import type { Talent } from './setup/uploads.ts'

const dayMs = 24 * 60 * 60 * 1000

let server: TestServer
let wav: Uint8Array
let talent: Talent
let voiceId: string
beforeAll(async () => {
  server = await startTestServer({}, 'api')
  wav = encodeWav(await spokenBy('awb', 'The birch canoe slid on the smooth planks.'))
})
afterAll(() => server.close())
beforeEach(async () => {
  talent = await consentingTalent(server)
  voiceId = await uploadVoice(server, talent, { 'one.wav': wav, 'two.wav': wav })
})

/** Nothing here makes it speak, so its model need not exist. */
async function makeReady(): Promise<void> {
  await server.ctx.db
    .updateTable('voices')
    .set({ state: 'ready', base_voice: 'flite/slt', model_key: `voices/${voiceId}/model` })
    .where('id', '=', voiceId)
    .execute()
}

function change(body: object, by = talent): Promise<Response> {
  const request = { method: 'PATCH', body: JSON.stringify(body) }
  return by.fetch(`/v1/voices/${voiceId}`, request)
}
const changed = async (body: object) => voiceSchema.parse(await (await change(body)).json())

async function quoteStatus(): Promise<number> {
  const { key } = await signUpWithKey(server)
  const answer = await fetch(`${server.url}/v1/synthesize/quote`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'Good morning.', voice_id: voiceId, usage: 'demo' }),
  })
  return answer.status
}

async function announced(): Promise<unknown[]> {
  const rows = await server.ctx.db
    .selectFrom('outbox_events')
    .select('payload')
    .where('type', '=', 'voice.deprecated')
    .execute()
  return rows
    .map(({ payload }) => payload as { voice_id: string })
    .filter((event) => event.voice_id === voiceId)
}

const inDays = (days: number) => new Date(server.clock.now().getTime() + days * dayMs).toISOString()

test('a ready voice speaks until its notice is over, and developers are told once', async () => {
  await makeReady()
  const withdrawAt = inDays(10)
  const created_at = server.clock.now().toISOString()
  expect(await changed({ notice_days: 10, status: 'withdrawn' })).toMatchObject({
    ...{ status: 'ready', notice_days: 10, withdraw_at: withdrawAt },
  })
  const event = {
    voice_id: voiceId,
    talent_id: talent.talentId,
    withdraw_at: withdrawAt,
    created_at,
  }
  expect(await announced()).toEqual([event])
  expect(await quoteStatus()).toBe(200)

  server.clock.advance(9 * dayMs)
  await withdrawDue(server.ctx)
  // Neither a shorter notice nor a second withdrawal moves what was announced.
  const again = await changed({ notice_days: 0, status: 'withdrawn' })
  expect(again).toMatchObject({ status: 'ready', withdraw_at: withdrawAt })
  expect(await quoteStatus()).toBe(200)

  server.clock.advance(dayMs)
  await withdrawDue(server.ctx)
  await withdrawDue(server.ctx)
  expect(await quoteStatus()).toBe(404)
  await expectProblem(await change({ price_per_second_eur: 0.02 }), 'conflict')
  expect(await announced()).toEqual([event])
})

test('without a notice it is gone at once, and developers are told', async () => {
  await makeReady()
  const now = server.clock.now().toISOString()
  expect(await changed({ status: 'withdrawn' })).toMatchObject({
    status: 'withdrawn',
    withdraw_at: now,
  })
  expect(await announced()).toMatchObject([{ withdraw_at: now }])
  expect(await quoteStatus()).toBe(404)
})

test('withdrawn consent does not wait for the notice', async () => {
  await makeReady()
  await changed({ notice_days: 90, status: 'withdrawn' })
  await consent(talent, 'revoke')
  expect(await quoteStatus()).toBe(403)
})

test('a voice that was never ready is gone at once, and nobody is told', async () => {
  expect(await changed({ notice_days: 90 })).toMatchObject({
    status: 'uploaded',
    withdraw_at: null,
  })
  expect(await changed({ status: 'withdrawn' })).toMatchObject({ status: 'withdrawn' })
  expect(await announced()).toEqual([])
})

test.each([-1, 91, 1.5, '30', null])('a notice of %j days is refused', async (notice_days) => {
  await expectProblem(await change({ notice_days }), 'validation_failed')
})

async function recordings(by = talent) {
  const answer = await by.fetch(`/v1/voices/${voiceId}/samples`)
  if (answer.status !== 200) return answer.status
  return ((await answer.json()) as { items: { sample_id: string; file_name: string }[] }).items
}
const remove = (sampleId: string, by = talent) =>
  by.fetch(`/v1/voices/${voiceId}/samples/${sampleId}`, { method: 'DELETE' })

test('one recording can be deleted, the last one and those of a ready voice cannot', async () => {
  const [one, two] = (await recordings()) as { sample_id: string; file_name: string }[]
  expect([one!.file_name, two!.file_name]).toEqual(['one.wav', 'two.wav'])
  const stored = () => storedFiles(server.dataDir).filter((key) => key.includes(voiceId))
  expect(stored()).toHaveLength(2)

  const other = await consentingTalent(server)
  expect(await recordings(other)).toBe(404)
  await expectProblem(await remove(one!.sample_id, other), 'not_found')
  expect(stored()).toHaveLength(2)

  const answer = await remove(one!.sample_id)
  expect(answer.status).toBe(200)
  const left = (await answer.json()) as { file_count: number; quality: { seconds: number } }
  expect(left).toMatchObject({ file_count: 1, voice_id: voiceId })
  expect(await recordings()).toMatchObject([{ sample_id: two!.sample_id }])
  expect(stored()).toHaveLength(1)
  await expectProblem(await remove(one!.sample_id), 'not_found')
  await expectProblem(await remove(two!.sample_id), 'conflict')

  await uploadVoice(server, talent, { 'three.wav': wav }, { voice_id: voiceId })
  await makeReady()
  await expectProblem(await remove(two!.sample_id), 'conflict')
  expect(await recordings()).toHaveLength(2)
})
