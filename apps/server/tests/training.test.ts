import { createHash } from 'node:crypto'
import { concatenate, encodeWav, type Pcm } from '@viva-voce/audio'
import {
  type ConsentEntry,
  escrow as escrowSchema,
  type TalentVoice,
  timedSynthesis,
  voiceDossier,
} from '@viva-voce/contract'
import { espeak } from '@viva-voce/speech'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { verify } from '../src/domains/syntheses/verify.ts'
import { auditBooks, balances } from './setup/ledger.ts'
import { storedFiles } from './setup/objects.ts'
import { signUpWithKey, synthesize } from './setup/people.ts'
import { expectProblem } from './setup/problems.ts'
import {
  consent,
  consentingTalent,
  readingsOf,
  sentenceCount,
  startTraining,
  untilVoice,
  uploadVoice,
  voiceIn,
} from './setup/stand-in-talents.ts'
import { startTestServer, type TestServer } from './setup/test-server.ts'
import type { Talent } from './setup/uploads.ts'
import { waitFor } from './setup/wait.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ PROMOTIONAL_CREDIT_CENTS: '1000' })
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
      240_000,
      20,
    )
  }, 300_000)

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

  test('speaks in every format, whole, streamed and timed, from a model that is loaded once', async () => {
    const loads = countingModelLoads()
    const dev = await signUpWithKey(server)
    const order = { voice_id: voiceId, usage: 'demo' }
    for (const format of ['wav', 'mp3', 'opus', 'flac', 'aac', 'pcm']) {
      // AAC is a file that needs its length first.
      for (const stream of format === 'aac' ? [false] : [false, true]) {
        const answer = await synthesize(server, dev.key, { ...order, format, stream })
        expect(answer.status, `${format} ${stream}`).toBe(200)
        const id = answer.headers.get('x-synthesis-id')!
        await waitFor('the synthesis to be kept', async () => {
          const kept = await dev.fetch(`/v1/syntheses/${id}/audio`)
          return kept.status === 200 ? true : null
        })
        await verify(server.ctx, id)
        const escrow = await dev.fetch(`/v1/escrow/${answer.headers.get('x-payment-intent-id')}`)
        expect(await escrow.json(), format).toMatchObject({
          verification: { watermark: 'passed', deepfake: 'passed' },
        })
      }
    }
    const timed = await post('/v1/synthesize/with-timestamps', dev.key, {
      ...order,
      text: 'The tide goes out. Then it comes in again.',
    })
    expect(timedSynthesis.parse(await timed.json()).marks).toHaveLength(2)
    const client = new OpenAI({ apiKey: dev.key, baseURL: `${server.url}/v1`, maxRetries: 0 })
    const input = 'The quick brown fox jumps over the lazy dog.'
    const spoken = await client.audio.speech.create({ model: 'tts-1', voice: voiceId, input })
    expect((await spoken.arrayBuffer()).byteLength).toBeGreaterThan(5_000)
    const quote = await post('/v1/synthesize/quote', dev.key, { ...order, text: input })
    expect(await quote.json()).toMatchObject({ voice_id: voiceId, price_per_second_eur: 0.01 })
    expect(loads.count).toBeLessThanOrEqual(1)
    await auditBooks(server)
  }, 120_000)

  test('costs what the talent asks, and is silent without consent', async () => {
    const dev = await signUpWithKey(server)
    const body = JSON.stringify({ price_per_second_eur: 0.2 })
    const priced = await talent.fetch(`/v1/voices/${voiceId}`, { method: 'PATCH', body })
    expect(priced.status).toBe(200)
    const answer = await synthesize(server, dev.key, { voice_id: voiceId, usage: 'podcast' })
    const seconds = Number(answer.headers.get('x-audio-seconds'))
    expect(Number(answer.headers.get('x-price-eur'))).toBeCloseTo(seconds * 0.2, 2)
    await consent(talent, 'revoke')
    const silent = await synthesize(server, dev.key, { voice_id: voiceId })
    await expectProblem(silent, 'consent_revoked')
    const listed = await (await fetch(`${server.url}/v1/voices?tier=custom`)).json()
    expect(listed).toMatchObject({ items: [] })
    await consent(talent, 'grant')
  })

  test('whose model is lost fails, and gives the money back', async () => {
    const dev = await signUpWithKey(server)
    const point = (model_key: string) =>
      server.ctx.db.updateTable('voices').set({ model_key }).where('id', '=', voiceId).execute()
    await point(`voices/${voiceId}/model-lost`)
    await expectProblem(await synthesize(server, dev.key, { voice_id: voiceId }), 'engine_failed')
    const wallet = await (await dev.fetch('/v1/wallet')).json()
    expect(wallet).toMatchObject({ balance_eur: 10, held_eur: 0 })
    await point(`voices/${voiceId}/model-${taskId}`)
    expect((await synthesize(server, dev.key, { voice_id: voiceId })).status).toBe(200)
    await auditBooks(server)
  })
})

test.runIf(espeak.isAvailable!())(
  'a talent who only talks gets a voice too, in a language that has no script',
  async () => {
    const talent = await consentingTalent(server)
    const texts = [
      'Det regnade hela natten, och på morgonen låg dimman tät över sjön.',
      'Vi tog bussen till stationen och köpte kaffe medan vi väntade på tåget.',
      'Min mormor berättade alltid samma historia om räven och den gamla eken.',
      'Om du hinner i kväll kan vi laga mat tillsammans och titta på bilderna.',
    ]
    const units: Pcm[] = []
    // Another voice than the base: higher, and quicker.
    const controls = { voice: 'sv', speed: 1.2, pitchSemitones: 5 }
    for (const text of texts) {
      for await (const { pcm } of espeak.speak({ text, ...controls })) units.push(pcm)
    }
    const talk = { 'prat.wav': encodeWav(concatenate(units)) }
    const voiceId = await uploadVoice(server, talent, talk, { locale: 'sv-SE' })
    await startTraining(talent, voiceId)
    await untilVoice(talent, voiceId, 'ready', 'failed')
    const answer = await talent.fetch(`/v1/voices/${voiceId}/dossier`)
    const dossier = voiceDossier.parse(await answer.json())
    expect(dossier).toMatchObject({
      parameters: { locale: 'sv-SE', with_script: false },
      engine: { base: 'espeak-ng/sv' },
      recordings: [{ file_name: 'prat.wav', use: 'free', sentence: null }],
    })
    expect(dossier.outcome, dossier.advice.join(' ')).toBe('ready')
    const { before, after } = dossier.similarity
    expect(before.pitch_semitones).toBeGreaterThan(4)
    expect(after.pitch_semitones).toBeLessThan(1)
  },
  300_000,
)

/** Counts how often a thread asks for a model from now on. */
function countingModelLoads(): { count: number } {
  const loads = { count: 0 }
  const { get } = server.ctx.objects
  server.ctx.objects.get = (key) => {
    if (key.includes('/model-')) loads.count++
    return get(key)
  }
  onTestFinished(() => {
    server.ctx.objects.get = get
  })
  return loads
}

function post(path: string, key: string, body: object): Promise<Response> {
  return fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

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
