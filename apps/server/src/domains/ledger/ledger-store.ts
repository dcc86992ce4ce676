import type { Account } from '@viva-voce/money'
import type { Insertable } from 'kysely'
import type { LedgerPostings, LedgerTransactions } from '../../generated/database.ts'
import type { Tx } from '../../kit/db.ts'

export async function insertTransaction(
  tx: Tx,
  row: Insertable<LedgerTransactions>,
): Promise<boolean> {
  const made = await tx
    .insertInto('ledger_transactions')
    .values(row)
    .onConflict((conflict) => conflict.columns(['kind', 'reference']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

export async function insertPostings(tx: Tx, rows: Insertable<LedgerPostings>[]): Promise<void> {
  await tx.insertInto('ledger_postings').values(rows).execute()
}

export async function findAccount(tx: Tx, account: Account): Promise<bigint | undefined> {
  const row = await tx
    .selectFrom('ledger_accounts')
    .select('id')
    .where('kind', '=', account.kind)
    .where('owner_id', '=', account.ownerId)
    .executeTakeFirst()
  return row?.id
}

export async function openAccount(tx: Tx, account: Account): Promise<bigint> {
  await tx
    .insertInto('ledger_accounts')
    .values({ kind: account.kind, owner_id: account.ownerId })
    .onConflict((conflict) => conflict.columns(['kind', 'owner_id']).doNothing())
    .execute()
  return (await findAccount(tx, account))!
}
