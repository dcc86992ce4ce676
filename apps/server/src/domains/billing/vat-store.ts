import { type Insertable, type Selectable, sql } from 'kysely'
import type { VatAnswers } from '../../generated/database.ts'
import type { Db, Tx } from '../../kit/db.ts'

export type VatAnswerRow = Selectable<VatAnswers>

export async function lockVatId(tx: Tx, vatId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${vatId}, 0))`.execute(tx)
}

export function latestAnswer(db: Db | Tx, vatId: string): Promise<VatAnswerRow | undefined> {
  return db
    .selectFrom('vat_answers')
    .selectAll()
    .where('vat_id', '=', vatId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export function insertAnswer(tx: Tx, row: Insertable<VatAnswers>): Promise<VatAnswerRow> {
  return tx.insertInto('vat_answers').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Remembers to ask again; a VAT ID that is waiting already keeps its count of attempts. */
export async function insertRetry(
  tx: Tx,
  row: { vatId: string; failure: string; at: Date },
): Promise<void> {
  await tx
    .insertInto('vat_retries')
    .values({ vat_id: row.vatId, failure: row.failure, attempts: 1, next_attempt_at: row.at })
    .onConflict((conflict) => conflict.column('vat_id').doUpdateSet({ failure: row.failure }))
    .execute()
}

/** Takes the next VAT ID that is due and puts it off to `leaseUntil`, so that nobody else asks meanwhile. */
export async function takeDueRetry(
  tx: Tx,
  now: Date,
  leaseUntil: Date,
): Promise<{ vatId: string; attempts: number } | null> {
  const row = await tx
    .selectFrom('vat_retries')
    .select(['vat_id', 'attempts'])
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!row) return null
  await putOff(tx, row.vat_id, row.attempts, leaseUntil)
  return { vatId: row.vat_id, attempts: row.attempts }
}

export async function putOff(tx: Tx, vatId: string, attempts: number, at: Date): Promise<void> {
  await tx
    .updateTable('vat_retries')
    .set({ attempts, next_attempt_at: at })
    .where('vat_id', '=', vatId)
    .execute()
}

export async function deleteRetry(tx: Tx, vatId: string): Promise<void> {
  await tx.deleteFrom('vat_retries').where('vat_id', '=', vatId).execute()
}
