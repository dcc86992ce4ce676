import type { Insertable } from 'kysely'
import type { AudioChecks } from '../../generated/database.ts'
import type { Db } from '../../kit/db.ts'

export async function insertCheck(db: Db, row: Insertable<AudioChecks>): Promise<void> {
  await db.insertInto('audio_checks').values(row).execute()
}

export function findCheck(db: Db, id: string, at: Date) {
  return db
    .selectFrom('audio_checks')
    .selectAll()
    .where('id', '=', id)
    .where('expires_at', '>', at)
    .executeTakeFirst()
}

/** False when the check is no longer running: somebody has cancelled it. */
export async function setProgress(db: Db, id: string, progress: number): Promise<boolean> {
  const result = await db
    .updateTable('audio_checks')
    .set({ progress })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Ends a running check; nothing happens to one that has ended. */
export async function endCheck(
  db: Db,
  id: string,
  end: { result: string } | { error: string } | 'cancelled',
): Promise<void> {
  const state = end === 'cancelled' ? end : 'error' in end ? 'failed' : 'done'
  await db
    .updateTable('audio_checks')
    .set({ state, ...(end !== 'cancelled' && end), ...(state === 'done' && { progress: 1 }) })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
}

export async function deleteExpired(db: Db, at: Date): Promise<void> {
  await db.deleteFrom('audio_checks').where('expires_at', '<=', at).execute()
}
