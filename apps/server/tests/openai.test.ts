import { decodeAudio } from '@viva-voce/audio'
import OpenAI from 'openai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditBooks } from './setup/ledger.ts'
import { signUpWithKey } from './setup/people.ts'
import { startTestServer, type TestServer } from './setup/test-server.ts'

let server: TestServer
let client: OpenAI
beforeAll(async () => {
  server = await startTestServer({ PROMOTIONAL_CREDIT_CENTS: '1000' }, 'api')
  const { key } = await signUpWithKey(server)
  client = new OpenAI({ apiKey: key, baseURL: `${server.url}/v1`, maxRetries: 0 })
})
afterAll(() => server.close())

const bounds = { sampleRateHz: 24_000, maxSeconds: 60, maxBytes: 1e8, timeoutMs: 30_000 }
const input = 'The quick brown fox jumps over the lazy dog.'

test('the official client speaks with nothing changed but its base URL', async () => {
  const answer = await client.audio.speech.create({ model: 'tts-1', voice: 'alloy', input })
  expect(answer.headers.get('content-type')).toContain('audio/mpeg')
  expect(answer.headers.get('x-license-token')).toMatch(/^\S+\.\S+\.\S+$/)
  const { pcm, codec } = await decodeAudio(new Uint8Array(await answer.arrayBuffer()), bounds)
  expect(codec).toBe('mp3')
  expect(pcm.samples.length / 24_000).toBeGreaterThan(1.5)
})

test('our own voice ids, formats and speed work through it', async () => {
  const slow = await client.audio.speech.create({
    model: 'viva-voce-audiobook',
    voice: 'standard_en_gb_001',
    input,
    response_format: 'wav',
    speed: 0.5,
  })
  const fast = await client.audio.speech.create({
    model: 'viva-voce-audiobook',
    voice: 'standard_en_gb_001',
    input,
    response_format: 'wav',
    speed: 2,
  })
  const [slowBytes, fastBytes] = [await slow.arrayBuffer(), await fast.arrayBuffer()]
  expect(slowBytes.byteLength).toBeGreaterThan(2.5 * fastBytes.byteLength)
})

test('stream_format sse sends the audio as events', async () => {
  const answer = await client.audio.speech.create({
    model: 'tts-1',
    voice: 'echo',
    input: `${input} ${input}`,
    response_format: 'mp3',
    stream_format: 'sse',
  })
  const events = (await answer.text())
    .trim()
    .split('\n\n')
    .map((line) => JSON.parse(line.replace(/^data: /, '')) as { type: string; audio?: string })
  expect(events.at(-1)).toMatchObject({ type: 'speech.audio.done' })
  const audio = Buffer.concat(
    events.slice(0, -1).map((event) => Buffer.from(event.audio!, 'base64')),
  )
  const { pcm } = await decodeAudio(new Uint8Array(audio), bounds)
  expect(pcm.samples.length / 24_000).toBeGreaterThan(3)
})

test('lists models and voices', async () => {
  const models = await client.models.list()
  expect(models.data.map((model) => model.id)).toEqual(
    expect.arrayContaining(['tts-1', 'viva-voce-podcast']),
  )
  const { voices } = (await (await fetch(`${server.url}/v1/audio/voices`)).json()) as {
    voices: { id: string }[]
  }
  expect(voices.map((voice) => voice.id)).toContain('premium_en_us_001')
})

test.each([
  [{ model: 'gpt-9', voice: 'alloy', input }, 404, /no model gpt-9/],
  [{ model: 'tts-1', voice: 'nobody', input }, 404, /no such voice/],
  [{ model: 'tts-1', voice: 'alloy', input: '' }, 422, /input/],
  [{ model: 'tts-1', voice: 'alloy', input, speed: 4 }, 422, /speed may be 0.5 to 2/],
])('a refusal reads as the client expects it: %j', async (body, status, message) => {
  const error = await client.audio.speech.create(body).then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(OpenAI.APIError)
  expect((error as InstanceType<typeof OpenAI.APIError>).status).toBe(status)
  expect((error as Error).message).toMatch(message)
  await auditBooks(server)
})

test('a wrong key is refused as the client expects it', async () => {
  const stranger = new OpenAI({
    apiKey: 'vv_live_wrong',
    baseURL: `${server.url}/v1`,
    maxRetries: 0,
  })
  const call = stranger.audio.speech.create({ model: 'tts-1', voice: 'alloy', input })
  await expect(call).rejects.toMatchObject({ status: 401 })
})
