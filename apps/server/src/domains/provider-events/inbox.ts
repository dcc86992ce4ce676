import type { Context } from '../../context.ts'
import type { ProviderEvent } from '../../integrations/stripe/webhooks.ts'
import { inTransaction } from '../../kit/db.ts'
import type { JobKind } from '../../kit/jobs.ts'
import { publish } from '../../kit/outbox.ts'
import * as store from './event-store.ts'
import { handlers } from './handlers.ts'

/** Keeps a signed event and starts its job, in one transaction; does nothing with one that is kept already. */
export async function receive(ctx: Context, event: ProviderEvent): Promise<void> {
  const provider = 'stripe'
  const now = ctx.clock.now()
  await inTransaction(ctx.db, async (tx) => {
    const isNew = await store.insertEvent(tx, {
      provider,
      event_id: event.eventId,
      type: event.type,
      object_id: event.objectId,
      account_id: event.accountId,
      payload: JSON.stringify(event.payload),
      happened_at: event.createdAt,
      received_at: now,
    })
    if (isNew) {
      await publish(tx, 'provider.event_received', { provider, event_id: event.eventId }, now)
    }
  })
}

/** Handles an event of the inbox. It is tried for hours, since the provider it asks may be away. */
export function providerEventJob(ctx: Context): JobKind<{ provider: string; event_id: string }> {
  return {
    name: 'provider-event',
    retryLimit: 12,
    handle: (data) => handle(ctx, data.provider, data.event_id),
  }
}

/** Does what an event asks for, once: a second run finds it handled, or finds nothing left to do. */
export async function handle(ctx: Context, provider: string, eventId: string): Promise<void> {
  const row = await store.findEvent(ctx.db, provider, eventId)
  if (!row || row.state === 'handled') return
  await handlers[row.type]?.(ctx, {
    objectId: row.object_id,
    accountId: row.account_id,
    object: (row.payload as { data: { object: Record<string, unknown> } }).data.object,
  })
  await store.markHandled(ctx.db, provider, eventId, ctx.clock.now())
}
