import type { Insertable, Selectable } from 'kysely'
import type { Talents } from '../../generated/database.ts'
import type { Db, Tx } from '../../kit/db.ts'

export type TalentRow = Selectable<Talents>

/** False when the person is a talent already. */
export async function insertTalent(tx: Tx, row: Insertable<Talents>): Promise<boolean> {
  const inserted = await tx
    .insertInto('talents')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export function findTalent(db: Db, id: string): Promise<TalentRow | undefined> {
  return db.selectFrom('talents').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Locks out other changes of consent, and sales that look at it. */
export function lockTalent(tx: Tx, id: string): Promise<TalentRow> {
  return tx
    .selectFrom('talents')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** The consent as it stays until the transaction ends. */
export async function lockConsent(tx: Tx, id: string): Promise<string> {
  const row = await tx
    .selectFrom('talents')
    .select('consent')
    .where('id', '=', id)
    .forShare()
    .executeTakeFirstOrThrow()
  return row.consent
}

export async function setConsent(tx: Tx, id: string, consent: string): Promise<void> {
  await tx.updateTable('talents').set({ consent }).where('id', '=', id).execute()
}
