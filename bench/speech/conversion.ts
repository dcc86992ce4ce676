/**
 * Voice conversion: what copying a voice costs, how near conversion comes to stand-in talents with and
 * without a script, and how fast each stage is. Talents are voices of other engines (espeak-ng, festival) where
 * the machine has them, and flite's. Run alone for figures of time; they are processor time of one thread.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { concatenate, decodeWav, durationSeconds, type Pcm } from '../../packages/audio/index.ts'
import { measureAperiodicity } from '../../packages/speech/src/conversion/aperiodicity.ts'
import { convertFeatures } from '../../packages/speech/src/conversion/convert.ts'
import { distanceBetween } from '../../packages/speech/src/conversion/distance.ts'
import { logEnvelope } from '../../packages/speech/src/conversion/envelope.ts'
import { trackF0 } from '../../packages/speech/src/conversion/f0.ts'
import { analyse } from '../../packages/speech/src/conversion/features.ts'
import { BINS, COEFFICIENTS, HOP } from '../../packages/speech/src/conversion/frames.ts'
import type { Gmm } from '../../packages/speech/src/conversion/gmm.ts'
import { envelopeToMcep } from '../../packages/speech/src/conversion/mcep.ts'
import { encodeModel, type VoiceModel } from '../../packages/speech/src/conversion/model.ts'
import { measureVoice, modelSpeaker } from '../../packages/speech/src/conversion/report.ts'
import {
  heldOutSentences,
  trainingSentences,
} from '../../packages/speech/src/conversion/sentences-en.ts'
import { trainVoice } from '../../packages/speech/src/conversion/train.ts'
import { synthesise } from '../../packages/speech/src/conversion/vocoder.ts'
import { flite } from '../../packages/speech/src/engines/flite/flite.ts'

const SEED = 1
const OUT = join(import.meta.dirname, '../out')
const folder = mkdtempSync(join(tmpdir(), 'vv-conversion-'))

type Speaker = (text: string) => Promise<Pcm>

const speakers: Record<string, Speaker> = {
  'flite slt': (text) => speakFlite('slt', text),
  'flite rms': (text) => speakFlite('rms', text),
  'espeak-ng en-us': async (text) => runEngine('espeak-ng', ['-v', 'en-us', '-w'], ['--', text]),
  'festival slt-hts': async (text) => speakFestival('cmu_us_slt_arctic_hts', text),
  'festival kal': async (text) => speakFestival('kal_diphone', text),
}

async function speakFlite(voice: string, text: string): Promise<Pcm> {
  const pieces: Pcm[] = []
  for await (const unit of flite.speak({ text, voice, speed: 1 })) pieces.push(unit.pcm)
  return concatenate(pieces)
}

function speakFestival(voice: string, text: string): Pcm {
  return runEngine('text2wave', ['-eval', `(voice_${voice})`, '-o'], [], text)
}

function runEngine(program: string, before: string[], after: string[], input?: string): Pcm {
  const file = join(folder, 'speech.wav')
  execFileSync(program, [...before, file, ...after], { input })
  return decodeWav(readFileSync(file)).pcm
}

interface Recordings {
  train: Pcm[]
  held: Pcm[]
  timbre: Gmm
}

/** Undefined when this machine has not got the engine. */
async function record(name: string): Promise<Recordings | undefined> {
  try {
    const say = async (sentences: readonly string[]) => {
      const spoken: Pcm[] = []
      for (const sentence of sentences) spoken.push(await speakers[name]!(sentence))
      return spoken
    }
    const train = await say(trainingSentences)
    return { train, held: await say(heldOutSentences), timbre: await modelSpeaker(train) }
  } catch (error) {
    console.error(`${name} left out: ${(error as Error).message.split('\n')[0]}`)
    return undefined
  }
}

/** Processor seconds of this process for some work, and its result. */
async function timed<T>(work: () => T | Promise<T>): Promise<{ seconds: number; result: T }> {
  const start = process.cpuUsage()
  const result = await work()
  const { user, system } = process.cpuUsage(start)
  return { seconds: (user + system) / 1e6, result }
}

const total = (recordings: readonly Pcm[]) =>
  recordings.reduce((sum, pcm) => sum + durationSeconds(pcm), 0)
const mean = (figures: number[]) =>
  figures.reduce((sum, figure) => sum + figure, 0) / figures.length
const round = (value: number | undefined, digits = 2) =>
  Number((value ?? Number.NaN).toFixed(digits))

/** Distortion between a voice and its own analysis and synthesis: what no conversion can go under. */
function copyFloor(voices: Map<string, Recordings>) {
  return [...voices].map(([voice, { held }]) => {
    const floors = held.map((pcm) => {
      const features = analyse(pcm)
      return distanceBetween(analyse(synthesise(features)), features).mcdDb
    })
    return { voice, floorDb: round(mean(floors)) }
  })
}

/** Without a script, base and talent say different halves of the sentences. */
async function convertPair(base: Recordings, talent: Recordings, parallel: boolean) {
  const half = trainingSentences.length / 2
  const request = {
    base: parallel ? base.train : base.train.slice(0, half),
    talent: parallel ? talent.train : talent.train.slice(half),
    parallel,
    seed: SEED,
  }
  const { seconds, result: model } = await timed(() => trainVoice(request))
  return { model, seconds, audio: total(request.talent) }
}

