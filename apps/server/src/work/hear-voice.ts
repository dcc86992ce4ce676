import {
  concatenate,
  createMaster,
  durationSeconds,
  masterTarget,
  type Pcm,
  resample,
} from '@viva-voce/audio'
import { enrolSpeaker, type SpeakerEmbedding } from '@viva-voce/forensics'
import { readingScript, SpeechError, speak } from '@viva-voce/speech'
import { asRefusal } from './as-refusal.ts'
import { findVoice } from './find-voice.ts'
import type { SpokenTask } from './tasks.ts'

/** More speech hardly moves a voice's embedding. */
const enoughSeconds = 20
/** What speaker models are trained at. */
export const heardRateHz = 16_000
/** What a voice says in a language that has no script: its engine reads figures in its own. */
const figures = Array.from({ length: 30 }, (_, i) => `${i * 37 + 11}.`).join(' ')

export type HearTask = Pick<SpokenTask, 'tenant' | 'voiceId' | 'neural' | 'custom'> & {
  /** BCP-47. */
  locale: string
  /** The speech itself is wanted, too: at 16 kHz, for a speaker model of the operator. */
  keepsSpeech?: boolean
}

export type HeardVoice = SpeakerEmbedding & { speech?: Pcm }
export type HeardResult = HeardVoice | { refusal: string; message: string }

/** Makes a voice speak as it does for a developer, and hears who that is. */
export async function hearVoice(task: HearTask): Promise<HeardResult> {
  try {
    const { engine, engineVoice } = await findVoice(task)
    const text = readingScript(task.locale)?.slice(0, 12).join(' ') ?? figures
    const master = createMaster(masterTarget)
    const chunks: Pcm[] = []
    let seconds = 0
    for await (const chunk of speak({ engine, voice: engineVoice, text, speed: 1 })) {
      chunks.push(master.next(chunk))
      seconds += durationSeconds(chunk)
      if (seconds > enoughSeconds) break
    }
    if (chunks.length === 0) throw new SpeechError('no_speech', 'nothing was said')
    const whole = concatenate(chunks)
    const speaker = enrolSpeaker([whole])
    return task.keepsSpeech ? { ...speaker, speech: resample(whole, heardRateHz) } : speaker
  } catch (error) {
    return asRefusal(error)
  }
}
