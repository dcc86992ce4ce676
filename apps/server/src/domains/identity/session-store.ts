import type { Insertable } from 'kysely'
import type { Sessions } from '../../generated/database.ts'
import type { Db, Tx } from '../../kit/db.ts'

export async function insertSession(tx: Tx, row: Insertable<Sessions>): Promise<void> {
  await tx.insertInto('sessions').values(row).execute()
}

export function findSession(db: Db, tokenHash: Buffer, now: Date) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('talents', 'talents.user_id', 'users.id')
    .leftJoin('developers', 'developers.user_id', 'users.id')
    .select([
      'sessions.id as session_id',
      'sessions.csrf_token',
      'sessions.last_seen_at',
      'users.id',
      'users.email',
      'users.name',
      'users.role',
      'talents.id as talent_id',
      'developers.id as developer_id',
    ])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', now)
    .executeTakeFirst()
}

export async function renewSession(db: Db, id: string, now: Date, expiresAt: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_seen_at: now, expires_at: expiresAt })
    .where('id', '=', id)
    .execute()
}

export function sessionsOf(db: Db, userId: string, now: Date) {
  return db
    .selectFrom('sessions')
    .select(['id', 'created_at', 'last_seen_at', 'user_agent'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .limit(50)
    .execute()
}

export async function deleteSession(db: Db, userId: string, id: string): Promise<boolean> {
  const result = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

export async function deleteExpiredSessions(tx: Tx, now: Date): Promise<void> {
  await tx.deleteFrom('sessions').where('expires_at', '<=', now).execute()
  await tx.deleteFrom('sign_in_attempts').where('expires_at', '<=', now).execute()
}
