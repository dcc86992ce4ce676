import { payableCents, payoutEntry } from '@viva-voce/money'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../kit/db.ts'
import { post } from '../ledger/ledger.ts'
import { recordRoyaltyMoves } from '../usage/activity.ts'
import * as store from './payout-store.ts'
import type { PayoutProvider } from './provider.ts'

const dayMs = 24 * 60 * 60 * 1000
const talentsAtOnce = 500
/** Transactions at a time: as many as leave connections for everybody else. */
const payoutsAtOnce = 4
/** A month is paid this long after its end (product rule). */
const payoutDelayMs = 7 * dayMs
/** A payout that has failed is tried again after this long. */
const retryMs = dayMs

/** The newest month that may be paid at a moment, as its first day and the first moment after it. */
export function payableMonth(now: Date): { month: string; monthEnd: Date } {
  const latest = new Date(now.getTime() - payoutDelayMs)
  const monthEnd = new Date(Date.UTC(latest.getUTCFullYear(), latest.getUTCMonth(), 1))
  const month = new Date(Date.UTC(latest.getUTCFullYear(), latest.getUTCMonth() - 1, 1))
  return { month: month.toISOString().slice(0, 10), monthEnd }
}

/**
 * Once a day, starts a payout for every talent who has at least EUR 10.00 of released royalties up to the newest
 * payable month and an account that can take it. So whoever connects an account later, or whose transfer has failed, is
 * paid within a day. Returns how many were started.
 */
export async function startPayouts(ctx: Context, provider: PayoutProvider): Promise<number> {
  const now = ctx.clock.now()
  const day = now.toISOString().slice(0, 10)
  if (await store.isDayDone(ctx.db, day)) return 0
  const { month, monthEnd } = payableMonth(now)
  const failedSince = new Date(now.getTime() - retryMs)
  let started = 0
  for (let cursor = ''; ; ) {
    const due = { monthEnd, failedSince, cursor, limit: talentsAtOnce }
    const talentIds = await store.findDue(ctx.db, due)
    const accounts = talentIds.length > 0 ? await provider.accountsOf(talentIds) : new Map()
    for (let at = 0; at < talentIds.length; at += payoutsAtOnce) {
      const results = await Promise.all(
        talentIds.slice(at, at + payoutsAtOnce).map(async (talentId) => {
          const destinationAccount = accounts.get(talentId)
          const order = { talentId, destinationAccount, month, monthEnd }
          return destinationAccount ? startPayout(ctx, order) : false
        }),
      )
      started += results.filter(Boolean).length
    }
    if (talentIds.length < talentsAtOnce) break
    cursor = talentIds.at(-1)!
  }
  await inTransaction(ctx.db, (tx) => store.finishDay(tx, day, now))
  return started
}

/** Sets a talent's money aside and marks their royalties; false when there is less than the minimum after all. */
function startPayout(
  ctx: Context,
  order: { talentId: string; destinationAccount: string; month: string; monthEnd: Date },
): Promise<boolean> {
  const { talentId, monthEnd } = order
  return inTransaction(ctx.db, async (tx) => {
    await store.lockTalent(tx, talentId)
    const due = await store.sumDue(tx, talentId, monthEnd)
    const payable = payableCents(due.earnedMicros + due.carriedMicros)
    if (!payable) return false
    const payoutId = ctx.ids.next('po')
    const { amountCents } = payable
    await store.insertPayout(tx, {
      id: payoutId,
      talent_id: talentId,
      month: order.month,
      destination_account: order.destinationAccount,
      entry_count: due.count,
      earned_micros: due.earnedMicros,
      carried_micros: due.carriedMicros,
      amount_cents: amountCents,
      created_at: ctx.clock.now(),
      next_attempt_at: ctx.clock.now(),
    })
    const to = 'processing'
    const moved = await store.takeRoyalties(tx, { payoutId, talentId, monthEnd, to })
    await recordRoyaltyMoves(
      tx,
      moved.map((sums) => ({ ...sums, talentId, from: 'pending', to })),
    )
    await post(ctx, tx, payoutEntry({ payoutId, talentId, amountCents }))
    ctx.logger.info({ payoutId, talentId, amountCents: Number(amountCents) }, 'payout started')
    return true
  })
}
