import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { concatenate, decodeWav, durationSeconds, resample } from '@viva-voce/audio'
import { escrow as escrowSchema, voiceDossier, voice as voiceSchema } from '@viva-voce/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  writeToyPocket,
  writeToyZipvoice,
} from '../../../packages/speech/test/toy-cloning-models.ts'
import { auditBooks } from './setup/ledger.ts'
import { storedFiles } from './setup/objects.ts'
import { signUpWithKey, synthesize } from './setup/people.ts'
import {
  consent,
  consentingTalent,
  readingsOf,
  startTraining,
  untilVoice,
  uploadVoice,
} from './setup/stand-in-talents.ts'
import { startTestServer, type TestServer } from './setup/test-server.ts'
import type { Talent } from './setup/uploads.ts'
import { waitFor } from './setup/wait.ts'

const noBinary = process.platform !== 'linux' || process.arch !== 'x64'
const espeakData = '/usr/lib/x86_64-linux-gnu/espeak-ng-data'

let modelsDir: string
let server: TestServer
let talent: Talent
let voiceId: string

beforeEach(() => {
  modelsDir = mkdtempSync(join(tmpdir(), 'viva-voce-cloners-'))
})
afterEach(async () => {
  await server.close()
  rmSync(modelsDir, { recursive: true })
})

/** Trains a voice of kal16 from the first sentences of the script, by their numbers or as free speech. */
async function train(names: 'numbers' | 'words'): Promise<void> {
  server = await startTestServer({
    VOICE_MODELS_DIR: modelsDir,
    PROMOTIONAL_CREDIT_CENTS: '1000',
  })
  talent = await consentingTalent(server)
  const read = Object.entries(await readingsOf('kal16'))
  const letters = 'abcdefghij'
  const files = read.map(([name, bytes], i) => [
    names === 'numbers' ? name : `talk ${letters[i]}.wav`,
    bytes,
  ])
  voiceId = await uploadVoice(server, talent, Object.fromEntries(files))
  await startTraining(talent, voiceId)
  expect(await untilVoice(talent, voiceId, 'ready', 'failed')).toMatchObject({ failure: null })
}

async function dossierOf() {
  const answer = await talent.fetch(`/v1/voices/${voiceId}/dossier`)
  return voiceDossier.parse(await answer.json())
}

async function card() {
  return voiceSchema.parse(await (await fetch(`${server.url}/v1/voices/${voiceId}`)).json())
}

async function speak(dev: Awaited<ReturnType<typeof signUpWithKey>>, more: object = {}) {
  const answer = await synthesize(server, dev.key, { voice_id: voiceId, ...more })
  return { answer, audio: new Uint8Array(await answer.arrayBuffer()) }
}

function setUp(isUp: boolean): void {
  const { speech } = server.ctx
  const own = speech.cloners()
  server.ctx.speech = { ...speech, cloners: () => own.map((cloner) => ({ ...cloner, isUp })) }
}

