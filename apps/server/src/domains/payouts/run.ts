import type { Context } from '../../context.ts'
import { inTransaction } from '../../kit/db.ts'
import { payoutDestinations } from '../connect/accounts.ts'
import { payoutsByStripe } from './by-stripe.ts'
import { sendPayouts } from './send.ts'
import { transferWasReversed } from './settle.ts'
import { startPayouts } from './start.ts'

/** Starts what is due and sends what was started; nothing where no payment provider is set up. */
export async function runPayouts(ctx: Context): Promise<void> {
  if (!ctx.stripe) return
  const provider = payoutsByStripe(ctx.stripe, (talentIds) => payoutDestinations(ctx.db, talentIds))
  await startPayouts(ctx, provider)
  await sendPayouts(ctx, provider)
}

/** What the provider says of a transfer that it has taken back. */
export async function onTransferReversed(ctx: Context, transferId: string): Promise<void> {
  await inTransaction(ctx.db, (tx) => transferWasReversed(ctx, tx, transferId))
}
