import { resample, silence } from '@viva-voce/audio'
import { describe, expect, test } from 'vitest'
import { addNoise, join } from '../test/degrade.ts'
import { gaussian, seeded, speechLike } from '../test/speech-like.ts'
import { codeOf } from './code.ts'
import { detect } from './detect.ts'
import { detectMarks } from './detect-marks.ts'
import { embed } from './embed.ts'
import { FORMAT_1 } from './formats.ts'
import { levelsOf } from './levels.ts'
import { markOf } from './mark.ts'
import { messageOf } from './message.ts'
import { FRAME } from './params.ts'
import { expectedSigns, keyedFor } from './read.ts'

const SEED = 5_000
const secret = { key: Uint8Array.from({ length: 32 }, (_, i) => 255 - i), keyVersion: 1 }
const other = { key: Uint8Array.from({ length: 32 }, (_, i) => 100 + i), keyVersion: 2 }

describe(`detect on audio without the mark (seed ${SEED})`, () => {
  test.each([0, 20, 40])('claims nothing in 20 unmarked clips from number %i', (first) => {
    const verdicts = Array.from({ length: 20 }, (_, i) => {
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

  test('reads a mark of format 1', () => {
    const { samples } = speechLike(3, SEED + 507, 16_000)
    const { pattern, format } = keyedFor(secret, FORMAT_1)
    const signs = expectedSigns(pattern, codeOf(format).encode(messageOf(81, secret, format)))
    const mark = markOf(samples, levelsOf(samples, FRAME), signs, 17)
    const marked = samples.map((value, n) => value + 4 * mark[n]!)
    const { marks } = detectMarks({ samples: marked, sampleRateHz: 16_000 }, { keys: [secret] })
    expect(marks).toMatchObject([{ payload: 81, formatVersion: 1 }])
  })

  test('a second mark leaves the first readable', () => {
    for (let i = 0; i < 4; i++) {
      const first = embed(speechLike(2 + i, SEED + 510 + i), { ...secret, payload: 82 }).pcm
      const { marks } = detectMarks(embed(first, { ...secret, payload: 83 }).pcm, {
        keys: [secret],
      })
      expect(marks.map(({ payload }) => payload).toSorted()).toEqual([82, 83])
    }
  })

  test('gives two marked clips in one file with their places', () => {
    const one = embed(speechLike(3, SEED + 520), { ...secret, payload: 84 }).pcm
    const two = embed(speechLike(3, SEED + 521), { ...secret, payload: 85 }).pcm
    const file = join(speechLike(4, SEED + 522), one, speechLike(4, SEED + 523), two)
    const { marks } = detectMarks(file, { keys: [secret] })
    const places = marks.toSorted((a, b) => a.payload - b.payload)
    expect(places.map(({ payload }) => payload)).toEqual([84, 85])
    for (const [i, start] of [4, 11].entries()) {
      const { spans } = places[i]!
      expect(Math.abs(spans[0]!.startSeconds - start)).toBeLessThan(0.7)
      expect(Math.abs(spans.at(-1)!.endSeconds - start - 3)).toBeLessThan(0.7)
    }
  })

  test.each([0.97, 0.99, 1.003, 1.012, 1.03])('reads a mark played %d times as fast', (speed) => {
    const marked = embed(speechLike(4, SEED + 530), { ...secret, payload: 86 }).pcm
    const { samples } = resample({ ...marked, sampleRateHz: Math.round(24_000 * speed) }, 24_000)
    const { marks } = detectMarks({ samples, sampleRateHz: 24_000 }, { keys: [secret] })
    expect(marks.map(({ payload }) => payload)).toEqual([86])
  })

  test('needs a key', () => {
    const refusal = expect.objectContaining({ code: 'bad_key' })
    expect(() => detect(silence(1, 24_000), { keys: [] })).toThrow(refusal)
  })
})
