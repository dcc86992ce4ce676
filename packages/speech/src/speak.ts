import {
  blockOffset,
  concatenate,
  durationSeconds,
  fadeEdges,
  limitPeak,
  type Pcm,
  resample,
  trimSilence,
} from '@viva-voce/audio'
import { MAX_SPEED, MIN_SPEED, type SpeechEngine } from './engine.ts'
import { SpeechError } from './error.ts'
import { isSsml, parseSsml } from './ssml/parse.ts'
import type { Segment } from './ssml/segments.ts'
import type { Boundary } from './text/utterance.ts'
import { OUTPUT_SAMPLE_RATE_HZ, type SpokenChunk, Timeline } from './timeline.ts'
import { isClipped, shouldBeHeard } from './unsound.ts'

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
  /** Any text; what cannot be said aloud is left out. SSML when it starts with `<speak>`. */
  text: string
  /** Speaking rate in parts of the voice's own, 0.5..2 (default 1). */
  speed?: number
  signal?: AbortSignal
}

/** When a sentence is heard, in seconds from the beginning of the audio. */
export interface Mark {
  text: string
  startSeconds: number
  endSeconds: number
}

/**
 * Speaks a text sentence by sentence: each chunk is a sentence at 24 kHz mono, peak at most -1 dBFS, with
 * the pause that belongs before it and its place in the whole, and chunks laid end to end are the whole
 * speech without clicks. A `break` at the end of SSML is a last chunk without text.
 * Throws RangeError for a speed out of range, SsmlError for markup that is not understood, and SpeechError
 * `unknown_voice`, `no_speech`, `cancelled` (at the latest one sentence after the abort), `unsound` or `engine_failed`.
 */
export async function* speak(request: SpeakRequest): AsyncGenerator<SpokenChunk> {
  const { speed = 1, signal } = request
  if (!(speed >= MIN_SPEED && speed <= MAX_SPEED)) throw new RangeError(`speed ${speed}`)
  const timeline = new Timeline()
  const spoken: string[] = []
  for (const segment of segmentsOf(request)) {
    for await (const { pcm, text } of spokenUnits(segment, request, timeline)) {
      if (signal?.aborted) throw new SpeechError('cancelled', 'speaking was cancelled')
      if (isClipped(pcm)) throw new SpeechError('unsound', 'the engine’s audio is clipped')
      spoken.push(text)
      const sentence = finish(pcm, segment.volumeDb)
      if (sentence.samples.length > 0) yield timeline.place(sentence, text)
    }
    if (segment.breakSeconds !== null) timeline.rest(segment.breakSeconds)
  }
  if (!timeline.hasSpoken) {
    const code = shouldBeHeard(spoken) ? 'unsound' : 'no_speech'
    throw new SpeechError(code, 'the engine made no sound of the text')
  }
  const rest = timeline.end()
  if (rest) yield rest
}

/** The chunks of `speak` as one piece of audio; throws as `speak` does. */
export async function speakWhole(request: SpeakRequest): Promise<Pcm> {
  return (await speakWithMarks(request)).pcm
}

/** The whole speech, and when each of its sentences is heard; throws as `speak` does. */
export async function speakWithMarks(
  request: SpeakRequest,
): Promise<{ pcm: Pcm; marks: readonly Mark[] }> {
  const chunks: SpokenChunk[] = []
  for await (const chunk of speak(request)) chunks.push(chunk)
  const marks = chunks
    .filter((chunk) => chunk.text !== '')
    .map(({ text, startSeconds, endSeconds }) => ({ text, startSeconds, endSeconds }))
  return { pcm: concatenate(chunks), marks }
}

function segmentsOf({ engine, voice, text }: SpeakRequest): Segment[] {
  const language = engine.localeOf?.(voice) ?? 'en'
  if (isSsml(text)) return parseSsml(text, language)
  const plain = { rate: 1, pitchSemitones: 0, volumeDb: 0, breakSeconds: null }
  return [{ text, language, ...plain, boundary: 'paragraph' }]
}

/** A segment's units with the pauses after them on the timeline; a stretch of SSML may have nothing to say. */
async function* spokenUnits(segment: Segment, request: SpeakRequest, timeline: Timeline) {
  const { engine, voice, speed = 1, signal } = request
  const { text, language, pitchSemitones, boundary } = segment
  if (text === '' && isSsml(request.text)) return
  const rate = Math.min(MAX_SPEED, Math.max(MIN_SPEED, segment.rate * speed))
  const own = engine.localeOf?.(voice) ?? 'en'
  const options = { pitchSemitones, language: language === own ? undefined : language }
  const naturalPause = (after: Boundary) =>
    Math.max(0, PAUSE_SECONDS[after] - 2 * KEPT_SILENCE_SECONDS) / rate
  let spoken = false
  try {
    for await (const unit of engine.speak({ text, voice, speed: rate, signal, ...options })) {
      yield { pcm: unit.pcm, text: unit.text ?? text }
      timeline.pause(naturalPause(unit.boundary))
      spoken = true
    }
  } catch (error) {
    const nothing = error instanceof SpeechError && error.code === 'no_speech'
    if (!nothing || !isSsml(request.text)) throw error
  }
  if (spoken) timeline.pause(naturalPause(boundary))
}

/** Resampling comes before the gain: it can raise a peak by the ripple between samples. */
function finish(pcm: Pcm, volumeDb: number): Pcm {
  const trimmed = trimSilence(blockOffset(pcm), {
    thresholdDb: SILENCE_THRESHOLD_DB,
    keepSeconds: KEPT_SILENCE_SECONDS,
  })
  const faded = fadeEdges(trimmed, Math.min(FADE_SECONDS, durationSeconds(trimmed) / 2))
  const resampled = resample(faded, OUTPUT_SAMPLE_RATE_HZ)
  const louder = volumeDb === 0 ? resampled : gain(resampled, 10 ** (volumeDb / 20))
  return limitPeak(louder, PEAK_CEILING_DB)
}

function gain(pcm: Pcm, factor: number): Pcm {
  return { ...pcm, samples: pcm.samples.map((sample) => sample * factor) }
}
