import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type VoiceDossier, voiceDossier } from '@viva-voce/contract'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../src/config/config.ts'
import { createContext } from '../src/context.ts'
import { createLogger } from '../src/kit/logger.ts'
import { storedFiles } from './setup/objects.ts'
import { signUpWithKey, synthesize } from './setup/people.ts'
import { expectProblem } from './setup/problems.ts'
import { startServerProcess } from './setup/server-process.ts'
import {
  consent,
  consentingTalent,
  readingsOf,
  type StandIn,
  startTraining,
  train,
  untilVoice,
  uploadVoice,
  voiceIn,
} from './setup/stand-in-talents.ts'
import {
  cloneDatabase,
  startTestServer,
  type TestServer,
  testEnvironment,
} from './setup/test-server.ts'
import type { Talent } from './setup/uploads.ts'
import { waitFor } from './setup/wait.ts'

/** A training takes about ten seconds of a processor that has nothing else to do. */
const slow = 300_000

let server: TestServer
let talent: Talent
beforeAll(async () => {
  server = await startTestServer({ SPEECH_THREADS: '1', PROMOTIONAL_CREDIT_CENTS: '1000' })
  talent = await consentingTalent(server)
})
afterAll(() => server.close())

/** Starts a training, and resolves once its thread has begun to learn. */
async function begunTraining(
  of: Talent,
  voice: StandIn = 'kal16',
): Promise<{ voiceId: string; taskId: string }> {
  const voiceId = await uploadVoice(server, of, await readingsOf(voice))
  const taskId = await startTraining(of, voiceId)
  await waitFor(
    'the first progress',
    async () => ((await voiceIn(of, voiceId)).progress! > 12 ? true : null),
    slow,
  )
  return { voiceId, taskId }
}

/** What the object store holds of a voice beside its recordings. */
function besideRecordings(voiceId: string): string[] {
  return storedFiles(server.dataDir).filter((key) => key.includes(voiceId) && !key.endsWith('.wav'))
}

function trainingOf(taskId: string) {
  return server.ctx.db
    .selectFrom('trainings')
    .selectAll()
    .where('id', '=', taskId)
    .executeTakeFirstOrThrow()
}

/** Resolves when the worker is done with a training that was ended from outside. */
async function untilLeft(voiceId: string): Promise<void> {
  await waitFor(
    'the worker to leave the training',
    async () => (besideRecordings(voiceId).length === 0 ? true : null),
    slow,
  )
}

test('a cancelled training ends at once, and leaves the voice as it was uploaded', {
  timeout: slow,
}, async () => {
  const { voiceId, taskId } = await begunTraining(talent)
  const path = `/v1/voices/${voiceId}/train/cancel`
  const answer = await talent.fetch(path, { method: 'POST', body: '{}' })
  expect(await answer.json()).toMatchObject({ task_id: taskId, status: 'uploaded' })
  await untilLeft(voiceId)
  expect(await voiceIn(talent, voiceId)).toMatchObject({ status: 'uploaded', progress: null })
  expect(await trainingOf(taskId)).toMatchObject({ state: 'cancelled', dossier: null })
})

test('consent that is withdrawn ends the training, and granting it allows another', {
  timeout: slow,
}, async () => {
  const other = await consentingTalent(server)
  const { voiceId, taskId } = await begunTraining(other, 'awb')
  await consent(other, 'revoke')
  const voice = await untilVoice(other, voiceId, 'failed')
  expect(voice.failure).toMatchObject({ code: 'consent_revoked' })
  expect(voice.failure!.advice.join(' ')).toContain('give consent again')
  await untilLeft(voiceId)
  await expectProblem(await train(other, voiceId), 'consent_missing')
  await consent(other, 'grant')
  const second = await startTraining(other, voiceId)
  expect(second).not.toBe(taskId)
  expect(await voiceIn(other, voiceId)).toMatchObject({ status: 'training', failure: null })
  await other.fetch(`/v1/voices/${voiceId}`, {
    method: 'PATCH',
    body: JSON.stringify({ status: 'withdrawn' }),
  })
  await waitFor('the training of the withdrawn voice to end', async () =>
    (await trainingOf(second)).state === 'cancelled' ? true : null,
  )
})

test('speech is made while a voice is trained, with one thread for speech', {
  timeout: slow,
}, async () => {
  const { voiceId } = await begunTraining(talent)
  const dev = await signUpWithKey(server)
  for (let n = 0; n < 3; n++) expect((await synthesize(server, dev.key)).status).toBe(200)
  // Had one waited for the training, it would be over.
  expect((await voiceIn(talent, voiceId)).status).toBe('training')
  await talent.fetch(`/v1/voices/${voiceId}/train/cancel`, { method: 'POST', body: '{}' })
  await untilLeft(voiceId)
})

