import { timedSynthesis } from '@viva-voce/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ordinary, signUpWithKey } from './setup/people.ts'
import { startTestServer, type TestServer } from './setup/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({}, 'api')
})
afterAll(() => server.close())

test('each sentence has its place in the audio, also when the same key asks again', async () => {
  const { key } = await signUpWithKey(server)
  const ask = async () => {
    const answer = await fetch(`${server.url}/v1/synthesize/with-timestamps`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json', 'idempotency-key': 'once' },
      body: JSON.stringify({ ...ordinary, text: 'The tide goes out. Then it comes in again.' }),
    })
    return timedSynthesis.parse(await answer.json())
  }
  const first = await ask()
  expect(first.marks.map((mark) => mark.text)).toEqual([
    'The tide goes out.',
    'Then it comes in again.',
  ])
  expect(first.marks[0]!.start_seconds).toBe(0)
  expect(first.marks[1]!.start_seconds).toBeGreaterThan(first.marks[0]!.end_seconds)
  expect(first.marks[1]!.end_seconds).toBeCloseTo(first.seconds, 1)
  expect(Buffer.from(first.audio_base64, 'base64').subarray(0, 4).toString()).toBe('RIFF')
  expect(await ask()).toEqual(first)
})
