import type { Context } from './context.ts'
import { auditHourly } from './domains/audit/audit.ts'
import { retryVatChecks } from './domains/billing/vat-checks.ts'
import { fingerprintJob, writeOverdue } from './domains/compliance/fingerprints.ts'
import { deleteExpiredAttempts } from './domains/connect/account-store.ts'
import { refundLongFrozen, refundUnchecked, releaseDue } from './domains/escrows/settle.ts'
import { deleteExpiredSessions } from './domains/identity/session-store.ts'
import { closeMonths } from './domains/invoices/month-end.ts'
import { renderInvoices } from './domains/invoices/render.ts'
import { topUpAutomatically } from './domains/payments/automatic.ts'
import { sweepPayments } from './domains/payments/sweep.ts'
import { runPayouts } from './domains/payouts/run.ts'
import { renderStatements } from './domains/payouts/statement.ts'
import { createCatchUp, handleDue } from './domains/provider-events/inbox.ts'
import { recoverInterrupted } from './domains/syntheses/abandon.ts'
import { verifyJob } from './domains/syntheses/verify.ts'
import { startTrainers } from './domains/trainings/trainers.ts'
import { foldActivity } from './domains/usage/activity.ts'
import { withdrawDue } from './domains/voices/withdrawal.ts'
import { inTransaction } from './kit/db.ts'
import { sweepProcesses } from './kit/heartbeat.ts'
import { startJobs } from './kit/jobs.ts'
import { startLoop } from './kit/loop.ts'
import { relayOutbox } from './kit/outbox.ts'

/** Everything that happens without a request: jobs, the outbox, what falls due, what was left behind. */
export async function startWorker(ctx: Context): Promise<{ stop(): Promise<void> }> {
  const { logger, db } = ctx
  const jobs = await startJobs(ctx.config.database.url, logger)
  const verify = verifyJob(ctx)
  await jobs.define(verify)
  await jobs.work(verify, ctx.config.speech.threads)
  const fingerprint = fingerprintJob(ctx)
  await jobs.define(fingerprint)
  await jobs.work(fingerprint, 1)
  const trainers = startTrainers(ctx)
  const loops = [
    startLoop({
      name: 'outbox',
      pauseMs: 150,
      logger,
      work: () =>
        relayOutbox(db, {
          'synthesis.completed': async (tx, payload) => {
            await jobs.send(tx, verify.name, payload as object)
            await jobs.send(tx, fingerprint.name, payload as object)
          },
        }),
    }),
    startLoop({ name: 'release', pauseMs: 1_000, logger, work: () => releaseDue(ctx) }),
    startLoop({ name: 'frozen', pauseMs: 5_000, logger, work: () => refundLongFrozen(ctx) }),
    startLoop({ name: 'unchecked', pauseMs: 60_000, logger, work: () => refundUnchecked(ctx) }),
    startLoop({ name: 'recover', pauseMs: 2_000, logger, work: () => recoverInterrupted(ctx) }),
    startLoop({ name: 'fold', pauseMs: 1_000, logger, work: () => foldActivity(ctx) }),
    startLoop({ name: 'vat', pauseMs: 5_000, logger, work: () => retryVatChecks(ctx) }),
    startLoop({ name: 'invoices', pauseMs: 5_000, logger, work: () => invoice(ctx) }),
    startLoop({ name: 'fingerprint', pauseMs: 60_000, logger, work: () => writeOverdue(ctx) }),
    startLoop({ name: 'withdrawals', pauseMs: 5_000, logger, work: () => withdrawDue(ctx) }),
    startLoop({ name: 'audit', pauseMs: 60_000, logger, work: () => auditHourly(ctx) }),
    startLoop({ name: 'payouts', pauseMs: 5_000, logger, work: () => runPayouts(ctx) }),
    startLoop({ name: 'statements', pauseMs: 5_000, logger, work: () => renderStatements(ctx) }),
    startLoop({ name: 'inbox', pauseMs: 150, logger, work: () => handleDue(ctx) }),
    startLoop({ name: 'catch-up', pauseMs: 5_000, logger, work: createCatchUp(ctx) }),
    startLoop({ name: 'top-up', pauseMs: 1_000, logger, work: () => topUpAutomatically(ctx) }),
    startLoop({ name: 'payments', pauseMs: 2_000, logger, work: () => sweepPayments(ctx) }),
    startLoop({ name: 'expire', pauseMs: 60_000, logger, work: () => expire(ctx) }),
  ]
  return {
    async stop() {
      await Promise.all([...loops.map((loop) => loop.stop()), trainers.stop()])
      await jobs.stop()
    },
  }
}

async function invoice(ctx: Context): Promise<void> {
  await closeMonths(ctx)
  await renderInvoices(ctx)
}

function expire(ctx: Context): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    await deleteExpiredSessions(tx, ctx.clock.now())
    await deleteExpiredAttempts(tx, ctx.clock.now())
    await sweepProcesses(tx)
  })
}
