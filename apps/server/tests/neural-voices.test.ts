import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeWav } from '@viva-voce/audio'
import { escrow as escrowSchema, voice as voiceSchema } from '@viva-voce/contract'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ToyOptions, writeToyModel } from '../../../packages/speech/test/toy-model.ts'
import { syncCatalogue } from '../src/domains/voices/voices.ts'
import { auditBooks } from './setup/ledger.ts'
import { signUpWithKey, synthesize } from './setup/people.ts'
import { startTestServer, type TestServer } from './setup/test-server.ts'
import { waitFor } from './setup/wait.ts'

const good = 'premium_en_us_901'
const bad = 'standard_en_us_902'
/** sherpa-onnx ends its process while it loads these. */
const deadlyTokens = 'a 1\na 2\n'
const noBinary = process.platform !== 'linux' || process.arch !== 'x64'

let modelsDir: string
let server: TestServer | undefined
let log: string[]

beforeEach(() => {
  modelsDir = mkdtempSync(join(tmpdir(), 'viva-voce-models-'))
  log = []
})
afterEach(async () => {
  await server?.close()
  server = undefined
  rmSync(modelsDir, { recursive: true })
})

async function start(models: Record<string, ToyOptions>): Promise<TestServer> {
  for (const [folder, toy] of Object.entries(models)) writeToyModel(join(modelsDir, folder), toy)
  const logger = pino({ level: 'warn' }, { write: (line) => log.push(line) })
  server = await startTestServer({ VOICE_MODELS_DIR: modelsDir }, 'all', logger)
  return server
}

async function listed(id: string): Promise<boolean> {
  const answer = await fetch(`${server!.url}/v1/voices?limit=100`)
  const { items } = (await answer.json()) as { items: { voice_id: string }[] }
  return items.some((voice) => voice.voice_id === id)
}

