import type { EventPayload } from '@viva-voce/contract'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction, type Tx } from '../src/kit/db.ts'
import { type JobQueue, startJobs } from '../src/kit/jobs.ts'
import { publish, relayOutbox, type Subscriptions } from '../src/kit/outbox.ts'
import { startTestServer, type TestServer } from './setup/test-server.ts'
import { waitFor } from './setup/wait.ts'

type Released = EventPayload<'escrow.released'>

// Without a worker: nothing is handed on but by the test.
let server: TestServer
beforeEach(async () => {
  server = await startTestServer({}, 'api')
})
afterEach(() => server.close())

function event(): Released {
  const { ids } = server.ctx
  return {
    escrow_id: ids.next('esc'),
    synthesis_id: ids.next('syn'),
    payment_intent_id: ids.next('pi'),
    developer_id: ids.next('dev'),
  }
}

const say = (tx: Tx, payload: Released) =>
  publish(tx, 'escrow.released', payload, server.ctx.clock.now())

/** Subscribers that write down what they are handed. */
function listener() {
  const heard: string[] = []
  const subscriptions: Subscriptions = {
    'escrow.released': async (_, payload) => void heard.push((payload as Released).escrow_id),
  }
  return { heard, relay: () => relayOutbox(server.ctx.db, subscriptions) }
}

describe('an event', () => {
  test('of a transaction that was rolled back was never said', async () => {
    const { heard, relay } = listener()
    const undone = inTransaction(server.ctx.db, async (tx) => {
      await say(tx, event())
      throw new Error('changed my mind')
    })
    await expect(undone).rejects.toThrow('changed my mind')
    expect(await relay()).toBe(0)
    expect(heard).toEqual([])
  })

  test('is not heard before its commit, and still heard when a later one came first', async () => {
    const { heard, relay } = listener()
    const [early, late] = [event(), event()]
    const slow = await server.ctx.db.startTransaction().execute()
    await say(slow, early)
    await inTransaction(server.ctx.db, (tx) => say(tx, late))
    expect(await relay()).toBe(1)
    expect(heard).toEqual([late.escrow_id])
    await slow.commit().execute()
    expect(await relay()).toBe(1)
    expect(heard).toEqual([late.escrow_id, early.escrow_id])
    expect(await relay()).toBe(0)
  })

  test('is handed on once by four relays at a time', async () => {
    const events = Array.from({ length: 450 }, event)
    await inTransaction(server.ctx.db, async (tx) => {
      for (const payload of events) await say(tx, payload)
    })
    const { heard, relay } = listener()
    const counts = await Promise.all([relay(), relay(), relay(), relay()])
    await relay()
    expect(counts.reduce((total, count) => total + count)).toBeLessThanOrEqual(450)
    expect(heard.toSorted()).toEqual(events.map(({ escrow_id }) => escrow_id).toSorted())
  })

  test('stays when its subscriber fails, with the others of its batch', async () => {
    const events = [event(), event(), event()]
    await inTransaction(server.ctx.db, async (tx) => {
      for (const payload of events) await say(tx, payload)
    })
    const failing = relayOutbox(server.ctx.db, {
      'escrow.released': async (_, payload) => {
        if ((payload as Released).escrow_id === events[1]!.escrow_id) throw new Error('not now')
      },
    })
    await expect(failing).rejects.toThrow('not now')
    const { heard, relay } = listener()
    await relay()
    expect(heard).toEqual(events.map(({ escrow_id }) => escrow_id))
  })

  test('with a wrong payload cannot be said', async () => {
    const wrong = { ...event(), escrow_id: 'esc_1' }
    await expect(inTransaction(server.ctx.db, (tx) => say(tx, wrong))).rejects.toThrow()
  })
})

describe('a job', () => {
  let jobs: JobQueue
  beforeEach(async () => {
    const { config, logger } = server.ctx
    jobs = await startJobs(config.database.url, logger)
  })
  afterEach(() => jobs.stop())

  /** A kind of job that fails the first `failures` times; `ran` counts the tries of each one. */
  async function startKind(failures: number) {
    const ran = new Map<string, number>()
    const kind = {
      name: 'test-job',
      retryLimit: 3,
      async handle({ id }: { id: string }) {
        const tries = (ran.get(id) ?? 0) + 1
        ran.set(id, tries)
        if (tries <= failures) throw new Error(`try ${tries} fails`)
      },
    }
    await jobs.define(kind)
    await jobs.work(kind, 2)
    const send = (tx: Tx, id: string) => jobs.send(tx, kind.name, { id })
    const triesOf = (id: string, tries: number) =>
      waitFor(`try ${tries} of ${id}`, async () => (ran.get(id) === tries ? true : null))
    return { ran, send, triesOf }
  }

  test('that fails is tried again until it succeeds', async () => {
    const { send, triesOf } = await startKind(1)
    await inTransaction(server.ctx.db, (tx) => send(tx, 'a'))
    await triesOf('a', 2)
  })

  test('exists when its transaction commits and not otherwise', async () => {
    const { ran, send, triesOf } = await startKind(0)
    const undone = inTransaction(server.ctx.db, async (tx) => {
      await send(tx, 'undone')
      throw new Error('changed my mind')
    })
    await expect(undone).rejects.toThrow('changed my mind')
    await inTransaction(server.ctx.db, (tx) => send(tx, 'done'))
    await triesOf('done', 1)
    expect([...ran.keys()]).toEqual(['done'])
  })

  test('does not wait for a poll each, when 40 come at once, and no more run at a time than may', async () => {
    let running = 0
    let most = 0
    let done = 0
    const kind = {
      name: 'test-backlog',
      retryLimit: 0,
      async handle() {
        most = Math.max(most, ++running)
        await sql`select pg_sleep(0.005)`.execute(server.ctx.db)
        running--
        done++
      },
    }
    await jobs.define(kind)
    await jobs.work(kind, 2)
    await inTransaction(server.ctx.db, async (tx) => {
      for (let n = 0; n < 40; n++) await jobs.send(tx, kind.name, { n })
    })
    // One a poll each would take two handlers 40 s.
    await waitFor('all of them', async () => (done === 40 ? true : null), 10_000)
    expect(most).toBe(2)
  })
})
