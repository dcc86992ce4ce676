import { type Insertable, sql, type Updateable } from 'kysely'
import type { IdempotencyKeys, Syntheses } from '../../generated/database.ts'
import type { Db, Tx } from '../../kit/db.ts'
import { deadAfterSeconds } from '../../kit/heartbeat.ts'

/** How many rows one sweep takes; the next sweep takes the rest. */
const sweepLimit = 100

/** Returns the number that the watermark carries. */
export async function insertSynthesis(tx: Tx, row: Insertable<Syntheses>): Promise<number> {
  const made = await tx
    .insertInto('syntheses')
    .values(row)
    .returning('number')
    .executeTakeFirstOrThrow()
  return Number(made.number)
}

export function findByIdempotencyKey(tx: Tx, developerId: string, key: string) {
  return tx
    .selectFrom('idempotency_keys')
    .innerJoin('syntheses', 'syntheses.id', 'idempotency_keys.synthesis_id')
    .select(['request_hash', 'synthesis_id', 'syntheses.state'])
    .where('idempotency_keys.developer_id', '=', developerId)
    .where('key', '=', key)
    .executeTakeFirst()
}

export async function insertIdempotencyKey(
  tx: Tx,
  row: Insertable<IdempotencyKeys>,
): Promise<boolean> {
  const result = await tx
    .insertInto('idempotency_keys')
    .values(row)
    .onConflict((conflict) => conflict.columns(['developer_id', 'key']).doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function freeIdempotencyKey(tx: Tx, synthesisId: string): Promise<void> {
  await tx.deleteFrom('idempotency_keys').where('synthesis_id', '=', synthesisId).execute()
}

/** How many syntheses of a developer are speaking, this transaction's own among them. */
export async function countSpeaking(tx: Tx, developerId: string): Promise<number> {
  const row = await tx
    .selectFrom('syntheses')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('developer_id', '=', developerId)
    .where('state', '=', 'speaking')
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** False when the synthesis is no longer speaking. */
export async function markCompleted(
  tx: Tx,
  id: string,
  facts: Updateable<Syntheses>,
): Promise<boolean> {
  const result = await tx
    .updateTable('syntheses')
    .set({ ...facts, state: 'completed' })
    .where('id', '=', id)
    .where('state', '=', 'speaking')
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** The object that may have been written; null when the synthesis is no longer speaking. */
export async function markFailed(tx: Tx, id: string, reason: string): Promise<string | null> {
  const row = await tx
    .updateTable('syntheses')
    .set({ state: 'failed', failure: reason })
    .where('id', '=', id)
    .where('state', '=', 'speaking')
    .returning('object_key')
    .executeTakeFirst()
  return row?.object_key ?? null
}

export async function isFailed(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('syntheses')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .executeTakeFirst()
  return row !== undefined
}

export async function forgetObject(db: Db, id: string): Promise<void> {
  await db
    .updateTable('syntheses')
    .set({ object_key: null })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .execute()
}

/** Syntheses whose process is gone or has not reported for a while. */
export async function interrupted(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('syntheses')
    .select('id')
    .where('state', '=', 'speaking')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('processes')
            .select('processes.id')
            .whereRef('processes.id', '=', 'syntheses.process_id')
            .where(
              'heartbeat_at',
              '>',
              sql<Date>`now() - make_interval(secs => ${deadAfterSeconds})`,
            ),
        ),
      ),
    )
    .limit(sweepLimit)
    .execute()
  return rows.map((row) => row.id)
}

export function failedWithObject(db: Db) {
  return db
    .selectFrom('syntheses')
    .select(['id', 'object_key'])
    .where('state', '=', 'failed')
    .where('object_key', 'is not', null)
    .limit(sweepLimit)
    .execute()
}

function finished(db: Db) {
  return db
    .selectFrom('syntheses')
    .innerJoin('licences', 'licences.synthesis_id', 'syntheses.id')
    .innerJoin('escrows', 'escrows.synthesis_id', 'syntheses.id')
    .select([
      'syntheses.id',
      'syntheses.developer_id',
      'syntheses.voice_id',
      'syntheses.usage',
      'syntheses.text',
      'syntheses.completed_at',
      'syntheses.payment_intent_id',
      'syntheses.sample_count',
      'syntheses.sample_rate_hz',
      'syntheses.net_micros',
      'syntheses.vat_micros',
      'syntheses.object_key',
      'syntheses.format',
      'syntheses.content_type',
      'syntheses.marks',
      'licences.token as licence_token',
      'escrows.state as escrow_state',
    ])
    .where('syntheses.state', '=', 'completed')
}

export type FinishedRow = NonNullable<Awaited<ReturnType<typeof findFinished>>>

export function findFinished(db: Db, id: string) {
  return finished(db).where('syntheses.id', '=', id).executeTakeFirst()
}

export function finishedOf(
  db: Db,
  developerId: string,
  page: { limit: number; cursor?: string | undefined },
) {
  let query = finished(db).where('syntheses.developer_id', '=', developerId)
  if (page.cursor) query = query.where('syntheses.id', '<', page.cursor)
  return query.orderBy('syntheses.id', 'desc').limit(page.limit).execute()
}

/** What the worker needs to check a stored synthesis. */
export function findForCheck(db: Db, id: string) {
  return db
    .selectFrom('syntheses')
    .innerJoin('voices', 'voices.id', 'syntheses.voice_id')
    .select([
      'number',
      'syntheses.voice_id',
      'syntheses.text',
      'voices.talent_id',
      'voices.locale',
      'object_key',
      'audio_sha256',
      'sample_count',
      'sample_rate_hz',
      'watermark_key_version',
      'format',
      'asked_pause_seconds',
      'is_fallback',
    ])
    .where('syntheses.id', '=', id)
    .where('syntheses.state', '=', 'completed')
    .executeTakeFirst()
}

/** What the manifest beside a finished synthesis says. */
export function findForCredentials(db: Db, id: string) {
  return db
    .selectFrom('syntheses')
    .innerJoin('licences', 'licences.synthesis_id', 'syntheses.id')
    .innerJoin('voices', 'voices.id', 'syntheses.voice_id')
    .select([
      'voices.made_by',
      'voices.base_voice',
      'syntheses.is_fallback',
      'syntheses.id',
      'syntheses.number',
      'syntheses.voice_id',
      'syntheses.usage',
      'syntheses.content_type',
      'syntheses.audio_sha256',
      'licences.id as licence_id',
    ])
    .where('syntheses.id', '=', id)
    .where('syntheses.state', '=', 'completed')
    .executeTakeFirst()
}
