import type Stripe from 'stripe'
import type { Caller } from './call.ts'
import { idOf } from './ids.ts'
import { feeOf, type ProviderFee } from './payments.ts'

/** Money on its way back to a card. Amounts in cents of euro. */
export interface Refund {
  refundId: string
  state: 'pending' | 'succeeded' | 'failed'
  amountCents: number
  paymentIntentId: string | null
  failureReason: string | null
  metadata: Record<string, string>
}

/** A cardholder's objection to a payment. Amounts in cents of euro. */
export interface Dispute {
  disputeId: string
  state: 'open' | 'won' | 'lost'
  /** False for an inquiry, which takes no money. */
  fundsWithdrawn: boolean
  amountCents: number
  paymentIntentId: string | null
  reason: string
  evidenceDueBy: Date | null
  fees: ProviderFee[]
}

export function refunds(stripe: Stripe, call: Caller) {
  return {
    /** Throws ProviderError `refused` when the payment has not so much left to refund. */
    async createRefund(input: {
      paymentIntentId: string
      amountCents: number
      metadata: Record<string, string>
      idempotencyKey: string
    }): Promise<Refund> {
      const params: Stripe.RefundCreateParams = {
        payment_intent: input.paymentIntentId,
        amount: input.amountCents,
        reason: 'requested_by_customer',
        metadata: input.metadata,
      }
      const { idempotencyKey } = input
      return plainRefund(await call(() => stripe.refunds.create(params, { idempotencyKey })))
    },

    async retrieveRefund(refundId: string): Promise<Refund> {
      return plainRefund(await call(() => stripe.refunds.retrieve(refundId)))
    },

    /** The refunds of a payment: to find one whose answer was lost. */
    async findRefunds(paymentIntentId: string): Promise<Refund[]> {
      const list = await call(() =>
        stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100 }),
      )
      return list.data.map(plainRefund)
    },

    async retrieveDispute(disputeId: string): Promise<Dispute> {
      return plainDispute(await call(() => stripe.disputes.retrieve(disputeId)))
    },
  }
}

export function plainRefund(refund: Stripe.Refund): Refund {
  return {
    refundId: refund.id,
    state: refundStateOf(refund.status),
    amountCents: refund.amount,
    paymentIntentId: idOf(refund.payment_intent),
    failureReason: refund.failure_reason ?? null,
    metadata: refund.metadata ?? {},
  }
}

function refundStateOf(status: string | null): Refund['state'] {
  if (status === 'succeeded') return 'succeeded'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
}

export function plainDispute(dispute: Stripe.Dispute): Dispute {
  const dueBy = dispute.evidence_details?.due_by
  return {
    disputeId: dispute.id,
    state: disputeStateOf(dispute.status),
    fundsWithdrawn: dispute.balance_transactions.some(({ amount }) => amount < 0),
    amountCents: dispute.amount,
    paymentIntentId: idOf(dispute.payment_intent),
    reason: dispute.reason,
    evidenceDueBy: dueBy ? new Date(dueBy * 1000) : null,
    fees: dispute.balance_transactions.flatMap((transaction) => feeOf(transaction) ?? []),
  }
}

/** An inquiry that was closed took nothing: as good as won. `prevented` ended before it began. */
function disputeStateOf(status: Stripe.Dispute.Status): Dispute['state'] {
  if (status === 'lost') return 'lost'
  return ['won', 'warning_closed', 'prevented'].includes(status) ? 'won' : 'open'
}
