import { decodeWav } from '@viva-voce/audio'
import { type AnswerOf, routes } from '@viva-voce/contract'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { watermarkKeyVersion } from '../src/work/tasks.ts'
import { signUp } from './setup/people.ts'
import { expectProblem } from './setup/problems.ts'
import { insertTalent, insertVoice } from './setup/rows.ts'
import { startTestServer, type TestServer } from './setup/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ LIMIT_PUBLIC_CHECK_PER_SECOND: '30' })
})
afterAll(() => server.close())

const preview = (voiceId: string, headers = {}) =>
  fetch(`${server.url}/v1/voices/${voiceId}/preview`, { headers })

describe('the sample of a voice', () => {
  test('is short marked speech that says what it is, to be heard by anybody', async () => {
    const answer = await preview('premium_en_us_001')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('audio/wav')
    const audio = new Uint8Array(await answer.arrayBuffer())
    const { pcm, info } = decodeWav(audio)
    const seconds = pcm.samples.length / pcm.sampleRateHz
    expect(seconds).toBeGreaterThan(2)
    expect(seconds).toBeLessThan(12)
    expect(info.comment).toContain('AI-generated speech. A sample to listen to, not licensed')
    const found = await server.ctx.speech.check({
      audio,
      format: 'wav',
      askedPauseSeconds: 0,
      keyVersion: watermarkKeyVersion,
      seconds,
      voice: null,
    })
    // No synthesis has the number 0, so nobody can take a sample for something licensed.
    expect(found.watermark.payload).toBe(0)
  })

  test('is spoken once, however many ask at the same time, and kept', async () => {
    const speak = vi.spyOn(server.ctx.speech, 'speak')
    const all = await Promise.all(
      Array.from({ length: 8 }, async () => (await preview('budget_en_us_001')).arrayBuffer()),
    )
    const [first, ...others] = all.map((bytes) => Buffer.from(bytes))
    for (const other of others) expect(other.equals(first!)).toBe(true)
    const again = Buffer.from(await (await preview('budget_en_us_001')).arrayBuffer())
    expect(again.equals(first!)).toBe(true)
    expect(speak).toHaveBeenCalledTimes(1)
    speak.mockRestore()
  })

  test('is not sent again to who has it', async () => {
    const tag = (await preview('premium_en_us_001')).headers.get('etag')!
    const again = await preview('premium_en_us_001', { 'if-none-match': tag })
    expect(again.status).toBe(304)
    expect((await again.arrayBuffer()).byteLength).toBe(0)
  })

  test('is not to be had without consent, before the voice is ready, or of no voice', async () => {
    const singer = await insertTalent(server, await signUp(server, 'talent'), 'revoked')
    await expectProblem(
      await preview(await insertVoice(server, 'ready', singer)),
      'consent_revoked',
    )
    await expectProblem(await preview(await insertVoice(server, 'uploaded')), 'voice_not_ready')
    await expectProblem(await preview(await insertVoice(server, 'withdrawn')), 'not_found')
    await expectProblem(await preview('voice_none'), 'not_found')
  })

  test('counts against the limit of public checks', async () => {
    const policy = (await preview('voice_none')).headers.get('ratelimit-policy')
    expect(policy).toBe('"public_check";q=30;w=1')
  })
})

describe('the catalogue', () => {
  type Listed = AnswerOf<typeof routes.listVoices>
  const list = async (query: string): Promise<Listed> =>
    routes.listVoices.answer.parse(await (await fetch(`${server.url}/v1/voices?${query}`)).json())

  test('is searched by every word, in name, language, maker and id', async () => {
    const all = (await list('limit=100')).items
    const found = (await list('limit=100&search=EN-us%20premium')).items
    expect(found.length).toBeGreaterThan(0)
    const isMeant = (id: string) => id.startsWith('premium_en_us')
    expect(found.map((voice) => voice.voice_id)).toEqual(
      all.map((voice) => voice.voice_id).filter(isMeant),
    )
    expect((await list('search=100%25')).items).toEqual([])
  })

  test('is bounded by the price of a second, the talent’s own where there is one', async () => {
    const singer = await insertTalent(server, await signUp(server, 'talent'), 'granted')
    const own = await insertVoice(server, 'ready', singer)
    await server.ctx.db
      .updateTable('voices')
      .set({ price_per_second_micros: 5_500n })
      .where('id', '=', own)
      .execute()
    const byDefault = await insertVoice(server, 'ready', singer)
    const ids = async (query: string) => (await list(query)).items.map((voice) => voice.voice_id)
    expect(await ids('limit=100&tier=custom&max_price_eur=0.0055')).toEqual([own])
    expect(await ids('limit=100&tier=custom&max_price_eur=0.005')).toEqual([])
    expect((await ids('limit=100&tier=custom&max_price_eur=0.01')).sort()).toEqual(
      [own, byDefault].sort(),
    )
    const prices = (await list('limit=100&max_price_eur=0.006')).items
    expect(Math.max(...prices.map((voice) => voice.price_per_second_eur))).toBe(0.006)
  })

  test('comes page by page, the best tier first, and every voice once', async () => {
    const whole = (await list('limit=100')).items
    const order = ['premium', 'custom', 'standard', 'budget']
    const ranks = whole.map((voice) => order.indexOf(voice.tier))
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
    const paged: Listed['items'] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Listed = await list(`limit=7${cursor && `&cursor=${cursor}`}`)
      paged.push(...page.items)
      cursor = page.next_cursor
    }
    expect(paged).toEqual(whole)
    const answer = await fetch(`${server.url}/v1/voices?cursor=premium_en_us_001`)
    await expectProblem(answer, 'validation_failed')
  })

  test('says which languages it has, whatever is asked for', async () => {
    const { languages } = await list('tier=premium&limit=1')
    expect(languages).toContain('en')
    expect(languages).toEqual([...new Set(languages)].sort())
    expect((await list('search=nothing-like-it')).languages).toEqual(languages)
  })
})
