import { isUnanswered, ProviderError } from '../../integrations/stripe/provider-error.ts'
import type { PaymentProvider } from '../../integrations/stripe/stripe.ts'
import type { PayoutProvider, TransferOutcome } from './provider.ts'

/** Payouts as Stripe's transfers to connected accounts. */
export function payoutsByStripe(
  stripe: Pick<PaymentProvider, 'createTransfer' | 'findTransfers'>,
  accountsOf: PayoutProvider['accountsOf'],
): PayoutProvider {
  return {
    accountsOf,
    transfer: ({ payoutId, talentId, amountCents, destinationAccount }) =>
      outcomeOf(async () => {
        const transfer = await stripe.createTransfer({
          amountCents,
          destinationAccount,
          transferGroup: payoutId,
          metadata: { payout_id: payoutId, talent_id: talentId },
          idempotencyKey: payoutId,
        })
        return { kind: 'done', transferId: transfer.transferId }
      }),
    find: (payoutId) =>
      outcomeOf<TransferOutcome | null>(async () => {
        const [transfer] = await stripe.findTransfers(payoutId)
        return transfer ? { kind: 'done', transferId: transfer.transferId } : null
      }),
  }
}

async function outcomeOf<T extends TransferOutcome | null>(
  ask: () => Promise<T>,
): Promise<T | TransferOutcome> {
  try {
    return await ask()
  } catch (error) {
    if (isUnanswered(error)) return { kind: 'unanswered' }
    if (!(error instanceof ProviderError)) throw error
    return { kind: 'refused', failure: error.providerCode ?? error.kind }
  }
}
