/** The worker's voice check on what the catalogue's voices really say: honest syntheses, and every voice in every other's place. */
import {
  concatenate,
  createMaster,
  decodeWav,
  encodeWav,
  masterTarget,
  type Pcm,
} from '../../packages/audio/index.ts'
import {
  embedSpeaker,
  enrolSpeaker,
  type SpeakerEmbedding,
  scoreSpeakers,
} from '../../packages/forensics/index.ts'
import {
  LEAST_MATCHED_SECONDS,
  OTHER_VOICE_LEAD,
  VOICE_MATCH_SCORE,
} from '../../packages/forensics/src/speaker/thresholds.ts'
import { nearestOther } from '../../packages/forensics/src/speaker/voice-signals.ts'
import {
  availableCatalogueVoices,
  type CatalogueVoice,
  readingScript,
  speak,
} from '../../packages/speech/index.ts'
import { round } from '../lib/report.ts'
import { equalErrorRate, percent, ratesAt } from './rates.ts'

const enrolment = (locale: string) =>
  readingScript(locale)?.slice(0, 12).join(' ') ??
  Array.from({ length: 30 }, (_, i) => `${i * 37 + 11}.`).join(' ')

/** From one word to some sentences; none is said at enrolment. */
const shortTexts = [
  'Yes.',
  'No.',
  'Hello.',
  'OK!',
  'Stop.',
  '42',
  'Thank you.',
  'Good morning.',
  'One moment, please.',
  'Radio 7.',
]
const english = [
  'The quick brown fox jumps over the lazy dog.',
  'Your parcel with the number 4 0 7 1 will arrive on Tuesday between nine and eleven.',
  'Mix the flour with two eggs and a little milk, then let it rest for half an hour.',
  'In 1969 people walked on the moon; it was seen by 600 million viewers around the world.',
  'Please hold the line. The next free agent will be with you shortly.',
]
const markup = (text: string, rate: string) =>
  `<speak><prosody rate="${rate}">${text}</prosody></speak>`
const speeds = [1, 0.5, 0.75, 1.25, 1.5, 2]

interface Trial {
  voice: string
  engine: string
  heard: SpeakerEmbedding
  text: string
  speed: number
  /** Thresholds are chosen on half 0 and reported on half 1. */
  half: number
}

export async function catalogueTables(
  syntheses: number,
): Promise<Record<string, Record<string, unknown>[]>> {
  const voices = availableCatalogueVoices()
  const enrolled = new Map<string, SpeakerEmbedding>()
  for (const voice of voices)
    enrolled.set(voice.id, enrolSpeaker([await say(voice, enrolment(voice.locale), 1, 20)]))
  const trials: Trial[] = []
  for (let i = 0; trials.length < syntheses; i++) {
    for (const voice of voices) {
      const { text, speed } = textFor(voice, i)
      const heard = embedSpeaker(await say(voice, text, speed))
      trials.push({ voice: voice.id, engine: voice.engine.name, heard, text, speed, half: i % 2 })
    }
  }
  return summary(voices, trials, enrolled)
}

function textFor({ locale }: CatalogueVoice, i: number): { text: string; speed: number } {
  const script = readingScript(locale)?.slice(12) ?? english
  const kinds = [
    shortTexts[i % shortTexts.length]!,
    script[(7 * i) % script.length]!,
    [0, 1, 2].map((k) => script[(11 * i + k) % script.length]!).join(' '),
    markup(script[(5 * i) % script.length]!, ['slow', 'fast', '80%', '140%'][i % 4]!),
  ]
  return {
    text: kinds[Math.floor(i / 2) % kinds.length]!,
    speed: speeds[Math.floor(i / 2 + i / 8) % speeds.length]!,
  }
}

/** As the product delivers it: mastered, 24 kHz, 16 bit. */
async function say(
  voice: CatalogueVoice,
  text: string,
  speed: number,
  maxSeconds = 60,
): Promise<Pcm> {
  const master = createMaster(masterTarget)
  const chunks: Pcm[] = []
  let seconds = 0
  for await (const chunk of speak({
    engine: voice.engine,
    voice: voice.engineVoice,
    text,
    speed,
  })) {
    chunks.push(master.next(chunk))
    seconds += chunk.samples.length / chunk.sampleRateHz
    if (seconds > maxSeconds) break
  }
  return decodeWav(encodeWav(concatenate(chunks))).pcm
}

