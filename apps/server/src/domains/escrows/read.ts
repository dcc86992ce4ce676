import {
  type CheckState,
  canRelease,
  type Escrow,
  type EscrowFacts,
  type EscrowState,
} from '@viva-voce/contract'
import { toEuro } from '@viva-voce/money'
import type { Context } from '../../context.ts'
import type { Viewer } from '../../http/viewer.ts'
import { notFound } from '../../kit/api-error.ts'
import * as store from './escrow-store.ts'
import { findingsOf } from './findings.ts'

export function factsOf(row: store.EscrowRow): EscrowFacts {
  return {
    state: row.state as EscrowState,
    watermark: row.watermark as CheckState,
    deepfake: row.deepfake as CheckState,
    holdUntilMs: row.hold_until.getTime(),
    frozen: row.frozen_at !== null,
  }
}

/** One held payment, for the developer who paid, the talent who earns, or an administrator. Throws 404. */
export async function readEscrow(
  ctx: Context,
  viewer: Viewer,
  paymentIntentId: string,
): Promise<Escrow> {
  const row = await store.findByPaymentIntent(ctx.db, paymentIntentId)
  if (!row || !maySee(viewer, row)) throw notFound('payment')
  return escrowOf(ctx, row, viewer)
}

/** The held payments that the viewer may see, newest first. */
export async function listEscrows(
  ctx: Context,
  viewer: Viewer,
  page: { limit: number; cursor?: string | undefined },
): Promise<{ escrows: Escrow[]; next_cursor: string | null }> {
  const all = viewer.role === 'admin'
  if (!all && !viewer.developerId && !viewer.talentId) return { escrows: [], next_cursor: null }
  const rows = await store.listEscrows(ctx.db, {
    developerId: all ? null : viewer.developerId,
    talentId: all ? null : viewer.talentId,
    cursor: page.cursor,
    limit: page.limit + 1,
  })
  const escrows = rows.slice(0, page.limit).map((row) => escrowOf(ctx, row, viewer))
  return { escrows, next_cursor: rows.length > page.limit ? escrows.at(-1)!.id : null }
}

function maySee(viewer: Viewer, row: store.EscrowRow): boolean {
  const paid = viewer.developerId === row.developer_id
  const earns = row.talent_id !== null && viewer.talentId === row.talent_id
  return viewer.role === 'admin' || paid || earns
}

function escrowOf(ctx: Context, row: store.EscrowRow, viewer: Viewer): Escrow {
  const facts = factsOf(row)
  return {
    id: row.id,
    payment_intent_id: row.payment_intent_id,
    synthesis_id: row.synthesis_id,
    state: facts.state,
    amount_eur: toEuro(row.net_micros),
    created_at: row.created_at.toISOString(),
    released_at: row.released_at?.toISOString() ?? null,
    refunded_at: row.refunded_at?.toISOString() ?? null,
    reason: row.reason,
    verification: {
      watermark: facts.watermark,
      deepfake: facts.deepfake,
      hold_until: row.hold_until.toISOString(),
      frozen: facts.frozen,
      can_release: canRelease(facts, ctx.clock.now().getTime()),
      findings: viewer.role === 'admin' ? findingsOf(row) : null,
    },
  }
}
