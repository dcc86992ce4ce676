import { sql } from 'kysely'
import type { Db } from '../../kit/db.ts'

export function allPayments(db: Db) {
  return db
    .selectFrom('payments')
    .select(['id', 'state', 'amount_micros', 'payment_intent_id'])
    .execute()
}

export function allRefunds(db: Db) {
  return db
    .selectFrom('payment_refunds')
    .select(['id', 'state', 'amount_micros', 'provider_refund_id'])
    .execute()
}

export function allDisputes(db: Db) {
  return db.selectFrom('payment_disputes').select(['id', 'state', 'amount_micros']).execute()
}

/** The transfers that payouts have led to, by their id at the provider. */
export async function knownTransfers(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ transfer_id: string; cents: bigint }>`
    select transfer_id, amount_cents::bigint as cents from payouts where transfer_id is not null`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.transfer_id, Number(row.cents)]))
}

/** What the books say the provider holds for us: an asset, so the account's balance with its sign turned. */
export async function cashMicros(db: Db): Promise<bigint> {
  const { rows } = await sql<{ cash: bigint }>`
    select coalesce(-sum(amount_micros), 0)::bigint as cash from ledger_postings
    join ledger_accounts on ledger_accounts.id = account_id where kind = 'provider_cash'`.execute(
    db,
  )
  return rows[0]!.cash
}
