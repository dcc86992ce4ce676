/** The signals of an upload, on made-up speakers that the speaker model does not know, saying sentences it does not know. */
import { concatenate, type Pcm } from '../../packages/audio/index.ts'
import { embedSpeaker, scoreSpeakers } from '../../packages/forensics/index.ts'
import {
  LEAST_SPLIT_SECONDS,
  MOST_DECAY_SECONDS,
  SEVERAL_SPEAKERS_SCORE,
} from '../../packages/forensics/src/recording-thresholds.ts'
import { decaySeconds } from '../../packages/forensics/src/reverberation.ts'
import { THEFT_SCORE } from '../../packages/forensics/src/speaker/thresholds.ts'
import { splitSpeakers } from '../../packages/forensics/src/speaker/two-speakers.ts'
import { createRandom } from '../../packages/speech/src/conversion/random.ts'
import { inRoom, inSession } from '../../scripts/speaker-model/session.ts'
import {
  type MadeSpeaker,
  makeSpeakers,
  say,
  sentencesOf,
} from '../../scripts/speaker-model/voices.ts'
import { percentile, round } from '../lib/report.ts'
import { equalErrorRate, percent, ratesAt } from './rates.ts'

const RATE_HZ = 16_000
/** Formants this near, as a ratio, with the same base voice are the same person to any ear. */
const ALIKE = 0.08

/** A speaker with dry recordings, each of six sentences. */
interface Recorded {
  speaker: MadeSpeaker
  half: number
  dry: Pcm[]
}

export async function recordingTables(
  speakers: number,
): Promise<Record<string, Record<string, unknown>[]>> {
  const random = createRandom(77)
  const recorded = await record(speakers, random.uniform)
  return {
    'speakers of uploads': speakerRows(recorded, random),
    'two speakers in one recording': splitRows(recorded, random),
    reverberation: roomRows(recorded, random),
  }
}

async function record(count: number, uniform: () => number): Promise<Recorded[]> {
  const sentences = sentencesOf('test')
  const made = makeSpeakers(
    'test',
    { flite: Math.round(count / 3), espeak: count - Math.round(count / 3) },
    3,
  )
  const recorded: Recorded[] = []
  for (const [i, speaker] of made.entries()) {
    const languages = [...sentences.keys()]
    const language =
      speaker.engine === 'flite' ? 'en' : languages[Math.floor(uniform() * languages.length)]!
    const list = sentences.get(language)!
    const dry: Pcm[] = []
    for (let take = 0; take < 2; take++) {
      const parts: Pcm[] = []
      for (let k = 0; k < 6; k++) {
        parts.push(await say(speaker, list[(6 * take + k) % list.length]!, language), pause())
      }
      dry.push(concatenate(parts))
    }
    recorded.push({ speaker, half: i % 2, dry })
  }
  return recorded
}

const pause = (): Pcm => ({ samples: new Float32Array(0.35 * RATE_HZ), sampleRateHz: RATE_HZ })

/** Each upload against each other speaker's, every recording in conditions of its own. */
function speakerRows(recorded: Recorded[], random: ReturnType<typeof createRandom>) {
  const heard = recorded.map(({ speaker, half, dry }) => ({
    speaker,
    half,
    takes: dry.map((pcm) => embedSpeaker(inSession(pcm, random))),
  }))
  return [0, 1].map((half) => {
    const mine = heard.filter((one) => one.half === half)
    const genuine = mine.map(({ takes }) => scoreSpeakers(takes[0]!, takes[1]!))
    const pairs = mine.flatMap((a, i) => mine.slice(0, i).map((b) => [a, b] as const))
    const scores = (some: typeof pairs) =>
      some.map(([a, b]) => scoreSpeakers(a.takes[0]!, b.takes[1]!))
    const others = pairs.filter(([a, b]) => !areAlike(a.speaker, b.speaker))
    const impostors = scores(others)
    const eer = equalErrorRate(genuine, impostors)
    const theft = ratesAt(genuine, impostors, THEFT_SCORE)
    const several = ratesAt(genuine, impostors, SEVERAL_SPEAKERS_SCORE)
    return {
      half: half === 0 ? 'threshold chosen' : 'reported',
      speakers: mine.length,
      'other pairs': impostors.length,
      'EER %': round(eer.percent, 2),
      'at score': round(eer.threshold),
      'taken for another talent %': round(theft.falseAlarm, 2),
      'theft not found %': round(theft.miss, 2),
      'own files taken for two %': round(several.miss, 2),
      'two files of two not found %': round(several.falseAlarm, 2),
      'least own': round(Math.min(...genuine)),
      'own 5 %': round(percentile(genuine, 0.05)),
      'others 95 %': round(percentile(impostors, 0.95)),
      'others 99 %': round(percentile(impostors, 0.99)),
    }
  })
}

