import { decodeWav, encodeWav, type Pcm } from '@viva-voce/audio'
import { findCatalogueVoice, speakWhole } from '@viva-voce/speech'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addNoise, trimStart } from '../../../packages/watermark/test/degrade.ts'
import { writeFingerprint, writeOverdue } from '../src/domains/compliance/fingerprints.ts'
import { bought, resultOf } from './setup/audio-checks.ts'
import { signUpWithKey } from './setup/people.ts'
import { startTestServer, type TestServer } from './setup/test-server.ts'
import { waitFor } from './setup/wait.ts'

const SEED = 31
const text = 'The birch canoe slid on the smooth planks. Glue the sheet to the dark background.'

let server: TestServer
let ours: { id: string; audio: Uint8Array }
let number: bigint
beforeAll(async () => {
  server = await startTestServer({ LIMIT_AUDIO_CHECK_PER_MINUTE: '1000' })
  const { key } = await signUpWithKey(server)
  ours = await bought(server, key, { text })
  await bought(server, key, { text: 'Rice is often served in round bowls.' })
  number = (await rowOf(ours.id)).number!
})
afterAll(() => server.close())

const rowOf = (id: string) =>
  server.ctx.db
    .selectFrom('syntheses')
    .select(['number', 'fingerprint_version', 'object_key'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

async function entries(): Promise<number> {
  const rows = await server.ctx.db
    .selectFrom('fingerprint_hashes')
    .select('frame')
    .where('number', '=', number)
    .execute()
  return rows.length
}

describe('the registry of fingerprints', () => {
  test('holds every synthesis soon after it was delivered, once', async () => {
    await waitFor('the fingerprint', async () => (await rowOf(ours.id)).fingerprint_version)
    const count = await entries()
    expect(count).toBeGreaterThan(30)
    await writeFingerprint(server.ctx, ours.id)
    expect(await entries()).toBe(count)
  })

  test(`confirms a mark that is too faint to be claimed by itself (seed ${SEED})`, async () => {
    const methods: string[] = []
    for (const snrDb of [24, 17, 15, 14, 13, 12]) {
      const copy = trimStart(addNoise(decodeWav(ours.audio).pcm, snrDb, SEED + snrDb), 0.21)
      const { marks } = await resultOf(server, encodeWav(copy))
      for (const mark of marks) {
        expect(mark.synthesis_id, `${snrDb} dB`).toBe(ours.id)
        expect(mark.false_claim_probability).toBeLessThanOrEqual(1e-6)
        methods.push(mark.method)
      }
    }
    expect(methods).toContain('blind')
    expect(methods.some((method) => method !== 'blind')).toBe(true)
  }, 120_000)

  test('claims nothing of speech that sounds the same and carries no mark', async () => {
    const { engine, engineVoice } = findCatalogueVoice('premium_en_us_001')!
    const same: Pcm = await speakWhole({ engine, voice: engineVoice, text })
    const { verdict, marks } = await resultOf(server, encodeWav(same))
    expect({ verdict, marks }).toEqual({ verdict: 'not_marked', marks: [] })
  })

  test('takes up what was overlooked', async () => {
    const { db, clock } = server.ctx
    const before = await entries()
    await db.deleteFrom('fingerprint_hashes').where('number', '=', number).execute()
    await db
      .updateTable('syntheses')
      .set({ fingerprint_version: null, completed_at: new Date(clock.now().getTime() - 3e6) })
      .where('id', '=', ours.id)
      .execute()
    await writeOverdue(server.ctx)
    expect(await entries()).toBe(before)
  })

  test('forgets a synthesis whose audio is erased, and does not take it up again', async () => {
    await server.ctx.db
      .updateTable('syntheses')
      .set({ object_key: null, state: 'failed', failure: 'erased' })
      .where('id', '=', ours.id)
      .execute()
    expect(await entries()).toBe(0)
    await writeFingerprint(server.ctx, ours.id)
    await writeOverdue(server.ctx)
    expect(await entries()).toBe(0)
    expect(await rowOf(ours.id)).toMatchObject({ fingerprint_version: null })
  })
})
