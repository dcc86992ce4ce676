import type { Pcm } from '@viva-voce/audio'
import { atLeast, atMost, type Signal, shown } from '../signal.ts'
import { embedSpeaker, type SpeakerEmbedding } from './embedding.ts'
import { scoreSpeakers } from './score.ts'
import {
  DISTINCT_SCORE,
  LEAST_MATCHED_SECONDS,
  OTHER_VOICE_LEAD,
  VOICE_MATCH_SCORE,
} from './thresholds.ts'

/** Whose voice a synthesis ought to have. */
export interface ExpectedVoice {
  /** What the voice sounds like; null if it was never heard. */
  own: SpeakerEmbedding | null
  /** Voices of the platform and of other talents. */
  others: readonly { voiceId: string; speaker: SpeakerEmbedding }[]
  /** The text's markup moves the pitch, which may move the formants too: then nothing can be told. */
  isAltered: boolean
}

/**
 * Whether the voice is the one that was sold (`voice_match`), and whether a different voice is nearer than its own
 * (`other_voice`). Where there is too little speech to say, nothing fails.
 */
export function voiceSignals(pcm: Pcm, { own, others, isAltered }: ExpectedVoice): Signal[] {
  const heard = embedSpeaker(pcm)
  const untold = whyUntold(heard, own, isAltered)
  if (untold !== null || own === null) {
    const explanation = untold ?? ''
    return [
      { name: 'voice_match', score: 0, threshold: VOICE_MATCH_SCORE, passed: true, explanation },
    ]
  }
  const score = scoreSpeakers(own, heard)
  const sentence = `The voice matches the one that was sold with a score of ${shown(score)}, over ${shown(heard.seconds)} s of speech.`
  const match = atLeast('voice_match', score, VOICE_MATCH_SCORE, sentence)
  const nearest = nearestOther(heard, own, others)
  return nearest ? [match, otherVoice(nearest, score)] : [match]
}

function whyUntold(
  heard: SpeakerEmbedding,
  own: SpeakerEmbedding | null,
  isAltered: boolean,
): string | null {
  if (!own) return 'The voice was never heard before, so there are 0 to compare it with.'
  if (isAltered) return 'The text moves the pitch, so 0 s of it tell the voice.'
  if (heard.seconds >= LEAST_MATCHED_SECONDS) return null
  return `${shown(heard.seconds)} s of speech are too short to tell the voice; ${LEAST_MATCHED_SECONDS} s are needed.`
}

interface Nearest {
  voiceId: string
  score: number
}

/** The nearest of the voices that are not like the sold one: an engine may speak several with one timbre. */
export function nearestOther(
  heard: SpeakerEmbedding,
  own: SpeakerEmbedding,
  others: ExpectedVoice['others'],
): Nearest | null {
  let nearest: Nearest | null = null
  for (const { voiceId, speaker } of others) {
    if (scoreSpeakers(own, speaker) >= DISTINCT_SCORE) continue
    const score = scoreSpeakers(speaker, heard)
    if (!nearest || score > nearest.score) nearest = { voiceId, score }
  }
  return nearest
}

function otherVoice({ voiceId, score }: Nearest, own: number): Signal {
  const lead = score - own
  const sentence = `The nearest different voice is ${voiceId}, ${shown(Math.abs(lead))} ${lead > 0 ? 'nearer' : 'farther'} than its own.`
  return atMost('other_voice', lead, OTHER_VOICE_LEAD, sentence)
}
