import {
  type UploadForm,
  uploadForm,
  uploadLimits,
  type VoiceQualityReport,
} from '@viva-voce/contract'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { validationError } from '../../http/problem.ts'
import { type ReceivedForm, withReceivedForm } from '../../http/receive-files.ts'
import type { Viewer } from '../../http/viewer.ts'
import { ApiError, notFound } from '../../kit/api-error.ts'
import { inTransaction, type Tx } from '../../kit/db.ts'
import { lockOwnVoice, moveVoice, ownVoice, stateAfter } from './own-voices.ts'
import { qualityOf } from './quality-report.ts'
import { type InspectedFile, inspectFiles } from './recordings.ts'
import { deleteSamples, insertSamples, type SampleRow, samplesOf } from './sample-store.ts'
import { bytesOf } from './speaker-store.ts'
import { insertVoice, update } from './voice-store.ts'

/** What an upload has made. */
export interface Uploaded {
  voice_id: string
  file_count: number
  quality: VoiceQualityReport
}

/** Talents whose upload is running in this process: one at a time bounds what lies on the disk. */
const uploading = new Set<string>()

/**
 * Makes a voice of the recordings in a form, or adds them to one. Either all of it is kept or nothing: throws a
 * refusal that names the bad file, 413 for too much, 404 for somebody else's voice, 409 for one that takes no more
 * and while another upload of the talent is running.
 */
export async function uploadVoice(
  ctx: Context,
  owner: { viewer: Viewer; talentId: string },
  request: FastifyRequest,
): Promise<Uploaded> {
  const { talentId } = owner
  if (uploading.has(talentId)) {
    throw new ApiError('request_in_progress', 'Your last upload is still running. Please wait.')
  }
  uploading.add(talentId)
  try {
    return await withReceivedForm(request, uploadLimits, (received) =>
      keepRecordings(ctx, owner, received),
    )
  } finally {
    uploading.delete(talentId)
  }
}

/** Makes a voice of recordings that lie on the disk, or adds them to one; they stay there. Throws as `uploadVoice`. */
export async function keepRecordings(
  ctx: Context,
  owner: { viewer: Viewer; talentId: string },
  received: ReceivedForm,
): Promise<Uploaded> {
  const form = checked(received)
  if (form.voice_id) await refuseUnlessTaken(ctx, owner, form.voice_id)
  const files = await inspectFiles(ctx, owner.talentId, received.files)
  return keep(ctx, owner, form, files)
}

/** Early, since reading the files takes a while; the transaction looks again. */
async function refuseUnlessTaken(
  ctx: Context,
  { viewer, talentId }: { viewer: Viewer; talentId: string },
  voiceId: string,
): Promise<void> {
  const voice = await ownVoice(ctx.db, viewer, voiceId)
  if (voice.talent_id !== talentId) throw notFound('voice')
  stateAfter(voice, 'add')
}

function checked({ fields, files }: ReceivedForm): UploadForm {
  const parsed = uploadForm.safeParse(fields)
  if (!parsed.success) throw validationError('body', parsed.error)
  if (files.length === 0) {
    const message = 'Please add at least one audio file'
    throw new ApiError('validation_failed', message, { fields: [{ field: 'body.files', message }] })
  }
  return parsed.data
}

