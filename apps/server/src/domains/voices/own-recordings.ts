import type { AnswerOf, routes } from '@viva-voce/contract'
import type { Context } from '../../context.ts'
import type { Viewer } from '../../http/viewer.ts'
import { ApiError, notFound } from '../../kit/api-error.ts'
import { inTransaction } from '../../kit/db.ts'
import { lockOwnVoice, moveVoice, ownVoice } from './own-voices.ts'
import { qualityOf } from './quality-report.ts'
import { deleteSamples, samplesOf } from './sample-store.ts'

/** The recordings of a talent's own voice. Throws 404. */
export async function recordingsOf(
  ctx: Context,
  viewer: Viewer,
  voiceId: string,
): Promise<AnswerOf<typeof routes.listRecordings>['items']> {
  await ownVoice(ctx.db, viewer, voiceId)
  const samples = await samplesOf(ctx.db, voiceId)
  return samples.map((sample) => ({
    sample_id: sample.id,
    file_name: sample.file_name,
    bytes: Number(sample.bytes),
    seconds: sample.seconds,
    created_at: sample.created_at.toISOString(),
  }))
}

/**
 * Deletes one recording; the voice is as it was uploaded. Throws 404, and 409 for the last recording and for a voice in
 * training, ready or withdrawn, whose dossier names what it was made from.
 */
export async function removeRecording(
  ctx: Context,
  viewer: Viewer,
  voiceId: string,
  sampleId: string,
): Promise<AnswerOf<typeof routes.deleteRecording>> {
  const { sample, rest, quality } = await inTransaction(ctx.db, async (tx) => {
    const voice = await lockOwnVoice(tx, viewer, voiceId)
    const samples = await samplesOf(tx, voiceId)
    const sample = samples.find(({ id }) => id === sampleId)
    if (!sample) throw notFound('recording')
    const rest = samples.filter(({ id }) => id !== sampleId)
    if (rest.length === 0) {
      const sentence =
        'It is the last recording of the voice. Add another one first, or withdraw the voice.'
      throw new ApiError('conflict', sentence)
    }
    const quality = await qualityOf(ctx, voice.talent_id, rest)
    await moveVoice(tx, voice, 'remove', { failure: null, quality: JSON.stringify(quality) })
    await deleteSamples(tx, [sampleId])
    return { sample, rest, quality }
  })
  // The row is gone; an object that stays behind is named by nothing.
  await ctx.objects.remove(sample.object_key)
  ctx.logger.info({ voiceId, sampleId }, 'recording deleted')
  return { voice_id: voiceId, file_count: rest.length, quality }
}
