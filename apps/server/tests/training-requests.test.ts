import { encodeWav, peak, silence } from '@viva-voce/audio'
import { voice as voiceSchema } from '@viva-voce/contract'
import { customPriceRangeMicros, toEuro } from '@viva-voce/money'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storedFiles } from './setup/objects.ts'
import { signUp, signUpWithKey, synthesize } from './setup/people.ts'
import { expectProblem } from './setup/problems.ts'
import { insertVoice } from './setup/rows.ts'
import {
  consent,
  consentingTalent,
  readingsOf,
  sentenceCount,
  spokenBy,
  startTraining,
  train,
  upload,
  uploadVoice,
  voiceIn,
} from './setup/stand-in-talents.ts'
import { startTestServer, type TestServer } from './setup/test-server.ts'
import { adminEmail, newTalent, readText, samplesOf, type Talent } from './setup/uploads.ts'

// No worker runs here: a training that is taken waits.

let server: TestServer
let ida: Talent
let readings: Record<string, Uint8Array>
beforeAll(async () => {
  server = await startTestServer({ ADMIN_EMAILS: adminEmail }, 'api')
  ida = await consentingTalent(server)
  readings = await readingsOf('kal16')
})
afterAll(() => server.close())

const cancel = (talent: Talent, voiceId: string) =>
  talent.fetch(`/v1/voices/${voiceId}/train/cancel`, { method: 'POST', body: '{}' })

const change = (talent: Talent, voiceId: string, body: object) =>
  talent.fetch(`/v1/voices/${voiceId}`, { method: 'PATCH', body: JSON.stringify(body) })

function trainings(voiceId: string) {
  return server.ctx.db
    .selectFrom('trainings')
    .select(['id', 'state'])
    .where('voice_id', '=', voiceId)
    .execute()
}

describe('asking for a training', () => {
  test('gives a task, and the same one to everybody who asks again', async () => {
    const voiceId = await uploadVoice(server, ida, readings)
    const answers = await Promise.all([1, 2, 3, 4].map(() => startTraining(ida, voiceId)))
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toMatch(/^trn_/)
    expect(await startTraining(ida, voiceId)).toBe(answers[0])
    expect(await trainings(voiceId)).toEqual([{ id: answers[0], state: 'queued' }])
    expect(await voiceIn(ida, voiceId)).toMatchObject({ status: 'training', progress: 0 })
    const { key } = await signUpWithKey(server)
    await expectProblem(await synthesize(server, key, { voice_id: voiceId }), 'voice_not_ready')
  })

  test('for a voice of the catalogue says that it must be uploaded', async () => {
    for (const id of ['premium_en_us_001', 'standard_no_such_voice', 'budget_de_de_001']) {
      const { error } = await expectProblem(await train(ida, id), 'validation_failed')
      expect(error).toBe(
        'Catalogue voices cannot be trained; a custom voice must be created by an upload.',
      )
    }
  })

  test("for somebody else's voice or none finds none, but an administrator may", async () => {
    const voiceId = await uploadVoice(server, ida, readings)
    const stranger = await consentingTalent(server)
    for (const id of [voiceId, 'voice_00000000000000000000']) {
      await expectProblem(await train(stranger, id), 'not_found')
      await expectProblem(await cancel(stranger, id), 'not_found')
      await expectProblem(await change(stranger, id, { status: 'withdrawn' }), 'not_found')
      await expectProblem(await stranger.fetch(`/v1/voices/${id}/dossier`), 'not_found')
      const added = await upload(server, stranger, readings, { voice_id: id })
      await expectProblem(added, 'not_found')
    }
    expect(await voiceIn(ida, voiceId)).toMatchObject({ status: 'uploaded', progress: null })
    const admin = await signUp(server, 'admin', adminEmail)
    const body = JSON.stringify({ voice_id: voiceId })
    const answer = await admin.fetch('/v1/voices/train', { method: 'POST', body })
    expect(answer.status).toBe(200)
  })

  test.each(['ready', 'withdrawn'] as const)('for a %s voice is a conflict', async (state) => {
    const voiceId = await insertVoice(server, state, ida.talentId)
    const { error } = await expectProblem(await train(ida, voiceId), 'conflict')
    expect(error).toContain(`The voice is ${state}.`)
  })

  test('without consent, or with consent withdrawn, is refused', async () => {
    const talent = await newTalent(server)
    const voiceId = await uploadVoice(server, talent, await readingsOf('rms'))
    await expectProblem(await train(talent, voiceId), 'consent_missing')
    await consent(talent, 'grant')
    await consent(talent, 'revoke')
    await expectProblem(await train(talent, voiceId), 'consent_missing')
    expect(await trainings(voiceId)).toEqual([])
    await consent(talent, 'grant')
    await startTraining(talent, voiceId)
  })

  test('for a voice without a training finds no dossier', async () => {
    const voiceId = await uploadVoice(server, ida, readings)
    await expectProblem(await ida.fetch(`/v1/voices/${voiceId}/dossier`), 'not_found')
  })
})

