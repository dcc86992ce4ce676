import { fillPath, type PayoutEntry, type PayoutState, routes } from '@viva-voce/contract'
import type { Context } from '../../context.ts'
import type { Viewer } from '../../http/viewer.ts'
import { notFound } from '../../kit/api-error.ts'
import * as store from './payout-store.ts'

/** The payouts that the viewer may see, newest first. */
export async function listPayouts(
  ctx: Context,
  viewer: Viewer,
  page: { limit: number; cursor?: string | undefined },
): Promise<{ items: PayoutEntry[]; next_cursor: string | null }> {
  const isAdmin = viewer.role === 'admin'
  if (!isAdmin && !viewer.talentId) return { items: [], next_cursor: null }
  const talentId = isAdmin ? null : viewer.talentId
  const rows = await store.listPayouts(ctx.db, talentId, { ...page, limit: page.limit + 1 })
  const items = rows.slice(0, page.limit).map((row) => entryOf(ctx, row))
  return { items, next_cursor: rows.length > page.limit ? items.at(-1)!.id : null }
}

function entryOf(ctx: Context, row: store.PayoutRow): PayoutEntry {
  const path = fillPath(routes.downloadStatement.path, { payout_id: row.id })
  return {
    id: row.id,
    talent_id: row.talent_id,
    month: row.month,
    amount_eur: Number(row.amount_cents) / 100,
    state: row.state as PayoutState,
    failure: row.failure,
    created_at: row.created_at.toISOString(),
    settled_at: row.settled_at?.toISOString() ?? null,
    statement_url: row.statement_key && ctx.config.apiUrl + path,
  }
}

/** A statement for its talent or an administrator. Throws 404 for anybody else's, or before it is made. */
export async function readStatement(
  ctx: Context,
  viewer: Viewer,
  payoutId: string,
): Promise<Buffer> {
  const row = await store.findPayout(ctx.db, payoutId)
  const maySee = viewer.role === 'admin' || viewer.talentId === row?.talent_id
  if (!row?.statement_key || !maySee) throw notFound('statement')
  return ctx.objects.get(row.statement_key)
}
