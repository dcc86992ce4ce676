/**
 * The corpus: speech of the embedded engines and of voices trained from them, cut to exact lengths, brought to four
 * sampling rates and mastered as the product masters what it sells. The two halves share no clip, no voice and no
 * sentence, so that what is tuned on one can be reported on the other.
 */
import {
  concatenate,
  durationSeconds,
  master,
  masterTarget,
  type Pcm,
  resample,
} from '../../packages/audio/index.ts'
import {
  createCustomEngine,
  espeak,
  flite,
  readingScript,
  type SpeechEngine,
  trainingSentences,
  trainVoice,
} from '../../packages/speech/index.ts'

export type Half = 'tune' | 'report'

interface Speaker {
  engine: SpeechEngine
  voice: string
  locale: string
  /** Semitones that turn espeak's one speaker into others: deeper or higher. */
  pitch: number
}

/** One clip before marking. */
export interface Clip {
  id: string
  seconds: number
  /** By a voice trained in this run. */
  isTrained: boolean
  pcm: Pcm
  /** The number that it is marked with. */
  payload: number
}

const english = { locale: 'en' }
const slt = { ...english, engine: flite, voice: 'slt', pitch: 0 }
const rms = { ...english, engine: flite, voice: 'rms', pitch: 0 }
const awb = { ...english, engine: flite, voice: 'awb', pitch: 0 }
const robot = { ...english, engine: espeak, voice: 'en-gb' }
const speakers: Record<Half, readonly Speaker[]> = {
  tune: [
    slt,
    rms,
    { engine: espeak, voice: 'de', locale: 'de', pitch: 0 },
    { engine: espeak, voice: 'fr-fr', locale: 'fr', pitch: 6 },
    { ...english, engine: flite, voice: 'kal', pitch: 0 },
  ],
  report: [
    awb,
    { ...awb, pitch: 5 },
    { engine: espeak, voice: 'es', locale: 'es', pitch: 0 },
    { ...english, engine: flite, voice: 'kal16', pitch: 0 },
    { engine: espeak, voice: 'it', locale: 'it', pitch: 6 },
    { engine: espeak, voice: 'pl', locale: 'pl', pitch: -2 },
    { ...english, engine: flite, voice: 'kal16', pitch: 5 },
  ],
}

/** A voice to be trained: a base that shall sound like a talent, for whom another voice speaks. */
interface Training {
  base: Speaker
  talent: Speaker
}

/** A high and a low talent of each half. */
const trainings: Record<Half, readonly Training[]> = {
  tune: [
    { base: rms, talent: slt },
    { base: slt, talent: rms },
  ],
  report: [
    { base: awb, talent: { ...robot, pitch: 6 } },
    { base: awb, talent: { ...robot, pitch: -2 } },
  ],
}
/** About 40 s of speech, the least that a talent uploads. */
const TRAINING_SENTENCES = 12

const RATES_HZ = [24_000, 16_000, 44_100, 22_050] as const

/** Clips of each length: many where a single one would weigh much, few where each takes long. */
export const COUNTS: readonly (readonly [seconds: number, clips: number, quick: number])[] = [
  [1, 14, 7],
  [2, 14, 7],
  [5, 14, 7],
  [10, 8, 4],
  [30, 2, 0],
  [60, 2, 0],
]
/** The same of trained voices, added to those. */
const TRAINED_COUNTS: typeof COUNTS = [
  [1, 4, 2],
  [2, 4, 2],
  [5, 4, 2],
  [10, 2, 2],
  [30, 2, 0],
  [60, 2, 0],
]

/** The clips of a half, the same in every run. */
export async function corpus(half: Half, options: { quick?: boolean } = {}): Promise<Clip[]> {
  const clips: Clip[] = []
  const trained: Speaker[] = []
  for (const training of trainings[half]) trained.push(await train(training))
  for (const [counts, known] of [
    [COUNTS, speakers[half]],
    [TRAINED_COUNTS, trained],
  ] as const) {
    for (const [seconds, count, quick] of counts) {
      for (let i = 0; i < (options.quick ? quick : count); i++) {
        const speaker = known[i % known.length]!
        clips.push(await makeClip({ half, seconds, i, speaker, number: clips.length }))
      }
    }
  }
  return clips
}

/** The voice that a training makes, as the product's own would speak. */
async function train({ base, talent }: Training): Promise<Speaker> {
  const sentences = trainingSentences.slice(0, TRAINING_SENTENCES)
  const model = await trainVoice({
    base: await recordings(base, sentences),
    talent: await recordings(talent, sentences),
    ...{ parallel: true, seed: 1 },
  })
  const { pitch, ...voice } = base
  const engine = createCustomEngine({ ...voice, id: voice.voice }, model)
  return { ...voice, engine, pitch }
}

async function recordings(speaker: Speaker, texts: readonly string[]): Promise<Pcm[]> {
  const spoken: Pcm[] = []
  for (const text of texts) spoken.push(concatenate(await say(speaker, text)))
  return spoken
}

async function say({ engine, voice, pitch }: Speaker, text: string): Promise<Pcm[]> {
  const pieces: Pcm[] = []
  for await (const unit of engine.speak({ text, voice, speed: 1, pitchSemitones: pitch })) {
    pieces.push(unit.pcm)
  }
  return pieces
}

async function makeClip(clip: {
  half: Half
  seconds: number
  /** Which of this length. */
  i: number
  speaker: Speaker
  /** Which of all. */
  number: number
}): Promise<Clip> {
  const { half, seconds, i, speaker, number } = clip
  const isTrained = speaker.engine.name === 'custom'
  const sampleRateHz = RATES_HZ[number % RATES_HZ.length]!
  const texts = sentencesOf(half, speaker.locale)
  const pieces: Pcm[] = []
  for (let n = 0; lengthOf(pieces) < seconds + 0.2; n++) {
    pieces.push(...(await say(speaker, texts[(number * 7 + n) % texts.length]!)))
  }
  const spoken = resample(concatenate(pieces), sampleRateHz)
  const from = Math.round(0.1 * sampleRateHz)
  const samples = spoken.samples.slice(from, from + Math.round(seconds * sampleRateHz))
  const who = isTrained ? `trained-${speaker.voice}` : speaker.voice
  return {
    id: `${half}-${seconds}s-${i}-${who}-${sampleRateHz}`,
    ...{ seconds, isTrained },
    pcm: master({ samples, sampleRateHz }, masterTarget),
    payload: (0x9e3779b1 * (number + 1 + (half === 'tune' ? 0 : 1000))) >>> 0,
  }
}

function lengthOf(pieces: Pcm[]): number {
  return pieces.reduce((sum, pcm) => sum + durationSeconds(pcm), 0)
}

/** Every other sentence of a language's reading script. */
export function sentencesOf(half: Half, locale: string): string[] {
  return readingScript(locale)!.filter((_, i) => i % 2 === (half === 'tune' ? 0 : 1))
}
