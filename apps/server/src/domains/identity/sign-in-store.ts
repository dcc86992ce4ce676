import type { Insertable } from 'kysely'
import type { SignInAttempts } from '../../generated/database.ts'
import type { Db } from '../../kit/db.ts'

export async function insertAttempt(db: Db, row: Insertable<SignInAttempts>): Promise<void> {
  await db.insertInto('sign_in_attempts').values(row).execute()
}

/** Takes an attempt out of the table, so that it can be used only once. */
export function takeAttempt(db: Db, tokenHash: Buffer, provider: string, now: Date) {
  return db
    .deleteFrom('sign_in_attempts')
    .where('token_hash', '=', tokenHash)
    .where('provider', '=', provider)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
}
