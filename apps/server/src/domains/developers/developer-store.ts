import type { Insertable } from 'kysely'
import type { Developers } from '../../generated/database.ts'
import type { Db, Tx } from '../../kit/db.ts'

/** False when the person has a developer account already. */
export async function insertDeveloper(tx: Tx, row: Insertable<Developers>): Promise<boolean> {
  const made = await tx
    .insertInto('developers')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

export function findVatFacts(db: Db, developerId: string) {
  return db
    .selectFrom('developers')
    .select(['country', 'vat_id_valid'])
    .where('id', '=', developerId)
    .executeTakeFirstOrThrow()
}