/** Objects first, then the rows that name them; when the rows fail, the objects go. */
async function keep(
  ctx: Context,
  owner: { viewer: Viewer; talentId: string },
  form: UploadForm,
  files: readonly InspectedFile[],
): Promise<Uploaded> {
  const voiceId = form.voice_id ?? newVoiceId(ctx)
  const samples = files.map((file) => {
    const id = ctx.ids.next('smp')
    return { id, file, key: `voices/${voiceId}/${id}${file.extension}` }
  })
  const kept = { voiceId, talentId: owner.talentId, form, samples }
  let replaced: SampleRow[]
  try {
    for (const { key, file } of samples) await ctx.objects.putFile(key, file.path)
    replaced = await inTransaction(ctx.db, (tx) =>
      form.voice_id ? addTo(ctx, tx, owner.viewer, kept) : make(ctx, tx, kept),
    )
  } catch (error) {
    await Promise.allSettled(samples.map(({ key }) => ctx.objects.remove(key)))
    throw error
  }
  await Promise.allSettled(replaced.map(({ object_key }) => ctx.objects.remove(object_key)))
  const all = await samplesOf(ctx.db, voiceId)
  const quality = await qualityOf(ctx, owner.talentId, all)
  ctx.logger.info({ voiceId, files: files.length, passed: quality.passed }, 'uploaded')
  return { voice_id: voiceId, file_count: all.length, quality }
}

interface Kept {
  voiceId: string
  talentId: string
  form: UploadForm
  samples: { id: string; file: InspectedFile; key: string }[]
}

async function make(ctx: Context, tx: Tx, kept: Kept): Promise<SampleRow[]> {
  await insertVoice(tx, voiceRow(ctx, kept))
  await insertSamples(tx, sampleRows(ctx, kept, 0))
  await update(tx, kept.voiceId, await reportOf(ctx, tx, kept))
  return []
}

/** Gives the recordings that these take the place of, by their names. */
async function addTo(ctx: Context, tx: Tx, viewer: Viewer, kept: Kept): Promise<SampleRow[]> {
  const { voiceId, samples } = kept
  const voice = await lockOwnVoice(tx, viewer, voiceId)
  const before = await samplesOf(tx, voiceId)
  const names = new Set(samples.map(({ file }) => file.name))
  const replaced = before.filter(({ file_name }) => names.has(file_name))
  const { filesOfVoice } = uploadLimits
  if (before.length - replaced.length + samples.length > filesOfVoice) {
    throw new ApiError('validation_failed', `A voice has at most ${filesOfVoice} recordings.`)
  }
  await deleteSamples(
    tx,
    replaced.map(({ id }) => id),
  )
  await insertSamples(tx, sampleRows(ctx, kept, before.at(-1)?.position ?? 0))
  await moveVoice(tx, voice, 'add', { failure: null, ...(await reportOf(ctx, tx, kept)) })
  return replaced
}

async function reportOf(ctx: Context, tx: Tx, { voiceId, talentId }: Kept) {
  const quality = await qualityOf(ctx, talentId, await samplesOf(tx, voiceId))
  return { quality: JSON.stringify(quality) }
}

/** `voice_` and 80 random bits: it says nothing about when it was made. */
function newVoiceId(ctx: Context): string {
  return `voice_${ctx.random.bytes(10).toString('hex')}`
}

function voiceRow(ctx: Context, { voiceId: id, talentId, form }: Kept) {
  return {
    id,
    talent_id: talentId,
    name: form.voice_name,
    locale: form.locale,
    category: form.category,
    tier: 'custom',
    description: '',
    made_by: 'A voice talent, from their own recordings.',
    engine: 'custom',
    engine_voice: id,
    state: 'uploaded',
    created_at: ctx.clock.now(),
  }
}

function sampleRows(ctx: Context, { voiceId, samples }: Kept, lastPosition: number) {
  return samples.map(({ id, file, key }, index) => ({
    id,
    voice_id: voiceId,
    position: lastPosition + index + 1,
    file_name: file.name,
    object_key: key,
    bytes: BigInt(file.bytes),
    sha256: file.sha256,
    container: file.container,
    codec: file.codec,
    channels: file.channels,
    sample_rate_hz: file.sampleRateHz,
    seconds: file.seconds,
    quality: JSON.stringify(file.quality),
    speaker_version: file.speaker.version,
    speaker_embedding: bytesOf(file.speaker.values),
    speaker_seconds: file.speaker.seconds,
    created_at: ctx.clock.now(),
  }))
}
