import { z } from 'zod'
import { empty, euro, ids, instant, storable, voiceId } from '../common.ts'
import { consentEntry } from '../consent-chain.ts'
import { anyone, defineRoutes, talent } from '../route.ts'
import { voiceCategory } from '../usages.ts'
import { trainingFailure, voiceState } from '../voice-states.ts'

const talentParams = z.object({ talent_id: ids.talent })
const redirectTo = z.object({ url: z.string() })

/** One sentence for both fields, as the form says it. */
const nameAndEmail = z
  .strictObject({
    name: z.string().trim().max(120).regex(storable).default(''),
    email: z.string().trim().max(254).default(''),
  })
  .superRefine(({ name, email }, check) => {
    const missing = name === '' ? 'name' : email === '' ? 'email' : null
    if (missing) {
      check.addIssue({ code: 'custom', path: [missing], message: 'Please enter name and email' })
    } else if (!z.email().safeParse(email).success) {
      check.addIssue({ code: 'custom', path: ['email'], message: 'Please enter a valid email' })
    }
  })

const recordingProblem = z.object({
  code: z.string(),
  /** The file that it is about; null for all of them together. */
  file: z.string().nullable(),
  /** What is wrong and what to do about it, in a sentence. */
  message: z.string(),
})

/** What the recordings of a voice are like for training. */
export const voiceQuality = z.object({
  passed: z.boolean(),
  seconds: z.number(),
  speech_seconds: z.number(),
  problems: z.array(recordingProblem),
})
export type VoiceQualityReport = z.infer<typeof voiceQuality>

export const talentVoice = z.object({
  voice_id: voiceId,
  name: z.string(),
  locale: z.string(),
  category: voiceCategory,
  status: voiceState,
  /** Of the training, 0..100; null for a voice that was never trained. */
  progress: z.int().min(0).max(100).nullable(),
  /** Why the last training failed. */
  failure: trainingFailure.nullable(),
  price_per_second_eur: euro,
  file_count: z.int(),
  total_size_bytes: z.int(),
  quality: voiceQuality.nullable(),
  /** Days that it goes on speaking once it is withdrawn, and when it leaves, once that was announced. */
  notice_days: z.int(),
  withdraw_at: instant.nullable(),
  created_at: instant,
})
export type TalentVoice = z.infer<typeof talentVoice>

/** What the provider says of a talent's account there. */
export const connectStatus = z.object({
  account_id: z.string().nullable(),
  charges_enabled: z.boolean(),
  payouts_enabled: z.boolean(),
  details_submitted: z.boolean(),
  currently_due: z.array(z.string()),
  past_due: z.array(z.string()),
  pending_verification: z.array(z.string()),
  /** When what is due disables the account. */
  deadline: instant.nullable(),
  disabled_reason: z.string().nullable(),
  /** When the provider last said so. */
  checked_at: instant.nullable(),
})
export type ConnectStatus = z.infer<typeof connectStatus>

const common = { access: talent, stage: 'planned', limit: 'ordinary' } as const

export const talentRoutes = defineRoutes({
  registerTalent: {
    ...common,
    stage: 'live',
    method: 'POST',
    path: '/v1/talent/register',
    summary: 'Registers the signed-in person as a voice talent',
    body: nameAndEmail,
    answer: z.object({ talent_id: ids.talent }),
  },
  revokeConsent: {
    ...common,
    stage: 'live',
    method: 'POST',
    path: '/v1/talent/:talent_id/consent/revoke',
    summary: 'Withdraws consent: no new synthesis, held payments frozen',
    params: talentParams,
    answer: empty,
  },
  grantConsent: {
    ...common,
    stage: 'live',
    method: 'POST',
    path: '/v1/talent/:talent_id/consent/grant',
    summary: 'Gives consent: voices may speak, frozen payments thaw',
    params: talentParams,
    answer: empty,
  },
  listConsentAudit: {
    ...common,
    stage: 'live',
    method: 'GET',
    path: '/v1/talent/:talent_id/audit',
    summary: 'The append-only list of consent events, newest first',
    params: talentParams,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(100).default(20),
      cursor: z
        .string()
        .regex(/^[1-9]\d{0,8}$/, 'is not a cursor of this list')
        .optional(),
    }),
    answer: z.object({ items: z.array(consentEntry), next_cursor: z.string().nullable() }),
  },
  onboardTalent: {
    ...common,
    method: 'POST',
    stage: 'live',
    path: '/v1/talent/onboard',
    summary: "Opens the payment provider's onboarding",
    body: z.strictObject({ talent_id: ids.talent }),
    answer: redirectTo,
  },
  refreshOnboarding: {
    ...common,
    stage: 'live',
    method: 'GET',
    path: '/v1/talent/onboard/:talent_id/refresh',
    summary: 'Where the provider sends a talent whose onboarding page has expired: to a new one',
    params: talentParams,
    answer: 'redirect',
  },
  finishStripeOauth: {
    method: 'GET',
    path: '/v1/auth/stripe_oauth/callback',
    summary: 'Where the provider sends a talent back who connects an existing account',
    access: anyone,
    stage: 'live',
    limit: 'sign_in',
    answer: 'redirect',
  },
  startStripeOauth: {
    ...common,
    method: 'POST',
    stage: 'live',
    path: '/v1/auth/stripe_oauth/start',
    summary: 'Connects an existing account of the payment provider',
    body: z.strictObject({ talent_id: ids.talent }),
    answer: redirectTo,
  },
  getConnectStatus: {
    ...common,
    method: 'GET',
    stage: 'live',
    path: '/v1/talent/connect-status/:talent_id',
    summary: 'What the connected account can do and still needs',
    params: talentParams,
    answer: connectStatus,
  },
  uploadVoice: {
    ...common,
    stage: 'live',
    method: 'POST',
    path: '/v1/talent/:talent_id/upload',
    summary:
      'Uploads samples of a voice (multipart: voice_name, locale, category, files; voice_id adds to a voice)',
    params: talentParams,
    multipart: true,
    answer: z.object({ file_count: z.int(), voice_id: voiceId, quality: voiceQuality }),
  },
  listTalentVoices: {
    ...common,
    stage: 'live',
    method: 'GET',
    path: '/v1/talent/:talent_id/voices',
    summary: "The talent's own voices, newest first",
    params: talentParams,
    answer: z.object({
      voices: z.array(talentVoice),
    }),
  },
})
