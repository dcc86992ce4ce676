/** The recordings that a voice is trained from and measured on: the talent's, and the base voice's for them. */
import { concatenate, decodeAudio, durationSeconds, type Pcm, rmsDb } from '@viva-voce/audio'
import {
  type BaseVoice,
  baseSentences,
  baseVoicesFor,
  chooseBase,
  findBaseVoice,
  MAX_SECONDS,
} from '@viva-voce/speech'
import { heldBack, planTraining, type ScriptRecording, type TrainingPlan } from './training-plan.ts'
import type { RecordingUse, TrainingThreadTask } from './training-protocol.ts'

/** The rate that conversion works at. */
const sampleRateHz = 16_000
/** They were within the limits of an upload; these only bound a file that was put in its place. */
const decodeBounds = { maxSeconds: 15 * 60, maxBytes: 32 * 2 ** 20, timeoutMs: 120_000 }
/** Free speech is cut into pieces, so that one long recording can be trained with and measured on. */
const pieceSeconds = 2.5
/** A base is chosen by the mean of its pitch, which a few sentences tell. */
const choosingSentences = 3
/** Free recordings are paired with at least as much speech of the base, within what its sentences give. */
const leastBaseSeconds = 15
/** Others that a talent could be taken for, where the language has one base only. */
const strangers = ['flite/slt', 'flite/rms'] as const

const unused: RecordingUse = { use: 'unused', sentence: null }

export interface Voices {
  base: Pcm[]
  talent: Pcm[]
}

export interface TrainingMaterial {
  parallel: boolean
  /** By the places of the task's recordings. */
  uses: RecordingUse[]
  base: BaseVoice
  train: Voices
  held: Voices
  /** What the base says in `held`. */
  heldTexts: string[]
  /** Some speech of each voice that is neither the talent nor the base. */
  others: Pcm[][]
}

/** Reads the talent's recordings by `read`, and lets base voices speak what they are compared with. */
export async function gatherMaterial(
  { locale, recordings, checkpoint }: TrainingThreadTask,
  read: (index: number) => Promise<Uint8Array>,
  onShare: (share: number) => void,
): Promise<TrainingMaterial> {
  const plan = planTraining(recordings, locale)
  const talent = new Map<number, Pcm>()
  let seconds = 0
  for (const index of recordings.keys()) {
    onShare((0.7 * index) / recordings.length)
    if (plan.uses[index]!.use === 'unused' || seconds > MAX_SECONDS) continue
    const { pcm } = await decodeAudio(await read(index), { sampleRateHz, ...decodeBounds })
    talent.set(index, pcm)
    seconds += durationSeconds(pcm)
  }
  const bases = baseVoicesFor(locale)
  const base = checkpoint
    ? findBaseVoice(checkpoint.base)
    : await nearestBase(bases, [...talent.values()], locale)
  if (!base) throw new Error(`no engine on this machine speaks ${locale}`)
  onShare(0.8)
  const voices = plan.parallel
    ? await withScript(plan, base, talent, locale)
    : await freely(base, concatenate([...talent.values()]), locale)
  onShare(0.9)
  return {
    parallel: plan.parallel,
    uses: plan.uses.map((use, index) => (talent.has(index) ? use : unused)),
    base,
    ...voices,
    others: await otherVoices(bases, base, locale),
  }
}

type Gathered = Pick<TrainingMaterial, 'train' | 'held' | 'heldTexts'>

async function nearestBase(
  bases: readonly BaseVoice[],
  talent: readonly Pcm[],
  locale: string,
): Promise<BaseVoice | undefined> {
  if (bases.length < 2) return bases[0]
  const spoken: Pcm[][] = []
  for (const base of bases) spoken.push(await say(base, firstSentences(locale)))
  return bases[chooseBase(spoken, talent.slice(0, 2 * choosingSentences))]
}

async function withScript(
  { train, held }: Extract<TrainingPlan, { parallel: true }>,
  base: BaseVoice,
  talent: ReadonlyMap<number, Pcm>,
  locale: string,
): Promise<Gathered> {
  const script = baseSentences(locale)
  const readOf = (recordings: readonly ScriptRecording[]) =>
    recordings.filter(({ index }) => talent.has(index))
  const textsOf = (recordings: readonly ScriptRecording[]) =>
    readOf(recordings).map(({ sentence }) => script[sentence - 1]!)
  const both = async (recordings: readonly ScriptRecording[]): Promise<Voices> => ({
    base: await say(base, textsOf(recordings)),
    talent: readOf(recordings).map(({ index }) => talent.get(index)!),
  })
  return { train: await both(train), held: await both(held), heldTexts: textsOf(held) }
}

async function freely(base: BaseVoice, talent: Pcm, locale: string): Promise<Gathered> {
  const pieces = cut(talent)
  const kept = new Set(heldBack(pieces, rmsDb))
  const sentences = baseSentences(locale)
  // Languages without a script have three sentences in all.
  const heldCount = sentences.length > 3 ? 2 : 1
  const spoken = await say(base, sentences.slice(heldCount), {
    atLeastSeconds: Math.max(leastBaseSeconds, durationSeconds(talent)),
  })
  const heldTexts = sentences.slice(0, heldCount)
  return {
    train: { base: spoken, talent: pieces.filter((piece) => !kept.has(piece)) },
    held: { base: await say(base, heldTexts), talent: [...kept] },
    heldTexts,
  }
}

/** Pieces of `pieceSeconds`; a shorter rest goes with the last. */
function cut({ samples, sampleRateHz: rate }: Pcm): Pcm[] {
  const size = Math.round(pieceSeconds * rate)
  const count = Math.max(1, Math.floor(samples.length / size))
  return Array.from({ length: count }, (_, n) => ({
    samples: samples.subarray(n * size, n === count - 1 ? samples.length : (n + 1) * size),
    sampleRateHz: rate,
  }))
}

async function otherVoices(
  bases: readonly BaseVoice[],
  base: BaseVoice,
  locale: string,
): Promise<Pcm[][]> {
  const rest = bases.filter(({ id }) => id !== base.id)
  const spoken: Pcm[][] = []
  for (const other of rest) spoken.push(await say(other, firstSentences(locale)))
  if (rest.length > 0) return spoken
  for (const id of strangers) spoken.push(await say(findBaseVoice(id)!, firstSentences('en')))
  return spoken
}

function firstSentences(locale: string): readonly string[] {
  return baseSentences(locale).slice(0, choosingSentences)
}

/** A recording of each sentence, until there are enough seconds. */
async function say(
  { engine, voice }: BaseVoice,
  sentences: readonly string[],
  { atLeastSeconds = Number.POSITIVE_INFINITY } = {},
): Promise<Pcm[]> {
  const recordings: Pcm[] = []
  let seconds = 0
  for (const text of sentences) {
    if (seconds >= atLeastSeconds) break
    const units: Pcm[] = []
    for await (const { pcm } of engine.speak({ text, voice, speed: 1 })) units.push(pcm)
    recordings.push(concatenate(units))
    seconds += durationSeconds(recordings.at(-1)!)
  }
  return recordings
}
