import type { Insertable } from 'kysely'
import type { Acceptances } from '../../generated/database.ts'
import type { Db, Tx } from '../../kit/db.ts'

/** Accepting the same version twice is one acceptance. */
export async function insertAcceptances(tx: Tx, rows: Insertable<Acceptances>[]): Promise<void> {
  await tx
    .insertInto('acceptances')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['user_id', 'doc', 'version']).doNothing())
    .execute()
}

export function acceptancesOf(db: Db, userId: string) {
  return db
    .selectFrom('acceptances')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('accepted_at', 'desc')
    .orderBy('doc')
    .execute()
}
