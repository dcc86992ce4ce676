import { type EventPayload, type EventType, events } from '@viva-voce/contract'
import type { Db, Tx } from './db.ts'
import { inTransaction } from './db.ts'

/** Says that something has happened, in the transaction that makes it true. */
export async function publish<T extends EventType>(
  tx: Tx,
  type: T,
  payload: EventPayload<T>,
  at: Date,
): Promise<void> {
  const checked = events[type].parse(payload)
  await tx
    .insertInto('outbox_events')
    .values({ type, payload: JSON.stringify(checked), occurred_at: at })
    .execute()
}

/** What is done with each event: usually a job that is sent in the same transaction. */
export type Subscriptions = Partial<Record<EventType, (tx: Tx, payload: unknown) => Promise<void>>>

const batchSize = 100

/**
 * Hands pending events to their subscribers and marks them sent, in one transaction a batch.
 * Claims by state: an event whose transaction commits late is still found. Returns how many were handed on.
 */
export async function relayOutbox(db: Db, subscriptions: Subscriptions): Promise<number> {
  let total = 0
  for (;;) {
    const sent = await inTransaction(db, (tx) => relayBatch(tx, subscriptions))
    total += sent
    if (sent < batchSize) return total
  }
}

async function relayBatch(tx: Tx, subscriptions: Subscriptions): Promise<number> {
  const pending = await tx
    .selectFrom('outbox_events')
    .select(['id', 'type', 'payload'])
    .where('state', '=', 'pending')
    .orderBy('id')
    .limit(batchSize)
    .forUpdate()
    .skipLocked()
    .execute()
  if (pending.length === 0) return 0
  for (const event of pending) await subscriptions[event.type as EventType]?.(tx, event.payload)
  await tx
    .updateTable('outbox_events')
    .set({ state: 'sent' })
    .where(
      'id',
      'in',
      pending.map((event) => event.id),
    )
    .execute()
  return pending.length
}
