import type { Context } from '../../context.ts'
import { inTransaction } from '../../kit/db.ts'
import * as store from './payout-store.ts'
import type { PayoutProvider, TransferOutcome } from './provider.ts'
import { failPayout, payoutWasPaid } from './settle.ts'

const atOnce = 16
/** Longer than a call to the provider may take with its retries. */
const leaseMs = 5 * 60_000
const firstPauseMs = 60_000
const longestPauseMs = 6 * 60 * 60 * 1000

/**
 * Asks the provider for the transfer of every payout whose turn it is, and writes down how it ended. A process that dies
 * between the two leaves the payout processing: the next attempt looks for the transfer first, then asks with the same
 * key. Returns how many were settled.
 */
export async function sendPayouts(ctx: Context, provider: PayoutProvider): Promise<number> {
  let settled = 0
  for (;;) {
    const now = ctx.clock.now()
    const leaseUntil = new Date(now.getTime() + leaseMs)
    const rows = await inTransaction(ctx.db, (tx) => store.takeToSend(tx, now, leaseUntil, atOnce))
    const results = await Promise.all(rows.map((row) => sendPayout(ctx, provider, row)))
    settled += results.filter(Boolean).length
    if (rows.length < atOnce) return settled
  }
}

async function sendPayout(
  ctx: Context,
  provider: PayoutProvider,
  row: store.PayoutRow,
): Promise<boolean> {
  const outcome = await ask(provider, row)
  return inTransaction(ctx.db, async (tx) => {
    if (outcome.kind === 'done') return payoutWasPaid(ctx, tx, row.id, outcome.transferId)
    if (outcome.kind === 'refused') return failPayout(ctx, tx, row.id, outcome.failure)
    const pauseMs = Math.min(firstPauseMs * 2 ** (row.attempts - 1), longestPauseMs)
    const at = new Date(ctx.clock.now().getTime() + pauseMs)
    const locked = await store.lockPayout(tx, row.id)
    if (locked?.state === 'processing') await store.update(tx, row.id, { next_attempt_at: at })
    ctx.logger.warn({ payoutId: row.id, attempts: row.attempts }, 'nobody answered for a payout')
    return false
  })
}

/** An idempotency key is forgotten after a day or so, so what may have been sent before is looked for first. */
async function ask(provider: PayoutProvider, row: store.PayoutRow): Promise<TransferOutcome> {
  const sent = row.attempts > 1 ? await provider.find(row.id) : null
  if (sent) return sent
  return provider.transfer({
    payoutId: row.id,
    talentId: row.talent_id,
    amountCents: Number(row.amount_cents),
    destinationAccount: row.destination_account,
  })
}
