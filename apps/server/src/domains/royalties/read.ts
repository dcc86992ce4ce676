import type { RoyaltyEntry, RoyaltyStatus, RoyaltySummary, Usage } from '@viva-voce/contract'
import { type Micros, talentSharePercent, toEuro } from '@viva-voce/money'
import type { Context } from '../../context.ts'
import type { Viewer } from '../../http/viewer.ts'
import {
  type ActivityScope,
  countEarningTalents,
  recentDays,
  scopeOf,
  totalOf,
} from '../usage/activity.ts'
import * as store from './royalty-store.ts'

function filterOf({ scope, ownerId }: ActivityScope): store.RoyaltyFilter {
  return {
    talentId: scope === 'talent' ? ownerId : null,
    developerId: scope === 'developer' ? ownerId : null,
  }
}

/**
 * A page of the entries that the viewer may see, newest first: a talent what their voices earn, a developer what
 * their syntheses pay, an administrator everything, anybody else nothing.
 */
export async function listEntries(
  ctx: Context,
  viewer: Viewer,
  page: { limit: number; cursor?: string | undefined },
): Promise<RoyaltyEntry[]> {
  const scope = scopeOf(viewer)
  if (!scope) return []
  return (await store.listRoyalties(ctx.db, filterOf(scope), page)).map(entryOf)
}

function entryOf(row: store.NamedRoyaltyRow): RoyaltyEntry {
  return {
    id: row.id,
    date: row.created_at.toISOString(),
    voice_id: row.voice_id,
    talent_name: row.talent_name,
    seconds: Number(row.sample_count) / row.sample_rate_hz,
    amount_eur: toEuro(row.amount_micros),
    status: row.status as RoyaltyStatus,
    kind: row.kind as RoyaltyEntry['kind'],
    usage: row.usage as Usage,
    price_per_second_eur: toEuro(row.price_per_second_micros),
    usage_factor: Number(row.usage_factor_hundredths) / 100,
    net_eur: toEuro(row.net_micros),
    share_percent: Number(talentSharePercent),
  }
}

const nothing: RoyaltySummary = {
  paid_eur: 0,
  pending_eur: 0,
  processing_eur: 0,
  cancelled_eur: 0,
  this_month_eur: 0,
  entries: 0,
  active_talents: 0,
}

/** Sums over all entries that the viewer may see. Reads rolled-up rows only, however many entries there are. */
export async function summarise(ctx: Context, viewer: Viewer): Promise<RoyaltySummary> {
  const scope = scopeOf(viewer)
  if (!scope) return nothing
  const total = await totalOf(ctx, scope)
  const month = await recentDays(ctx, scope, ctx.clock.now().getUTCDate())
  const earned = month.reduce(
    (sum, day) => sum + day.pendingMicros + day.processingMicros + day.paidMicros,
    0n,
  )
  return {
    ...statusSums(total),
    this_month_eur: toEuro(earned),
    entries: Number(total.entries),
    active_talents: await activeTalents(ctx, scope, total.entries > 0n),
  }
}

function activeTalents(ctx: Context, scope: ActivityScope, hasEntries: boolean) {
  if (scope.scope === 'platform') return countEarningTalents(ctx)
  if (scope.scope === 'developer') return store.countTalentsOf(ctx.db, scope.ownerId)
  return hasEntries ? 1 : 0
}

function statusSums(sums: Record<`${RoyaltyStatus}Micros`, Micros>) {
  return {
    pending_eur: toEuro(sums.pendingMicros),
    processing_eur: toEuro(sums.processingMicros),
    paid_eur: toEuro(sums.paidMicros),
    cancelled_eur: toEuro(sums.cancelledMicros),
  }
}

/** The last days of the viewer's royalties, oldest first; nothing for somebody who has none. */
export async function listDays(ctx: Context, viewer: Viewer, days: number) {
  const scope = scopeOf(viewer)
  if (!scope) return []
  return (await recentDays(ctx, scope, days)).map((day) => ({
    date: day.date,
    entries: Number(day.entries),
    seconds: Number(day.audioMs) / 1000,
    ...statusSums(day),
  }))
}
