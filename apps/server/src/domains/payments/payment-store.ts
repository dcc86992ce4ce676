import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Payments } from '../../generated/database.ts'
import type { Db, Tx } from '../../kit/db.ts'

export type PaymentRow = Selectable<Payments>

/** False when an automatic top-up of the developer is open already. */
export async function insertPayment(tx: Tx, row: Insertable<Payments>): Promise<boolean> {
  const made = await tx
    .insertInto('payments')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

export function findPayment(db: Db | Tx, id: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findByIntent(db: Db | Tx, intentId: string): Promise<PaymentRow | undefined> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('payment_intent_id', '=', intentId)
    .executeTakeFirst()
}

export function lockPayment(tx: Tx, id: string): Promise<PaymentRow> {
  return tx
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function updatePayment(
  tx: Tx,
  id: string,
  change: Updateable<Payments>,
): Promise<void> {
  await tx.updateTable('payments').set(change).where('id', '=', id).execute()
}

export function listTopUps(
  db: Db,
  developerId: string,
  page: { limit: number; cursor?: string | undefined },
) {
  let query = db
    .selectFrom('payments')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('payment_disputes')
        .select('state')
        .whereRef('payment_id', '=', 'payments.id')
        .orderBy('opened_at', 'desc')
        .limit(1)
        .as('dispute'),
    )
    .where('developer_id', '=', developerId)
  if (page.cursor) query = query.where('id', '<', page.cursor)
  return query.orderBy('id', 'desc').limit(page.limit).execute()
}

export function listReservations(
  db: Db,
  page: { limit: number; cursor?: string | undefined },
): Promise<PaymentRow[]> {
  let query = db.selectFrom('payments').selectAll().where('purpose', '=', 'reservation')
  if (page.cursor) query = query.where('id', '<', page.cursor)
  return query.orderBy('id', 'desc').limit(page.limit).execute()
}

const reserved = (db: Db | Tx) =>
  db
    .selectFrom('payments')
    .where('purpose', '=', 'reservation')
    .where('state', '=', 'paid')
    .whereRef('refunded_micros', '<', 'amount_micros')

export async function countReserved(db: Db): Promise<number> {
  const row = await reserved(db)
    .select(sql<bigint>`count(distinct email)`.as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Whether somebody has a reservation that is older than this one. */
export async function hasReserved(tx: Tx, email: string, otherThan: string): Promise<boolean> {
  const row = await reserved(tx)
    .select('id')
    .where('email', '=', email)
    .where('id', '<>', otherThan)
    .executeTakeFirst()
  return row !== undefined
}

/** Keeps two payments of one reservation's email from being counted at the same moment. */
export async function lockEmail(tx: Tx, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${email}, 0))`.execute(tx)
}

/** How much of a wallet is promotional credit that was not spent yet: it is spent first, and never paid out. */
export async function unspentPromotion(tx: Tx, developerId: string): Promise<bigint> {
  const { rows } = await sql<{ unspent: bigint }>`
    select greatest(0, coalesce(sum(amount_micros) filter (where t.kind = 'promotion'), 0)
      + least(0, coalesce(sum(amount_micros) filter (where t.kind in ('synthesis', 'refund')), 0)))::bigint as unspent
    from ledger_postings p join ledger_transactions t on t.id = p.transaction_id
    where p.account_id = (select account_id from wallets where developer_id = ${developerId})`.execute(
    tx,
  )
  return rows[0]!.unspent
}
