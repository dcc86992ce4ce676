import { afterAll, beforeAll, expect, test } from 'vitest'
import { recoverInterrupted } from '../src/domains/syntheses/abandon.ts'
import { auditBooks } from './setup/ledger.ts'
import { storedFiles } from './setup/objects.ts'
import { signUpWithKey, synthesize, type TestPerson } from './setup/people.ts'
import { expectProblem } from './setup/problems.ts'
import { startTestServer, type TestServer } from './setup/test-server.ts'

// The moments that kill.test.ts may miss, each brought about on purpose.

let server: TestServer
let put: TestServer['ctx']['objects']['put']
beforeAll(async () => {
  server = await startTestServer({}, 'api')
  put = server.ctx.objects.put
})
afterAll(() => server.close())

/** Makes the next synthesis stop where its audio is stored. */
function atStoring(meanwhile: (store: () => Promise<void>) => Promise<void>): void {
  server.ctx.objects.put = async (key, bytes) => {
    server.ctx.objects.put = put
    await meanwhile(() => put(key, bytes))
  }
}

async function expectNothingLeft(dev: TestPerson): Promise<void> {
  expect(await (await dev.fetch('/v1/wallet')).json()).toMatchObject({
    balance_eur: 2,
    held_eur: 0,
  })
  expect(storedFiles(server.dataDir)).toEqual([])
  await auditBooks(server)
}

/** What another process does once this one has been silent for too long. */
async function takeForDead(): Promise<void> {
  await server.ctx.db.deleteFrom('processes').execute()
  expect(await recoverInterrupted(server.ctx)).toBe(1)
}

test('a process that was taken for dead and goes on leaves no audio and charges nothing', async () => {
  const dev = await signUpWithKey(server)
  atStoring(async (store) => {
    await takeForDead()
    await store()
  })
  const idempotent = { 'idempotency-key': 'again' }
  await expectProblem(await synthesize(server, dev.key, {}, idempotent), 'internal')
  await expectNothingLeft(dev)
  const again = await synthesize(server, dev.key, {}, idempotent)
  expect(again.status).toBe(200)
  expect(storedFiles(server.dataDir)).toHaveLength(1)
  await server.ctx.objects.remove(`audio/2026/03/${again.headers.get('x-synthesis-id')}.wav`)
})

test('a disk that is full gives the hold back', async () => {
  const dev = await signUpWithKey(server)
  atStoring(async () => {
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  })
  const problem = await expectProblem(await synthesize(server, dev.key), 'internal')
  expect(problem.error).not.toContain('device')
  await expectNothingLeft(dev)
})

test('audio that could not be removed when a synthesis was given up is removed later', async () => {
  const dev = await signUpWithKey(server)
  const { remove } = server.ctx.objects
  atStoring(async (store) => {
    await store()
    server.ctx.objects.remove = async () => {
      throw new Error('the store does not answer')
    }
    throw new Error('and the synthesis fails')
  })
  await expectProblem(await synthesize(server, dev.key), 'internal')
  expect(storedFiles(server.dataDir)).toHaveLength(1)
  server.ctx.objects.remove = remove
  await recoverInterrupted(server.ctx)
  await expectNothingLeft(dev)
})

test('a synthesis of a living process is left alone', async () => {
  const dev = await signUpWithKey(server)
  // Others' tests may have taken the row away.
  await server.ctx.db
    .insertInto('processes')
    .values({ id: server.ctx.processId, role: 'api' })
    .onConflict((row) => row.column('id').doNothing())
    .execute()
  atStoring(async (store) => {
    expect(await recoverInterrupted(server.ctx)).toBe(0)
    await store()
  })
  expect((await synthesize(server, dev.key)).status).toBe(200)
  await auditBooks(server)
})
