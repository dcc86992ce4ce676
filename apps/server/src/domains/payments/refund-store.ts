import type { Insertable, Selectable, Updateable } from 'kysely'
import type { PaymentDisputes, PaymentRefunds } from '../../generated/database.ts'
import type { Db, Tx } from '../../kit/db.ts'

export type RefundRow = Selectable<PaymentRefunds>
export type DisputeRow = Selectable<PaymentDisputes>

/** False when the provider's refund is known already. */
export async function insertRefund(tx: Tx, row: Insertable<PaymentRefunds>): Promise<boolean> {
  const made = await tx
    .insertInto('payment_refunds')
    .values(row)
    .onConflict((conflict) => conflict.column('provider_refund_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

export function findRefund(db: Db | Tx, id: string): Promise<RefundRow | undefined> {
  return db.selectFrom('payment_refunds').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findByProviderId(db: Db | Tx, id: string): Promise<RefundRow | undefined> {
  return db
    .selectFrom('payment_refunds')
    .selectAll()
    .where('provider_refund_id', '=', id)
    .executeTakeFirst()
}

export function lockRefund(tx: Tx, id: string): Promise<RefundRow> {
  return tx
    .selectFrom('payment_refunds')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function updateRefund(
  tx: Tx,
  id: string,
  change: Updateable<PaymentRefunds>,
): Promise<void> {
  await tx.updateTable('payment_refunds').set(change).where('id', '=', id).execute()
}

/** False when the dispute is known already. */
export async function insertDispute(tx: Tx, row: Insertable<PaymentDisputes>): Promise<boolean> {
  const made = await tx
    .insertInto('payment_disputes')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

export function findDispute(db: Db | Tx, id: string): Promise<DisputeRow | undefined> {
  return db.selectFrom('payment_disputes').selectAll().where('id', '=', id).executeTakeFirst()
}

export function lockDispute(tx: Tx, id: string): Promise<DisputeRow> {
  return tx
    .selectFrom('payment_disputes')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** The newest dispute of a payment. */
export function findDisputeOf(db: Db | Tx, paymentId: string): Promise<DisputeRow | undefined> {
  return db
    .selectFrom('payment_disputes')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .orderBy('opened_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function updateDispute(
  tx: Tx,
  id: string,
  change: Updateable<PaymentDisputes>,
): Promise<void> {
  await tx.updateTable('payment_disputes').set(change).where('id', '=', id).execute()
}
