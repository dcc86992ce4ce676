import { concatenate, durationSeconds, type Pcm, rmsDb, silence } from '@viva-voce/audio'
import { beforeAll, describe, expect, it } from 'vitest'
import { SpeechError } from '../error.ts'
import { chooseBase } from './choose-base.ts'
import { convert } from './convert.ts'
import { analyse } from './features.ts'
import { decodeModel, encodeModel, type VoiceModel } from './model.ts'
import {
  judge,
  measureVoice,
  modelSpeaker,
  type ReportRequest,
  type VoiceReport,
} from './report.ts'
import { heldOutSentences, trainingSentences } from './sentences-en.ts'
import { sayAll } from './spoken.testing.ts'
import { MIN_SPEECH_SECONDS, trainVoice } from './train.ts'
import { decodeTrainingState, encodeTrainingState, type TrainingState } from './training-state.ts'

const [TRAINED, HELD] = [5, 2]
const half = 3
let base: Pcm[]
let talent: Pcm[]
let heldBase: Pcm[]
let heldTalent: Pcm[]
let model: VoiceModel
const states: TrainingState[] = []
let readings: number
let speakers: ReportRequest['speakers']
const progress: number[] = []

beforeAll(async () => {
  const [training, held] = [trainingSentences.slice(0, TRAINED), heldOutSentences.slice(0, HELD)]
  base = await sayAll('slt', training)
  talent = await sayAll('rms', training)
  heldBase = await sayAll('slt', held)
  heldTalent = await sayAll('rms', held)
  const counted = countReadings(Number.POSITIVE_INFINITY)
  model = await trainVoice({
    base,
    talent,
    parallel: true,
    seed: 1,
    signal: counted.signal,
    onProgress: (percent) => progress.push(percent),
    onCheckpoint: (state) => {
      states.push(state)
    },
  })
  readings = counted.readings()
  speakers = {
    talent: await modelSpeaker(talent),
    base: await modelSpeaker(base),
    others: [await modelSpeaker(await sayAll('awb', trainingSentences.slice(0, half)))],
  }
})

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(SpeechError)
  return (error as SpeechError).code
}

async function report(voice: VoiceModel): Promise<VoiceReport> {
  return measureVoice({
    model: voice,
    base: heldBase,
    talent: heldTalent,
    parallel: true,
    speakers,
  })
}

describe('a voice trained with the script', () => {
  it('is far nearer to the talent than the base, and passes', async () => {
    const figures = await report(model)
    expect(figures.after.mcdDb).toBeLessThan(figures.before.mcdDb! - 2)
    expect(figures.after.mcdDb).toBeLessThan(6.5)
    expect(figures.after.pitchSemitones).toBeLessThan(0.5)
    expect(figures.before.pitchSemitones).toBeGreaterThan(5)
    expect(figures.before.ratioToBase).toBeLessThan(0)
    expect(figures.after.ratioToBase).toBeGreaterThan(0)
    expect(figures.after.ratioToOthers).toBeGreaterThan(0)
    expect(judge(figures)).toEqual({ passed: true, advice: [] })
  })

  it('keeps length, level and silence of what it converts', async () => {
    const spoken = heldBase[0]!
    const converted = await convert(spoken, model)
    expect(converted.samples).toHaveLength(spoken.samples.length)
    expect(Math.abs(rmsDb(converted) - rmsDb(spoken))).toBeLessThan(1)
    expect(rmsDb(await convert(silence(0.5, 24_000), model))).toBeLessThan(-90)
  })

  it('takes the shortest audio and none', async () => {
    for (const length of [0, 1, 79, 81, 500]) {
      const samples = heldBase[0]!.samples.slice(4000, 4000 + length)
      const converted = await convert({ samples, sampleRateHz: 16_000 }, model)
      expect(converted.samples).toHaveLength(length)
      expect(converted.samples.every(Number.isFinite)).toBe(true)
    }
  })

  it('comes back from its bytes as it was, and not from damaged ones', () => {
    const bytes = encodeModel(model)
    expect(decodeModel(bytes)).toEqual(model)
    for (const at of [0, 5, 40, bytes.length >> 1, bytes.length - 1]) {
      const damaged = bytes.slice()
      damaged[at]! ^= 1
      expect(() => decodeModel(damaged)).toThrow(SpeechError)
    }
    expect(() => decodeModel(bytes.subarray(0, 100))).toThrow(SpeechError)
    expect(() => decodeModel(new Uint8Array(0))).toThrow(SpeechError)
  })

  it('is the same when training goes on from a stored stage', async () => {
    expect(states).toHaveLength(3)
    for (const state of states.slice(1)) {
      const stored = decodeTrainingState(encodeTrainingState(state))
      expect(stored).toEqual(state)
      const again = await trainVoice({ base, talent, parallel: true, seed: 1, state: stored })
      expect(again).toEqual(model)
    }
    expect(() => decodeModel(encodeTrainingState(states[0]!))).toThrow(SpeechError)
  })

  it('tells its progress, from little to all', () => {
    expect(progress.at(-1)).toBe(100)
    expect(progress).toEqual([...progress].sort((a, b) => a - b))
    expect(progress.length).toBeGreaterThan(20)
  })
})