/** Processes of this one that run a model, by what their memory maps. */
function modelProcesses(): number[] {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return children.map(Number).filter((pid) => {
    try {
      const [, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      return Number(parent) === process.pid && command.includes('engines/neural/child.ts')
    } catch {
      return false
    }
  })
}

describe.skipIf(noBinary)(
  'a voice of the operator (skipped where sherpa-onnx has no binary)',
  () => {
    test('is listed with what makes it, speaks, and passes the checks of the stored file', async () => {
      const { url } = await start({ toy: { voiceId: good } })
      const dev = await signUpWithKey(server!)
      expect(await listed(good)).toBe(true)
      const voice = voiceSchema.parse(await (await fetch(`${url}/v1/voices/${good}`)).json())
      expect(voice).toMatchObject({ tier: 'premium', locale: 'en-US', status: 'ready' })
      expect(voice.made_by).toMatch(
        /sherpa-onnx, VITS neural network.*Toy graph.*licence.*Apache-2\.0/,
      )

      const answer = await synthesize(server!, dev.key, { voice_id: good })
      expect(answer.status).toBe(200)
      const audio = new Uint8Array(await answer.arrayBuffer())
      expect(decodeWav(audio).pcm.sampleRateHz).toBe(24_000)
      expect(Buffer.from(audio).includes('trainedAlgorithmicMedia')).toBe(true)
      const payment = answer.headers.get('x-payment-intent-id')!
      const checked = await waitFor('the verification', async () => {
        const held = await dev.fetch(`/v1/escrow/${payment}`)
        const { verification } = escrowSchema.parse(await held.json())
        return verification.watermark === 'pending' ? null : verification
      })
      expect(checked).toMatchObject({ watermark: 'passed', deepfake: 'passed' })
      await auditBooks(server!)
    })

    test('streams, and speaks markup sentence by sentence', async () => {
      await start({ toy: { voiceId: good } })
      const dev = await signUpWithKey(server!)
      const text =
        '<speak>The first sentence is here.<break time="300ms"/>Here comes one more.</speak>'
      for (const stream of [false, true]) {
        const answer = await synthesize(server!, dev.key, { voice_id: good, text, stream })
        expect(answer.status).toBe(200)
        const { pcm } = decodeWav(new Uint8Array(await answer.arrayBuffer()))
        expect(pcm.samples.length / pcm.sampleRateHz).toBeGreaterThan(2)
      }
      expect(modelProcesses()).toHaveLength(1)
      await auditBooks(server!)
    })

    test('is withdrawn when its folder is gone, and ready again when it is back', async () => {
      await start({ toy: { voiceId: good } })
      const dev = await signUpWithKey(server!)
      const { ctx } = server!
      const withModels = ctx.speech.catalogue
      const isOurs = ({ voice }: { voice: { id: string } }) => voice.id !== good
      await syncCatalogue({
        ...ctx,
        speech: { ...ctx.speech, catalogue: () => withModels().filter(isOurs) },
      })
      expect(await listed(good)).toBe(false)
      expect((await synthesize(server!, dev.key, { voice_id: good })).status).toBe(404)
      expect((await synthesize(server!, dev.key)).status).toBe(200)
      await syncCatalogue(ctx)
      expect((await synthesize(server!, dev.key, { voice_id: good })).status).toBe(200)
    })
  },
)

test('a broken model folder is told in the log and stops nothing', async () => {
  mkdirSync(join(modelsDir, 'broken'))
  writeFileSync(join(modelsDir, 'broken', 'voice.json'), '{"voiceId":')
  await start({
    stolen: { voiceId: 'premium_en_us_001' },
    toy: { voiceId: good },
  })
  const told = log.map((line) => JSON.parse(line) as { folder?: string; problem?: string })
  const problemOf = (folder: string) =>
    told.find((line) => line.folder === join(modelsDir, folder))?.problem
  expect(problemOf('broken')).toMatch(/not JSON/)
  expect(problemOf('stolen')).toMatch(/another voice already/)
  expect(problemOf('toy')).toBeUndefined()
  const dev = await signUpWithKey(server!)
  expect((await synthesize(server!, dev.key)).status).toBe(200)
})

describe.skipIf(noBinary)('a model that ends its process', () => {
  test('is out of order: other voices speak on, nothing is charged, and it comes back', async () => {
    await start({ toy: { voiceId: good }, deadly: { voiceId: bad, tokens: deadlyTokens } })
    const dev = await signUpWithKey(server!)
    const [failed, ...others] = await Promise.all([
      synthesize(server!, dev.key, { voice_id: bad }),
      synthesize(server!, dev.key),
      synthesize(server!, dev.key, { voice_id: good }),
    ])
    // It waits through the restarts and ends when the voice is marked down.
    expect(failed.status).toBe(503)
    expect(await failed.json()).toMatchObject({
      code: 'unavailable',
      error: expect.stringMatching(/out of order.*Nothing was charged/),
    })
    expect(Number(failed.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(others.map(({ status }) => status)).toEqual([200, 200])
    expect(await listed(bad)).toBe(false)
    expect(await listed(good)).toBe(true)
    const again = await synthesize(server!, dev.key, { voice_id: bad })
    expect(again.status).toBe(503)
    expect(await (await dev.fetch('/v1/wallet')).json()).toMatchObject({ held_eur: 0 })
    expect(log.join('')).toContain(`${bad}: ended with 255`)

    writeToyModel(join(modelsDir, 'deadly'), { voiceId: bad })
    await waitFor('the voice to come back', async () => ((await listed(bad)) ? true : null))
    expect((await synthesize(server!, dev.key, { voice_id: bad })).status).toBe(200)
    await auditBooks(server!)
  })

  test('while it speaks costs that request and no other, and the hold is given back', async () => {
    await start({ toy: { voiceId: good } })
    const dev = await signUpWithKey(server!)
    expect((await synthesize(server!, dev.key, { voice_id: good })).status).toBe(200)
    const [pid] = modelProcesses()
    process.kill(pid!, 'SIGSTOP')
    const speaking = synthesize(server!, dev.key, { voice_id: good })
    await waitFor('the hold', async () => {
      const wallet = (await (await dev.fetch('/v1/wallet')).json()) as { held_eur: number }
      return wallet.held_eur > 0 ? true : null
    })
    expect((await synthesize(server!, dev.key)).status).toBe(200)
    process.kill(pid!, 'SIGKILL')
    const answer = await speaking
    expect([200, 502]).toContain(answer.status)
    expect(await (await dev.fetch('/v1/wallet')).json()).toMatchObject({ held_eur: 0 })
    expect((await synthesize(server!, dev.key, { voice_id: good })).status).toBe(200)
    await auditBooks(server!)
  })

  test('leaves no process behind when the server stops', async () => {
    await start({ toy: { voiceId: good } })
    const dev = await signUpWithKey(server!)
    expect((await synthesize(server!, dev.key, { voice_id: good })).status).toBe(200)
    expect(modelProcesses()).toHaveLength(1)
    await server!.close()
    server = undefined
    expect(modelProcesses()).toEqual([])
  })
})
