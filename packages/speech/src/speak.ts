import {
  blockOffset,
  concatenate,
  durationSeconds,
  fadeEdges,
  limitPeak,
  type Pcm,
  resample,
  silence,
  trimSilence,
} from '@viva-voce/audio'
import { MAX_SPEED, MIN_SPEED, type SpeechEngine } from './engine.ts'
import { SpeechError } from './error.ts'
import type { Boundary } from './text/utterance.ts'

/** The rate of all speech that leaves this package, in hertz. */
export const OUTPUT_SAMPLE_RATE_HZ = 24_000
/** No sample goes above it, so that dither and lossy encoders have room. */
export const PEAK_CEILING_DB = -1

/**
 * Pauses as a reader makes them between sentences (about a third of a second) and paragraphs. Inside an
 * over-long sentence they are short, so that the cut is not heard as an end.
 */
const PAUSE_SECONDS: Readonly<Record<Boundary, number>> = {
  word: 0,
  clause: 0.12,
  sentence: 0.3,
  paragraph: 0.55,
}
/** Under the faintest f and th of the flite voices in their level, above their noise. */
const SILENCE_THRESHOLD_DB = -40
/** Kept around a sentence, for faint beginnings and endings; counts as part of the pause. */
const KEPT_SILENCE_SECONDS = 0.06
const FADE_SECONDS = 0.005

/** What to say, with what, and how. */
export interface SpeakRequest {
  engine: SpeechEngine
  /** One of the engine's voices. */
  voice: string
  /** Any text; what cannot be said aloud is left out. */
  text: string
  /** Speaking rate in parts of the voice's own, 0.5..2 (default 1). */
  speed?: number
  signal?: AbortSignal
}

/**
 * Speaks a text sentence by sentence: each chunk is a sentence at 24 kHz mono, peak at most -1 dBFS, with
 * the pause that belongs before it, and chunks laid end to end are the whole speech without clicks.
 * Throws RangeError for a speed out of range and SpeechError `unknown_voice`, `no_speech`, `cancelled`
 * (at the latest one sentence after the abort) or `engine_failed`.
 */
export async function* speak(request: SpeakRequest): AsyncGenerator<Pcm> {
  const { engine, voice, text, speed = 1, signal } = request
  if (!(speed >= MIN_SPEED && speed <= MAX_SPEED)) throw new RangeError(`speed ${speed}`)
  let pause = 0
  let spoken = false
  for await (const unit of engine.speak({ text, voice, speed, signal })) {
    if (signal?.aborted) throw new SpeechError('cancelled', 'speaking was cancelled')
    const sentence = finish(unit.pcm)
    if (sentence.samples.length > 0) {
      yield spoken ? concatenate([silence(pause, OUTPUT_SAMPLE_RATE_HZ), sentence]) : sentence
      spoken = true
    }
    pause = Math.max(0, PAUSE_SECONDS[unit.boundary] - 2 * KEPT_SILENCE_SECONDS) / speed
  }
  if (!spoken) throw new SpeechError('no_speech', 'the engine made no sound of the text')
}

/** The chunks of `speak` as one piece of audio; throws as `speak` does. */
export async function speakWhole(request: SpeakRequest): Promise<Pcm> {
  const chunks: Pcm[] = []
  for await (const chunk of speak(request)) chunks.push(chunk)
  return concatenate(chunks)
}

/** Resampling comes before the gain: it can raise a peak by the ripple between samples. */
function finish(pcm: Pcm): Pcm {
  const trimmed = trimSilence(blockOffset(pcm), {
    thresholdDb: SILENCE_THRESHOLD_DB,
    keepSeconds: KEPT_SILENCE_SECONDS,
  })
  const faded = fadeEdges(trimmed, Math.min(FADE_SECONDS, durationSeconds(trimmed) / 2))
  return limitPeak(resample(faded, OUTPUT_SAMPLE_RATE_HZ), PEAK_CEILING_DB)
}
