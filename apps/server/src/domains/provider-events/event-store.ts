import type { Insertable, Selectable } from 'kysely'
import type { ProviderEvents } from '../../generated/database.ts'
import type { Db, Tx } from '../../kit/db.ts'

export type EventRow = Selectable<ProviderEvents>

/** False when the event lies in the inbox already. */
export async function insertEvent(tx: Tx, row: Insertable<ProviderEvents>): Promise<boolean> {
  const made = await tx
    .insertInto('provider_events')
    .values(row)
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
    .returning('event_id')
    .executeTakeFirst()
  return made !== undefined
}

export function findEvent(db: Db, provider: string, eventId: string) {
  return db
    .selectFrom('provider_events')
    .selectAll()
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .executeTakeFirst()
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
