import type { Context } from '../../context.ts'
import { isUnanswered } from '../../integrations/stripe/provider-error.ts'
import type { ProviderEvent } from '../../integrations/stripe/webhooks.ts'
import { inTransaction } from '../../kit/db.ts'
import { TryLater } from '../../kit/try-later.ts'
import * as store from './event-store.ts'
import { handlers } from './handlers.ts'

/** Keeps a signed event, to be handled by the worker; does nothing with one that is kept already. */
export const receive = (ctx: Context, event: ProviderEvent): Promise<void> => keep(ctx, [event])

function keep(ctx: Context, events: readonly ProviderEvent[]): Promise<void> {
  const received_at = ctx.clock.now()
  return inTransaction(ctx.db, (tx) =>
    store.insertEvents(
      tx,
      events.map((event) => ({
        provider: 'stripe',
        event_id: event.eventId,
        type: event.type,
        object_id: event.objectId,
        account_id: event.accountId,
        payload: JSON.stringify(event.payload),
        happened_at: event.createdAt,
        received_at,
      })),
    ),
  )
}

const hourMs = 60 * 60 * 1000
const keptAtOnce = 500
/** The first look goes back over a long weekend without a working address for events. */
const firstLookMs = 3 * 24 * hourMs

/**
 * Fetches what never arrived: once an hour, the provider's events since the look before are put into the inbox,
 * where those that are there already stay what they are. Each process has its own; both may look at once.
 */
export function createCatchUp(ctx: Context): () => Promise<void> {
  let lookedAt: Date | null = null
  return async () => {
    const now = ctx.clock.now()
    if (!ctx.stripe || (lookedAt && now.getTime() - lookedAt.getTime() < hourMs)) return
    const since = lookedAt?.getTime() ?? now.getTime() - firstLookMs
    // An hour of overlap: an event gets its time before it can be listed.
    const events = await ctx.stripe.listEvents(new Date(since - hourMs))
    const ids = events.map(({ eventId }) => eventId)
    const known = await store.findKnown(ctx.db, 'stripe', ids)
    const missing = events.filter(({ eventId }) => !known.has(eventId)).reverse()
    for (let at = 0; at < missing.length; at += keptAtOnce) {
      await keep(ctx, missing.slice(at, at + keptAtOnce))
    }
    lookedAt = now
  }
}

const batchSize = 20

/**
 * Handles the events of the inbox that are due, many at a time, since each waits for the provider. One that fails is
 * tried again after a pause that doubles. Returns how many were taken.
 */
export async function handleDue(ctx: Context): Promise<number> {
  let total = 0
  for (;;) {
    const due = await store.takeDue(ctx.db, batchSize)
    await Promise.all(due.map((row) => handleOrLeave(ctx, row)))
    total += due.length
    if (due.length < batchSize) return total
  }
}

/** Does what an event asks for. A second run finds nothing left to do, because each handler looks first. */
async function handleOrLeave(ctx: Context, row: store.EventRow): Promise<void> {
  const { event_id: eventId, type } = row
  try {
    await handlers[type]?.(ctx, {
      objectId: row.object_id,
      accountId: row.account_id,
      object: (row.payload as { data: { object: Record<string, unknown> } }).data.object,
    })
    await store.markHandled(ctx.db, row.provider, eventId, ctx.clock.now())
  } catch (error) {
    const level = isUnanswered(error) || error instanceof TryLater ? 'warn' : 'error'
    ctx.logger[level]({ err: error, eventId, type }, 'an event could not be handled; later again')
  }
}
