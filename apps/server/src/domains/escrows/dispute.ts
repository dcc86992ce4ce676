import type { Micros } from '@viva-voce/money'
import type { Context } from '../../context.ts'
import { inTransaction, type Tx } from '../../kit/db.ts'
import { consentsUntilCommit } from '../talents/talents.ts'
import { lockFree } from '../wallets/wallets.ts'
import { correct } from './correct.ts'
import * as store from './escrow-store.ts'
import { refund } from './settle.ts'

const batchSize = 50
const lostReason = 'The cardholder took back the money that paid for it.'

/**
 * Freezes what a developer has bought since a payment that is now disputed, newest first, until `amountMicros` is
 * covered: the newest purchases are those that the disputed money paid for. Returns how many.
 */
export function freezeDisputed(
  ctx: Context,
  tx: Tx,
  dispute: { disputeId: string; developerId: string; since: Date; amountMicros: Micros },
): Promise<number> {
  return store.freezeNewest(tx, { ...dispute, at: ctx.clock.now() })
}

/** Thaws what a dispute froze; what a withdrawn consent would freeze as well stays frozen. */
export async function thawDisputed(tx: Tx, disputeId: string): Promise<void> {
  const stillFrozen: string[] = []
  for (const talentId of await store.talentsInDispute(tx, disputeId)) {
    if (!(await consentsUntilCommit(tx, talentId))) stillFrozen.push(talentId)
  }
  await store.endDisputeFreeze(tx, disputeId, stillFrozen)
}

/** Refunds what a lost dispute had frozen, in small transactions; it may be run again. Returns how many. */
export async function refundDisputed(ctx: Context, disputeId: string): Promise<number> {
  let total = 0
  for (;;) {
    const refunded = await inTransaction(ctx.db, async (tx) => {
      const rows = await store.lockDisputed(tx, disputeId, batchSize)
      for (const row of rows) await refund(ctx, tx, row, lostReason)
      return rows.length
    })
    total += refunded
    if (refunded < batchSize) return total
  }
}

/**
 * Refunds what a developer had bought since a payment that was charged back, though it was released: the newest first,
 * until nothing is owed or the disputed amount is back. Talent and platform give their shares back, so a talent who was
 * paid begins the next payouts below zero. One purchase a transaction; it may be run again. Returns how many.
 */
export async function correctDisputed(
  ctx: Context,
  dispute: { disputeId: string; developerId: string; since: Date; amountMicros: Micros },
): Promise<number> {
  const { disputeId, developerId } = dispute
  for (let count = 0; ; count++) {
    const hasMore = await inTransaction(ctx.db, async (tx) => {
      if ((await store.sumTakenBack(tx, disputeId)) >= dispute.amountMicros) return false
      const row = await store.lockNewestReleased(tx, dispute)
      if (!row) return false
      const { owedMicros } = await lockFree(tx, developerId)
      if (owedMicros <= 0n) return false
      // What another event's handler has just corrected is passed by: there may be more.
      await correct(ctx, tx, row, { reason: lostReason, disputeId })
      return true
    })
    if (!hasMore) return count
  }
}

/** How much a dispute has frozen, VAT included. */
export const disputedMicros = (tx: Tx, disputeId: string): Promise<Micros> =>
  store.sumDisputed(tx, disputeId)
