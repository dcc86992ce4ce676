import type { RoyaltyStatus } from '@viva-voce/contract'
import type { Micros } from '@viva-voce/money'
import type { Context } from '../../context.ts'
import type { Viewer } from '../../http/viewer.ts'
import { inTransaction, type Tx } from '../../kit/db.ts'
import * as store from './activity-store.ts'

const dayMs = 24 * 60 * 60 * 1000
const foldAtOnce = 5_000

/** Whose figures the viewer sees: an administrator everybody's; null for somebody who has none. */
export function scopeOf(viewer: Viewer): store.ActivityScope | null {
  if (viewer.role === 'admin') return { scope: 'platform', ownerId: '' }
  if (viewer.talentId) return { scope: 'talent', ownerId: viewer.talentId }
  if (viewer.developerId) return { scope: 'developer', ownerId: viewer.developerId }
  return null
}

/** A moment's day in UTC, ISO 8601. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}

/** Counts one completed synthesis; `royaltyMicros` is null where no talent earns. */
export async function recordSynthesis(
  tx: Tx,
  done: {
    at: Date
    developerId: string
    talentId: string | null
    audioMs: bigint
    royaltyMicros: Micros | null
  },
): Promise<void> {
  await store.insertChanges(tx, [
    {
      day: dayOf(done.at),
      developer_id: done.developerId,
      talent_id: done.talentId,
      requests: 1n,
      audio_ms: done.audioMs,
      entries: done.royaltyMicros === null ? 0n : 1n,
      pending_micros: done.royaltyMicros ?? 0n,
    },
  ])
}

/** Royalties of one developer, talent and day that change their status together. */
export interface RoyaltyMove {
  /** ISO date of the entries. */
  day: string
  developerId: string
  talentId: string
  amountMicros: Micros
  /** Entries that are new rather than moved. */
  newEntries?: bigint
  from: RoyaltyStatus | null
  to: RoyaltyStatus
}

/** Counts royalties out of one status and into another; `from` is null for entries that are new. */
export async function recordRoyaltyMoves(tx: Tx, moves: RoyaltyMove[]): Promise<void> {
  if (moves.length === 0) return
  await store.insertChanges(
    tx,
    moves.map(({ day, developerId, talentId, amountMicros, newEntries, from, to }) => ({
      day,
      developer_id: developerId,
      talent_id: talentId,
      entries: newEntries ?? 0n,
      ...(from && { [`${from}_micros`]: -amountMicros }),
      [`${to}_micros`]: amountMicros,
    })),
  )
}

/** Folds what has changed since the last time into the sums by day. Returns how many changes. */
export async function foldActivity(ctx: Context): Promise<number> {
  let total = 0
  for (;;) {
    const folded = await inTransaction(ctx.db, (tx) => store.foldChanges(tx, foldAtOnce))
    total += folded
    if (folded < foldAtOnce) return total
  }
}

/** The last `days` days, today (UTC) included, oldest first; null scope has no figures at all. */
export function recentDays(ctx: Context, scope: store.ActivityScope, days: number) {
  const today = ctx.clock.now()
  const first = new Date(today.getTime() - (days - 1) * dayMs)
  return store.readDays(ctx.db, scope, dayOf(first), dayOf(today))
}

export const totalOf = (ctx: Context, scope: store.ActivityScope) => store.readTotal(ctx.db, scope)

export const countEarningTalents = (ctx: Context) => store.countEarningTalents(ctx.db)

export type { ActivityScope, ActivitySums } from './activity-store.ts'
