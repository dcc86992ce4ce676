import {
  concatenate,
  createMaster,
  durationSeconds,
  masterTarget,
  type Pcm,
} from '@viva-voce/audio'
import { scanSynthesis } from '@viva-voce/forensics'
import { countLetters, isSsml, SpeechError, type SpokenChunk, speak } from '@viva-voce/speech'
import type { SpeakingVoice } from './find-voice.ts'
import type { Mark, SpokenTask } from './tasks.ts'

/** Nobody speaks faster: seconds for each letter or figure of a text, as a floor that only a fault goes under. */
const leastSecondsPerLetter = 0.012

export interface SpokenWhole {
  pcm: Pcm
  marks: Mark[]
}

/** Speaks and masters a text whole. An engine's fault is tried once more, then thrown; null beyond the length bound. */
export async function speakWithin(
  task: SpokenTask,
  voice: SpeakingVoice,
): Promise<SpokenWhole | null> {
  const first = await attempt(task, voice)
  if (!first.fault) return first.whole
  const second = await attempt(task, voice)
  if (second.fault) throw new SpeechError('engine_failed', second.fault)
  return second.whole
}

async function attempt(
  task: SpokenTask,
  voice: SpeakingVoice,
): Promise<{ whole: SpokenWhole | null; fault: string | null }> {
  try {
    const whole = await speakOnce(task, voice)
    return { whole, fault: whole && faultOf(whole.pcm, task) }
  } catch (error) {
    if (!isUnsound(error)) throw error
    return { whole: null, fault: error.message }
  }
}

const isUnsound = (error: unknown): error is SpeechError =>
  error instanceof SpeechError && error.code === 'unsound'

/** Speaks a text for a stream. A first sentence that is unsound is tried once more; behind it, it is too late. */
export async function* speakAsSent(
  { text, speed }: SpokenTask,
  { engine, engineVoice: voice }: SpeakingVoice,
): AsyncGenerator<SpokenChunk> {
  for (let tries = 1; ; tries++) {
    let hasBegun = false
    try {
      for await (const chunk of speak({ engine, voice, text, speed })) {
        hasBegun = true
        yield chunk
      }
      return
    } catch (error) {
      if (!isUnsound(error) || hasBegun || tries > 1) throw error
    }
  }
}

async function speakOnce(task: SpokenTask, voice: SpeakingVoice): Promise<SpokenWhole | null> {
  const master = createMaster(masterTarget)
  const chunks: Pcm[] = []
  const marks: Mark[] = []
  let seconds = 0
  const { text, speed } = task
  for await (const chunk of speak({
    engine: voice.engine,
    voice: voice.engineVoice,
    text,
    speed,
  })) {
    chunks.push(master.next(chunk))
    if (chunk.text)
      marks.push({ text: chunk.text, start: chunk.startSeconds, end: chunk.endSeconds })
    seconds += durationSeconds(chunk)
    // A few characters can be long aloud ("½½½…"), so the length is bounded and not only the text.
    if (seconds > task.maxSeconds) return null
  }
  return { pcm: concatenate(chunks), marks }
}

/** What is wrong with what an engine made: too short for its text, silent, clipped; null when it is sound. */
export function faultOf(pcm: Pcm, task: SpokenTask): string | null {
  const seconds = durationSeconds(pcm)
  const letters = isSsml(task.text) ? 0 : countLetters(task.text)
  if (seconds * task.speed < Math.min(letters, 2_000) * leastSecondsPerLetter) {
    return `${seconds.toFixed(2)} s are too short for ${letters} letters`
  }
  const scan = scanSynthesis(pcm, { seconds, askedPauseSeconds: task.askedPauseSeconds })
  const failed = scan.signals.find((signal) => !signal.passed && faultSignals.has(signal.name))
  return failed?.explanation ?? null
}

const faultSignals = new Set(['finite_samples', 'speech_level', 'clipping'])