describe('recordings are refused with the reason, and can be replaced:', () => {
  const refused = async (files: Record<string, Uint8Array>) => {
    const voiceId = await uploadVoice(server, ida, files)
    const problem = await expectProblem(await train(ida, voiceId), 'recordings_refused')
    expect(await voiceIn(ida, voiceId)).toMatchObject({ status: 'uploaded' })
    expect(await trainings(voiceId)).toEqual([])
    const checks = problem.fields!.map(({ field }) => field.replace('recordings.', ''))
    return { voiceId, checks, error: problem.error }
  }
  /** Under the name of the bad file. */
  const replace = async (voiceId: string, name: string) => {
    await uploadVoice(server, ida, { [name]: readings['01.wav']! }, { voice_id: voiceId })
    await startTraining(ida, voiceId)
  }

  test('under ten seconds of speech in all', async () => {
    const { '01.wav': first, '02.wav': second } = readings
    const { voiceId, checks, error } = await refused({ '01.wav': first!, '02.wav': second! })
    expect(checks).toEqual(['speech_seconds'])
    expect(error).toMatch(/^There are 6\.\d seconds of speech in all; training needs 10\. Please/)
    const more = await uploadVoice(server, ida, readings, { voice_id: voiceId })
    expect(more).toBe(voiceId)
    expect(await voiceIn(ida, voiceId)).toMatchObject({ file_count: sentenceCount })
    await startTraining(ida, voiceId)
  })

  test('silence', async () => {
    const { voiceId, checks, error } = await refused({
      ...readings,
      'quiet.wav': encodeWav(silence(3, 24_000)),
    })
    expect(checks).toEqual(['silence'])
    expect(error).toMatch(/^quiet\.wav: There is almost nothing to hear/)
    await replace(voiceId, 'quiet.wav')
  })

  test('hard clipping', async () => {
    const spoken = await spokenBy('kal16', readText)
    // 12 dB too loud for the converter.
    const top = peak(spoken) / 4
    const samples = spoken.samples.map((value) => Math.max(-top, Math.min(top, value)) / top)
    const clipped = encodeWav({ ...spoken, samples })
    const { voiceId, checks, error } = await refused({ ...readings, 'loud.wav': clipped })
    expect(checks).toEqual(['clipping'])
    expect(error).toMatch(/^loud\.wav: The recording is clipped.*upload it under the same name\.$/)
    await replace(voiceId, 'loud.wav')
  })

  test('our own watermark', async () => {
    const { key } = await signUpWithKey(server)
    const spoken = await synthesize(server, key, { text: readText, usage: 'demo' })
    const marked = new Uint8Array(await spoken.arrayBuffer())
    const { voiceId, checks, error } = await refused({ ...readings, 'marked.wav': marked })
    expect(checks).toEqual(['own_watermark'])
    expect(error).toMatch(/^marked\.wav: This is synthetic speech with our own watermark/)
    const before = await samplesOf(server, voiceId)
    await replace(voiceId, 'marked.wav')
    const after = await samplesOf(server, voiceId)
    expect(after.map(({ file_name }) => file_name)).toEqual(
      before.map(({ file_name }) => file_name),
    )
    const gone = before.at(-1)!.object_key
    expect(storedFiles(server.dataDir)).not.toContain(gone)
    expect(after.map(({ object_key }) => object_key)).not.toContain(gone)
  })
})

