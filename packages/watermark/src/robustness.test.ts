import { type Pcm, resample } from '@viva-voce/audio'
import { describe, expect, test } from 'vitest'
import {
  addNoise,
  changeGain,
  comb,
  invert,
  join,
  storedAs16Bit,
  throughRate,
  trimStart,
} from '../test/degrade.ts'
import { speechLike } from '../test/speech-like.ts'
import { detect } from './detect.ts'
import { embed } from './embed.ts'

const SEED = 1_000
const CLIPS = 4
const SECONDS = 3
const secret = { key: Uint8Array.from({ length: 32 }, (_, i) => 9 * i), keyVersion: 1 }
const payload = 0x0badcafe

const marked = Array.from({ length: CLIPS }, (_, i) =>
  storedAs16Bit(embed(speechLike(SECONDS, SEED + i), { ...secret, payload }).pcm),
)

const degradations: [string, (pcm: Pcm) => Pcm][] = [
  ['a 16-bit file', (pcm) => pcm],
  ['12 dB less', (pcm) => changeGain(pcm, -12)],
  ['30 dB less', (pcm) => changeGain(pcm, -30)],
  ['the first 0.37 s cut off', (pcm) => trimStart(pcm, 0.37)],
  ['one sample cut off', (pcm) => trimStart(pcm, 1 / 24_000)],
  ['16 kHz and back', (pcm) => throughRate(pcm, 16_000)],
  ['8 kHz and back', (pcm) => throughRate(pcm, 8_000)],
  ['44.1 kHz', (pcm) => resample(pcm, 44_100)],
  ['white noise at 30 dB', (pcm) => addNoise(pcm, 30, SEED)],
  ['turned upside down', invert],
  ['other speech before it', (pcm) => join(speechLike(1.3, SEED + 50), pcm)],
]

describe(`add, degrade, compare (seed ${SEED}, ${CLIPS} clips of ${SECONDS} s)`, () => {
  test.each(degradations)('%s', (_, degrade) => {
    for (const clip of marked) {
      const found = detect(degrade(clip), { keys: [secret] })
      expect(found).toMatchObject({ verdict: 'marked', payload, keyVersion: 1 })
      expect(found.falseClaimProbability).toBeLessThanOrEqual(1e-6)
    }
  })
})

test(`a sound that is coloured the same all the time reads the stronger the longer it is (seed ${SEED})`, () => {
  const clip = embed(speechLike(16, SEED + 60), { ...secret, payload }).pcm
  const copy = addNoise(comb(clip), 12, SEED)
  const scoreOf = (seconds: number) => {
    const samples = copy.samples.subarray(0, seconds * copy.sampleRateHz)
    return detect({ ...copy, samples }, { keys: [secret] }).score
  }
  expect(scoreOf(16)).toBeGreaterThan(1.3 * scoreOf(4))
})