describe.skipIf(noBinary)('cloning (skipped where sherpa-onnx has no binary)', () => {
  test('a voice that a model clones speaks by it, and by its conversion while the model is down', async () => {
    // The toy cannot clone: it plays the talent, so what is judged is a clone that came out.
    const heard = Object.values(await readingsOf('kal16')).map((file) => decodeWav(file).pcm)
    const { samples } = resample(concatenate(heard), 24_000)
    writeToyPocket(join(modelsDir, 'pocket'), { voice: samples })
    await train('words')

    const dossier = await dossierOf()
    expect(dossier).toMatchObject({
      outcome: 'ready',
      engine: { speaks_by: 'cloning', base: expect.stringMatching(/^flite\//) },
      cloning: { model: 'clone_toy', reasons: [] },
    })
    const { reference, similarity } = dossier.cloning!
    expect(reference!.seconds).toBeGreaterThanOrEqual(3)
    expect(reference!.seconds).toBeLessThanOrEqual(10)
    expect(reference!.file_names.every((name) => /^talk [a-f]\.wav$/.test(name))).toBe(true)
    expect(similarity!.ratio_to_base).toBeGreaterThan(0)
    const objects = storedFiles(server.dataDir).filter((key) => /model-|reference-/.test(key))
    const key = objects.find((one) => one.includes('reference-'))!
    expect(durationSeconds(decodeWav(await server.ctx.objects.get(key)).pcm)).toBeCloseTo(
      reference!.seconds,
      2,
    )
    expect((await card()).made_by).toMatch(
      /^Cloned from \d+\.\d s of the talent's own recordings by sherpa-onnx, Pocket TTS .*While that is out of order, flite\/\w+ speaks, and its voice is converted/,
    )

    const dev = await signUpWithKey(server)
    const text = 'The carpenter sanded the shelf until the grain began to shine.'
    const cloned = await speak(dev, { text })
    expect(cloned.answer.status).toBe(200)
    const said = Buffer.from(cloned.audio)
    expect(said.includes('trainedAlgorithmicMedia')).toBe(true)
    expect(said.includes('Cloned from')).toBe(true)
    const checked = await waitFor('the verification', async () => {
      const id = cloned.answer.headers.get('x-payment-intent-id')
      const { verification } = escrowSchema.parse(
        await (await dev.fetch(`/v1/escrow/${id}`)).json(),
      )
      return verification.watermark === 'pending' ? null : verification
    })
    expect(checked).toMatchObject({ watermark: 'passed', deepfake: 'passed' })
    expect((await speak(dev, { text, stream: true })).answer.status).toBe(200)

    setUp(false)
    const fallback = await speak(dev, { text })
    expect(fallback.answer.status).toBe(200)
    expect(Buffer.from(fallback.audio).includes('its voice is converted to the talent')).toBe(true)
    expect(Buffer.from(fallback.audio).includes('Cloned from')).toBe(false)
    const rows = await server.ctx.db
      .selectFrom('syntheses')
      .select('is_fallback')
      .orderBy('started_at')
      .orderBy('number')
      .execute()
    expect(rows.map(({ is_fallback }) => is_fallback)).toEqual([false, false, true])

    // A clone whose conversion did not come out has nothing to fall back to.
    await server.ctx.db
      .updateTable('voices')
      .set({ model_key: null })
      .where('id', '=', voiceId)
      .execute()
    const down = await speak(dev, { text })
    expect(down.answer.status).toBe(503)
    expect(down.answer.headers.get('retry-after')).toBe('60')
    const listed = await (await fetch(`${server.url}/v1/voices?tier=custom`)).json()
    expect(listed).toMatchObject({ items: [] })
    setUp(true)
    expect((await speak(dev, { text })).answer.status).toBe(200)

    await consent(talent, 'revoke')
    expect((await speak(dev, { text })).answer.status).toBe(403)
    await auditBooks(server)
  }, 240_000)

  test('a clone that is not the talent leaves the voice its conversion, and the dossier says why', async () => {
    // A model of another language is not asked.
    writeToyPocket(join(modelsDir, 'a-pocket'), { languages: ['fr'] })
    writeToyZipvoice(join(modelsDir, 'zipvoice'), espeakData, { modelId: 'clone_noise' })
    await train('numbers')
    const dossier = await dossierOf()
    expect(dossier).toMatchObject({
      outcome: 'ready',
      engine: { speaks_by: 'conversion' },
      cloning: { model: 'clone_noise', reference: { file_names: expect.any(Array) } },
    })
    expect(dossier.cloning!.reasons.length).toBeGreaterThan(0)
    // Known word for word: only sentences of the script that nothing is measured on.
    const script = dossier.recordings.filter(({ use }) => use === 'script')
    const names = script.map(({ file_name }) => file_name)
    for (const name of dossier.cloning!.reference!.file_names) expect(names).toContain(name)
    expect((await card()).made_by).toMatch(/^From \d+ s of the talent's own recordings: flite/)
    expect(storedFiles(server.dataDir).some((key) => key.includes('reference-'))).toBe(false)
    const dev = await signUpWithKey(server)
    expect((await speak(dev)).answer.status).toBe(200)
  }, 240_000)
})
