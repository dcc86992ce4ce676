import { z } from 'zod'
import { storable } from '../common.ts'
import { anyone, defineRoutes, developerOrKey } from '../route.ts'
import { maxTextCharacters } from '../usages.ts'

/**
 * The shape of OpenAI's speech call (platform.openai.com/docs/api-reference/audio/createSpeech), so that a
 * client works by changing its base URL. `instructions` is taken and has no effect.
 */
export const openaiSpeechRequest = z.object({
  model: z.string().min(1).max(80),
  input: z
    .string()
    .max(maxTextCharacters * 2, `input may hold at most ${maxTextCharacters} characters`)
    .regex(storable, 'input holds the character U+0000')
    .refine((text) => text.trim() !== '', 'input is empty'),
  voice: z.union([z.string().min(1).max(64), z.object({ id: z.string().min(1).max(64) })]),
  instructions: z.string().max(4_096).optional(),
  response_format: z.enum(['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm']).default('mp3'),
  speed: z.number().min(0.25).max(4).default(1),
  stream_format: z.enum(['audio', 'sse']).default('audio'),
})
export type OpenaiSpeechRequest = z.infer<typeof openaiSpeechRequest>

const model = z.object({
  id: z.string(),
  object: z.literal('model'),
  created: z.int(),
  owned_by: z.string(),
})

const common = { stage: 'live', errors: 'openai' } as const

export const openaiRoutes = defineRoutes({
  createSpeech: {
    ...common,
    method: 'POST',
    path: '/v1/audio/speech',
    summary: "The same synthesis in the shape of OpenAI's speech call",
    access: developerOrKey,
    limit: 'synthesis',
    body: openaiSpeechRequest,
    answer: 'audio',
  },
  listModels: {
    ...common,
    method: 'GET',
    path: '/v1/models',
    summary: 'Models, one for each usage that a licence can be bought for',
    access: developerOrKey,
    limit: 'ordinary',
    answer: z.object({ object: z.literal('list'), data: z.array(model) }),
  },
  listAudioVoices: {
    ...common,
    method: 'GET',
    path: '/v1/audio/voices',
    summary: 'Voices by id and name, as clients of the OpenAI shape ask for them',
    access: anyone,
    limit: 'ordinary',
    answer: z.object({
      voices: z.array(z.object({ id: z.string(), name: z.string(), locale: z.string() })),
    }),
  },
})
