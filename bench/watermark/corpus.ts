/**
 * The corpus: speech of the embedded engines, cut to exact lengths and brought to four sampling rates.
 * The two halves share no clip, no voice and no sentence, so that what is tuned on one can be reported on
 * the other.
 */
import { concatenate, durationSeconds, type Pcm, resample } from '../../packages/audio/index.ts'
import { espeak, flite, readingScript, type SpeechEngine } from '../../packages/speech/index.ts'

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
  pcm: Pcm
  /** The number that it is marked with. */
  payload: number
}

const english = { locale: 'en' }
const speakers: Record<Half, readonly Speaker[]> = {
  tune: [
    { ...english, engine: flite, voice: 'slt', pitch: 0 },
    { ...english, engine: flite, voice: 'rms', pitch: 0 },
    { engine: espeak, voice: 'de', locale: 'de', pitch: 0 },
    { engine: espeak, voice: 'fr-fr', locale: 'fr', pitch: 6 },
    { ...english, engine: flite, voice: 'kal', pitch: 0 },
  ],
  report: [
    { ...english, engine: flite, voice: 'awb', pitch: 0 },
    { ...english, engine: flite, voice: 'awb', pitch: 5 },
    { engine: espeak, voice: 'es', locale: 'es', pitch: 0 },
    { ...english, engine: flite, voice: 'kal16', pitch: 0 },
    { engine: espeak, voice: 'it', locale: 'it', pitch: 6 },
    { engine: espeak, voice: 'pl', locale: 'pl', pitch: -2 },
    { ...english, engine: flite, voice: 'kal16', pitch: 5 },
  ],
}

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

/** The clips of a half, the same in every run. */
export async function corpus(half: Half, options: { quick?: boolean } = {}): Promise<Clip[]> {
  const clips: Clip[] = []
  for (const [seconds, count, quick] of COUNTS) {
    for (let i = 0; i < (options.quick ? quick : count); i++) {
      const number = clips.length
      clips.push(await makeClip(half, seconds, i, number))
    }
  }
  return clips
}

async function makeClip(half: Half, seconds: number, i: number, number: number): Promise<Clip> {
  const known = speakers[half]
  const speaker = known[i % known.length]!
  const sampleRateHz = RATES_HZ[number % RATES_HZ.length]!
  const texts = sentencesOf(half, speaker.locale)
  const pieces: Pcm[] = []
  for (let n = 0; lengthOf(pieces) < seconds + 0.2; n++) {
    const text = texts[(number * 7 + n) % texts.length]!
    const { engine, voice, pitch: pitchSemitones } = speaker
    for await (const unit of engine.speak({ text, voice, speed: 1, pitchSemitones })) {
      pieces.push(unit.pcm)
    }
  }
  const spoken = resample(concatenate(pieces), sampleRateHz)
  const from = Math.round(0.1 * sampleRateHz)
  const samples = spoken.samples.slice(from, from + Math.round(seconds * sampleRateHz))
  return {
    id: `${half}-${seconds}s-${i}-${speaker.voice}-${sampleRateHz}`,
    seconds,
    pcm: { samples, sampleRateHz },
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