function areAlike(a: MadeSpeaker, b: MadeSpeaker): boolean {
  const length = ({ warp }: MadeSpeaker) =>
    warp.to.reduce((sum, hz, i) => sum + hz / warp.from[i]!, 0) / warp.to.length
  return a.base === b.base && Math.abs(Math.log(length(a) / length(b))) < ALIKE
}

/** A minute's recording of one, and of two in turns. */
function splitRows(recorded: Recorded[], random: ReturnType<typeof createRandom>) {
  return [0, 1].map((half) => {
    const mine = recorded.filter((one) => one.half === half)
    const one = mine.map(({ dry }) => splitScore(inSession(concatenate(dry), random)))
    const two = mine.flatMap(({ speaker, dry }, i) => {
      const other = mine[(i + 1 + Math.floor(random.uniform() * (mine.length - 1))) % mine.length]!
      if (other.speaker === speaker || areAlike(speaker, other.speaker)) return []
      return [splitScore(inSession(concatenate([dry[0]!, other.dry[1]!]), random))]
    })
    const rates = ratesAt(one, two, SEVERAL_SPEAKERS_SCORE)
    const eer = equalErrorRate(one, two)
    return {
      half: half === 0 ? 'threshold chosen' : 'reported',
      'of one': one.length,
      'of two': two.length,
      'EER %': round(eer.percent, 2),
      'at score': round(eer.threshold),
      'one taken for two %': round(rates.miss, 2),
      'two not found %': round(rates.falseAlarm, 2),
      'least of one': round(Math.min(...one)),
      'of one 5 %': round(percentile(one, 0.05)),
      'of two 50 %': round(percentile(two, 0.5)),
      'of two 90 %': round(percentile(two, 0.9)),
    }
  })
}

/** As a recording's report has it: nothing is told of too little. */
function splitScore(pcm: Pcm): number {
  const split = splitSpeakers(pcm)
  return split && split.lesserSeconds >= LEAST_SPLIT_SECONDS ? split.score : Number.MAX_VALUE
}

function roomRows(recorded: Recorded[], random: ReturnType<typeof createRandom>) {
  const rooms = [
    { room: 'none', rt60: 0, wet: 0 },
    { room: 'dry studio', rt60: 0.15, wet: 0.1 },
    { room: 'furnished room, near', rt60: 0.3, wet: 0.15 },
    { room: 'living room', rt60: 0.45, wet: 0.4 },
    { room: 'bare room', rt60: 0.6, wet: 0.6 },
    { room: 'bare room, far', rt60: 0.8, wet: 1.5 },
    { room: 'hall', rt60: 1.2, wet: 1.5 },
  ]
  return rooms.map(({ room, rt60, wet }) => {
    const found = recorded.map(({ dry: [pcm] }) => {
      const samples = rt60 > 0 ? inRoom(pcm!.samples, random, rt60, wet) : pcm!.samples
      return decaySeconds({ samples, sampleRateHz: RATE_HZ })
    })
    const told = found.filter((seconds) => seconds !== null)
    return {
      room,
      'RT60 s': rt60,
      'echo over direct': wet,
      recordings: found.length,
      'not told': found.length - told.length,
      'decay 10 %': round(percentile(told, 0.1), 3),
      'decay 50 %': round(percentile(told, 0.5), 3),
      'decay 90 %': round(percentile(told, 0.9), 3),
      'called reverberant %': round(
        percent(told.filter((seconds) => seconds > MOST_DECAY_SECONDS).length, found.length),
      ),
    }
  })
}
