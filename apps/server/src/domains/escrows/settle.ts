import { canRelease, escrowTransitions } from '@viva-voce/contract'
import { type HeldPayment, refundEntry, releaseEntry } from '@viva-voce/money'
import type { Context } from '../../context.ts'
import { inTransaction, type Tx } from '../../kit/db.ts'
import { publish } from '../../kit/outbox.ts'
import { post } from '../ledger/ledger.ts'
import { revokeLicence } from '../licences/licences.ts'
import { cancelRoyalty, makePayable } from '../royalties/entries.ts'
import { postToWallet } from '../wallets/wallets.ts'
import * as store from './escrow-store.ts'
import { factsOf } from './read.ts'

const batchSize = 50
const frozenMs = 30 * 24 * 60 * 60 * 1000
/** The payment provider lets money be held for 90 days in the EU, no longer. */
const longestHoldMs = 90 * 24 * 60 * 60 * 1000
const uncheckedReason = 'The stored audio could not be checked within 90 days.'
const frozenReasons = {
  consent: 'The talent withdrew consent, and the payment stayed frozen for 30 days.',
  dispute: 'The money that paid for it was disputed, and the payment stayed frozen for 30 days.',
} as const

/** Releases every held payment that is due, in small transactions. Returns how many. */
export async function releaseDue(ctx: Context): Promise<number> {
  let total = 0
  for (;;) {
    const released = await inTransaction(ctx.db, async (tx) => {
      const due = await store.lockDue(tx, ctx.clock.now(), batchSize)
      for (const row of due) await release(ctx, tx, row)
      return due.length
    })
    total += released
    if (released < batchSize) return total
  }
}

/** Refunds every held payment that has been frozen for 30 days, in small transactions. Returns how many. */
export function refundLongFrozen(ctx: Context): Promise<number> {
  const since = new Date(ctx.clock.now().getTime() - frozenMs)
  return refundAll(
    ctx,
    (tx) => store.lockLongFrozen(tx, since, batchSize),
    (row) => frozenReasons[row.dispute_id ? 'dispute' : 'consent'],
  )
}

/**
 * Refunds every payment that has been held for 90 days because nobody could check its audio: without the checks it is
 * never released, and a frozen one has been refunded long before. Returns how many.
 */
export function refundUnchecked(ctx: Context): Promise<number> {
  const until = new Date(ctx.clock.now().getTime() - longestHoldMs)
  return refundAll(
    ctx,
    (tx) => store.lockUnchecked(tx, until, batchSize),
    () => uncheckedReason,
  )
}

/** Refunds what is found, in small transactions, until there is no more. */
async function refundAll(
  ctx: Context,
  lockSome: (tx: Tx) => Promise<store.EscrowRow[]>,
  reasonOf: (row: store.EscrowRow) => string,
): Promise<number> {
  let total = 0
  for (;;) {
    const refunded = await inTransaction(ctx.db, async (tx) => {
      const rows = await lockSome(tx)
      for (const row of rows) await refund(ctx, tx, row, reasonOf(row))
      return rows.length
    })
    total += refunded
    if (refunded < batchSize) return total
  }
}

/** Gives a held payment to whom it belongs. The row is locked; anything but a releasable one is a bug. */
async function release(ctx: Context, tx: Tx, row: store.EscrowRow): Promise<void> {
  const at = ctx.clock.now()
  if (!canRelease(factsOf(row), at.getTime())) throw new Error(`${row.id} may not be released`)
  await store.update(tx, row.id, { state: escrowTransitions.PENDING.release, released_at: at })
  if (!(await post(ctx, tx, releaseEntry(paymentOf(row)))))
    throw new Error(`${row.id} was released before`)
  await makePayable(tx, row.id, at)
  await publish(tx, 'escrow.released', settledEvent(row), at)
  ctx.logger.info({ escrowId: row.id, synthesisId: row.synthesis_id }, 'held payment released')
}

/** Gives a held payment back to the developer and revokes the licence. The row is locked and PENDING. */
export async function refund(
  ctx: Context,
  tx: Tx,
  row: store.EscrowRow,
  reason: string,
): Promise<void> {
  const at = ctx.clock.now()
  await store.update(tx, row.id, {
    state: escrowTransitions.PENDING.refund,
    refunded_at: at,
    reason,
  })
  if (!(await postToWallet(ctx, tx, row.developer_id, refundEntry(paymentOf(row))))) {
    throw new Error(`${row.id} was refunded before`)
  }
  await cancelRoyalty(tx, row.id)
  const { synthesis_id: synthesisId, developer_id: developerId } = row
  await revokeLicence(ctx, tx, { synthesisId, developerId, reason })
  await publish(tx, 'escrow.refunded', { ...settledEvent(row), reason }, at)
  ctx.logger.warn({ escrowId: row.id, synthesisId, reason }, 'held payment refunded')
}

export function paymentOf(row: store.EscrowRow): HeldPayment {
  return {
    escrowId: row.id,
    developerId: row.developer_id,
    talentId: row.talent_id,
    netMicros: row.net_micros,
    vatMicros: row.vat_micros,
  }
}

export function settledEvent(row: store.EscrowRow) {
  return {
    escrow_id: row.id,
    synthesis_id: row.synthesis_id,
    payment_intent_id: row.payment_intent_id,
    developer_id: row.developer_id,
  }
}
