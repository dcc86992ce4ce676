import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditBooks } from './setup/ledger.ts'
import { signUpWithKey, synthesize } from './setup/people.ts'
import { startTestServer, type TestServer } from './setup/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer(
    { SPEECH_THREADS: '1', SPEECH_QUEUE: '100', SYNTHESES_AT_ONCE: '20' },
    'api',
  )
})
afterAll(() => server.close())

test('one developer’s many requests do not hold up another’s one', async () => {
  const [busy, lone] = [await signUpWithKey(server), await signUpWithKey(server)]
  let finished = 0
  const long = 'The tide tables hang beside the door, and nobody has read them for years. '.repeat(
    3,
  )
  const crowd = Array.from({ length: 12 }, async () => {
    const answer = await synthesize(server, busy.key, { text: long, usage: 'demo' })
    await answer.arrayBuffer()
    finished++
    return answer.status
  })
  // One has been spoken, so the others wait in line before the other developer comes.
  await Promise.race(crowd)
  const before = finished
  const answer = await synthesize(server, lone.key, { usage: 'demo' })
  // Whoever was speaking and whose turn came first; in a single line it would be all eleven.
  expect(finished - before).toBeLessThanOrEqual(5)
  expect(answer.status).toBe(200)
  await answer.arrayBuffer()
  expect(await Promise.all(crowd)).toEqual(Array(12).fill(200))
})

test('more syntheses at once than one developer may have are refused, and nothing is held for them', async () => {
  const dev = await signUpWithKey(server)
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => synthesize(server, dev.key, { usage: 'demo' })),
  )
  await Promise.all(answers.map((answer) => answer.arrayBuffer()))
  const refused = answers.filter((answer) => answer.status === 429)
  expect(answers.filter((answer) => answer.status === 200).length).toBeGreaterThanOrEqual(20)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]!.headers.get('retry-after')).toBe('1')
  await auditBooks(server)
})
