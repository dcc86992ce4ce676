import { z } from 'zod'
import { euro, ids, instant, page, storable, voiceId } from '../common.ts'
import { anyone, defineRoutes, talent } from '../route.ts'
import { tier, voiceCategory } from '../usages.ts'
import { trainingFailure, voiceState } from '../voice-states.ts'
import { voiceQuality } from './talents.ts'

export const voice = z.object({
  voice_id: voiceId,
  name: z.string(),
  locale: z.string(),
  tier,
  category: voiceCategory,
  description: z.string(),
  /** What makes the voice, said honestly. */
  made_by: z.string(),
  status: voiceState,
  /** Of the training, 0..100; null for a voice that was never trained. */
  progress: z.int().min(0).max(100).nullable(),
  /** Why the last training failed. */
  failure: trainingFailure.nullable(),
  price_per_second_eur: euro,
  talent_id: ids.talent.nullable(),
  /** Days that it goes on speaking once its talent withdraws it. */
  notice_days: z.int(),
  /** When it leaves, once that was announced; null for a voice that stays. */
  withdraw_at: instant.nullable(),
})
export type Voice = z.infer<typeof voice>

/** What a talent may ask for a second of a custom voice, net, in euro. */
export const customPriceRangeEur = { minimum: 0.005, maximum: 0.2 } as const

const customPrice = z.number().superRefine((eur, check) => {
  const { minimum, maximum } = customPriceRangeEur
  const wholeMicros = Math.abs(eur * 1e6 - Math.round(eur * 1e6)) < 1e-6
  if (eur >= minimum && eur <= maximum && wholeMicros) return
  const message = `Please choose a price between EUR ${minimum.toFixed(3)} and EUR ${maximum.toFixed(3)} per second`
  check.addIssue({ code: 'custom', message })
})

export const voiceRoutes = defineRoutes({
  listVoices: {
    method: 'GET',
    path: '/v1/voices',
    summary: 'Ready and consented voices, with their price',
    access: anyone,
    stage: 'live',
    limit: 'ordinary',
    query: page(50).extend({
      cursor: z
        .string()
        .regex(/^\d\.[a-z0-9_]{1,64}$/, 'is not a cursor of this list')
        .optional(),
      language: z.string().max(20).optional(),
      tier: tier.optional(),
      category: voiceCategory.optional(),
      /** Words that name, description, maker, locale or id must hold, each of them. */
      search: z.string().max(100).regex(storable).optional(),
      /** The highest price of a second, net. */
      max_price_eur: z.coerce.number().min(0).max(1_000).optional(),
    }),
    answer: z.object({
      items: z.array(voice),
      next_cursor: z.string().nullable(),
      /** Languages of all listed voices, whatever is asked for: what a filter can offer. */
      languages: z.array(z.string()),
    }),
  },
  readScript: {
    method: 'GET',
    path: '/v1/voices/script',
    summary: 'The 40 sentences that a talent reads aloud for training, by language',
    access: anyone,
    stage: 'live',
    limit: 'ordinary',
    query: z.object({ locale: z.string().min(2).max(35).default('en-US') }),
    answer: z.object({
      locale: z.string(),
      /** Their place, from 1, names them: a recording called `07.wav` is the seventh. */
      sentences: z.array(z.object({ number: z.int(), text: z.string() })),
      /** Languages that have a script. */
      languages: z.array(z.string()),
    }),
  },
  getVoice: {
    method: 'GET',
    path: '/v1/voices/:voice_id',
    summary: 'One voice and its status; an unlisted one shows to its talent only',
    access: anyone,
    stage: 'live',
    limit: 'ordinary',
    params: z.object({ voice_id: voiceId }),
    answer: voice,
  },
  getVoicePreview: {
    method: 'GET',
    path: '/v1/voices/:voice_id/preview',
    summary: 'A short watermarked sample of a voice as WAV, always the same; not licensed for use',
    access: anyone,
    stage: 'live',
    limit: 'public_check',
    params: z.object({ voice_id: voiceId }),
    answer: 'audio',
  },
  updateVoice: {
    method: 'PATCH',
    path: '/v1/voices/:voice_id',
    summary: "Sets price and notice of a talent's voice, or withdraws it for good with its notice",
    access: talent,
    stage: 'live',
    limit: 'ordinary',
    params: z.object({ voice_id: voiceId }),
    body: z
      .strictObject({
        /** For syntheses from now on; what was sold keeps its price. */
        price_per_second_eur: customPrice.optional(),
        /** Of a withdrawal that is not announced yet. */
        notice_days: z.int().min(0).max(90).optional(),
        status: z.literal('withdrawn').optional(),
      })
      .refine((change) => Object.keys(change).length > 0, 'names nothing to change'),
    answer: voice,
  },
  listRecordings: {
    method: 'GET',
    path: '/v1/voices/:voice_id/samples',
    summary: "The recordings of a talent's voice, in the order of their upload",
    access: talent,
    stage: 'live',
    limit: 'ordinary',
    params: z.object({ voice_id: voiceId }),
    answer: z.object({
      items: z.array(
        z.object({
          sample_id: ids.sample,
          file_name: z.string(),
          bytes: z.int(),
          seconds: z.number(),
          created_at: instant,
        }),
      ),
    }),
  },
  deleteRecording: {
    method: 'DELETE',
    path: '/v1/voices/:voice_id/samples/:sample_id',
    summary:
      'Deletes one recording of a voice that is not trained; answers the report of the others',
    access: talent,
    stage: 'live',
    limit: 'ordinary',
    params: z.object({ voice_id: voiceId, sample_id: ids.sample }),
    answer: z.object({ file_count: z.int(), voice_id: voiceId, quality: voiceQuality }),
  },
})
