import { z } from 'zod'
import { empty, ids, voiceId } from '../common.ts'
import { defineRoutes, talent } from '../route.ts'

const talentParams = z.object({ talent_id: ids.talent })
const redirectTo = z.object({ url: z.string() })

const common = { access: talent, stage: 'planned', limit: 'ordinary' } as const

export const talentRoutes = defineRoutes({
  registerTalent: {
    ...common,
    method: 'POST',
    path: '/v1/talent/register',
    summary: 'Registers the signed-in person as a voice talent',
    body: z.strictObject({
      name: z.string().trim().min(1).max(120),
      email: z.email().max(254),
    }),
    answer: z.object({ talent_id: ids.talent }),
  },
  revokeConsent: {
    ...common,
    method: 'POST',
    path: '/v1/talent/:talent_id/consent/revoke',
    summary: 'Withdraws consent: no new synthesis, held payments frozen',
    params: talentParams,
    answer: empty,
  },
  grantConsent: {
    ...common,
    method: 'POST',
    path: '/v1/talent/:talent_id/consent/grant',
    summary: 'Gives consent again',
    params: talentParams,
    answer: empty,
  },
  listConsentAudit: {
    ...common,
    method: 'GET',
    path: '/v1/talent/:talent_id/audit',
    summary: 'The append-only list of consent events',
    params: talentParams,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(100).default(20),
      cursor: z.string().max(200).optional(),
    }),
    answer: z.object({
      items: z.array(
        z.object({
          action: z.string(),
          actor_type: z.string(),
          ip: z.string().nullable(),
          ts_ms: z.int(),
        }),
      ),
      next_cursor: z.string().nullable(),
    }),
  },
  onboardTalent: {
    ...common,
    method: 'POST',
    path: '/v1/talent/onboard',
    summary: "Opens the payment provider's onboarding",
    body: z.strictObject({ talent_id: ids.talent }),
    answer: redirectTo,
  },
  startStripeOauth: {
    ...common,
    method: 'POST',
    path: '/v1/auth/stripe_oauth/start',
    summary: 'Connects an existing account of the payment provider',
    body: z.strictObject({ talent_id: ids.talent }),
    answer: redirectTo,
  },
  getConnectStatus: {
    ...common,
    method: 'GET',
    path: '/v1/talent/connect-status/:talent_id',
    summary: 'What the connected account can do and still needs',
    params: talentParams,
    answer: z.object({
      charges_enabled: z.boolean(),
      payouts_enabled: z.boolean(),
      details_submitted: z.boolean(),
      currently_due: z.array(z.string()),
    }),
  },
  uploadVoice: {
    ...common,
    method: 'POST',
    path: '/v1/talent/:talent_id/upload',
    summary: 'Uploads samples of a voice (multipart: voice_name, locale, category, files)',
    params: talentParams,
    multipart: true,
    answer: z.object({ file_count: z.int(), voice_id: voiceId }),
  },
  listTalentVoices: {
    ...common,
    method: 'GET',
    path: '/v1/talent/:talent_id/voices',
    summary: "The talent's own voices",
    params: talentParams,
    answer: z.object({
      voices: z.array(
        z.object({
          voice_id: voiceId,
          name: z.string(),
          locale: z.string(),
          status: z.string(),
          file_count: z.int(),
          total_size_bytes: z.int(),
        }),
      ),
    }),
  },
  trainVoice: {
    ...common,
    method: 'POST',
    path: '/v1/voices/train',
    summary: 'Queues the training of an uploaded voice',
    body: z.strictObject({ voice_id: voiceId }),
    answer: z.object({ task_id: z.string(), status: z.string() }),
  },
})
