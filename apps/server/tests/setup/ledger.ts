import { sql } from 'kysely'
import { auditLedger } from '../../src/domains/audit/audit.ts'
import type { TestServer } from './test-server.ts'

/** What each account holds, in micro-euro, as the postings add up. */
export async function balances(server: Pick<TestServer, 'ctx'>): Promise<Record<string, bigint>> {
  const { rows } = await sql<{ kind: string; total: bigint }>`
    select kind, sum(amount_micros)::bigint as total from ledger_postings
    join ledger_accounts on ledger_accounts.id = account_id group by kind order by kind`.execute(
    server.ctx.db,
  )
  return Object.fromEntries(rows.map((row) => [row.kind, row.total]))
}

/** Has the product's own auditor look at everything; throws with what it cannot explain. */
export async function auditBooks(server: Pick<TestServer, 'ctx'>): Promise<void> {
  await auditBalances(server)
  const { findings } = await auditLedger(server.ctx)
  if (findings.length > 0) throw new Error(`the books are wrong: ${JSON.stringify(findings)}`)
}

/** As little as must hold whatever else is in the books; throws with the rows that break it. */
export async function auditBalances(server: Pick<TestServer, 'ctx'>): Promise<void> {
  const { db } = server.ctx
  const problems = [
    ...(await rowsOf(
      sql`select transaction_id as unbalanced, sum(amount_micros)::text as off
      from ledger_postings group by 1 having sum(amount_micros) <> 0`.execute(db),
    )),
    ...(await rowsOf(
      sql`select w.developer_id as wallet, w.balance_micros::text, coalesce(sum(p.amount_micros), 0)::text as posted
      from wallets w left join ledger_postings p on p.account_id = w.account_id
      group by w.developer_id having w.balance_micros <> coalesce(sum(p.amount_micros), 0)`.execute(
        db,
      ),
    )),
    ...(await rowsOf(
      sql`select w.developer_id as held_wallet, w.held_micros::text, coalesce(sum(h.amount_micros), 0)::text as holds
      from wallets w left join wallet_holds h on h.developer_id = w.developer_id and h.state = 'held'
      group by w.developer_id having w.held_micros <> coalesce(sum(h.amount_micros), 0)`.execute(
        db,
      ),
    )),
    ...(await rowsOf(
      sql`select s.id as synthesis, s.state, h.state as hold, e.id as escrow, l.id as licence
      from syntheses s join wallet_holds h on h.synthesis_id = s.id
      left join escrows e on e.synthesis_id = s.id left join licences l on l.synthesis_id = s.id
      where (s.state, h.state) not in (('speaking', 'held'), ('completed', 'settled'), ('failed', 'released'))
      or (s.state = 'completed') <> (e.id is not null) or (s.state = 'completed') <> (l.id is not null)`.execute(
        db,
      ),
    )),
    ...(await rowsOf(
      sql`select w.developer_id as debtor, w.owed_micros::text, coalesce(-sum(p.amount_micros), 0)::text as posted
      from wallets w left join ledger_accounts a on a.kind = 'developer_debt' and a.owner_id = w.developer_id
      left join ledger_postings p on p.account_id = a.id
      group by w.developer_id having w.owed_micros <> coalesce(-sum(p.amount_micros), 0)`.execute(
        db,
      ),
    )),
    ...(await rowsOf(
      sql`select p.id as payment, p.state, p.amount_micros::text from payments p
      left join ledger_transactions t on t.kind = 'payment' and t.reference = p.id
      where (p.state = 'paid') <> (t.id is not null)`.execute(db),
    )),
    ...(
      await rowsOf(
        sql`select 'refunds in transit' as account, coalesce((select sum(amount_micros) from ledger_postings p
      join ledger_accounts a on a.id = p.account_id where a.kind = 'refunds_in_transit'), 0)::text as posted,
      coalesce((select sum(amount_micros) from payment_refunds where state = 'pending'), 0)::text as pending`.execute(
          db,
        ),
      )
    ).filter((row) => row.posted !== row.pending),
    ...(
      await rowsOf(
        sql`select 'escrow account' as account, coalesce((select sum(amount_micros) from ledger_postings p
      join ledger_accounts a on a.id = p.account_id where a.kind = 'escrow'), 0)::text as posted,
      coalesce((select sum(net_micros) from escrows where state = 'PENDING'), 0)::text as pending`.execute(
          db,
        ),
      )
    ).filter((row) => row.posted !== row.pending),
  ]
  if (problems.length > 0) throw new Error(`the books are wrong: ${JSON.stringify(problems)}`)
}

async function rowsOf(query: Promise<{ rows: unknown[] }>): Promise<Record<string, string>[]> {
  return (await query).rows as Record<string, string>[]
}
