import type { Insertable, Updateable } from 'kysely'
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

export function findBilling(tx: Tx, developerId: string) {
  return tx
    .selectFrom('developers')
    .select([
      'billing_company as company',
      'billing_address as address',
      'country',
      'billing_vat_id as vatId',
      'vat_id_valid as vatIdValid',
    ])
    .where('id', '=', developerId)
    .executeTakeFirstOrThrow()
}

export async function updateBilling(
  tx: Tx,
  developerId: string,
  billing: Updateable<Developers>,
): Promise<void> {
  await tx.updateTable('developers').set(billing).where('id', '=', developerId).execute()
}

export async function setVatIdValid(tx: Tx, vatId: string, isValid: boolean): Promise<void> {
  await tx
    .updateTable('developers')
    .set({ vat_id_valid: isValid })
    .where('billing_vat_id', '=', vatId)
    .where('vat_id_valid', '<>', isValid)
    .execute()
}
