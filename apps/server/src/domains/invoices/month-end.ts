import type { Context } from '../../context.ts'
import { inTransaction } from '../../kit/db.ts'
import * as store from './invoice-store.ts'
import { issueMonth } from './issue.ts'
import { monthEnd, monthOf, stragglersMs } from './months.ts'

/** For the last sales of a month to commit. */
const graceMs = 10 * 60_000

/**
 * Issues the invoices of every month that is over and not finished, oldest first. A process that dies on the way leaves
 * the month unfinished, and the next one issues what is missing. Returns how many papers were issued.
 */
export async function closeMonths(ctx: Context): Promise<number> {
  let issued = 0
  for (;;) {
    const month = await nextMonth(ctx)
    if (!month || monthEnd(month).getTime() + graceMs > ctx.clock.now().getTime()) return issued
    issued += await closeMonth(ctx, month)
  }
}

async function nextMonth(ctx: Context): Promise<Date | null> {
  const last = await store.lastFinishedMonth(ctx.db)
  if (last) return monthEnd(new Date(`${last}T00:00:00Z`))
  const first = await store.firstSaleAt(ctx.db)
  return first && monthOf(first)
}

async function closeMonth(ctx: Context, month: Date): Promise<number> {
  let issued = 0
  const from = new Date(month.getTime() - stragglersMs)
  for (const developerId of await store.developersToInvoice(ctx.db, from, monthEnd(month))) {
    issued += await issueMonth(ctx, developerId, month)
  }
  await inTransaction(ctx.db, (tx) =>
    store.finishMonth(tx, month.toISOString().slice(0, 10), ctx.clock.now()),
  )
  return issued
}
