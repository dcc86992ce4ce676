import type { Tx } from '../../kit/db.ts'

/** The balance as it stays until the transaction ends. */
export async function lockBalance(tx: Tx, developerId: string): Promise<bigint> {
  const row = await tx
    .selectFrom('wallets')
    .select('balance_micros')
    .where('developer_id', '=', developerId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return row.balance_micros
}

/** What was posted to a wallet before a transaction, newest first. */
export function listPostings(
  tx: Tx,
  developerId: string,
  page: { limit: number; before: string | undefined },
) {
  let query = tx
    .selectFrom('ledger_postings')
    .innerJoin('ledger_transactions', 'ledger_transactions.id', 'ledger_postings.transaction_id')
    .select(['ledger_transactions.id', 'kind', 'reference', 'amount_micros', 'created_at'])
    .where('account_id', '=', (eb) =>
      eb.selectFrom('wallets').select('account_id').where('developer_id', '=', developerId),
    )
  if (page.before) query = query.where('transaction_id', '<', page.before)
  return query.orderBy('transaction_id', 'desc').limit(page.limit).execute()
}
