import type { DisputeState, PaymentState, Reservation, TopUp } from '@viva-voce/contract'
import { toEuro } from '@viva-voce/money'
import type { Context } from '../../context.ts'
import { isUnanswered } from '../../integrations/stripe/provider-error.ts'
import { notFound } from '../../kit/api-error.ts'
import * as store from './payment-store.ts'
import * as refunds from './refund-store.ts'
import { settlePayment } from './settle.ts'

interface Page {
  limit: number
  cursor?: string | undefined
}

interface Listed<Item> {
  items: Item[]
  next_cursor: string | null
}

/** A developer's top-ups, newest first. */
export async function listTopUps(
  ctx: Context,
  developerId: string,
  page: Page,
): Promise<Listed<TopUp>> {
  const rows = await store.listTopUps(ctx.db, developerId, page)
  const items = rows.map((row) => topUpFrom(row, row.dispute as DisputeState | null))
  return { items, next_cursor: nextAfter(items, page) }
}

/** One top-up of a developer, 404 for anybody else's; while it is open the provider is asked. */
export async function readTopUp(ctx: Context, developerId: string, id: string): Promise<TopUp> {
  const row = await store.findPayment(ctx.db, id)
  if (!row || row.developer_id !== developerId) throw notFound('top-up')
  if (row.state === 'open' && ctx.stripe) {
    await settlePayment(ctx, id).catch((error) => {
      if (!isUnanswered(error)) throw error
    })
  }
  const dispute = await refunds.findDisputeOf(ctx.db, id)
  const now = (await store.findPayment(ctx.db, id))!
  return topUpFrom(now, (dispute?.state as DisputeState | undefined) ?? null)
}

/** Every early-access reservation, newest first. */
export async function listReservations(ctx: Context, page: Page): Promise<Listed<Reservation>> {
  const rows = await store.listReservations(ctx.db, page)
  const items = rows.map((row) => ({
    id: row.id,
    email: row.email!,
    state: row.state as PaymentState,
    refunded: row.refunded_micros > 0n,
    created_at: row.created_at.toISOString(),
    paid_at: row.paid_at?.toISOString() ?? null,
  }))
  return { items, next_cursor: nextAfter(items, page) }
}

const nextAfter = (items: { id: string }[], { limit }: Page): string | null =>
  items.length < limit ? null : (items.at(-1)?.id ?? null)

function topUpFrom(row: store.PaymentRow, dispute: DisputeState | null): TopUp {
  return {
    id: row.id,
    kind: row.purpose === 'automatic_top_up' ? 'automatic' : 'checkout',
    amount_eur: toEuro(row.amount_micros),
    refunded_eur: toEuro(row.refunded_micros),
    state: row.state as PaymentState,
    failure: row.failure,
    dispute,
    created_at: row.created_at.toISOString(),
    paid_at: row.paid_at?.toISOString() ?? null,
  }
}
