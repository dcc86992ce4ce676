import { request as httpRequest } from 'node:http'
import { decodeAudio, decodeWav } from '@viva-voce/audio'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verify } from '../src/domains/syntheses/verify.ts'
import { auditBooks } from './setup/ledger.ts'
import { ordinary, signUpWithKey, synthesize, type TestPerson } from './setup/people.ts'
import { startTestServer, type TestServer } from './setup/test-server.ts'
import { waitFor } from './setup/wait.ts'

let server: TestServer
let dev: TestPerson & { key: string }
beforeAll(async () => {
  server = await startTestServer({ PROMOTIONAL_CREDIT_CENTS: '10000' }, 'api')
  dev = await signUpWithKey(server)
})
afterAll(() => server.close())

const story =
  'The ferry leaves at seven. The gulls follow it to the end of the pier. Nobody waves today. ' +
  'The tide turns before noon, and the boats turn with it. By evening the harbour is quiet again.'

interface Listed {
  items: { id: string; text: string; seconds: number; net_eur: number; payment_intent_id: string }[]
}

async function listed(is: (item: Listed['items'][number]) => boolean) {
  const list = (await (await dev.fetch('/v1/syntheses?limit=100')).json()) as Listed
  return list.items.find(is) ?? null
}

describe.each(['wav', 'mp3', 'opus', 'flac', 'pcm'])('a stream in %s', (format) => {
  test('is the file that is kept, and its mark is read back from it', async () => {
    const answer = await synthesize(server, dev.key, {
      text: story,
      format,
      stream: true,
      usage: 'demo',
    })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('transfer-encoding')).toBe('chunked')
    const id = answer.headers.get('x-synthesis-id')!
    const bytes = Buffer.from(await answer.arrayBuffer())
    await waitFor('the synthesis to be kept', () => listed((item) => item.id === id))
    const kept = Buffer.from(await (await dev.fetch(`/v1/syntheses/${id}/audio`)).arrayBuffer())
    expect(kept.equals(bytes)).toBe(true)
    await verify(server.ctx, id)
    const escrow = await dev.fetch(`/v1/escrow/${answer.headers.get('x-payment-intent-id')}`)
    expect(await escrow.json()).toMatchObject({
      state: 'PENDING',
      verification: { watermark: 'passed', deepfake: 'passed' },
    })
    const licence = await fetch(
      `${server.url}/v1/compliance/${answer.headers.get('x-license-token')}`,
    )
    expect(await licence.json()).toMatchObject({ valid: true })
  })
})

test('a short MP3, whose frames last longer than what was charged, is sound', async () => {
  const answer = await synthesize(server, dev.key, { format: 'mp3', stream: true, usage: 'demo' })
  await answer.arrayBuffer()
  const id = answer.headers.get('x-synthesis-id')!
  await waitFor('the synthesis to be kept', () => listed((item) => item.id === id))
  await verify(server.ctx, id)
  const escrow = await dev.fetch(`/v1/escrow/${answer.headers.get('x-payment-intent-id')}`)
  expect(await escrow.json()).toMatchObject({
    state: 'PENDING',
    verification: { watermark: 'passed', deepfake: 'passed' },
  })
})

test('a stream has one WAV header, and sounds as long as the whole file', async () => {
  const streamed = await synthesize(server, dev.key, { text: story, stream: true, usage: 'demo' })
  const whole = await synthesize(server, dev.key, { text: story, usage: 'demo' })
  const bytes = new Uint8Array(await streamed.arrayBuffer())
  expect(Buffer.from(bytes).toString('latin1').split('RIFF')).toHaveLength(2)
  const streamedSeconds = decodeWav(bytes).pcm.samples.length / 24_000
  await whole.arrayBuffer()
  expect(streamedSeconds).toBeCloseTo(Number(whole.headers.get('x-audio-seconds')), 1)
})

test('a client that hangs up stops the work, and pays for what was sent', async () => {
  const text = Array.from({ length: 12 }, () => story).join(' ')
  const received = await hangUpAfterFirstPiece(text)
  expect(received).toBeGreaterThan(1_000)
  const entry = await waitFor('the part to be charged', () => listed((item) => item.text === text))
  // Spoken whole, it is over two minutes.
  expect(entry.seconds).toBeLessThan(60)
  await verify(server.ctx, entry.id)
  const escrow = await dev.fetch(`/v1/escrow/${entry.payment_intent_id}`)
  expect(await escrow.json()).toMatchObject({
    verification: { watermark: 'passed', deepfake: 'passed' },
  })
  const audio = await (await dev.fetch(`/v1/syntheses/${entry.id}/audio`)).arrayBuffer()
  const bounds = { sampleRateHz: 24_000, maxSeconds: 600, maxBytes: 1e9, timeoutMs: 10_000 }
  const { pcm } = await decodeAudio(new Uint8Array(audio), bounds)
  expect(pcm.samples.length / 24_000).toBeCloseTo(entry.seconds, 1)
  await auditBooks(server)
})

/** fetch reads ahead, so this asks by node:http and breaks the connection at the first bytes of audio. */
function hangUpAfterFirstPiece(text: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'x-api-key': dev.key, 'content-type': 'application/json' }
    const call = httpRequest(
      `${server.url}/v1/synthesize`,
      { method: 'POST', headers },
      (answer) => {
        let received = 0
        answer.on('data', (chunk: Buffer) => {
          received += chunk.length
          if (received < 10_000) return
          call.destroy()
          resolve(received)
        })
        answer.on('error', () => {})
      },
    )
    call.on('error', (error) => (call.destroyed ? undefined : reject(error)))
    call.end(JSON.stringify({ ...ordinary, text, usage: 'demo', stream: true }))
  })
}

test('a refusal is still an answer of its own, and nothing is held', async () => {
  for (const [body, status] of [
    [{ text: '🙂🙂' }, 422],
    [{ voice_id: 'premium_xx_xx_999' }, 404],
    [{ format: 'aac' }, 422],
  ] as const) {
    const answer = await synthesize(server, dev.key, { ...body, stream: true })
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-type')).toContain('application/problem+json')
    await answer.arrayBuffer()
  }
  expect(await (await dev.fetch('/v1/wallet')).json()).toMatchObject({ held_eur: 0 })
  await auditBooks(server)
})
