import { z } from 'zod'
import { euro, ids, instant, voiceId } from './common.ts'
import { usage } from './usages.ts'
import { trainingFailure } from './voice-states.ts'

const synthesisCompleted = z.object({
  synthesis_id: ids.synthesis,
  payment_intent_id: ids.paymentIntent,
  developer_id: ids.developer,
  voice_id: voiceId,
  usage,
  seconds: z.number(),
  created_at: instant,
})

const escrowSettled = z.object({
  escrow_id: ids.escrow,
  synthesis_id: ids.synthesis,
  payment_intent_id: ids.paymentIntent,
  developer_id: ids.developer,
  reason: z.string().optional(),
})

const licenceRevoked = z.object({
  licence_id: ids.licence,
  synthesis_id: ids.synthesis,
  developer_id: ids.developer,
  reason: z.string(),
})

const consentChanged = z.object({
  talent_id: ids.talent,
  /** The talent's voices: what a developer knows them by. */
  voice_ids: z.array(voiceId),
  consent_version: z.string(),
  created_at: instant,
})

const invoiceCreated = z.object({
  invoice_id: ids.invoice,
  number: z.string(),
  kind: z.enum(['invoice', 'credit_note']),
  developer_id: ids.developer,
  gross_amount_eur: z.number(),
  created_at: instant,
})

const payoutPaid = z.object({
  payout_id: ids.payout,
  talent_id: ids.talent,
  amount_eur: z.number(),
  /** The newest month that it pays, ISO date of its first day. */
  month: z.iso.date(),
  created_at: instant,
})

const voiceReady = z.object({
  voice_id: voiceId,
  talent_id: ids.talent,
  task_id: ids.training,
  created_at: instant,
})

const voiceFailed = voiceReady.extend({ failure: trainingFailure })

const voiceDeprecated = z.object({
  voice_id: voiceId,
  talent_id: ids.talent,
  /** Until then it speaks as before. */
  withdraw_at: instant,
  created_at: instant,
})

const walletNotice = z.object({
  developer_id: ids.developer,
  balance_eur: euro,
  low_balance_eur: euro,
})

const automaticTopUpFailed = z.object({
  developer_id: ids.developer,
  amount_eur: euro,
  /** The provider's code, for example `authentication_required`. */
  reason: z.string(),
})

/**
 * What the product tells the outside (webhooks) and itself (jobs): each is an outbox row written in the
 * transaction that makes it true.
 */
export const events = {
  'synthesis.completed': synthesisCompleted,
  'escrow.released': escrowSettled,
  'escrow.refunded': escrowSettled,
  'licence.revoked': licenceRevoked,
  'consent.granted': consentChanged,
  'consent.revoked': consentChanged,
  'invoice.created': invoiceCreated,
  'payout.paid': payoutPaid,
  'voice.ready': voiceReady,
  'voice.failed': voiceFailed,
  'voice.deprecated': voiceDeprecated,
  'wallet.low_balance': walletNotice,
  'wallet.automatic_top_up_failed': automaticTopUpFailed,
} as const

export type EventType = keyof typeof events
export type EventPayload<T extends EventType> = z.infer<(typeof events)[T]>
