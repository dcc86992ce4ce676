/** How a transfer to a talent's account ended. */
export type TransferOutcome =
  | { kind: 'done'; transferId: string }
  /** Refused for good. */
  | { kind: 'refused'; failure: string }
  /** Nobody knows: it is asked again with the same key. */
  | { kind: 'unanswered' }

/** What payouts need of a payment provider. */
export interface PayoutProvider {
  /** The connected accounts, by talent, that can take payouts now. */
  accountsOf(talentIds: readonly string[]): Promise<Map<string, string>>
  /** Moves the money; the payout's id is the idempotency key and the transfer's group. */
  transfer(payout: {
    payoutId: string
    talentId: string
    amountCents: number
    destinationAccount: string
  }): Promise<TransferOutcome>
  /** The transfer that a payout has led to, when its answer was lost; null when there is none. */
  find(payoutId: string): Promise<TransferOutcome | null>
}
