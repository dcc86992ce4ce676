import { sql } from 'kysely'
import type { Tx } from '../../kit/db.ts'

/**
 * Takes the payments, or the refunds, whose time to be looked at has come, and puts off the next look: a minute, two,
 * four … up to six hours.
 */
export async function takeUnchecked(
  tx: Tx,
  table: 'payments' | 'payment_refunds',
  now: Date,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update ${sql.table(table)} set attempts = attempts + 1,
      next_check_at = ${now}::timestamptz + least(interval '1 minute' * (2 ^ least(attempts, 10)), interval '6 hours')
    where id in (select id from ${sql.table(table)} where next_check_at <= ${now}
      order by next_check_at limit ${sql.lit(limit)} for update skip locked)
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}
