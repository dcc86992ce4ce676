/** What the detector says of sounds that carry no mark of the key: cuts of several banks of sound. */
import { type Pcm, resample } from '../../packages/audio/index.ts'
import { detectMarks, embed, type WatermarkKey } from '../../packages/watermark/index.ts'
import { seeded } from '../../packages/watermark/test/speech-like.ts'
import type { Clip } from './corpus.ts'
import { joined, music, pinkNoise, whiteNoise } from './sounds.ts'

const RATE_HZ = 16_000
const OTHER_KEYS = 8

/** A type and no interface, so that it is a row of a report. */
type Tally = {
  kind: string
  clips: number
  claims: number
  inconclusive: number
  highest: number
}

type Source = (random: () => number, length: number) => Float32Array

/** Runs `count` clips of 0.5 to 1.3 s, a fifth of each kind; a claim among them would be a false one. */
export function falseClaims(clips: readonly Clip[], key: WatermarkKey, count: number): Tally[] {
  const kinds = Object.entries(sources(clips, key))
  const tallies = kinds.map(([kind]) => ({
    ...{ kind, clips: 0, claims: 0, inconclusive: 0, highest: 0 },
  }))
  const random = seeded(20_261_121)
  for (let i = 0; i < count; i++) {
    const at = i % kinds.length
    const length = Math.round((0.5 + 0.8 * random()) * RATE_HZ)
    const samples = kinds[at]![1](random, length)
    const { verdict, score } = detectMarks({ samples, sampleRateHz: RATE_HZ }, { keys: [key] })
    const tally = tallies[at]!
    tally.clips++
    tally.claims += Number(verdict === 'marked')
    tally.inconclusive += Number(verdict === 'inconclusive')
    tally.highest = Math.max(tally.highest, Number(score.toFixed(2)))
    if (i % 500 === 0) process.stderr.write(`\r${i} of ${count} clips`)
  }
  process.stderr.write('\n')
  return tallies
}

function sources(clips: readonly Clip[], key: WatermarkKey): Record<string, Source> {
  const speech = joined(clips.map(({ pcm }) => resample(pcm, RATE_HZ).samples))
  const otherwise = joined(
    clips.map(
      ({ pcm, payload }, i) => resample(markedElsewhere(pcm, payload, i, key), RATE_HZ).samples,
    ),
  )
  const tune = music(90 * RATE_HZ, RATE_HZ)
  const noises = joined([
    whiteNoise(30 * RATE_HZ),
    pinkNoise(30 * RATE_HZ).map((value) => value / 8),
  ])
  return {
    speech: cutOf(speech),
    'music-like': cutOf(tune),
    noise: cutOf(noises),
    tones,
    'marked under other keys': cutOf(otherwise),
  }
}

/** The same clip under one of OTHER_KEYS other keys, or another version of this one. */
function markedElsewhere(pcm: Pcm, payload: number, i: number, { key }: WatermarkKey): Pcm {
  const other = key.map((byte) => byte ^ (1 + (i % OTHER_KEYS)))
  const secret = i % OTHER_KEYS === 0 ? { key, keyVersion: 2 } : { key: other, keyVersion: 1 }
  return embed(pcm, { ...secret, payload }).pcm
}

/** A cut from anywhere, at a random level. */
function cutOf(bank: Float32Array): Source {
  return (random, length) => {
    const from = Math.floor(random() * (bank.length - length))
    const gain = 10 ** (-1.5 * random())
    return bank.subarray(from, from + length).map((value) => gain * value)
  }
}

/** One to four steady or gliding tones. */
function tones(random: () => number, length: number): Float32Array {
  const parts = Array.from({ length: 1 + Math.floor(4 * random()) }, () => ({
    hz: 100 + 6_000 * random() ** 2,
    glide: random() < 0.5 ? 0 : 1_000 * (random() - 0.5),
    phase: 6 * random(),
  }))
  return Float32Array.from({ length }, (_, n) => {
    const t = n / RATE_HZ
    return parts.reduce(
      (sum, { hz, glide, phase }) =>
        sum + 0.15 * Math.sin(2 * Math.PI * (hz + (glide * t) / 2) * t + phase),
      0,
    )
  })
}
