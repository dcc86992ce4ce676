import { silence } from '@viva-voce/audio'
import { describe, expect, test } from 'vitest'
import { join, storedAs16Bit } from '../test/degrade.ts'
import { logSpectralDistanceDb, segmentalSnrDb } from '../test/quality.ts'
import { speechLike } from '../test/speech-like.ts'
import { detect } from './detect.ts'
import { embed, strengthBound } from './embed.ts'
import { READ_BACK_FIRST_SECONDS } from './params.ts'

const SEED = 41
const options = { payload: 0xdeadbeef, key: new Uint8Array(32).fill(3), keyVersion: 2 }
const keys = [options]

describe(`embed (seed ${SEED})`, () => {
  test.each([0.45, 0.7, 1, 2, 5])('%d s read back from their 16-bit file', (seconds) => {
    const host = speechLike(seconds, SEED)
    const marked = embed(host, options)
    expect(marked.pcm.samples).toHaveLength(host.samples.length)
    expect(marked.pcm.sampleRateHz).toBe(host.sampleRateHz)
    expect(marked.marginDb).toBeGreaterThan(0)
    const found = detect(storedAs16Bit(marked.pcm), { keys })
    expect(found).toMatchObject({ verdict: 'marked', payload: options.payload, keyVersion: 2 })
    // Of a longer clip the embedder has read the beginning only.
    if (seconds <= READ_BACK_FIRST_SECONDS) expect(found.score).toBeCloseTo(marked.score, 0)
    else expect(found.score).toBeGreaterThan(marked.score)
  })

  test.each([16_000, 22_050, 44_100, 48_000])('works at %i Hz', (rate) => {
    const marked = embed(speechLike(2, SEED + 1, rate), options)
    expect(detect(marked.pcm, { keys }).payload).toBe(options.payload)
  })

  test('leaves its input alone and gives the same twice', () => {
    const host = speechLike(1, SEED + 2)
    const before = host.samples.slice()
    const first = embed(host, options)
    expect(host.samples).toEqual(before)
    expect(embed(host, options)).toEqual(first)
  })

  test('other payloads, all ones and all zeros, read as well', () => {
    const host = speechLike(2, SEED + 3)
    for (const payload of [0, 0xffffffff, 1]) {
      const marked = embed(host, { ...options, payload })
      expect(detect(marked.pcm, { keys }).payload).toBe(payload)
    }
  })

  test('silence stays silent', () => {
    const rate = 24_000
    const host = join(speechLike(1, SEED + 4), silence(1, rate), speechLike(1, SEED + 5))
    const { samples } = embed(host, options).pcm
    // The resamplers' filters ring for 10 ms.
    const quiet = samples.subarray(1.01 * rate, 1.99 * rate)
    expect(Math.max(...quiet.map(Math.abs))).toBeLessThan(1e-5)
  })

  test('a sample is never beyond full scale', () => {
    const host = speechLike(2, SEED + 6)
    const peak = Math.max(...host.samples.map(Math.abs))
    const loud = { ...host, samples: host.samples.map((value) => value / peak) }
    expect(Math.max(...embed(loud, options).pcm.samples.map(Math.abs))).toBeLessThanOrEqual(1)
  })

  test('two seconds and more lose little: segmental SNR over 18 dB, spectral distance under 3 dB', () => {
    for (const seconds of [2, 5]) {
      const host = speechLike(seconds, SEED + 7)
      const marked = embed(host, options).pcm
      expect(segmentalSnrDb(host, marked)).toBeGreaterThan(18)
      expect(logSpectralDistanceDb(host, marked)).toBeLessThan(3)
    }
  })

  test('the bound falls with the length', () => {
    expect(strengthBound(0.2)).toBe(strengthBound(0.5))
    expect(strengthBound(1)).toBeLessThan(strengthBound(0.5))
    expect(strengthBound(60)).toBe(strengthBound(2))
  })

  test('refuses what has no room, by name', () => {
    const refusal = expect.objectContaining({ code: 'too_short_or_quiet' })
    expect(() => embed(silence(2, 24_000), options)).toThrow(refusal)
    expect(() => embed(silence(0, 24_000), options)).toThrow(refusal)
    expect(() => embed(speechLike(0.1, SEED), options)).toThrow(refusal)
    const whisper = speechLike(2, SEED)
    whisper.samples.forEach((value, n) => {
      whisper.samples[n] = value / 5_000
    })
    expect(() => embed(whisper, options)).toThrow(refusal)
  })

  test('refuses what is no audio, no key, no payload', () => {
    const host = speechLike(1, SEED)
    const broken = { ...host, samples: host.samples.with(100, Number.NaN) }
    const slow = { ...host, sampleRateHz: 4_000 }
    const refused = (code: string) => expect.objectContaining({ name: 'WatermarkError', code })
    expect(() => embed(broken, options)).toThrow(refused('bad_audio'))
    expect(() => embed(slow, options)).toThrow(refused('bad_audio'))
    expect(() => embed(host, { ...options, key: new Uint8Array(16) })).toThrow(refused('bad_key'))
    expect(() => embed(host, { ...options, payload: 2 ** 32 })).toThrow(refused('bad_payload'))
  })
})