it('a voice trained without a script comes nearer too', async () => {
  const free = await trainVoice({
    base: base.slice(0, half),
    talent: talent.slice(TRAINED - half),
    parallel: false,
    seed: 1,
  })
  const { before, after } = await report(free)
  expect(after.mcdDb).toBeLessThan(before.mcdDb! - 1.5)
  expect(after.pitchSemitones).toBeLessThan(1)
  expect(after.ratioToBase).toBeGreaterThan(0)
}, 120_000)

it('a voice that is not the talent fails, with advice', async () => {
  const few = base.slice(0, half)
  const toItself = await trainVoice({ base: few, talent: few, parallel: true, seed: 1 })
  const { passed, advice } = judge(await report(toItself))
  expect(passed).toBe(false)
  expect(advice.length).toBeGreaterThan(1)
}, 120_000)

it('the base nearest in pitch is chosen', () => {
  const [slt, rms] = [base.slice(0, 1), talent.slice(0, 1)]
  expect(chooseBase([slt, rms], heldTalent)).toBe(1)
  expect(chooseBase([rms, slt], heldBase)).toBe(1)
  expect(() => chooseBase([slt], [silence(1, 16_000)])).toThrow(SpeechError)
})

describe('an abort', () => {
  it.each([
    [0.02, 'analysis'],
    [0.2, 'alignment'],
    [0.4, 'the first mixtures'],
  ])('ends training at the next reading of the signal: %d of all readings, %s', async (share) => {
    // Of 12 s of audio of each speaker.
    expect(readings).toBeGreaterThan(300)
    const last = Math.ceil(share * readings)
    const aborted = countReadings(last)
    const request = { base, talent, parallel: true, seed: 1, signal: aborted.signal }
    expect(await codeOf(trainVoice(request))).toBe('cancelled')
    expect(aborted.readings()).toBe(last)
  })

  it.each([
    [1, 40],
    [2, 4],
  ])('ends the stage after checkpoint %d too', async (stage, last) => {
    const aborted = countReadings(last)
    const work = trainVoice({
      base,
      talent,
      parallel: true,
      seed: 1,
      state: states[stage]!,
      signal: aborted.signal,
    })
    expect(await codeOf(work)).toBe('cancelled')
    expect(aborted.readings()).toBe(last)
  })

  it('ends the search for pairs without a script', async () => {
    const aborted = countReadings(60)
    const { signal } = aborted
    const work = trainVoice({ base, talent, parallel: false, seed: 1, state: states[0]!, signal })
    expect(await codeOf(work)).toBe('cancelled')
    expect(aborted.readings()).toBe(60)
  })

  it('is asked about every 2.5 s of audio or more often, however long one recording is', async () => {
    const long = concatenate([...base, ...talent])
    const reading = countReadings(Number.POSITIVE_INFINITY)
    await convert(long, model, reading.signal)
    // F0, envelope, mapping, neighbours and vocoder each go through all of it.
    expect(reading.readings()).toBeGreaterThan((5 * durationSeconds(long)) / 2.5)
  })
})

/** A signal that is aborted from its `last` reading on, and how often it was read. */
function countReadings(last: number): { signal: AbortSignal; readings: () => number } {
  let readings = 0
  const signal = new AbortController().signal
  Object.defineProperty(signal, 'aborted', { get: () => ++readings >= last })
  return { signal, readings: () => readings }
}

describe('refused', () => {
  const train = (parts: Partial<Parameters<typeof trainVoice>[0]>) =>
    trainVoice({
      base: base.slice(0, half),
      talent: talent.slice(0, half),
      parallel: true,
      seed: 1,
      ...parts,
    })

  it('too little speech, silence and nothing', async () => {
    expect(MIN_SPEECH_SECONDS).toBeGreaterThan(1)
    const quiet = [silence(6, 16_000)]
    expect(await codeOf(train({ talent: quiet, parallel: false }))).toBe('no_speech')
    expect(await codeOf(train({ talent: talent.slice(0, 1), parallel: false }))).toBe('no_speech')
    expect(await codeOf(train({ base: [], talent: [] }))).toBe('no_speech')
    const crossed = [silence(1, 16_000), ...base.slice(0, half)]
    const other = [...talent.slice(0, 1), ...Array.from({ length: half }, () => quiet[0]!)]
    expect(await codeOf(train({ base: crossed, talent: other }))).toBe('no_speech')
    expect(await codeOf(modelSpeaker(quiet))).toBe('no_speech')
    await expect(train({ talent: [] })).rejects.toThrow(RangeError)
  })

  it('audio that is not numbers', async () => {
    const broken = { samples: new Float32Array(1000).fill(Number.NaN), sampleRateHz: 16_000 }
    expect(await codeOf(convert(broken, model))).toBe('engine_failed')
    expect(await codeOf(train({ talent: [broken], parallel: false }))).toBe('engine_failed')
    expect(() => analyse({ ...broken, sampleRateHz: 44_100 })).toThrow(SpeechError)
  })

  it('work that was given up before it began', async () => {
    const given = AbortSignal.abort()
    expect(await codeOf(convert(heldBase[0]!, model, given))).toBe('cancelled')
    expect(await codeOf(train({ signal: given }))).toBe('cancelled')
  })
})