test('a voice that comes no closer than its base fails with advice, until recordings are added', {
  timeout: slow,
}, async () => {
  // rms is a base voice itself: nothing that is made from it can be more like rms.
  const voiceId = await uploadVoice(server, talent, await readingsOf('rms'))
  const taskId = await startTraining(talent, voiceId)
  const voice = await untilVoice(talent, voiceId, 'failed', 'ready')
  expect(voice).toMatchObject({ status: 'failed', failure: { code: 'not_like_talent' } })
  const { message, advice } = voice.failure!
  expect(message).toMatch(/no closer to you than/)
  expect(advice.length).toBeGreaterThan(1)
  const dossier = await dossierOf(talent, voiceId)
  expect(dossier).toMatchObject({ outcome: 'failed', task_id: taskId, model: null, advice })
  const { before, after } = dossier.similarity
  expect(after.mcd_db).toBeGreaterThanOrEqual(before.mcd_db!)
  expect(await eventsOf('voice.failed', voiceId)).toMatchObject([
    { voice_id: voiceId, task_id: taskId, failure: voice.failure },
  ])
  const { error } = await expectProblem(await train(talent, voiceId), 'conflict')
  expect(error).toContain(message)
  await uploadVoice(server, talent, await readingsOf('kal16'), { voice_id: voiceId })
  expect(await voiceIn(talent, voiceId)).toMatchObject({ status: 'uploaded', failure: null })
  await startTraining(talent, voiceId)
  await talent.fetch(`/v1/voices/${voiceId}/train/cancel`, { method: 'POST', body: '{}' })
  await untilLeft(voiceId)
})

async function dossierOf(of: Talent, voiceId: string): Promise<VoiceDossier> {
  const answer = await of.fetch(`/v1/voices/${voiceId}/dossier`)
  return voiceDossier.parse(await answer.json())
}

async function eventsOf(type: string, voiceId: string): Promise<unknown[]> {
  const rows = await server.ctx.db
    .selectFrom('outbox_events')
    .select('payload')
    .where('type', '=', type)
    .execute()
  const payloads = rows.map(({ payload }) => payload as { voice_id: string })
  return payloads.filter((payload) => payload.voice_id === voiceId)
}

test('a worker that is killed leaves a training that the next one goes on with', {
  timeout: slow,
}, async () => {
  const database = await cloneDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'viva-voce-killed-training-'))
  const environment = testEnvironment(database.url, dataDir)
  const logger = createLogger({ level: 'silent', name: 'test' })
  const ctx = await createContext(readConfig(environment), { logger })
  let running = await startServerProcess(environment)
  onTestFinished(async () => {
    await running.kill()
    await ctx.close()
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const at = {
    ctx,
    get url() {
      return running.url
    },
  }
  const ida = await consentingTalent(at)
  const voiceId = await uploadVoice(at, ida, await readingsOf('kal16'))
  await startTraining(ida, voiceId)
  const stages = async () => {
    const row = await ctx.db.selectFrom('trainings').select('stages').executeTakeFirstOrThrow()
    return row.stages as { stage: string; run: number }[]
  }
  await waitFor('the second stage', async () => ((await stages()).length >= 2 ? true : null), slow)
  await running.kill()
  const kept = await stages()
  const before = await ctx.db
    .selectFrom('voices')
    .select('training_progress')
    .where('id', '=', voiceId)
    .executeTakeFirstOrThrow()
  running = await startServerProcess(environment)
  const voice = await untilVoice(signedInAt(running.url, ida), voiceId, 'ready', 'failed')
  expect(voice.status).toBe('ready')
  expect(before.training_progress).toBeGreaterThan(12)
  const again = signedInAt(running.url, ida)
  const dossier = await dossierOf(again, voiceId)
  // What was stored was not worked out again: each stage is there once, the later ones by the second run.
  expect(dossier.stages.map(({ stage }) => stage)).toEqual(['analysed', 'aligned', 'fitted'])
  expect(dossier.stages.slice(0, kept.length)).toEqual(kept.map(({ stage }) => ({ stage, run: 1 })))
  const [row] = await ctx.db.selectFrom('trainings').selectAll().execute()
  expect(row).toMatchObject({ state: 'succeeded', runs: 2, interruptions: 1 })
})

/** The same person at another address of the product. */
function signedInAt(url: string, person: Talent): Talent {
  return {
    ...person,
    fetch: (path, init = {}) =>
      fetch(`${url}${path}`, { ...init, headers: { cookie: person.cookie } }),
  }
}
