import type { Insertable, Selectable } from 'kysely'
import type { ConsentEvents } from '../../generated/database.ts'
import type { Db, Tx } from '../../kit/db.ts'

export type ConsentEventRow = Selectable<ConsentEvents>

export async function insertEvent(tx: Tx, row: Insertable<ConsentEvents>): Promise<void> {
  await tx.insertInto('consent_events').values(row).execute()
}

/** A talent's entries, newest first, those before the entry `before` if it is given. */
export function eventsOf(
  db: Db,
  talentId: string,
  page: { limit: number; before?: number | undefined },
): Promise<ConsentEventRow[]> {
  let query = db.selectFrom('consent_events').selectAll().where('talent_id', '=', talentId)
  if (page.before !== undefined) query = query.where('sequence', '<', page.before)
  return query.orderBy('sequence', 'desc').limit(page.limit).execute()
}
