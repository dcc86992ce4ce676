import { type Insertable, type Selectable, sql } from 'kysely'
import type { ProviderEvents } from '../../generated/database.ts'
import type { Db, Tx } from '../../kit/db.ts'

export type EventRow = Selectable<ProviderEvents>

/** Puts events into the inbox; those that lie there already stay what they are. */
export async function insertEvents(tx: Tx, rows: Insertable<ProviderEvents>[]): Promise<void> {
  await tx
    .insertInto('provider_events')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
    .execute()
}

/**
 * Takes the events whose time has come, and puts off their next attempt: 2 s, 4 s, 8 s, then 15 s for the first minutes, so
 * that a short disturbance is over for all soon after it is over, then longer and longer, up to an hour.
 */
export function takeDue(db: Db, limit: number): Promise<EventRow[]> {
  const due = db
    .selectFrom('provider_events')
    .select(['provider', 'event_id'])
    .where('state', '=', 'received')
    .where('next_attempt_at', '<=', sql<Date>`now()`)
    .orderBy('next_attempt_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
  return db
    .updateTable('provider_events')
    .set({
      attempts: sql`attempts + 1`,
      next_attempt_at: sql`now() + interval '1 second' * case when attempts < 12
        then least(2 ^ (attempts + 1), 15) else least(2 ^ least(attempts - 7, 12), 3600) end`,
    })
    .where((eb) =>
      eb(
        eb.refTuple('provider', 'event_id'),
        'in',
        eb
          .selectFrom(due.as('due'))
          .select(['provider', 'event_id'])
          .$asTuple('provider', 'event_id'),
      ),
    )
    .returningAll()
    .execute()
}

export async function markHandled(
  db: Db,
  provider: string,
  eventId: string,
  at: Date,
): Promise<void> {
  await db
    .updateTable('provider_events')
    .set({ state: 'handled', handled_at: at })
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .execute()
}

/** Which of these events lie in the inbox already. */
export async function findKnown(
  db: Db,
  provider: string,
  eventIds: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('provider_events')
    .select('event_id')
    .where('provider', '=', provider)
    .where('event_id', '=', sql<string>`any(${eventIds})`)
    .execute()
  return new Set(rows.map((row) => row.event_id))
}
