import type { Insertable, Selectable, Updateable } from 'kysely'
import type { ConnectedAccounts, StripeOauthAttempts } from '../../generated/database.ts'
import type { Db, Tx } from '../../kit/db.ts'

export type AccountRow = Selectable<ConnectedAccounts>

/** The talent's row, made at its first use, and locked. */
export async function lockAccount(tx: Tx, row: Insertable<ConnectedAccounts>): Promise<AccountRow> {
  await tx
    .insertInto('connected_accounts')
    .values(row)
    .onConflict((conflict) => conflict.column('talent_id').doNothing())
    .execute()
  return tx
    .selectFrom('connected_accounts')
    .selectAll()
    .where('talent_id', '=', row.talent_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export function findByTalent(db: Db | Tx, talentId: string): Promise<AccountRow | undefined> {
  return db
    .selectFrom('connected_accounts')
    .selectAll()
    .where('talent_id', '=', talentId)
    .executeTakeFirst()
}

export async function updateByTalent(
  tx: Db | Tx,
  talentId: string,
  change: Updateable<ConnectedAccounts>,
): Promise<void> {
  await tx.updateTable('connected_accounts').set(change).where('talent_id', '=', talentId).execute()
}

/** Changes the account with this id at the provider, unless it is known as it was after `change.synced_at`. */
export async function updateByAccount(
  db: Db,
  accountId: string,
  change: Updateable<ConnectedAccounts> & { synced_at: Date },
): Promise<void> {
  await db
    .updateTable('connected_accounts')
    .set(change)
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([eb('synced_at', 'is', null), eb('synced_at', '<=', change.synced_at)]))
    .execute()
}

/** Whether the account with this id at the provider is a talent's. */
export async function isKnown(db: Db, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('connected_accounts')
    .select('talent_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertAttempt(db: Db, row: Insertable<StripeOauthAttempts>): Promise<void> {
  await db.insertInto('stripe_oauth_attempts').values(row).execute()
}

/** Takes an attempt out of the table, so that it can be used only once. */
export function takeAttempt(db: Db, stateHash: Buffer, now: Date) {
  return db
    .deleteFrom('stripe_oauth_attempts')
    .where('state_hash', '=', stateHash)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
}

export async function deleteExpiredAttempts(db: Db | Tx, now: Date): Promise<void> {
  await db.deleteFrom('stripe_oauth_attempts').where('expires_at', '<', now).execute()
}

export function findByUser(db: Db, userId: string): Promise<AccountRow | undefined> {
  return db
    .selectFrom('connected_accounts')
    .innerJoin('talents', 'talents.id', 'connected_accounts.talent_id')
    .selectAll('connected_accounts')
    .where('talents.user_id', '=', userId)
    .executeTakeFirst()
}

export function findPayable(db: Db | Tx, talentIds: readonly string[]): Promise<AccountRow[]> {
  return db
    .selectFrom('connected_accounts')
    .selectAll()
    .where('talent_id', 'in', talentIds)
    .where('account_id', 'is not', null)
    .where('transfers_enabled', '=', true)
    .where('payouts_enabled', '=', true)
    .execute()
}
