import type { SpeakerEmbedding } from '@viva-voce/forensics'
import type { Context } from '../../context.ts'
import { notFound } from '../../kit/api-error.ts'
import { cloneOf, conversionOf, keyOfCustom } from './custom-voice.ts'
import * as speakers from './speaker-store.ts'
import { findVoice } from './voice-store.ts'

/**
 * What a voice sounds like when it speaks. A voice that was not heard yet, or that something else speaks now, is
 * made to speak and heard at once; null when nothing in this process can speak it, or throws 404.
 */
export async function speakerOfVoice(
  ctx: Context,
  voiceId: string,
): Promise<SpeakerEmbedding | null> {
  const known = await speakers.findSpeaker(ctx.db, voiceId, await ctx.speech.speakerVersion())
  return known ?? hearVoice(ctx, voiceId)
}

/** What other voices sound like that were heard before, those of the same talent left out. */
export async function otherVoices(
  ctx: Context,
  voice: { voiceId: string; talentId: string | null },
) {
  return speakers.speakersOfOthers(ctx.db, voice, await ctx.speech.speakerVersion())
}

/** Makes a ready voice speak and keeps who is heard; for a voice that has just been trained, and at the first check. */
export async function hearVoice(ctx: Context, voiceId: string): Promise<SpeakerEmbedding | null> {
  const voice = await findVoice(ctx.db, voiceId)
  if (!voice) throw notFound('voice')
  const { locale } = voice
  // Never the conversion in place of a clone: what is heard is kept as the clone's.
  const custom = cloneOf(voice) ?? conversionOf(voice)
  const speaker = await ctx.speech.hear({ voiceId, custom, locale })
  if (!speaker) return null
  const facts = { spokenBy: custom ? keyOfCustom(custom) : voice.made_by, at: ctx.clock.now() }
  await speakers.saveSpeaker(ctx.db, voiceId, speaker, facts)
  return speaker
}

/** Hears each catalogue voice that was not heard before, one after the other; one that fails is left for its first check. */
export async function hearCatalogue(ctx: Context, stopped: AbortSignal): Promise<void> {
  const version = await ctx.speech.speakerVersion()
  for (const voiceId of await speakers.unheardVoices(ctx.db, version)) {
    if (stopped.aborted) return
    try {
      await hearVoice(ctx, voiceId)
    } catch (error) {
      ctx.logger.warn({ err: error, voiceId }, 'a voice could not be heard')
    }
  }
}
