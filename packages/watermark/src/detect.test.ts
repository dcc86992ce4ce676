import { silence } from '@viva-voce/audio'
import { describe, expect, test } from 'vitest'
import { addNoise, join } from '../test/degrade.ts'
import { gaussian, seeded, speechLike } from '../test/speech-like.ts'
import { detect } from './detect.ts'
import { embed } from './embed.ts'

const SEED = 5_000
const secret = { key: Uint8Array.from({ length: 32 }, (_, i) => 255 - i), keyVersion: 1 }
const other = { key: Uint8Array.from({ length: 32 }, (_, i) => 100 + i), keyVersion: 2 }

describe(`detect on audio without the mark (seed ${SEED})`, () => {
  test.each([0, 50, 100, 150])('claims nothing in 50 unmarked clips from number %i', (first) => {
    const verdicts = Array.from({ length: 50 }, (_, i) => {
      const clip = speechLike(0.5 + (i % 7) * 0.1, SEED + first + i)
      return detect(clip, { keys: [secret] }).verdict
    })
    // Presence alone ("inconclusive") is admitted at one in ten thousand.
    expect(new Set(verdicts)).toEqual(new Set(['not_marked']))
  })

  test('claims nothing under another key, nor under another version of the same', () => {
    for (let i = 0; i < 10; i++) {
      const clip = embed(speechLike(1.5, SEED + 400 + i), { ...secret, payload: i }).pcm
      const keys = [other, { ...secret, keyVersion: 9 }]
      expect(detect(clip, { keys })).toMatchObject({ verdict: 'not_marked', payload: null })
    }
  })

  test('claims nothing in noise, a tone or a click', () => {
    const random = seeded(SEED)
    const noise = Float32Array.from({ length: 48_000 }, () => 0.1 * gaussian(random))
    const tone = noise.map((_, n) => 0.5 * Math.sin(n * 0.3))
    const click = new Float32Array(48_000).fill(0.9, 20_000, 26_000)
    for (const samples of [noise, tone, click]) {
      const found = detect({ samples, sampleRateHz: 24_000 }, { keys: [secret] })
      expect(found).toMatchObject({ verdict: 'not_marked', falseClaimProbability: 1, spans: [] })
    }
  })

  test.each([0, 0.005, 0.1, 2])('%d s of silence are inconclusive', (seconds) => {
    const found = detect(silence(seconds, 24_000), { keys: [secret] })
    expect(found).toMatchObject({ verdict: 'inconclusive', payload: null, score: 0 })
  })
})

describe(`detect on marked audio (seed ${SEED})`, () => {
  test('finds the key among several', () => {
    const clip = embed(speechLike(2, SEED + 500), { ...secret, payload: 77 }).pcm
    const found = detect(clip, { keys: [other, secret] })
    expect(found).toMatchObject({ verdict: 'marked', payload: 77, keyVersion: 1 })
  })

  test('says where the mark stands', () => {
    const marked = embed(speechLike(4, SEED + 501), { ...secret, payload: 78 }).pcm
    const file = join(speechLike(5, SEED + 502), marked, speechLike(5, SEED + 503))
    const { spans, payload } = detect(file, { keys: [secret] })
    expect(payload).toBe(78)
    expect(Math.abs(spans[0]!.startSeconds - 5)).toBeLessThan(0.7)
    expect(Math.abs(spans.at(-1)!.endSeconds - 9)).toBeLessThan(0.7)
  })

  test('reads a mark after 40 s of other sound', () => {
    const marked = embed(speechLike(4, SEED + 504), { ...secret, payload: 79 }).pcm
    const file = join(speechLike(40.123, SEED + 505), marked)
    expect(detect(file, { keys: [secret] }).payload).toBe(79)
  })

  test('never names a wrong payload, however deep in noise', () => {
    const marked = embed(speechLike(3, SEED + 506), { ...secret, payload: 80 }).pcm
    for (let snrDb = 24; snrDb >= -6; snrDb -= 2) {
      const { payload } = detect(addNoise(marked, snrDb, SEED + snrDb), { keys: [secret] })
      expect([80, null]).toContain(payload)
    }
  })

  test('needs a key', () => {
    const refusal = expect.objectContaining({ code: 'bad_key' })
    expect(() => detect(silence(1, 24_000), { keys: [] })).toThrow(refusal)
  })
})
