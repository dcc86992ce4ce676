/** The made-up speakers that the speaker model learns from and is tested on. */
import { execFileSync } from 'node:child_process'
import { concatenate, decodeWav, type Pcm, resample } from '../../packages/audio/index.ts'
import {
  flite,
  heldOutSentences,
  readingScript,
  scriptLocales,
  trainingSentences,
} from '../../packages/speech/index.ts'
import { createRandom, type Random } from '../../packages/speech/src/conversion/random.ts'
import { type Warp, warpVoice } from './warp.ts'

const RATE_HZ = 16_000

/** One made-up speaker: an engine's voice with its formants moved. */
export interface MadeSpeaker {
  id: string
  engine: 'flite' | 'espeak'
  /** flite's voice, or espeak-ng's variant. */
  base: string
  /** Pitch: semitones for flite, 0 to 99 for espeak-ng. */
  pitch: number
  warp: Warp
}

/** flite's speakers; kal is kal16 in a narrower band. */
const FLITE = { training: ['slt', 'kal16'], test: ['awb', 'rms'] } as const
/** espeak-ng's variants, without those that differ in pitch or speed alone. Every third is for tests. */
const VARIANTS = [
  'Alex',
  'Alicia',
  'Andrea',
  'Andy',
  'Annie',
  'Demonic',
  'Denis',
  'Diogo',
  'Gene',
  'Gene2',
  'Henrique',
  'Hugo',
  'Jacky',
  'Lee',
  'Marco',
  'Mario',
  'Michael',
  'Mike',
  'Nguyen',
  'RicishayMax',
  'RicishayMax3',
  'Storm',
  'Tweaky',
  'adam',
  'anika',
  'announcer',
  'antonio',
  'aunty',
  'belinda',
  'benjamin',
  'boris',
  'caleb',
  'croak',
  'david',
  'ed',
  'edward',
  'edward2',
  'f1',
  'f2',
  'f3',
  'f4',
  'f5',
  'grandma',
  'grandpa',
  'gustave',
  'iven',
  'iven2',
  'iven3',
  'iven4',
  'john',
  'kaukovalta',
  'klatt',
  'klatt2',
  'klatt3',
  'klatt4',
  'linda',
  'm1',
  'm2',
  'm3',
  'm4',
  'm5',
  'm6',
  'm7',
  'm8',
  'marcelo',
  'max',
  'michel',
  'miguel',
  'norbert',
  'pablo',
  'paul',
  'pedro',
  'quincy',
  'rob',
  'robert',
  'sandro',
  'shelby',
  'steph',
  'steph2',
  'steph3',
  'travis',
  'victor',
  'zac',
] as const

/** Speakers of one side; the two sides share no base voice. */
export function makeSpeakers(
  side: 'training' | 'test',
  counts: { flite: number; espeak: number },
  seed: number,
): MadeSpeaker[] {
  const random = createRandom(seed)
  const variants = VARIANTS.filter((_, i) => (i % 3 === 2) === (side === 'test'))
  const speakers: MadeSpeaker[] = []
  for (let i = 0; i < counts.flite; i++) {
    const base = FLITE[side][i % FLITE[side].length]!
    const pitch = Math.round(8 * random.uniform() - 4)
    speakers.push({
      id: `${side}-flite-${i}`,
      engine: 'flite',
      base,
      pitch,
      warp: drawWarp(random),
    })
  }
  for (let i = 0; i < counts.espeak; i++) {
    const base = variants[i % variants.length]!
    const pitch = Math.round(20 + 60 * random.uniform())
    speakers.push({
      id: `${side}-espeak-${i}`,
      engine: 'espeak',
      base,
      pitch,
      warp: drawWarp(random),
    })
  }
  return speakers
}

/** A vocal tract up to a fifth shorter or longer, each formant a little on its own. */
function drawWarp(random: Random): Warp {
  const length = 0.82 * (1.24 / 0.82) ** random.uniform()
  const own = () => length * (1 + 0.05 * (2 * random.uniform() - 1))
  const from = [600, 1_700, 2_900, 4_200]
  const to = from.map((hz) => hz * own())
  return { from, to, tiltDb: 3 * (2 * random.uniform() - 1) }
}

/** Sentences by language; those of tests are never trained with. */
export function sentencesOf(side: 'training' | 'test'): Map<string, readonly string[]> {
  const all = new Map<string, readonly string[]>()
  for (const locale of scriptLocales) {
    const script = readingScript(locale)!
    all.set(locale, side === 'training' ? script.slice(0, 28) : script.slice(28))
  }
  const english =
    side === 'training'
      ? trainingSentences.slice(0, 28)
      : [...trainingSentences.slice(28), ...heldOutSentences]
  all.set('en', [...all.get('en')!, ...english])
  return all
}

const spokenByFlite = new Map<string, Pcm>()

/** A sentence in a speaker's voice at 16 kHz; `speed` 0.5 to 2. */
export async function say(
  speaker: MadeSpeaker,
  text: string,
  language: string,
  speed = 1,
): Promise<Pcm> {
  const plain =
    speaker.engine === 'flite'
      ? await sayFlite(speaker, text, speed)
      : sayEspeak(speaker, text, language, speed)
  return warpVoice(plain, speaker.warp)
}

async function sayFlite({ base, pitch }: MadeSpeaker, text: string, speed: number): Promise<Pcm> {
  // Speaking takes far longer than moving formants, and many speakers share a base.
  const step = 2 * Math.round(pitch / 2)
  const rate = Math.round(speed * 4) / 4
  const key = `${base} ${step} ${rate} ${text}`
  const known = spokenByFlite.get(key)
  if (known) return known
  const pieces: Pcm[] = []
  for await (const unit of flite.speak({
    text,
    voice: base,
    speed: rate,
    pitchSemitones: base === 'rms' ? 0 : step,
  })) {
    pieces.push(resample(unit.pcm, RATE_HZ))
  }
  const pcm = concatenate(pieces)
  spokenByFlite.set(key, pcm)
  return pcm
}

function sayEspeak(
  { base, pitch }: MadeSpeaker,
  text: string,
  language: string,
  speed: number,
): Pcm {
  const voice = `${language === 'en' ? 'en-gb' : language === 'fr' ? 'fr-fr' : language}+${base}`
  const controls = [
    '-v',
    voice,
    '-p',
    String(pitch),
    '-s',
    String(Math.round(175 * speed)),
    '-z',
    '--stdin',
    '--stdout',
  ]
  const wav = execFileSync('espeak-ng', controls, { input: text, maxBuffer: 64e6 })
  return resample(decodeWav(wav).pcm, RATE_HZ)
}
