/** Whether the recordings of a voice are of one person, and of nobody who has a voice here already. */
import {
  averageSpeaker,
  LEAST_SPEAKER_SECONDS,
  SEVERAL_SPEAKERS_SCORE,
  SPEAKER_MODEL_VERSION,
  type SpeakerEmbedding,
  scoreSpeakers,
  THEFT_SCORE,
} from '@viva-voce/forensics'
import type { Context } from '../../context.ts'
import * as store from './speaker-store.ts'

/** A recording's name, and who is heard in it. */
export interface HeardRecording {
  name: string
  speaker: SpeakerEmbedding
}

/** A sentence when two recordings are of different people; it names the two least alike. */
export function differentSpeakers(recordings: readonly HeardRecording[]): string[] {
  const told = recordings.filter(({ speaker }) => speaker.seconds >= LEAST_SPEAKER_SECONDS)
  let least = { score: SEVERAL_SPEAKERS_SCORE, names: '' }
  for (const [i, one] of told.entries()) {
    for (const other of told.slice(0, i)) {
      const score = scoreSpeakers(one.speaker, other.speaker)
      if (score < least.score) least = { score, names: `${other.name} and ${one.name}` }
    }
  }
  if (!least.names) return []
  return [
    `Two different people seem to speak in ${least.names}. A voice is made of one person's recordings only.`,
  ]
}

/** A sentence when the recordings sound like a voice of another talent; whose is not said. */
export async function anotherTalentsVoice(
  ctx: Context,
  talentId: string,
  recordings: readonly HeardRecording[],
): Promise<string[]> {
  const told = recordings.filter(({ speaker }) => speaker.seconds > 0)
  if (told.length === 0) return []
  const heard = averageSpeaker(told.map(({ speaker }) => speaker))
  if (heard.seconds < LEAST_SPEAKER_SECONDS) return []
  const matches = (await voicesOfOthers(ctx, talentId)).filter(
    ({ speaker }) => scoreSpeakers(speaker, heard) >= THEFT_SCORE,
  )
  if (matches.length === 0) return []
  ctx.logger.warn(
    { talentId, matches: matches.map(({ voiceId }) => voiceId) },
    'recordings sound like another talent',
  )
  return [
    "These recordings sound like another talent's voice. Only your own voice can be trained; if it is yours, please write to us.",
  ]
}

/** Each voice of another talent as it was recorded. */
async function voicesOfOthers(ctx: Context, talentId: string) {
  const samples = await store.recordedByOthers(ctx.db, talentId, SPEAKER_MODEL_VERSION)
  const byVoice = Map.groupBy(samples, ({ voiceId }) => voiceId)
  return [...byVoice].map(([voiceId, group]) => ({
    voiceId,
    speaker: averageSpeaker(group.map(({ speaker }) => speaker)),
  }))
}
