import { resample } from '@viva-voce/audio'
import { describe, expect, test } from 'vitest'
import { addNoise, trimStart } from '../test/degrade.ts'
import { speechLike } from '../test/speech-like.ts'
import { detectMarks } from './detect-marks.ts'
import { embed } from './embed.ts'
import { testPayload } from './test-payload.ts'

const SEED = 9_000
const secret = { key: Uint8Array.from({ length: 32 }, (_, i) => 50 + i), keyVersion: 1 }
const keys = [secret]
const payload = 0x00c0_ffee

describe(`test of one payload (seed ${SEED})`, () => {
  const hosts = Array.from({ length: 3 }, (_, i) => speechLike(1.2, SEED + i))
  const clips = hosts.map((host) => embed(host, { ...secret, payload }).pcm)

  test('finds the payload that is there, and no other', () => {
    for (const clip of clips) {
      expect(testPayload(clip, { keys, payload })).toMatchObject({ detected: true, keyVersion: 1 })
      expect(testPayload(clip, { keys, payload: payload + 1 }).detected).toBe(false)
    }
  })

  test('finds nothing in unmarked clips, with the original or without', () => {
    for (const [i, host] of hosts.entries()) {
      expect(testPayload(host, { keys, payload }).detected).toBe(false)
      const original = hosts[(i + 1) % hosts.length]!
      expect(testPayload(host, { keys, payload, original }).detected).toBe(false)
      expect(testPayload(host, { keys, payload, original: host }).detected).toBe(false)
    }
  })

  test('sees a mark in noise that blind reading does not, and farther with the original', () => {
    const seen = { blind: 0, informed: 0, original: 0 }
    for (const [i, clip] of clips.entries()) {
      for (const snrDb of [14, 9]) {
        const copy = trimStart(addNoise(clip, snrDb, SEED + snrDb), 0.123)
        seen.blind += detectMarks(copy, { keys }).marks.length
        seen.informed += Number(testPayload(copy, { keys, payload }).detected)
        const original = hosts[i]!
        seen.original += Number(testPayload(copy, { keys, payload, original }).detected)
      }
    }
    expect(seen.informed).toBeGreaterThan(seen.blind)
    expect(seen.original).toBeGreaterThanOrEqual(seen.informed)
  })

  test('the original, at hand, raises the score by a quarter and more', () => {
    const [host, clip] = [hosts[0]!, trimStart(clips[0]!, 0.3)]
    const without = testPayload(clip, { keys, payload })
    const found = testPayload(clip, { keys, payload, original: resample(host, 16_000) })
    expect(found.byOriginal).toBe(true)
    expect(found.score).toBeGreaterThan(1.25 * without.score)
  })

  test('searches speeds by itself', () => {
    const { samples } = resample({ ...clips[1]!, sampleRateHz: 24_480 }, 24_000)
    const found = testPayload({ samples, sampleRateHz: 24_000 }, { keys, payload })
    expect(found.detected).toBe(true)
  })

  test('needs a key and a payload', () => {
    const refused = (code: string) => expect.objectContaining({ code })
    expect(() => testPayload(clips[0]!, { keys: [], payload })).toThrow(refused('bad_key'))
    expect(() => testPayload(clips[0]!, { keys, payload: -1 })).toThrow(refused('bad_payload'))
  })
})
