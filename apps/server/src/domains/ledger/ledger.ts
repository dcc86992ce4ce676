import type { Account, LedgerEntry } from '@viva-voce/money'
import type { Context } from '../../context.ts'
import type { Tx } from '../../kit/db.ts'
import * as store from './ledger-store.ts'

/**
 * Writes an entry into the ledger, once: false when an entry of this kind and reference stands there already.
 * The caller changes kept balances (wallets) in the same transaction, and only when this says true.
 */
export async function post(ctx: Context, tx: Tx, entry: LedgerEntry): Promise<boolean> {
  const id = ctx.ids.next('txn')
  const isNew = await store.insertTransaction(tx, {
    id,
    kind: entry.kind,
    reference: entry.reference,
    created_at: ctx.clock.now(),
  })
  if (!isNew) return false
  const postings = []
  for (const [line, posting] of entry.postings.entries()) {
    postings.push({
      transaction_id: id,
      line,
      account_id: await accountId(tx, posting.account),
      amount_micros: posting.amountMicros,
    })
  }
  if (postings.length > 0) await store.insertPostings(tx, postings)
  return true
}

/** The row of an account, opened at its first use. */
export async function accountId(tx: Tx, account: Account): Promise<bigint> {
  return (await store.findAccount(tx, account)) ?? (await store.openAccount(tx, account))
}