async function nearnessRow(
  names: { base: string; talent: string },
  voices: Map<string, Recordings>,
  parallel: boolean,
) {
  const [base, talent] = [voices.get(names.base)!, voices.get(names.talent)!]
  const { model, seconds, audio } = await convertPair(base, talent, parallel)
  const others = [...voices].filter(([name]) => name !== names.base && name !== names.talent)
  const report = await measureVoice({
    model,
    base: base.held,
    talent: talent.held,
    parallel: true,
    speakers: {
      talent: talent.timbre,
      base: base.timbre,
      others: others.map(([, { timbre }]) => timbre),
    },
  })
  const { before, after } = report
  const row = {
    ...names,
    script: parallel ? 'yes' : 'no',
    mcdBefore: round(before.mcdDb),
    mcdAfter: round(after.mcdDb),
    pitchBefore: round(before.pitchSemitones),
    pitchAfter: round(after.pitchSemitones),
    contour: round(after.contourSemitones),
    ratioToBase: round(after.ratioToBase, 1),
    ratioToOthers: round(after.ratioToOthers, 1),
    trainSeconds: round(seconds, 0),
    audioSeconds: round(audio, 0),
    modelMb: round(encodeModel(model).length / 1e6, 1),
  }
  return { row, model }
}

/** Times real time of each stage, warm, over all held-out sentences. */
async function speedByStage(recordings: Recordings, model: VoiceModel) {
  const seconds = total(recordings.held)
  const envelope = new Float64Array(BINS)
  const mcep = new Float32Array(COEFFICIENTS)
  const bands = new Float32Array(8)
  const all = recordings.held.map((pcm) => ({ samples: pcm.samples, features: analyse(pcm) }))
  const eachFrame = (work: (samples: Float32Array, f0: Float32Array, t: number) => void) => () => {
    for (const { samples, features } of all) {
      for (let t = 0; t < features.f0.length; t++) work(samples, features.f0, t)
    }
  }
  const stages: Record<string, () => unknown> = {
    F0: () => all.map(({ samples }) => trackF0(samples)),
    envelope: eachFrame((samples, f0, t) => logEnvelope(samples, t * HOP, f0[t]!, envelope)),
    'mel-cepstra': eachFrame(() => envelopeToMcep(envelope, mcep, 0)),
    aperiodicity: eachFrame((samples, f0, t) => measureAperiodicity(samples, f0, t, bands, 0)),
    'mapping, level, pitch': () => all.map(({ features }) => convertFeatures(features, model)),
    vocoder: () => all.map(({ features }) => synthesise(features)),
    'whole chain': () =>
      recordings.held.map((pcm) => synthesise(convertFeatures(analyse(pcm), model))),
  }
  const rows: { stage: string; timesRealTime: number }[] = []
  for (const [stage, work] of Object.entries(stages)) {
    work()
    const { seconds: used } = await timed(work)
    rows.push({ stage, timesRealTime: round(seconds / used, 1) })
  }
  return rows
}

/** Training with the first sentences only. */
async function trainingByLength(base: Recordings, talent: Recordings) {
  const rows: {
    sentences: number
    audioSeconds: number
    trainSeconds: number
    mcdAfter: number
  }[] = []
  for (const count of [5, 10, 20, 40]) {
    const first = (voice: Recordings) => ({ ...voice, train: voice.train.slice(0, count) })
    const { model, seconds, audio } = await convertPair(first(base), first(talent), true)
    const after = base.held.map((pcm, i) => {
      const converted = analyse(synthesise(convertFeatures(analyse(pcm), model)))
      return distanceBetween(converted, analyse(talent.held[i]!)).mcdDb
    })
    const row = { audioSeconds: round(audio, 0), trainSeconds: round(seconds, 0) }
    rows.push({ sentences: count, ...row, mcdAfter: round(mean(after)) })
  }
  return rows
}

const PAIRS = [
  { base: 'flite rms', talent: 'espeak-ng en-us' },
  { base: 'flite slt', talent: 'espeak-ng en-us' },
  { base: 'flite slt', talent: 'festival slt-hts' },
  { base: 'flite rms', talent: 'festival kal' },
  { base: 'flite slt', talent: 'flite rms' },
]

const voices = new Map<string, Recordings>()
for (const name of Object.keys(speakers)) {
  const recordings = await record(name)
  if (recordings) voices.set(name, recordings)
}
const floor = copyFloor(voices)
console.table(floor)

const nearness: Awaited<ReturnType<typeof nearnessRow>>['row'][] = []
let speed: Awaited<ReturnType<typeof speedByStage>> = []
for (const names of PAIRS) {
  if (!voices.has(names.base) || !voices.has(names.talent)) continue
  for (const parallel of [true, false]) {
    const { row, model } = await nearnessRow(names, voices, parallel)
    nearness.push(row)
    console.error(JSON.stringify(row))
    if (parallel) speed = await speedByStage(voices.get(names.base)!, model)
  }
}
console.table(nearness)
console.table(speed)

const lengths = await trainingByLength(voices.get('flite slt')!, voices.get('flite rms')!)
console.table(lengths)
mkdirSync(OUT, { recursive: true })
const figures = { floor, nearness, speed, lengths, node: process.version, at: new Date() }
writeFileSync(join(OUT, 'conversion.json'), `${JSON.stringify(figures, null, 2)}\n`)
rmSync(folder, { recursive: true })
