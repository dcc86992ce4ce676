import { sql } from 'kysely'
import { checks } from '../../src/domains/audit/audit-store.ts'
import type { TestServer } from './test-server.ts'

// One error at a time in sound books, made behind the product's back.

/** Statements that the table's own rules would refuse. */
export const on = (table: string, statement: string) => [
  `alter table ${table} disable trigger user`,
  statement,
  `alter table ${table} enable trigger user`,
]
/** The row that an error is made in. */
export const first = (table: string, where = 'true') =>
  `(select id from ${table} where ${where} order by id limit 1)`
export const postingOf = (kind: string, account: string) =>
  `(transaction_id, line) in (select p.transaction_id, p.line from ledger_postings p
    join ledger_transactions t on t.id = p.transaction_id join ledger_accounts a on a.id = p.account_id
    where t.kind = '${kind}' and a.kind = '${account}' limit 1)`
export const shift = (kind: string, account: string, by: number) =>
  `update ledger_postings set amount_micros = amount_micros + ${by} where ${postingOf(kind, account)}`

export const moved = (kind: string, from: string, to: string) =>
  on('ledger_postings', `${shift(kind, from, 1)}; ${shift(kind, to, -1)}`)
export const dropped = (kind: string) =>
  on(
    'ledger_postings',
    `delete from ledger_postings where transaction_id = ${first('ledger_transactions', `kind = '${kind}'`)}`,
  )

/** Makes an error in a transaction that never commits, and audits inside of it. */
export async function findingsAfter(
  server: Pick<TestServer, 'ctx'>,
  statements: string[],
): Promise<string[]> {
  const { db } = server.ctx
  const rolledBack = new Error('rolled back')
  const found: string[] = []
  await db
    .transaction()
    .execute(async (tx) => {
      for (const statement of statements.flatMap((text) => text.split('; '))) {
        await sql.raw(statement).execute(tx)
      }
      for (const check of checks) {
        const { rows } = await sql.raw(check.sql).execute(tx)
        if (rows.length > 0) found.push(check.name)
      }
      throw rolledBack
    })
    .catch((error) => {
      if (error !== rolledBack) throw error
    })
  return found
}
