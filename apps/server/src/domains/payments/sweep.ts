import type { Context } from '../../context.ts'
import { isUnanswered } from '../../integrations/stripe/provider-error.ts'
import { inTransaction } from '../../kit/db.ts'
import { resumeAutomatic } from './automatic.ts'
import * as store from './payment-store.ts'
import { sendRefund } from './refunds.ts'
import { settlePayment } from './settle.ts'
import { takeUnchecked } from './sweep-store.ts'

const batchSize = 50

/**
 * Looks at what has been open for a while, each time after a longer pause: an event may be lost, a process may
 * have ended between a call and its record. Returns how many were looked at.
 */
export async function sweepPayments(ctx: Context): Promise<number> {
  if (!ctx.stripe) return 0
  for (let total = 0; ; ) {
    const looked = await sweepBatch(ctx, ctx.clock.now())
    total += looked
    if (looked < batchSize) return total
  }
}

async function sweepBatch(ctx: Context, now: Date): Promise<number> {
  const take = (table: 'payments' | 'payment_refunds') =>
    inTransaction(ctx.db, (tx) => takeUnchecked(tx, table, now, batchSize))
  const [open, asked] = [await take('payments'), await take('payment_refunds')]
  await Promise.all([
    ...open.map((id) => leaveUnanswered(ctx, id, () => lookAt(ctx, id))),
    ...asked.map((id) => leaveUnanswered(ctx, id, () => sendRefund(ctx, id))),
  ])
  return open.length + asked.length
}

async function lookAt(ctx: Context, paymentId: string): Promise<void> {
  const row = (await store.findPayment(ctx.db, paymentId))!
  const isUncharged = row.purpose === 'automatic_top_up' && !row.payment_intent_id
  if (isUncharged && row.state === 'open') await resumeAutomatic(ctx, row)
  else await settlePayment(ctx, paymentId)
}

async function leaveUnanswered(ctx: Context, id: string, look: () => Promise<void>) {
  try {
    await look()
  } catch (error) {
    const level = isUnanswered(error) ? 'warn' : 'error'
    ctx.logger[level]({ err: error, id }, 'a payment could not be looked at; later again')
  }
}
