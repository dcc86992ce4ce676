import { z } from 'zod'
import { euro, ids, instant, page, storable, voiceId } from '../common.ts'
import { checkState, escrowState } from '../escrow-states.ts'
import { anyone, defineRoutes, developerOrKey, signedIn } from '../route.ts'
import { maxTextCharacters, usage } from '../usages.ts'

/** `opus` is Ogg, `aac` is M4A, `pcm` is raw 16-bit little-endian mono at 24 kHz. */
export const audioFormat = z.enum(['wav', 'mp3', 'opus', 'aac', 'flac', 'pcm'])
export type AudioFormat = z.infer<typeof audioFormat>

/** Characters are Unicode code points, so that an emoji counts once. */
function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

export const synthesisRequest = z.strictObject({
  text: z
    .string()
    .max(maxTextCharacters * 2, {
      error: `text may hold at most ${maxTextCharacters} characters`,
      abort: true,
    })
    .refine((text) => text.trim() !== '', 'text is empty')
    .regex(storable, 'text holds the character U+0000')
    .refine(
      (text) => codePoints(text) <= maxTextCharacters,
      `text may hold at most ${maxTextCharacters} characters`,
    ),
  voice_id: voiceId,
  usage,
  format: audioFormat.default('wav'),
  speed: z.number().min(0.5).max(2).default(1),
  /** Sends the audio as it is made; formats wav, mp3, opus, flac and pcm. */
  stream: z.boolean().default(false),
})
export type SynthesisRequest = z.infer<typeof synthesisRequest>

/** The formats that can be sent as they are made; M4A has its index at the end. */
export const streamedFormats: ReadonlySet<string> = new Set(['wav', 'mp3', 'opus', 'flac', 'pcm'])

export const timedSynthesis = z.object({
  synthesis_id: ids.synthesis,
  audio_base64: z.string(),
  content_type: z.string(),
  seconds: z.number(),
  price_eur: euro,
  vat_eur: euro,
  licence_token: z.string(),
  payment_intent_id: ids.paymentIntent,
  /** When each sentence is heard, in seconds. */
  marks: z.array(
    z.object({
      type: z.literal('sentence'),
      text: z.string(),
      start_seconds: z.number(),
      end_seconds: z.number(),
    }),
  ),
})

export const quote = z.object({
  voice_id: voiceId,
  usage,
  estimated_seconds: z.number(),
  price_per_second_eur: euro,
  usage_factor: z.number(),
  estimated_net_eur: euro,
  vat_rate: z.number(),
  estimated_gross_eur: euro,
  minimum_net_eur: euro,
})
export type Quote = z.infer<typeof quote>

/** One thing that the check of a stored synthesis looked at. */
const finding = z.object({
  name: z.string(),
  score: z.number(),
  threshold: z.number(),
  passed: z.boolean(),
  /** A sentence with the figure. */
  explanation: z.string(),
})

export const verification = z.object({
  watermark: checkState,
  deepfake: checkState,
  hold_until: instant,
  frozen: z.boolean(),
  can_release: z.boolean(),
  /** What the check found, for administrators; null for others and before it. */
  findings: z.array(finding).nullable(),
})
export type Finding = z.infer<typeof finding>

export const escrow = z.object({
  id: ids.escrow,
  payment_intent_id: ids.paymentIntent,
  synthesis_id: ids.synthesis,
  state: escrowState,
  amount_eur: euro,
  created_at: instant,
  released_at: instant.nullable(),
  refunded_at: instant.nullable(),
  reason: z.string().nullable(),
  verification,
})
export type Escrow = z.infer<typeof escrow>

export const synthesisEntry = z.object({
  id: ids.synthesis,
  voice_id: voiceId,
  usage,
  text: z.string(),
  format: audioFormat,
  seconds: z.number(),
  net_eur: euro,
  created_at: instant,
  payment_intent_id: ids.paymentIntent,
  escrow_state: escrowState,
  licence_token: z.string(),
})
export type SynthesisEntry = z.infer<typeof synthesisEntry>