interface Swap {
  from: string
  to: string
  half: number
  seconds: number
  score: number
  /** How much nearer a voice is that is different from the one sold. */
  lead: number
}

function summary(
  voices: readonly CatalogueVoice[],
  trials: Trial[],
  enrolled: Map<string, SpeakerEmbedding>,
) {
  const everyone = voices.map(({ id }) => ({ voiceId: id, speaker: enrolled.get(id)! }))
  /** A file of a trial, sold as this voice. */
  const soldAs = (trial: Trial, voice: CatalogueVoice): Swap => {
    const own = enrolled.get(voice.id)!
    const score = scoreSpeakers(own, trial.heard)
    const nearest = nearestOther(trial.heard, own, everyone)!
    return {
      from: nameOf(trial.voice, trial.engine),
      to: nameOf(voice.id, voice.engine.name),
      half: trial.half,
      seconds: trial.heard.seconds,
      score,
      lead: nearest.score - score,
    }
  }
  const byId = new Map(voices.map((voice) => [voice.id, voice]))
  const honest = trials.map((trial) => soldAs(trial, byId.get(trial.voice)!))
  const swapped = trials.flatMap((trial) =>
    voices.map((voice) => soldAs(trial, voice)).filter(({ from, to }) => from !== to),
  )
  return {
    'voices of the catalogue: honest and swapped': [0, 1].map((half) => ({
      half: half === 0 ? 'threshold chosen' : 'reported',
      ...rates(
        honest.filter((one) => one.half === half),
        swapped.filter((one) => one.half === half),
      ),
    })),
    'by seconds of speech (of any length, without the least of 1 s)': [0.3, 0.6, 1, 2, 4, 8].map(
      (from, i, all) => {
        const within = ({ seconds }: Swap) => seconds >= from && seconds < (all[i + 1] ?? 1e9)
        return {
          seconds: `${from} to ${all[i + 1] ?? 'more'}`,
          ...rates(honest.filter(within), swapped.filter(within), 0),
        }
      },
    ),
    'a voice in place of another': swapTable(swapped.filter(isTold)),
  }
}

const isTold = ({ seconds }: Swap) => seconds >= LEAST_MATCHED_SECONDS
const fails = ({ score, lead }: Swap) => score < VOICE_MATCH_SCORE || lead > OTHER_VOICE_LEAD

function rates(honest: Swap[], swapped: Swap[], leastSeconds = LEAST_MATCHED_SECONDS) {
  const own = honest.filter(({ seconds }) => seconds >= leastSeconds)
  const others = swapped.filter(({ seconds }) => seconds >= leastSeconds)
  const scores = (some: Swap[]) => some.map(({ score }) => score)
  const eer = equalErrorRate(scores(own), scores(others))
  return {
    syntheses: honest.length,
    'too short': honest.length - own.length,
    'refused though honest': own.filter(fails).length,
    'least score': round(Math.min(...scores(own))),
    'most lead': round(Math.max(...own.map(({ lead }) => lead))),
    swaps: others.length,
    'found by score %': round(
      100 - ratesAt(scores(own), scores(others), VOICE_MATCH_SCORE).falseAlarm,
      2,
    ),
    'found by both %': round(percent(others.filter(fails).length, others.length), 2),
    'EER of the score %': round(eer.percent, 2),
    'at score': round(eer.threshold),
  }
}

function swapTable(swapped: Swap[]) {
  const kinds = Map.groupBy(swapped, ({ from, to }) => `${from} for ${to}`)
  return [...kinds].map(([swap, group]) => ({
    swap,
    trials: group.length,
    'found by score %': round(
      percent(group.filter(({ score }) => score < VOICE_MATCH_SCORE).length, group.length),
    ),
    'found by both %': round(percent(group.filter(fails).length, group.length)),
    'highest score': round(Math.max(...group.map(({ score }) => score))),
    'least lead': round(Math.min(...group.map(({ lead }) => lead))),
  }))
}

/** espeak-ng's languages are one speaker, and flite's kal is kal16 in the band of a telephone. */
function nameOf(id: string, engine: string): string {
  if (engine === 'espeak-ng') return engine
  return id === 'budget_en_us_001' ? 'standard_en_us_001' : id
}
