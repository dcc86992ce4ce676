/**
 * espeak-ng, the formant synthesiser of Debian, as a child process per sentence: starting it takes a few
 * milliseconds, and nothing of one request is left for the next one.
 */
import { decodeWav, type Pcm } from '@viva-voce/audio'
import type { EngineRequest, SpeechEngine, SpokenUnit } from '../../engine.ts'
import { SpeechError } from '../../error.ts'
import { prepareSpoken } from '../../text/prepare.ts'
import { findProgram, runProgram } from './program.ts'

/** The locale of each voice by espeak-ng's name for it: all 24 official languages of the EU. */
const LOCALES = new Map([
  ...([
    ['bg', 'bg-BG'],
    ['cs', 'cs-CZ'],
    ['da', 'da-DK'],
    ['de', 'de-DE'],
    ['el', 'el-GR'],
  ] as const),
  ...([
    ['en-gb', 'en-GB'],
    ['es', 'es-ES'],
    ['et', 'et-EE'],
    ['fi', 'fi-FI'],
  ] as const),
  ...([
    ['fr-fr', 'fr-FR'],
    ['ga', 'ga-IE'],
    ['hr', 'hr-HR'],
    ['hu', 'hu-HU'],
  ] as const),
  ...([
    ['it', 'it-IT'],
    ['lt', 'lt-LT'],
    ['lv', 'lv-LV'],
    ['mt', 'mt-MT'],
    ['nl', 'nl-NL'],
  ] as const),
  ...([
    ['pl', 'pl-PL'],
    ['pt', 'pt-PT'],
    ['ro', 'ro-RO'],
    ['sk', 'sk-SK'],
    ['sl', 'sl-SI'],
  ] as const),
  ['sv', 'sv-SE'],
])

/** Words a minute at the voices' own rate (espeak-ng's default). */
const OWN_RATE_WPM = 175
/** Above its own rate espeak-ng falls behind -s: 350 makes 0.55 of the length; by sentence it is 0.45 to 0.58. */
const FAST_CORRECTION = 0.03
/** -p 50 is a voice's own pitch. Measured on en-gb, de and bg: 8.5 semitones up to 99, 7.3 down to 0. */
const OWN_PITCH = 50
const PITCH_STEPS_PER_SEMITONE_UP = 5.8
const PITCH_STEPS_PER_SEMITONE_DOWN = 6.8
const MAX_PITCH = 99

/** A sentence of 400 letters is some 30 s, 1.3 MB; full of digits at half speed, about ten times that. */
const LIMITS = { timeoutMs: 20_000, maxBytes: 24_000_000 }

/** The espeak-ng engine: 22.05 kHz, several hundred times faster than real time on one core. */
export const espeak: SpeechEngine = {
  name: 'espeak-ng',
  voices: [...LOCALES.keys()],
  speak,
  isAvailable: () => findProgram() !== undefined,
  localeOf: (voice) => LOCALES.get(voice) ?? 'en-GB',
}

async function* speak(request: EngineRequest): AsyncGenerator<SpokenUnit> {
  const { text, signal } = request
  if (!LOCALES.has(request.voice)) {
    throw new SpeechError('unknown_voice', `espeak-ng has no voice "${request.voice}" here`)
  }
  const voice = voiceFor(request.language) ?? request.voice
  const utterances = prepareSpoken(text, LOCALES.get(voice)!)
  if (utterances.length === 0) throw new SpeechError('no_speech', 'nothing in the text can be said')
  for (const utterance of utterances) {
    if (signal?.aborted) throw new SpeechError('cancelled', 'speaking was cancelled')
    const pcm = await synthesise({ ...request, voice }, utterance.text)
    yield { pcm, boundary: utterance.boundary, text: utterance.written }
  }
}

/** The voice of a language, by its exact locale or else by its first part. */
function voiceFor(language: string | undefined): string | undefined {
  const wanted = language?.toLowerCase()
  const entries = [...LOCALES]
  const exact = entries.find(([, locale]) => locale.toLowerCase() === wanted)
  return (exact ?? entries.find(([, locale]) => locale.slice(0, 2) === wanted?.split('-')[0]))?.[0]
}

async function synthesise(request: EngineRequest, text: string): Promise<Pcm> {
  const { voice, speed, pitchSemitones = 0, signal } = request
  const correction = 1 + FAST_CORRECTION * Math.max(0, speed - 1)
  const rate = Math.round(OWN_RATE_WPM * speed * correction)
  const controls = ['-v', voice, '-s', String(rate), '-p', String(pitchOption(pitchSemitones))]
  const wav = await runProgram(
    [...controls, '-b', '1', '-z', '--stdin', '--stdout'],
    text,
    LIMITS,
    signal,
  )
  try {
    return decodeWav(wav).pcm
  } catch (error) {
    throw new SpeechError('engine_failed', 'espeak-ng gave no audio', { cause: error })
  }
}

function pitchOption(semitones: number): number {
  const steps = semitones < 0 ? PITCH_STEPS_PER_SEMITONE_DOWN : PITCH_STEPS_PER_SEMITONE_UP
  return Math.min(MAX_PITCH, Math.max(0, Math.round(OWN_PITCH + semitones * steps)))
}
