import { type Insertable, sql } from 'kysely'
import type { SigningKeys } from '../../generated/database.ts'
import type { Db, Tx } from '../../kit/db.ts'

/** Two processes that start at once make one key: the second insert finds the unique index taken. */
export async function insertIfNoneActive(tx: Tx, row: Insertable<SigningKeys>): Promise<void> {
  await sql`lock table signing_keys in share row exclusive mode`.execute(tx)
  const active = await tx
    .selectFrom('signing_keys')
    .select('kid')
    .where('retired_at', 'is', null)
    .executeTakeFirst()
  if (!active) await tx.insertInto('signing_keys').values(row).execute()
}

export function activeKey(db: Db) {
  return db
    .selectFrom('signing_keys')
    .select(['kid', 'private_jwk_sealed'])
    .where('retired_at', 'is', null)
    .executeTakeFirst()
}

export function findKey(db: Db, kid: string) {
  return db
    .selectFrom('signing_keys')
    .select('public_jwk')
    .where('kid', '=', kid)
    .executeTakeFirst()
}

export function allKeys(db: Db) {
  return db.selectFrom('signing_keys').select('public_jwk').orderBy('created_at', 'desc').execute()
}

export async function retireActive(db: Db, at: Date): Promise<void> {
  await db
    .updateTable('signing_keys')
    .set({ retired_at: at })
    .where('retired_at', 'is', null)
    .execute()
}
