import {
  type UploadForm,
  uploadForm,
  uploadLimits,
  type VoiceQualityReport,
} from '@viva-voce/contract'
import { assessVoice } from '@viva-voce/forensics'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { validationError } from '../../http/problem.ts'
import { type ReceivedForm, withReceivedForm } from '../../http/receive-files.ts'
import { ApiError } from '../../kit/api-error.ts'
import { inTransaction } from '../../kit/db.ts'
import { type InspectedFile, inspectFiles } from './recordings.ts'
import { insertSamples } from './sample-store.ts'
import { insertVoice } from './voice-store.ts'

/** What an upload has made. */
export interface Uploaded {
  voice_id: string
  file_count: number
  quality: VoiceQualityReport
}

/** Talents whose upload is running in this process: one at a time bounds what lies on the disk. */
const uploading = new Set<string>()

/**
 * Makes a voice of the recordings in a form. Either all of it is kept or nothing: throws a refusal that names
 * the bad file, 413 for too much, 409 while another upload of the talent is running.
 */
export async function uploadVoice(
  ctx: Context,
  talentId: string,
  request: FastifyRequest,
): Promise<Uploaded> {
  if (uploading.has(talentId)) {
    throw new ApiError('request_in_progress', 'Your last upload is still running. Please wait.')
  }
  uploading.add(talentId)
  try {
    return await withReceivedForm(request, uploadLimits, async (received) => {
      const form = checked(received)
      const files = await inspectFiles(ctx, talentId, received.files)
      return keep(ctx, talentId, form, files)
    })
  } finally {
    uploading.delete(talentId)
  }
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
  talentId: string,
  form: UploadForm,
  files: readonly InspectedFile[],
): Promise<Uploaded> {
  const voiceId = newVoiceId(ctx)
  const samples = files.map((file, index) => {
    const id = ctx.ids.next('smp')
    return { id, file, position: index + 1, key: `voices/${voiceId}/${id}${file.extension}` }
  })
  const quality = qualityOf(files)
  try {
    for (const { key, file } of samples) await ctx.objects.putFile(key, file.path)
    await inTransaction(ctx.db, async (tx) => {
      await insertVoice(tx, voiceRow(ctx, voiceId, talentId, form, quality))
      await insertSamples(tx, samples.map(sampleRow(ctx, voiceId)))
    })
  } catch (error) {
    await Promise.allSettled(samples.map(({ key }) => ctx.objects.remove(key)))
    throw error
  }
  ctx.logger.info({ voiceId, talentId, files: files.length, passed: quality.passed }, 'uploaded')
  return { voice_id: voiceId, file_count: files.length, quality }
}

function qualityOf(files: readonly InspectedFile[]): VoiceQualityReport {
  const { passed, seconds, speechSeconds, problems } = assessVoice(
    files.map(({ name, quality }) => ({ file: name, quality })),
  )
  return { passed, seconds, speech_seconds: speechSeconds, problems }
}

/** `voice_` and 80 random bits: it says nothing about when it was made. */
function newVoiceId(ctx: Context): string {
  return `voice_${ctx.random.bytes(10).toString('hex')}`
}

function voiceRow(
  ctx: Context,
  id: string,
  talentId: string,
  form: UploadForm,
  quality: VoiceQualityReport,
) {
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
    quality: JSON.stringify(quality),
    created_at: ctx.clock.now(),
  }
}

function sampleRow(ctx: Context, voiceId: string) {
  return (sample: { id: string; file: InspectedFile; position: number; key: string }) => {
    const { file } = sample
    return {
      id: sample.id,
      voice_id: voiceId,
      position: sample.position,
      file_name: file.name,
      object_key: sample.key,
      bytes: BigInt(file.bytes),
      sha256: file.sha256,
      container: file.container,
      codec: file.codec,
      channels: file.channels,
      sample_rate_hz: file.sampleRateHz,
      seconds: file.seconds,
      quality: JSON.stringify(file.quality),
      created_at: ctx.clock.now(),
    }
  }
}
