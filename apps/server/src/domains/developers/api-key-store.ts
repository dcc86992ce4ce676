import type { Insertable, Selectable } from 'kysely'
import type { ApiKeys } from '../../generated/database.ts'
import type { Db, Tx } from '../../kit/db.ts'

const shown = [
  'id',
  'name',
  'mode',
  'public_id',
  'created_at',
  'last_used_at',
  'expires_at',
] as const
export type KeyRow = Pick<Selectable<ApiKeys>, (typeof shown)[number]>

/** Serialises the making of keys of one developer, so that the count holds. */
export async function lockDeveloper(tx: Tx, developerId: string): Promise<void> {
  await tx
    .selectFrom('developers')
    .select('id')
    .where('id', '=', developerId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function countKeys(tx: Tx, developerId: string): Promise<number> {
  const row = await tx
    .selectFrom('api_keys')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('developer_id', '=', developerId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export function insertKey(tx: Tx, row: Insertable<ApiKeys>): Promise<KeyRow> {
  return tx.insertInto('api_keys').values(row).returning(shown).executeTakeFirstOrThrow()
}

export function keysOf(db: Db, developerId: string): Promise<KeyRow[]> {
  return db
    .selectFrom('api_keys')
    .select(shown)
    .where('developer_id', '=', developerId)
    .where('revoked_at', 'is', null)
    .orderBy('id', 'desc')
    .execute()
}

export async function revokeKey(
  db: Db,
  developerId: string,
  id: string,
  at: Date,
): Promise<boolean> {
  const result = await db
    .updateTable('api_keys')
    .set({ revoked_at: at })
    .where('id', '=', id)
    .where('developer_id', '=', developerId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export function findKey(db: Db, publicId: string, now: Date) {
  return db
    .selectFrom('api_keys')
    .innerJoin('developers', 'developers.id', 'api_keys.developer_id')
    .innerJoin('users', 'users.id', 'developers.user_id')
    .select([
      'api_keys.id as key_id',
      'api_keys.secret_hash',
      'api_keys.last_used_at',
      'developers.id as developer_id',
      'users.id as user_id',
      'users.email',
      'users.name',
      // A key speaks for the developer account, never with an administrator's rights.
      (eb) => eb.val('developer').as('role'),
    ])
    .where('public_id', '=', publicId)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .executeTakeFirst()
}

export async function touchKey(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable('api_keys').set({ last_used_at: at }).where('id', '=', id).execute()
}
