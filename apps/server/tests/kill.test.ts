import { createHash, randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { escrow as escrowSchema, licenceCheck } from '@viva-voce/contract'
import { expect, onTestFailed, onTestFinished, test } from 'vitest'
import { readConfig } from '../src/config/config.ts'
import { createContext } from '../src/context.ts'
import { createLogger } from '../src/kit/logger.ts'
import { auditBooks } from './setup/ledger.ts'
import { storedFiles } from './setup/objects.ts'
import { signUpWithKey, synthesize } from './setup/people.ts'
import { type ServerProcess, startServerProcess } from './setup/server-process.ts'
import { cloneDatabase, testEnvironment } from './setup/test-server.ts'
import { waitFor } from './setup/wait.ts'

const kills = 20
const clients = 6
/** The longest that a process lives; a synthesis takes about a fifth of it. */
const longestLifeMs = 2_000

/** Small and good enough to choose moments (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

interface Acknowledged {
  key: string
  id: string
  paymentIntentId: string
  licence: string
  sha256: string
}

test('20 kills under load lose nothing, charge nothing twice and leave nothing behind', async () => {
  const seed = Number(process.env.KILL_SEED ?? randomInt(2 ** 31))
  onTestFailed(() => console.log(`to kill at the same moments again: KILL_SEED=${seed}`))
  const random = seeded(seed)
  const database = await cloneDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'viva-voce-kill-'))
  const environment = testEnvironment(database.url, dataDir, {
    API_URL: 'http://localhost:45678',
    PROMOTIONAL_CREDIT_CENTS: '10000',
  })
  const logger = createLogger({ level: 'silent', name: 'test' })
  const ctx = await createContext(readConfig(environment), { logger })
  let killing = true
  let running: ServerProcess = await startServerProcess(environment)
  const server = {
    ctx,
    get url() {
      return running.url
    },
  }
  onTestFinished(async () => {
    killing = false
    await running.kill()
    await ctx.close()
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const dev = await signUpWithKey(server)

  const acknowledged: Acknowledged[] = []

  /** One try: an answer, `later` when the server says so, `broken` when nobody answered or the connection broke. */
  async function attempt(key: string): Promise<Acknowledged | 'later' | 'broken'> {
    const body = { usage: 'demo', text: `This is what ${key} has to say.` }
    try {
      const answer = await synthesize(server, dev.key, body, { 'idempotency-key': key })
      const audio = Buffer.from(await answer.arrayBuffer())
      // A refusal that a retry does not cure would be a broken promise.
      expect([200, 409, 500, 502, 503], audio.toString('latin1', 0, 300)).toContain(answer.status)
      if (answer.status !== 200) return 'later'
      return {
        key,
        id: answer.headers.get('x-synthesis-id')!,
        paymentIntentId: answer.headers.get('x-payment-intent-id')!,
        licence: answer.headers.get('x-license-token')!,
        sha256: createHash('sha256').update(audio).digest('hex'),
      }
    } catch (error) {
      if (error instanceof TypeError) return 'broken'
      throw error
    }
  }

  /** Keeps the server busy with new keys, and comes back to those it was told to send again later. */
  async function client(name: number): Promise<void> {
    const unanswered: string[] = []
    for (let turn = 0; killing; turn++) {
      const key = turn % 4 === 3 && unanswered.length > 0 ? unanswered.shift()! : `c${name}-${turn}`
      const answer = await insist(key)
      if (answer === 'later') unanswered.push(key)
      else acknowledged.push(answer)
    }
    for (const key of unanswered) {
      const answered = async () => {
        const answer = await insist(key)
        return answer === 'later' ? null : answer
      }
      acknowledged.push(await waitFor(`an answer to ${key}`, answered, 60_000, 100))
    }
  }

  /** Tries until somebody answers: between a kill and the next start nobody does. */
  function insist(key: string): Promise<Acknowledged | 'later'> {
    const answered = async () => {
      const answer = await attempt(key)
      return answer === 'broken' ? null : answer
    }
    return waitFor('somebody who answers', answered, 30_000, 50)
  }

  const work = Promise.all(Array.from({ length: clients }, (_, name) => client(name)))
  // Handled below, where it is awaited; a client that fails must not end the process before.
  work.catch(() => {})
  for (let kill = 0; kill < kills; kill++) {
    await delay(random() * longestLifeMs)
    await running.kill()
    running = await startServerProcess(environment)
  }
  killing = false
  await work

  const rows = () =>
    ctx.db
      .selectFrom('syntheses')
      .innerJoin('wallet_holds', 'wallet_holds.synthesis_id', 'syntheses.id')
      .select([
        'syntheses.id',
        'syntheses.state',
        'failure',
        'object_key',
        'wallet_holds.state as hold',
      ])
      .execute()
  const settled = await waitFor(
    'the recovery',
    async () => {
      const all = await rows()
      const open = all.filter(
        ({ state, object_key }) => state === 'speaking' || (state === 'failed' && object_key),
      )
      return open.length === 0 ? all : null
    },
    40_000,
    100,
  )

  // The test has teeth only if the kills came in the middle of something.
  const interrupted = settled.filter(({ failure }) => failure === 'interrupted')
  expect(interrupted.length).toBeGreaterThan(0)
  expect(acknowledged.length).toBeGreaterThan(clients)

  // Every key that was used was answered in the end, with one synthesis each and no others.
  const completed = settled.filter(({ state }) => state === 'completed')
  expect(new Set(acknowledged.map(({ key }) => key)).size).toBe(acknowledged.length)
  expect(acknowledged.map(({ id }) => id).sort()).toEqual(completed.map(({ id }) => id).sort())
  for (const { id, state, hold } of settled) {
    expect({ id, hold }).toEqual({ id, hold: state === 'completed' ? 'settled' : 'released' })
  }
  expect(await (await dev.fetch('/v1/wallet')).json()).toMatchObject({ held_eur: 0 })
  await auditBooks(server)

  const stored = completed.map(({ object_key }) => object_key).sort()
  expect(storedFiles(dataDir)).toEqual(stored)
  for (const sold of acknowledged) await expectWhole(sold)

  async function expectWhole(sold: Acknowledged): Promise<void> {
    const get = (path: string) =>
      fetch(`${running.url}${path}`, { headers: { 'x-api-key': dev.key } })
    const audio = Buffer.from(await (await get(`/v1/syntheses/${sold.id}/audio`)).arrayBuffer())
    expect(createHash('sha256').update(audio).digest('hex')).toBe(sold.sha256)
    const licence = licenceCheck.parse(await (await get(`/v1/compliance/${sold.licence}`)).json())
    expect(licence).toMatchObject({ valid: true, meta: { synthesis_id: sold.id } })
    const held = escrowSchema.parse(await (await get(`/v1/escrow/${sold.paymentIntentId}`)).json())
    expect(held).toMatchObject({ synthesis_id: sold.id, state: 'PENDING' })
  }

  expect(await running.stop()).toBe(0)
}, 240_000)
