import { concatenate, type Pcm, resample, silence } from '@viva-voce/audio'
import { findCatalogueVoice, speakWhole } from '@viva-voce/speech'
import { beforeAll, describe, expect, test } from 'vitest'
import { scanSynthesis } from '../scan.ts'
import { averageSpeaker, embedSpeaker, enrolSpeaker, type SpeakerEmbedding } from './embedding.ts'
import {
  decodeSpeakerModel,
  encodeSpeakerModel,
  SPEAKER_MODEL_VERSION,
  speakerModel,
} from './model.ts'
import { scoreSpeakers } from './score.ts'
import { splitSpeakers } from './two-speakers.ts'
import { voiceSignals } from './voice-signals.ts'

const woman = 'premium_en_us_001'
const man = 'premium_en_us_002'
const texts = {
  enrolment:
    'The ferry leaves at noon. Bring warm clothes, a map, and something to eat on the way.',
  other: 'Nobody could say where the noise had come from, or who had closed the garden gate.',
}

function say(voiceId: string, text: string): Promise<Pcm> {
  const { engine, engineVoice } = findCatalogueVoice(voiceId)!
  return speakWhole({ engine, voice: engineVoice, text })
}

let hers: SpeakerEmbedding
let his: SpeakerEmbedding
let herWords: Pcm
let hisWords: Pcm
beforeAll(async () => {
  hers = enrolSpeaker([await say(woman, texts.enrolment)])
  his = enrolSpeaker([await say(man, texts.enrolment)])
  herWords = await say(woman, texts.other)
  hisWords = await say(man, texts.other)
})

describe('a speaker', () => {
  test('is known again by other words, at another rate and level', () => {
    expect(scoreSpeakers(hers, embedSpeaker(herWords))).toBeGreaterThan(5)
    const softer = { ...herWords, samples: herWords.samples.map((value) => 0.1 * value) }
    expect(scoreSpeakers(hers, embedSpeaker(resample(softer, 44_100)))).toBeGreaterThan(5)
  })

  test('is not another one, whoever is asked about whom', () => {
    const heard = embedSpeaker(hisWords)
    expect(scoreSpeakers(hers, heard)).toBeLessThan(-5)
    expect(scoreSpeakers(heard, hers)).toBeCloseTo(scoreSpeakers(hers, heard), 6)
  })

  test('is told the less, the shorter the speech', () => {
    const cut = (seconds: number) =>
      embedSpeaker({ ...hisWords, samples: hisWords.samples.subarray(0, seconds * 24_000) })
    expect(Math.abs(scoreSpeakers(hers, cut(0.3)))).toBeLessThan(
      Math.abs(scoreSpeakers(hers, embedSpeaker(hisWords))),
    )
    expect(cut(0.3).seconds).toBeLessThan(0.31)
  })

  test('comes out of nothing and of broken sound as a finite embedding of no seconds', () => {
    for (const pcm of [silence(2, 24_000), silence(0, 24_000), silence(0.01, 8_000)]) {
      const heard = embedSpeaker(pcm)
      expect(heard.seconds).toBe(0)
      expect(heard.values.every(Number.isFinite)).toBe(true)
      expect(Number.isFinite(scoreSpeakers(hers, heard))).toBe(true)
    }
  })

  test('is the mean of recordings by their length, of one model only', () => {
    const both = averageSpeaker([hers, { ...hers, seconds: 0 }])
    expect(scoreSpeakers(both, hers)).toBeCloseTo(scoreSpeakers(hers, hers), 3)
    const older = { ...hers, version: SPEAKER_MODEL_VERSION + 1 }
    expect(() => averageSpeaker([hers, older])).toThrow(RangeError)
    expect(() => averageSpeaker([])).toThrow(RangeError)
    expect(() => scoreSpeakers(hers, older)).toThrow(RangeError)
  })
})

describe('the voice of a synthesis', () => {
  const others = () => [{ voiceId: man, speaker: his }]
  const failures = (pcm: Pcm, own = hers, isAltered = false) =>
    voiceSignals(pcm, { own, others: own === hers ? others() : [], isAltered })
      .filter(({ passed }) => !passed)
      .map(({ name }) => name)

  test('passes when it is the one that was sold', () => {
    expect(failures(herWords)).toEqual([])
  })

  test('fails when somebody else speaks', () => {
    expect(failures(hisWords)).toEqual(['voice_match', 'other_voice'])
    expect(failures(hisWords, his)).toEqual([])
  })

  test('a voice like the sold one is no other voice', () => {
    const twin = [{ voiceId: 'twin', speaker: { ...hers, seconds: hers.seconds + 1 } }]
    const signals = voiceSignals(herWords, { own: hers, others: twin, isAltered: false })
    expect(signals.map(({ name }) => name)).toEqual(['voice_match'])
  })

  test('is not judged by a word, when the pitch was moved, or when it was never heard', async () => {
    const word = { ...hisWords, samples: hisWords.samples.subarray(0, 0.8 * 24_000) }
    expect(failures(word)).toEqual([])
    expect(failures(hisWords, hers, true)).toEqual([])
    const unheard = voiceSignals(hisWords, { own: null, others: others(), isAltered: false })
    expect(unheard).toMatchObject([{ name: 'voice_match', passed: true }])
  })

  test('decides in the scan', () => {
    const seconds = hisWords.samples.length / 24_000
    const voice = { own: hers, others: others(), isAltered: false }
    expect(scanSynthesis(hisWords, { seconds }).passed).toBe(true)
    expect(scanSynthesis(hisWords, { seconds, voice }).passed).toBe(false)
  })
})

describe('a recording', () => {
  test('of one speaker splits into parts that are alike, of two into parts that are not', () => {
    const one = splitSpeakers(concatenate([herWords, herWords, herWords]))
    const two = splitSpeakers(concatenate([herWords, hisWords, herWords, hisWords]))
    expect(two!.score).toBeLessThan(-5)
    expect(two!.lesserSeconds).toBeGreaterThan(3)
    expect(one?.score ?? 10).toBeGreaterThan(2)
    expect(splitSpeakers(silence(10, 24_000))).toBeNull()
  })
})

test('the model goes through its file unchanged but for rounding, under a megabyte', () => {
  const model = speakerModel()
  const bytes = encodeSpeakerModel(model)
  expect(bytes.length).toBeLessThan(1_000_000)
  const again = decodeSpeakerModel(bytes)
  expect(again.version).toBe(SPEAKER_MODEL_VERSION)
  expect(again.between).toEqual(model.between)
  expect(encodeSpeakerModel(again)).toEqual(bytes)
  expect(() => decodeSpeakerModel(bytes.subarray(4))).toThrow(RangeError)
})
