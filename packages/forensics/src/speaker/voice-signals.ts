import type { Pcm } from '@viva-voce/audio'
import { atLeast, atMost, type Signal, shown } from '../signal.ts'
import { embedSpeaker, type SpeakerEmbedding } from './embedding.ts'
import { ownJudge, type SpeakerJudge } from './judge.ts'
import { LEAST_MATCHED_SECONDS } from './thresholds.ts'

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
export function voiceSignals(pcm: Pcm, expected: ExpectedVoice): Signal[] {
  return judgeVoice(embedSpeaker(pcm), expected, ownJudge)
}

/** The same for what was heard by any model; all embeddings are of the one that `judge` is for. */
export function judgeVoice(
  heard: SpeakerEmbedding,
  { own, others, isAltered }: ExpectedVoice,
  judge: SpeakerJudge,
): Signal[] {
  const { matchScore } = judge
  const untold = whyUntold(heard, own, isAltered)
  if (untold !== null || own === null) {
    const explanation = untold ?? ''
    return [{ name: 'voice_match', score: 0, threshold: matchScore, passed: true, explanation }]
  }
  const score = judge.score(own, heard)
  const sentence = `The voice matches the one that was sold with a score of ${shown(score, digitsOf(judge))}, over ${shown(heard.seconds)} s of speech.`
  const match = atLeast('voice_match', score, matchScore, sentence)
  const nearest = nearestOther(heard, own, others, judge)
  return nearest ? [match, otherVoice(nearest, score, judge)] : [match]
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
  judge = ownJudge,
): Nearest | null {
  let nearest: Nearest | null = null
  for (const { voiceId, speaker } of others) {
    if (judge.score(own, speaker) >= judge.distinctScore) continue
    const score = judge.score(speaker, heard)
    if (!nearest || score > nearest.score) nearest = { voiceId, score }
  }
  return nearest
}

function otherVoice({ voiceId, score }: Nearest, own: number, judge: SpeakerJudge): Signal {
  const lead = score - own
  const size = shown(Math.abs(lead), digitsOf(judge))
  const sentence = `The nearest different voice is ${voiceId}, ${size} ${lead > 0 ? 'nearer' : 'farther'} than its own.`
  return atMost('other_voice', lead, judge.otherLead, sentence)
}

/** Cosines lie between −1 and 1; the package's own scores go to tens. */
function digitsOf(judge: SpeakerJudge): number {
  return judge === ownJudge ? 1 : 2
}