describe('a training that waits', () => {
  test('is cancelled once, takes no recordings before, and another one after', async () => {
    const voiceId = await uploadVoice(server, ida, readings)
    const first = await startTraining(ida, voiceId)
    const added = await upload(server, ida, readings, { voice_id: voiceId })
    await expectProblem(added, 'conflict')
    const answer = await cancel(ida, voiceId)
    expect(await answer.json()).toEqual({ task_id: first, voice_id: voiceId, status: 'uploaded' })
    await expectProblem(await cancel(ida, voiceId), 'conflict')
    expect(await voiceIn(ida, voiceId)).toMatchObject({ status: 'uploaded', progress: null })
    const second = await startTraining(ida, voiceId)
    expect(second).not.toBe(first)
  })
})

describe('a talent', () => {
  test('sets the price of a voice within the bounds', async () => {
    const voiceId = await insertVoice(server, 'ready', ida.talentId)
    const priced = async (eur: number) => {
      const answer = await change(ida, voiceId, { price_per_second_eur: eur })
      expect(answer.status).toBe(200)
      return voiceSchema.parse(await answer.json()).price_per_second_eur
    }
    const { minimum, maximum } = customPriceRangeMicros
    for (const eur of [toEuro(minimum), 0.123456, toEuro(maximum)]) {
      expect(await priced(eur)).toBe(eur)
    }
    for (const eur of [0.004999, 0.200001, 0, -1, 1e9, 0.0123456, null, '0.01']) {
      const answer = await change(ida, voiceId, { price_per_second_eur: eur })
      const { fields } = await expectProblem(answer, 'validation_failed')
      expect(fields![0]!.field).toBe('body.price_per_second_eur')
    }
    expect(await voiceIn(ida, voiceId)).toMatchObject({ price_per_second_eur: 0.2 })
  })

  test('changes nothing else, and nothing of a catalogue voice', async () => {
    const voiceId = await insertVoice(server, 'ready', ida.talentId)
    for (const body of [{}, { status: 'ready' }, { state: 'withdrawn' }, { name: 'New' }]) {
      await expectProblem(await change(ida, voiceId, body), 'validation_failed')
    }
    const answer = await change(ida, 'premium_en_us_001', { status: 'withdrawn' })
    await expectProblem(answer, 'not_found')
  })

  test('withdraws a voice for good, also one in training', async () => {
    const { key } = await signUpWithKey(server)
    const ready = await insertVoice(server, 'ready', ida.talentId)
    const training = await uploadVoice(server, ida, readings)
    await startTraining(ida, training)
    for (const voiceId of [ready, training]) {
      const answer = await change(ida, voiceId, { status: 'withdrawn' })
      expect(await answer.json()).toMatchObject({ voice_id: voiceId, status: 'withdrawn' })
      await expectProblem(await synthesize(server, key, { voice_id: voiceId }), 'not_found')
      const listed = await (await fetch(`${server.url}/v1/voices?limit=100`)).text()
      expect(listed).not.toContain(voiceId)
      await expectProblem(await train(ida, voiceId), 'conflict')
      await expectProblem(await change(ida, voiceId, { status: 'withdrawn' }), 'conflict')
      const priced = await change(ida, voiceId, { price_per_second_eur: 0.02 })
      await expectProblem(priced, 'conflict')
      const added = await upload(server, ida, readings, { voice_id: voiceId })
      await expectProblem(added, 'conflict')
    }
  })
})