export const licenceCheck = z.object({
  valid: z.boolean(),
  error: z.string().nullable(),
  meta: z
    .object({
      synthesis_id: ids.synthesis,
      usage,
      voice_id: voiceId,
      talent_id: ids.talent.nullable(),
      created_at: instant,
      text: z.string().optional(),
    })
    .nullable(),
})
export type LicenceCheck = z.infer<typeof licenceCheck>

export const synthesisRoutes = defineRoutes({
  synthesize: {
    method: 'POST',
    path: '/v1/synthesize',
    summary: 'Speaks a text: watermarked audio with a licence token in X-License-Token',
    access: developerOrKey,
    stage: 'live',
    limit: 'synthesis',
    body: synthesisRequest,
    answer: 'audio',
  },
  synthesizeWithTimestamps: {
    method: 'POST',
    path: '/v1/synthesize/with-timestamps',
    summary: 'Speaks a text and says when each sentence of it is heard',
    access: developerOrKey,
    stage: 'live',
    limit: 'synthesis',
    body: synthesisRequest.omit({ stream: true }),
    answer: timedSynthesis,
  },
  quoteSynthesis: {
    method: 'POST',
    path: '/v1/synthesize/quote',
    summary: 'What a synthesis would cost, before it is made',
    access: developerOrKey,
    stage: 'live',
    limit: 'ordinary',
    body: synthesisRequest,
    answer: quote,
  },
  listSyntheses: {
    method: 'GET',
    path: '/v1/syntheses',
    summary: "The developer's syntheses, newest first",
    access: developerOrKey,
    stage: 'live',
    limit: 'ordinary',
    query: page(10),
    answer: z.object({ items: z.array(synthesisEntry), next_cursor: z.string().nullable() }),
  },
  getSynthesisAudio: {
    method: 'GET',
    path: '/v1/syntheses/:synthesis_id/audio',
    summary: 'The stored audio of a synthesis, again',
    access: developerOrKey,
    stage: 'live',
    limit: 'ordinary',
    params: z.object({ synthesis_id: ids.synthesis }),
    answer: 'audio',
  },
  getContentCredentials: {
    method: 'GET',
    path: '/v1/syntheses/:synthesis_id/content-credentials',
    summary:
      'The signed statement (C2PA manifest) about the stored file of a synthesis, to stand beside it',
    access: anyone,
    stage: 'live',
    limit: 'public_check',
    params: z.object({ synthesis_id: ids.synthesis }),
    answer: 'c2pa',
  },
  listEscrows: {
    method: 'GET',
    path: '/v1/escrows',
    summary: 'Held payments that the signed-in person may see, newest first',
    access: signedIn,
    stage: 'live',
    limit: 'ordinary',
    query: page(10),
    answer: z.object({ escrows: z.array(escrow), next_cursor: z.string().nullable() }),
  },
  getEscrow: {
    method: 'GET',
    path: '/v1/escrow/:payment_intent_id',
    summary: 'One held payment by its payment intent',
    access: { kind: 'people', by: ['session', 'key'], roles: 'any' },
    stage: 'live',
    limit: 'ordinary',
    params: z.object({ payment_intent_id: ids.paymentIntent }),
    answer: escrow,
  },
  checkLicence: {
    method: 'GET',
    path: '/v1/compliance/:token',
    summary: 'Whether a licence token is valid, and for what',
    access: anyone,
    stage: 'live',
    limit: 'public_check',
    params: z.object({ token: z.string().min(1).max(4096) }),
    answer: licenceCheck,
  },
  getJwks: {
    method: 'GET',
    path: '/.well-known/jwks.json',
    summary: 'The public keys that licence tokens are signed with',
    access: anyone,
    stage: 'live',
    limit: 'none',
    answer: z.object({ keys: z.array(z.looseObject({ kid: z.string() })) }),
  },
})
