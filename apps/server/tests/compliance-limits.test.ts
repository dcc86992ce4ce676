import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeWav, silence } from '@viva-voce/audio'
import { type AudioCheck, audioCheck } from '@viva-voce/contract'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { gaussian, seeded } from '../../../packages/watermark/test/speech-like.ts'
import { readConfig } from '../src/config/config.ts'
import { createContext } from '../src/context.ts'
import { createLogger } from '../src/kit/logger.ts'
import { endOf, resultOf, sendAudio, uploadsIn } from './setup/audio-checks.ts'
import { signUpWithKey, synthesize } from './setup/people.ts'
import { expectProblem } from './setup/problems.ts'
import { startServerProcess } from './setup/server-process.ts'
import {
  cloneDatabase,
  startTestServer,
  type TestServer,
  testEnvironment,
} from './setup/test-server.ts'
import { waitFor } from './setup/wait.ts'

/** Takes about a minute of one core: the tests that send it end it before that. */
const long = encodeWav(noise(50 * 60, 8_000))
const short = encodeWav(noise(0.6, 8_000))

function noise(seconds: number, sampleRateHz: number) {
  const random = seeded(9)
  // A second of it, again and again: a Gaussian number is dear.
  const second = Float32Array.from({ length: sampleRateHz }, () => 0.1 * gaussian(random))
  const { samples } = silence(seconds, sampleRateHz)
  return { samples: samples.map((_, n) => second[n % sampleRateHz]!), sampleRateHz }
}

async function stateOf(server: { url: string }, id: string): Promise<AudioCheck> {
  return audioCheck.parse(await (await fetch(`${server.url}/v1/compliance/audio/${id}`)).json())
}

describe('the detector while a long file is examined', () => {
  let server: TestServer
  let key: string
  let id: string
  beforeAll(async () => {
    server = await startTestServer({
      ...{ LIMIT_AUDIO_CHECK_PER_MINUTE: '1000', DETECTION_THREADS: '1', DETECTION_QUEUE: '0' },
      DETECTION_WAIT_MS: '300',
    })
    key = (await signUpWithKey(server)).key
    const answer = await sendAudio(server, long)
    expect(answer.status).toBe(202)
    const check = audioCheck.parse(await answer.json())
    expect(check).toMatchObject({ state: 'running', result: null, error: null })
    id = check.id!
    expect(answer.headers.get('location')).toBe(`/v1/compliance/audio/${id}`)
  })
  afterAll(() => server.close())

  test('says how far it is', async () => {
    const first = await stateOf(server, id)
    await waitFor(
      'progress',
      async () => {
        const { state, progress } = await stateOf(server, id)
        expect(state).toBe('running')
        return progress > first.progress ? progress : null
      },
      60_000,
    )
  }, 90_000)

  test('refuses another file at once where there is no place to wait', async () => {
    const answer = await sendAudio(server, short, { headers: { 'x-api-key': key } })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    await expectProblem(answer, 'overloaded')
  })

  test.skipIf(process.platform !== 'linux')(
    'works at a low priority, and speaks at none',
    async () => {
      expect((await synthesize(server, key, { text: 'Speech goes first.' })).status).toBe(200)
      const niceness = readdirSync('/proc/self/task').map((thread) => {
        const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
        // The fields after the name, which may hold blanks; nice is the 19th of all (proc_pid_stat(5)).
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
      })
      const own = Math.min(...niceness)
      expect(niceness.filter((nice) => nice > own)).not.toEqual([])
      const main = readFileSync(`/proc/self/task/${process.pid}/stat`, 'utf8')
      expect(Number(main.slice(main.lastIndexOf(')') + 2).split(' ')[16])).toBe(own)
    },
  )

  test('ends when it is told, leaves nothing and is free for the next', async () => {
    expect(uploadsIn(server)).toHaveLength(1)
    const answer = await fetch(`${server.url}/v1/compliance/audio/${id}`, { method: 'DELETE' })
    expect(audioCheck.parse(await answer.json())).toMatchObject({ state: 'cancelled' })
    await waitFor('the upload to go', async () => uploadsIn(server).length === 0 || null)
    expect(await stateOf(server, id)).toMatchObject({ state: 'cancelled', result: null })
    expect((await resultOf(server, short)).verdict).toBe('not_marked')
  }, 90_000)

  test('is not found under an id that nobody has', async () => {
    const path = `${server.url}/v1/compliance/audio/chk_${'0'.repeat(26)}`
    await expectProblem(await fetch(path), 'not_found')
    await expectProblem(await fetch(path, { method: 'DELETE' }), 'not_found')
  })

  test('forgets an answer after an hour', async () => {
    server.clock.advance(61 * 60_000)
    await expectProblem(await fetch(`${server.url}/v1/compliance/audio/${id}`), 'not_found')
  })
})

describe('callers of the detector', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ LIMIT_AUDIO_CHECK_PER_MINUTE: '3' }, 'api')
  })
  afterAll(() => server.close())

  test('who go away in the middle of an upload leave nothing', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': 1e7 }
    const sending = request(`${server.url}/v1/compliance/audio`, { method: 'POST', headers })
    sending.on('error', () => {})
    sending.write('--b\r\ncontent-disposition: form-data; name="file"; filename="a.wav"\r\n\r\n')
    sending.write(Buffer.alloc(200_000))
    await waitFor('the upload to begin', async () => uploadsIn(server)[0] ?? null)
    sending.destroy()
    await waitFor('the upload to go', async () => uploadsIn(server).length === 0 || null)
  })

  test('have few calls a minute, by address too', async () => {
    const { key } = await signUpWithKey(server)
    const statuses: number[] = []
    for (const headers of [{}, { 'x-api-key': key }, {}, { 'x-api-key': key }]) {
      const answer = await sendAudio(server, short, { headers: headers as Record<string, string> })
      statuses.push(answer.status)
      if (answer.status !== 429) continue
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      await expectProblem(answer, 'rate_limited')
    }
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
  })
})

test('what a killed process has left is swept, and its check is called interrupted', async () => {
  const database = await cloneDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'viva-voce-killed-'))
  const environment = testEnvironment(database.url, dataDir, { DETECTION_WAIT_MS: '300' })
  const logger = createLogger({ level: 'silent', name: 'test' })
  const ctx = await createContext(readConfig(environment), { logger })
  let running = await startServerProcess(environment, 'api')
  onTestFinished(async () => {
    await running.kill()
    await ctx.close()
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const answer = await sendAudio(running, long)
  const { id } = audioCheck.parse(await answer.json())
  await running.kill()
  expect(uploadsIn({ dataDir })).toHaveLength(1)
  // Ten seconds without a sign of life, at once.
  await ctx.db.deleteFrom('processes').execute()
  running = await startServerProcess(environment, 'api')
  await waitFor('the sweep', async () => uploadsIn({ dataDir }).length === 0 || null)
  const check = await endOf(running, await stateOf(running, id!))
  expect(check).toMatchObject({ state: 'failed', error: expect.stringMatching(/interrupted/) })
}, 120_000)
