import { type Selectable, sql, type Updateable } from 'kysely'
import type { PaymentCustomers } from '../../generated/database.ts'
import type { Db, Tx } from '../../kit/db.ts'

export type CustomerRow = Selectable<PaymentCustomers>

export function findCustomer(db: Db | Tx, developerId: string): Promise<CustomerRow | undefined> {
  return db
    .selectFrom('payment_customers')
    .selectAll()
    .where('developer_id', '=', developerId)
    .executeTakeFirst()
}

/** The developer's row, made at its first use, and locked. */
export async function lockCustomer(tx: Tx, developerId: string, now: Date): Promise<CustomerRow> {
  await tx
    .insertInto('payment_customers')
    .values({ developer_id: developerId, created_at: now })
    .onConflict((conflict) => conflict.column('developer_id').doNothing())
    .execute()
  return tx
    .selectFrom('payment_customers')
    .selectAll()
    .where('developer_id', '=', developerId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function updateCustomer(
  tx: Tx,
  developerId: string,
  change: Updateable<PaymentCustomers>,
): Promise<void> {
  await tx
    .updateTable('payment_customers')
    .set(change)
    .where('developer_id', '=', developerId)
    .execute()
}

/** Developers whose balance is low, whose card may be charged, and for whom no charge is under way. */
export async function findDue(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('wallets')
    .innerJoin('payment_customers', 'payment_customers.developer_id', 'wallets.developer_id')
    .select('wallets.developer_id')
    .where('is_low', '=', true)
    .where('automatic_amount_micros', 'is not', null)
    .where('stopped_reason', 'is', null)
    .where('payment_method_id', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payments')
            .select('id')
            .whereRef('payments.developer_id', '=', 'wallets.developer_id')
            .where('purpose', '=', 'automatic_top_up')
            .where('state', '=', 'open'),
        ),
      ),
    )
    .orderBy('wallets.developer_id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.developer_id)
}

/** How many automatic top-ups of a developer were begun since a time. */
export async function countAutomatic(tx: Tx, developerId: string, since: Date): Promise<number> {
  const row = await tx
    .selectFrom('payments')
    .select(sql<bigint>`count(*)`.as('count'))
    .where('developer_id', '=', developerId)
    .where('purpose', '=', 'automatic_top_up')
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Whom the provider's customer is made out to. */
export function findPerson(tx: Tx, developerId: string): Promise<{ email: string; name: string }> {
  return tx
    .selectFrom('developers')
    .innerJoin('users', 'users.id', 'developers.user_id')
    .select(['email', 'name'])
    .where('developers.id', '=', developerId)
    .executeTakeFirstOrThrow()
}
