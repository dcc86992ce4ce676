import { decodeAudio, integratedLoudness, truePeakDb } from '@viva-voce/audio'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verify } from '../src/domains/syntheses/verify.ts'
import { auditBooks } from './setup/ledger.ts'
import { signUpWithKey, synthesize, type TestPerson } from './setup/people.ts'
import { startTestServer, type TestServer } from './setup/test-server.ts'

let server: TestServer
let dev: TestPerson & { key: string }
beforeAll(async () => {
  server = await startTestServer({ PROMOTIONAL_CREDIT_CENTS: '5000' }, 'api')
  dev = await signUpWithKey(server)
})
afterAll(() => server.close())

async function escrowOf(answer: Response) {
  await verify(server.ctx, answer.headers.get('x-synthesis-id')!)
  return (await dev.fetch(`/v1/escrow/${answer.headers.get('x-payment-intent-id')}`)).json()
}

const bounds = { sampleRateHz: 24_000, maxSeconds: 60, maxBytes: 1e8, timeoutMs: 30_000 }

describe.each([
  ['wav', 'audio/wav'],
  ['mp3', 'audio/mpeg'],
  ['opus', 'audio/ogg'],
  ['aac', 'audio/mp4'],
  ['flac', 'audio/flac'],
])('%s', (format, contentType) => {
  test('is delivered at -16 LUFS under -1 dBTP, and its mark is read back from the stored file', async () => {
    const answer = await synthesize(server, dev.key, { format })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toContain(contentType)
    const bytes = new Uint8Array(await answer.arrayBuffer())
    const { pcm } = await decodeAudio(bytes, bounds)
    expect(integratedLoudness(pcm)).toBeGreaterThan(-16.5)
    expect(integratedLoudness(pcm)).toBeLessThan(-15.5)
    expect(truePeakDb(pcm)).toBeLessThanOrEqual(-1)
    expect(await escrowOf(answer)).toMatchObject({
      state: 'PENDING',
      verification: { watermark: 'passed', deepfake: 'passed' },
    })
  })

  test('a single word is marked and read back too', async () => {
    const answer = await synthesize(server, dev.key, { format, text: 'Wonderful.' })
    expect(answer.status).toBe(200)
    await answer.arrayBuffer()
    expect(await escrowOf(answer)).toMatchObject({
      verification: { watermark: 'passed', deepfake: 'passed' },
    })
  })
})

test.each(['wav', 'mp3'])(
  '%s carries content credentials that this deployment signed',
  async (format) => {
    const answer = await synthesize(server, dev.key, { format })
    const bytes = new Uint8Array(await answer.arrayBuffer())
    const id = answer.headers.get('x-synthesis-id')!
    const { number } = await server.ctx.db
      .selectFrom('syntheses')
      .select('number')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(await server.ctx.provenance.read(bytes)).toMatchObject({
      isOurs: true,
      title: `Synthetic speech ${id}`,
      digitalSourceType: 'trainedAlgorithmicMedia',
      watermark: { algorithm: 'com.vivavoce.watermark', payload: Number(number) },
    })
  },
)

test('pcm is raw 16-bit samples at 24 kHz, as long as it says', async () => {
  const answer = await synthesize(server, dev.key, { format: 'pcm' })
  const bytes = await answer.arrayBuffer()
  expect(bytes.byteLength / 2 / 24_000).toBeCloseTo(
    Number(answer.headers.get('x-audio-seconds')),
    3,
  )
  expect(await escrowOf(answer)).toMatchObject({
    verification: { watermark: 'passed', deepfake: 'passed' },
  })
})

test('a voice of another language speaks, and is quiet about nothing', async () => {
  const voices = (await (await fetch(`${server.url}/v1/voices?language=de`)).json()) as {
    items: { voice_id: string }[]
  }
  const answer = await synthesize(server, dev.key, {
    voice_id: voices.items[0]!.voice_id,
    text: 'Die Fähre legt jeden Morgen um sieben Uhr ab und kostet 12,50 €.',
  })
  expect(answer.status).toBe(200)
  await answer.arrayBuffer()
  expect(await escrowOf(answer)).toMatchObject({
    verification: { watermark: 'passed', deepfake: 'passed' },
  })
})

describe('SSML', () => {
  test('speaks with the pauses that were asked for, and the scan does not take them for gaps', async () => {
    const answer = await synthesize(server, dev.key, {
      text: '<speak>The tide goes out.<break time="5s"/>The tide <prosody rate="80%">comes in</prosody>.</speak>',
    })
    expect(answer.status).toBe(200)
    await answer.arrayBuffer()
    expect(Number(answer.headers.get('x-audio-seconds'))).toBeGreaterThan(7)
    expect(await escrowOf(answer)).toMatchObject({
      verification: { watermark: 'passed', deepfake: 'passed' },
    })
  })

  test('that is broken is refused with line and column, and nothing is charged', async () => {
    const before = await (await dev.fetch('/v1/wallet')).json()
    const answer = await synthesize(server, dev.key, {
      text: '<speak>\n  <shout>Hi</shout></speak>',
    })
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ error: expect.stringMatching(/line 2, column 3/) })
    expect(await (await dev.fetch('/v1/wallet')).json()).toEqual(before)
    await auditBooks(server)
  })
})

test('a voice with sharp peaks stays under -1 dBTP with its mark, whole and streamed', async () => {
  const text = 'Stop! Who goes there? Papa, Bobby, pick up the big bag.'
  for (const voice_id of ['budget_en_us_001', 'standard_en_us_001', 'premium_en_us_002']) {
    for (const stream of [false, true]) {
      const answer = await synthesize(server, dev.key, { text, voice_id, stream, format: 'wav' })
      const { pcm } = await decodeAudio(new Uint8Array(await answer.arrayBuffer()), bounds)
      expect(truePeakDb(pcm), `${voice_id}, streamed ${stream}`).toBeLessThanOrEqual(-1)
      expect(integratedLoudness(pcm)).toBeGreaterThan(-16.5)
    }
  }
})
