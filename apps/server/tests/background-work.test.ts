import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUpWithKey, synthesize } from './setup/people.ts'
import { startTestServer, type TestServer } from './setup/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ SPEECH_THREADS: '1' }, 'api')
})
afterAll(() => server.close())

const hear = () =>
  server.ctx.speech.hear({ voiceId: 'premium_en_us_001', custom: null, locale: 'en-US' })

test('a synthesis goes before voices that are being heard, though there is one thread to speak', async () => {
  const { key } = await signUpWithKey(server)
  const order: string[] = []
  // Each of them speaks and hears 20 s; behind all of them a caller would be the last.
  const heard = Array.from({ length: 4 }, () => hear().then(() => order.push('heard')))
  const answer = await synthesize(server, key)
  order.push('spoken')
  expect(answer.status).toBe(200)
  await Promise.all(heard)
  expect(order.indexOf('spoken')).toBeLessThan(2)
})

test.skipIf(process.platform !== 'linux')('its threads give way by their priority', async () => {
  await hear()
  // The 19th field of stat is the niceness (proc(5)); the command before it may hold spaces.
  const niceness = readdirSync('/proc/self/task').map((thread) => {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
  })
  expect(niceness).toContain(5)
  expect(niceness).toContain(getPriority())
})
