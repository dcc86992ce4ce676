import type Stripe from 'stripe'
import type { Caller } from './call.ts'
import { idOf } from './ids.ts'

/** Money moved from our balance to a connected account. Amounts in cents of euro. */
export interface Transfer {
  transferId: string
  amountCents: number
  reversedCents: number
  destinationAccount: string
  transferGroup: string | null
  balanceTransactionId: string | null
  metadata: Record<string, string>
  createdAt: Date
}

/** Part or all of a transfer, taken back. */
export interface TransferReversal {
  reversalId: string
  transferId: string
  amountCents: number
  balanceTransactionId: string | null
}

/** Separate charges and transfers (docs.stripe.com/connect/separate-charges-and-transfers). */
export function transfers(stripe: Stripe, call: Caller) {
  return {
    /** Throws ProviderError: `balance_insufficient` and accounts that may not be paid are refused for good. */
    async createTransfer(input: {
      amountCents: number
      destinationAccount: string
      transferGroup: string
      metadata?: Record<string, string>
      idempotencyKey: string
    }): Promise<Transfer> {
      const params: Stripe.TransferCreateParams = {
        amount: input.amountCents,
        currency: 'eur',
        destination: input.destinationAccount,
        transfer_group: input.transferGroup,
        metadata: input.metadata ?? {},
      }
      const { idempotencyKey } = input
      return plainTransfer(await call(() => stripe.transfers.create(params, { idempotencyKey })))
    },

    async retrieveTransfer(transferId: string): Promise<Transfer> {
      return plainTransfer(await call(() => stripe.transfers.retrieve(transferId)))
    },

    /** The transfers of a group: what a payout has led to, when its answer was lost and its key is too old. */
    async findTransfers(transferGroup: string): Promise<Transfer[]> {
      const list = await call(() =>
        stripe.transfers.list({ transfer_group: transferGroup, limit: 100 }),
      )
      return list.data.map(plainTransfer)
    },

    async reverseTransfer(input: {
      transferId: string
      amountCents: number
      metadata?: Record<string, string>
      idempotencyKey: string
    }): Promise<TransferReversal> {
      const params = { amount: input.amountCents, metadata: input.metadata ?? {} }
      const { transferId, idempotencyKey } = input
      const made = await call(() =>
        stripe.transfers.createReversal(transferId, params, { idempotencyKey }),
      )
      return {
        reversalId: made.id,
        transferId,
        amountCents: made.amount,
        balanceTransactionId: idOf(made.balance_transaction),
      }
    },
  }
}

export function plainTransfer(transfer: Stripe.Transfer): Transfer {
  return {
    transferId: transfer.id,
    amountCents: transfer.amount,
    reversedCents: transfer.amount_reversed,
    destinationAccount: idOf(transfer.destination) ?? '',
    transferGroup: transfer.transfer_group,
    balanceTransactionId: idOf(transfer.balance_transaction),
    metadata: transfer.metadata,
    createdAt: new Date(transfer.created * 1000),
  }
}
