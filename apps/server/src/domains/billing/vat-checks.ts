import type { Context } from '../../context.ts'
import { inTransaction, type Tx } from '../../kit/db.ts'
import { applyVatAnswer } from '../developers/developers.ts'
import { readVatId, type VatId } from './vat-id.ts'
import * as store from './vat-store.ts'

const cacheMs = 24 * 60 * 60 * 1000
const firstRetryMs = 60_000
const longestRetryMs = 6 * 60 * 60 * 1000
/** About a week of attempts; after that the developer may ask again by hand. */
const mostAttempts = 30
/** Longer than VIES may take to answer. */
const leaseMs = 60_000

/** What is known of a VAT ID. `valid` is null while VIES does not say. */
export interface VatCheck {
  valid: boolean | null
  vatId: string | null
  consultationNumber: string | null
  checkedAt: Date | null
  name: string | null
  /** Why it is invalid or unknown: `format`, or VIES's own code. */
  reason: string | null
}

const noVatId: VatCheck = {
  valid: false,
  vatId: null,
  consultationNumber: null,
  checkedAt: null,
  name: null,
  reason: 'format',
}

/**
 * Format and check digits first, then VIES, whose answer is good for a day. When VIES gives none, `valid` is null
 * and the ID is asked about again in the background.
 */
export async function checkVatId(ctx: Context, text: string): Promise<VatCheck> {
  const vatId = readVatId(text)
  if (!vatId) return noVatId
  const known = await store.latestAnswer(ctx.db, vatId.id)
  const oldest = ctx.clock.now().getTime() - cacheMs
  if (known && known.answered_at.getTime() > oldest) return checkOf(known)
  return ask(ctx, vatId)
}

/** Asks VIES and writes down what it says; nothing of the database is held meanwhile. */
async function ask(ctx: Context, vatId: VatId): Promise<VatCheck> {
  const result = await ctx.vies.check(vatId)
  const now = ctx.clock.now()
  return inTransaction(ctx.db, async (tx) => {
    await store.lockVatId(tx, vatId.id)
    if (result.kind === 'unknown') {
      ctx.logger.warn({ vatId: vatId.id, failure: result.failure }, 'VIES gave no answer')
      const at = new Date(now.getTime() + firstRetryMs)
      await store.insertRetry(tx, { vatId: vatId.id, failure: result.failure, at })
      return { ...noVatId, valid: null, vatId: vatId.id, reason: result.failure }
    }
    const answer = await store.insertAnswer(tx, {
      vat_id: vatId.id,
      valid: result.valid,
      consultation_number: result.consultationNumber,
      name: result.name,
      address: result.address,
      answered_at: now,
    })
    await store.deleteRetry(tx, vatId.id)
    await applyVatAnswer(tx, vatId.id, result.valid)
    return checkOf(answer)
  })
}

function checkOf(row: store.VatAnswerRow): VatCheck {
  return {
    valid: row.valid,
    vatId: row.vat_id,
    consultationNumber: row.consultation_number,
    checkedAt: row.answered_at,
    name: row.name,
    reason: row.valid ? null : 'INVALID',
  }
}

/** Until the transaction ends nobody else writes an answer about this VAT ID, or reads one to act upon it. */
export const lockVatId = store.lockVatId

/** The newest definite answer about a VAT ID, however old. */
export async function lastVatAnswer(tx: Tx, vatId: string): Promise<VatCheck | null> {
  const row = vatId ? await store.latestAnswer(tx, vatId) : undefined
  return row ? checkOf(row) : null
}

/** Asks again about every VAT ID that is due, one after the other. Returns how many VIES has answered. */
export async function retryVatChecks(ctx: Context): Promise<number> {
  let answered = 0
  for (;;) {
    const now = ctx.clock.now().getTime()
    const due = await inTransaction(ctx.db, (tx) =>
      store.takeDueRetry(tx, new Date(now), new Date(now + leaseMs)),
    )
    if (!due) return answered
    const check = await ask(ctx, readVatId(due.vatId)!)
    if (check.valid !== null) answered++
    else await postpone(ctx, due)
  }
}

async function postpone(ctx: Context, due: { vatId: string; attempts: number }): Promise<void> {
  const attempts = due.attempts + 1
  await inTransaction(ctx.db, async (tx) => {
    if (attempts > mostAttempts) return store.deleteRetry(tx, due.vatId)
    const waitMs = Math.min(firstRetryMs * 2 ** (attempts - 1), longestRetryMs)
    const at = new Date(ctx.clock.now().getTime() + waitMs)
    return store.putOff(tx, due.vatId, attempts, at)
  })
}
