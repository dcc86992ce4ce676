import type { Context } from '../../context.ts'
import { inTransaction } from '../../kit/db.ts'
import * as store from './audit-store.ts'

const everyMs = 60 * 60 * 1000

/**
 * Recomputes everything from postings and escrows — wallets, holds, royalties, payouts, invoices, roll-ups — and gives
 * whatever it cannot explain, on one snapshot of the database. Changes nothing.
 */
export const auditLedger = (ctx: Pick<Context, 'db'>) => store.runChecks(ctx.db)

/** Audits once an hour, one process at a time; what is found is logged as an error and shown to administrators. */
export async function auditHourly(ctx: Context): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const startedAt = ctx.clock.now()
    if (!(await store.takeTurn(tx, new Date(startedAt.getTime() - everyMs)))) return
    const { checks, findings } = await auditLedger(ctx)
    await store.insertAudit(tx, { startedAt, finishedAt: ctx.clock.now(), checks, findings })
    if (findings.length === 0) return ctx.logger.info({ checks }, 'the books are right')
    ctx.logger.error(
      { findings: findings.slice(0, 20), count: findings.length },
      'the books are wrong',
    )
  })
}

export type { Finding } from './audit-store.ts'
export const latestAudit = (ctx: Context) => store.latestAudit(ctx.db)
