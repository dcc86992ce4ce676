/**
 * What a voice must pass before it is trained (product.md section 2). The gate stands at the call, which answers
 * with the reasons, and again in the worker before the work begins. A check is one entry of `trainingChecks`.
 */
import type { RecordingFault, RecordingQuality, SpeakerEmbedding } from '@viva-voce/forensics'
import type { Context } from '../../context.ts'
import { anotherTalentsVoice, differentSpeakers, type HeardRecording } from './speaker-checks.ts'

/** A recording as it was measured at upload. */
export interface MeasuredRecording {
  fileName: string
  quality: RecordingQuality
  /** Who is heard in it; null for a recording that the speaker model has not heard. */
  speaker: SpeakerEmbedding | null
}

/** What the checks look at; whatever else they need, they read through the context. */
export interface TrainingFacts {
  voiceId: string
  talentId: string
  /** BCP-47. */
  locale: string
  /** The talent's consent now. */
  consent: string
  recordings: readonly MeasuredRecording[]
}

/** One rule: the sentences that tell the talent what is wrong and what to do about it; none when it is met. */
export interface TrainingCheck {
  name: string
  reasons(facts: TrainingFacts, ctx: Context): string[] | Promise<string[]>
}

export interface TrainingRefusal {
  check: string
  message: string
}

/** Speech in all, in seconds, under which nothing can be trained. */
const leastSpeechSeconds = 10
const replaceIt = 'Record it again and upload it under the same name.'

export const trainingChecks: readonly TrainingCheck[] = [
  {
    name: 'consent',
    reasons: ({ consent }) =>
      consent === 'granted' ? [] : ['Please give consent first: no voice is trained without it.'],
  },
  { name: 'own_watermark', reasons: ({ recordings }) => withFault(recordings, 'watermarked') },
  {
    name: 'silence',
    reasons: ({ recordings }) => withFault(recordings, 'too_quiet', 'no_speech'),
  },
  { name: 'clipping', reasons: ({ recordings }) => withFault(recordings, 'clipped') },
  {
    name: 'one_speaker',
    reasons: ({ recordings }) => [
      ...withFault(recordings, 'several_speakers'),
      ...differentSpeakers(heardIn(recordings)),
    ],
  },
  {
    name: 'own_voice',
    reasons: ({ talentId, recordings }, ctx) =>
      anotherTalentsVoice(ctx, talentId, heardIn(recordings)),
  },
  { name: 'speech_seconds', reasons: ({ recordings }) => tooLittle(recordings) },
]

/** Runs every check; empty when the voice may be trained. */
export async function refusalsOfTraining(
  ctx: Context,
  facts: TrainingFacts,
): Promise<TrainingRefusal[]> {
  const refusals: TrainingRefusal[] = []
  for (const { name, reasons } of trainingChecks) {
    const messages = await reasons(facts, ctx)
    refusals.push(...messages.map((message) => ({ check: name, message })))
  }
  return refusals
}

/** A sentence for each file that was found at upload to have one of the faults. */
function withFault(
  recordings: readonly MeasuredRecording[],
  ...faults: RecordingFault[]
): string[] {
  return recordings.flatMap(({ fileName, quality }) =>
    quality.problems
      .filter(({ code }) => faults.includes(code))
      .map(({ message }) => `${fileName}: ${message} ${replaceIt}`),
  )
}

function heardIn(recordings: readonly MeasuredRecording[]): HeardRecording[] {
  return recordings.flatMap(({ fileName, speaker }) =>
    speaker ? [{ name: fileName, speaker }] : [],
  )
}

function tooLittle(recordings: readonly MeasuredRecording[]): string[] {
  const seconds = recordings.reduce((sum, { quality }) => sum + quality.speechSeconds, 0)
  if (seconds >= leastSpeechSeconds) return []
  const found = `There are ${seconds.toFixed(1)} seconds of speech in all; training needs ${leastSpeechSeconds}.`
  return [`${found} Please add more recordings; a minute or more makes a better voice.`]
}
