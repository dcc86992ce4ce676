import { createHash } from 'node:crypto'
import {
  type ConsentEntry,
  escrow as escrowSchema,
  type TalentVoice,
  voiceDossier,
} from '@viva-voce/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditBooks, balances } from './setup/ledger.ts'
import { storedFiles } from './setup/objects.ts'
import { signUpWithKey, synthesize } from './setup/people.ts'
import {
  consentingTalent,
  readingsOf,
  sentenceCount,
  startTraining,
  uploadVoice,
  voiceIn,
} from './setup/stand-in-talents.ts'
import { startTestServer, type TestServer } from './setup/test-server.ts'
import type { Talent } from './setup/uploads.ts'
import { waitFor } from './setup/wait.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('a talent who reads the script', () => {
  let talent: Talent
  let voiceId: string
  let taskId: string
  const seen: TalentVoice[] = []
  beforeAll(async () => {
    talent = await consentingTalent(server)
    voiceId = await uploadVoice(server, talent, await readingsOf('kal16'))
    taskId = await startTraining(talent, voiceId)
    await waitFor(
      'the training',
      async () => {
        seen.push(await voiceIn(talent, voiceId))
        return seen.at(-1)!.status === 'training' ? null : true
      },
      120_000,
      20,
    )
  }, 150_000)

  test('sees progress, and then a voice that is ready', () => {
    expect(seen.at(-1)).toMatchObject({ status: 'ready', progress: 100, failure: null })
    const progress = seen.map((voice) => voice.progress!)
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))
    expect(new Set(progress).size).toBeGreaterThan(5)
    expect(progress.every((percent) => percent >= 0 && percent <= 100)).toBe(true)
  })

  test('is told by an event, and leaves nothing behind but recordings and the model', async () => {
    const events = await eventsOf('voice.ready')
    expect(events).toEqual([
      {
        ...{ voice_id: voiceId, talent_id: talent.talentId, task_id: taskId },
        created_at: server.clock.now().toISOString(),
      },
    ])
    const others = await waitFor('the checkpoints to be removed', async () => {
      const keys = storedFiles(server.dataDir).filter((key) => !key.endsWith('.wav'))
      return keys.length > 1 ? null : keys
    })
    expect(others).toEqual([`voices/${voiceId}/model-${taskId}`])
    expect(storedFiles(server.dataDir)).toHaveLength(sentenceCount + 1)
  })

  test('has a dossier that says what went in, how, and how near it came', async () => {
    const answer = await talent.fetch(`/v1/voices/${voiceId}/dossier`)
    const dossier = voiceDossier.parse(await answer.json())
    const readings = Object.entries(await readingsOf('kal16'))
    expect(dossier.recordings.map(({ file_name, sha256 }) => ({ file_name, sha256 }))).toEqual(
      readings.map(([name, bytes]) => ({ file_name: name, sha256: sha256Of(bytes) })),
    )
    expect(dossier.recordings.map(({ sentence }) => sentence)).toEqual([1, 2, 3, 4, 5, 6])
    expect(dossier.recordings.filter(({ use }) => use === 'measuring')).toHaveLength(1)
    const audit = await talent.fetch(`/v1/talent/${talent.talentId}/audit`)
    const { items } = (await audit.json()) as { items: ConsentEntry[] }
    expect(dossier.consent).toMatchObject({ sequence: 1, hash: items[0]!.hash })
    expect(dossier).toMatchObject({
      ...{ outcome: 'ready', advice: [], task_id: taskId },
      parameters: { locale: 'en-US', with_script: true },
      engine: { name: 'custom', base: expect.stringMatching(/^flite\//) },
      stages: ['analysed', 'aligned', 'fitted'].map((stage) => ({ stage, run: 1 })),
    })
    const model = await server.ctx.objects.get(`voices/${voiceId}/model-${taskId}`)
    expect(dossier.model).toEqual({ sha256: sha256Of(model), bytes: model.length })
    const { before, after, seconds_used } = dossier.similarity
    expect(after.mcd_db).toBeLessThan(before.mcd_db! - 2)
    expect(after.ratio_to_base).toBeGreaterThan(0)
    expect(before.ratio_to_base).toBeLessThan(0)
    expect(seconds_used).toBeGreaterThan(10)
  })

  test('is listed, and sold like any voice: marked, checked, held, and shared 70 to 30', async () => {
    const listed = await (await fetch(`${server.url}/v1/voices?tier=custom`)).json()
    expect(listed).toMatchObject({ items: [{ voice_id: voiceId, price_per_second_eur: 0.01 }] })
    const dev = await signUpWithKey(server)
    const answer = await synthesize(server, dev.key, { voice_id: voiceId })
    expect(answer.status).toBe(200)
    const paymentIntentId = answer.headers.get('x-payment-intent-id')!
    const readEscrow = async () =>
      escrowSchema.parse(await (await dev.fetch(`/v1/escrow/${paymentIntentId}`)).json())
    const checked = await waitFor('the verification', async () => {
      const escrow = await readEscrow()
      return escrow.verification.watermark === 'pending' ? null : escrow
    })
    expect(checked.verification).toMatchObject({ watermark: 'passed', deepfake: 'passed' })
    server.clock.advance(7 * 24 * 60 * 60 * 1000)
    await waitFor('the release', async () => (await readEscrow()).state === 'RELEASED' || null)
    const net = BigInt(Math.round(Number(answer.headers.get('x-price-eur')) * 1e6))
    const { talent_payable, platform_revenue } = await balances(server)
    expect(talent_payable! + platform_revenue!).toBe(net)
    expect(talent_payable).toBe((net * 70n + 50n) / 100n)
    await auditBooks(server)
  })
})

/** The payloads of all events of a type, whether they were handed on or not. */
async function eventsOf(type: string): Promise<unknown[]> {
  const rows = await server.ctx.db
    .selectFrom('outbox_events')
    .select('payload')
    .where('type', '=', type)
    .execute()
  return rows.map(({ payload }) => payload)
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
