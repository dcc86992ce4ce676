import { z } from 'zod'
import { ids, instant, voiceId } from '../common.ts'
import { defineRoutes, talent } from '../route.ts'
import { voiceState } from '../voice-states.ts'

const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/)
/** Null where a figure is not a number. */
const figure = z.number().nullable()

/** How near speech is to the talent, on recordings that nothing was trained with. */
const nearness = z.object({
  /** Mean mel-cepstral distortion, and F0 error along the sentence; only where the script was read. */
  mcd_db: figure.optional(),
  contour_semitones: figure.optional(),
  /** Difference of the mean of log F0. */
  pitch_semitones: figure,
  /** Mean log likelihood ratio a frame of the talent over the base, and over the likeliest other voice. */
  ratio_to_base: figure,
  ratio_to_others: figure,
})

/** What is kept of a training: consent, what went in, how, and how near it came (product.md section 2). */
export const voiceDossier = z.object({
  voice_id: voiceId,
  talent_id: ids.talent,
  task_id: ids.training,
  outcome: z.enum(['ready', 'failed']),
  advice: z.array(z.string()),
  consent: z.object({ version: z.string(), sequence: z.int(), hash: sha256Hex, at: instant }),
  recordings: z.array(
    z.object({
      file_name: z.string(),
      sha256: sha256Hex,
      seconds: z.number(),
      speech_seconds: z.number(),
      /** As a sentence of the script, as free speech, kept back to measure with, or not at all. */
      use: z.enum(['script', 'free', 'measuring', 'unused']),
      sentence: z.int().nullable(),
    }),
  ),
  engine: z.object({
    name: z.literal('custom'),
    /** The voice that speaks before it is converted. */
    base: z.string(),
    conversion: z.string(),
    /** The clone speaks where it came out; the conversion does otherwise, and while the clone's model is down. */
    speaks_by: z.enum(['conversion', 'cloning']),
  }),
  parameters: z.object({ locale: z.string(), with_script: z.boolean(), seed: z.int() }),
  similarity: z.object({
    before: nearness,
    after: nearness,
    /** Recordings that it was measured on. */
    recordings: z.int(),
    seconds_used: z.number(),
  }),
  /** What the operator's cloning model made of the recordings; null where there is none for the language. */
  cloning: z
    .object({
      model: z.string(),
      made_by: z.string(),
      /** Why it does not speak; empty when it does. */
      reasons: z.array(z.string()),
      /** What it speaks as; null when it was not asked. */
      reference: z
        .object({
          file_names: z.array(z.string()),
          seconds: z.number(),
          sha256: sha256Hex,
          bytes: z.int(),
        })
        .nullable(),
      similarity: nearness.nullable(),
    })
    .nullable(),
  /** The conversion's file; null when it did not come out. */
  model: z.object({ sha256: sha256Hex, bytes: z.int() }).nullable(),
  /** The run that each stage was worked out in: more than one after an interruption. */
  stages: z.array(z.object({ stage: z.string(), run: z.int() })),
  queued_at: instant,
  started_at: instant,
  ended_at: instant,
})
export type VoiceDossier = z.infer<typeof voiceDossier>

const common = { access: talent, stage: 'live', limit: 'ordinary' } as const
const params = z.object({ voice_id: voiceId })

export const trainingRoutes = defineRoutes({
  trainVoice: {
    ...common,
    method: 'POST',
    path: '/v1/voices/train',
    summary: 'Queues the training of an uploaded voice; the same task while it lasts',
    body: z.strictObject({ voice_id: voiceId }),
    answer: z.object({ task_id: ids.training, voice_id: voiceId, status: voiceState }),
  },
  cancelTraining: {
    ...common,
    method: 'POST',
    path: '/v1/voices/:voice_id/train/cancel',
    summary: 'Ends the training; the voice is as it was uploaded',
    params,
    answer: z.object({ task_id: ids.training, voice_id: voiceId, status: voiceState }),
  },
  readDossier: {
    ...common,
    method: 'GET',
    path: '/v1/voices/:voice_id/dossier',
    summary:
      'What a voice was made from and how near it came: consent, recordings, similarity, engine',
    params,
    answer: voiceDossier,
  },
})
