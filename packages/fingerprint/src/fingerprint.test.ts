import { type Pcm, resample, silence } from '@viva-voce/audio'
import { describe, expect, test } from 'vitest'
import { addNoise, changeGain, join, throughRate } from '../../watermark/test/degrade.ts'
import { speechLike } from '../../watermark/test/speech-like.ts'
import { type Match, rankCandidates } from './candidates.ts'
import { type Fingerprint, fingerprintOf } from './fingerprint.ts'
import { probesOf } from './probes.ts'

const SEED = 7_000
const COUNT = 40
const clips = Array.from({ length: COUNT }, (_, i) => speechLike(3, SEED + i))
const prints = clips.map(fingerprintOf)
const best = (pcm: Pcm, atLeast = 3) => rankIn(prints, pcm, atLeast)

/** What a database would answer: every entry whose hash is asked for. */
function rankIn(registry: readonly Fingerprint[], pcm: Pcm, atLeast: number) {
  const probes = probesOf(pcm)
  const asked = new Set(probes.hashes)
  const matches = registry.flatMap(({ hashes, frames }, number) => {
    const entries: Match[] = Array.from(hashes, (hash, i) => ({ hash, number, frame: frames[i]! }))
    return entries.filter(({ hash }) => asked.has(hash))
  })
  return rankCandidates(probes, matches, { atLeast, atMost: 5 })
}

/** As if the tape ran faster: higher and shorter by `factor`. */
function faster({ samples, sampleRateHz }: Pcm, factor: number): Pcm {
  const played = { samples, sampleRateHz: Math.round(sampleRateHz * factor) }
  return { ...resample(played, sampleRateHz), sampleRateHz }
}

const middle = ({ samples, sampleRateHz }: Pcm): Pcm => ({
  samples: samples.slice(samples.length / 4, (samples.length * 3) / 4),
  sampleRateHz,
})

describe(`a fingerprint finds its own clip among ${COUNT} (seed ${SEED})`, () => {
  const damages: [string, (pcm: Pcm, i: number) => Pcm][] = [
    ['as it is', (pcm) => pcm],
    ['12 dB softer', (pcm) => changeGain(pcm, -12)],
    ['through a telephone rate', (pcm) => throughRate(pcm, 8_000)],
    ['in noise at 10 dB', (pcm, i) => addNoise(pcm, 10, SEED + i)],
    ['cut to its middle half', middle],
    ['3 % faster', (pcm) => faster(pcm, 1.03)],
    ['3 % slower', (pcm) => faster(pcm, 0.97)],
    ['after 2.345 s of another', (pcm, i) => join(speechLike(2.345, SEED + 900 + i), pcm)],
  ]
  test.each(damages)('%s', (_, damage) => {
    for (let i = 0; i < 10; i++) {
      const [first] = best(damage(clips[i]!, i))
      expect(first, `clip ${i}`).toMatchObject({ number: i })
    }
  })
})

describe('a fingerprint', () => {
  test('suspects no clip that is not there', () => {
    for (let i = 0; i < 20; i++) expect(best(speechLike(3, SEED + 500 + i), 4)).toEqual([])
  })

  test('finds both parts of two clips that were joined', () => {
    const found = best(join(clips[3]!, clips[8]!)).map(({ number }) => number)
    expect(found.slice(0, 2).sort()).toEqual([3, 8])
  })

  test('gives those of one text one after the other, the latest first', () => {
    const twice = [...prints, prints[5]!]
    const [first, second] = rankIn(twice, clips[5]!, 3)
    expect([first!.number, second!.number]).toEqual([COUNT, 5])
    expect(first!.votes).toBe(second!.votes)
  })

  test('is small: at most 16 entries a second', () => {
    for (const { hashes, frames } of prints) {
      expect(hashes.length).toBe(frames.length)
      expect(hashes.length).toBeGreaterThan(20)
      expect(hashes.length).toBeLessThanOrEqual(3 * 16)
    }
  })

  test.each([0, 0.1, 0.3])('of %d s is empty, and asks for nothing', (seconds) => {
    const short = speechLike(seconds, SEED)
    expect(fingerprintOf(short).hashes).toHaveLength(0)
    expect(probesOf(short).hashes).toHaveLength(0)
  })

  test('of silence is empty', () => {
    expect(fingerprintOf(silence(3, 24_000)).hashes).toHaveLength(0)
    expect(probesOf(silence(3, 24_000)).hashes).toHaveLength(0)
  })
})
