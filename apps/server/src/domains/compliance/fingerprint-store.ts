import { sql } from 'kysely'
import type { Db, Tx } from '../../kit/db.ts'

/** How many rows one statement takes. */
const batchRows = 5_000

/** A stored synthesis that has no fingerprint yet; null when it has one, or its audio is gone. */
export function findWithoutFingerprint(db: Db, id: string) {
  return db
    .selectFrom('syntheses')
    .select(['number', 'object_key', 'format'])
    .where('id', '=', id)
    .where('state', '=', 'completed')
    .where('fingerprint_version', 'is', null)
    .where('object_key', 'is not', null)
    .executeTakeFirst()
}

/** The oldest syntheses of before `before` that have no fingerprint: a job that was lost, or rows of an older release. */
export async function oldestWithoutFingerprint(
  db: Db,
  before: Date,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('syntheses')
    .select('id')
    .where('state', '=', 'completed')
    .where('fingerprint_version', 'is', null)
    .where('object_key', 'is not', null)
    .where('completed_at', '<', before)
    .orderBy('completed_at')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** Says that the fingerprint is written; false when it already was, or the audio was erased meanwhile. */
export async function markFingerprinted(tx: Tx, number: bigint, version: number): Promise<boolean> {
  const result = await tx
    .updateTable('syntheses')
    .set({ fingerprint_version: version })
    .where('number', '=', number)
    .where('fingerprint_version', 'is', null)
    .where('object_key', 'is not', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function insertHashes(
  tx: Tx,
  number: bigint,
  { hashes, frames }: { hashes: Int32Array; frames: Int32Array },
): Promise<void> {
  for (let at = 0; at < hashes.length; at += batchRows) {
    await sql`
      insert into fingerprint_hashes (hash, number, frame)
      select hash, ${number}, frame from unnest(
        ${Array.from(hashes.subarray(at, at + batchRows))}::int[],
        ${Array.from(frames.subarray(at, at + batchRows))}::int[]
      ) as entries (hash, frame)`.execute(tx)
  }
}

/**
 * The entries whose hash is one of these. Of a hash that very many share (one text, bought again and again)
 * the latest `mostEach`, so that no question is answered with half the table.
 */
export async function entriesOf(db: Db, hashes: Int32Array, mostEach: number) {
  const { rows } = await sql<{ hash: number; number: bigint; frame: number }>`
    select asked.hash, entry.number, entry.frame
    from unnest(${Array.from(new Set(hashes))}::int[]) as asked (hash)
    cross join lateral (
      select number, frame from fingerprint_hashes
      where hash = asked.hash order by number desc limit ${mostEach}
    ) entry`.execute(db)
  return rows
}
