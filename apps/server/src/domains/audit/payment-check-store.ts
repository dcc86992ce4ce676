import type { Check } from './check-store.ts'

/** Checks of what comes from cards and goes back to them. */
export const paymentChecks: readonly Check[] = [
  {
    name: 'every paid payment is posted as it is, and no other',
    sql: `with posted as (
        select t.reference as id, -sum(p.amount_micros) filter (where a.kind = 'provider_cash') as amount,
          bool_and(a.kind in ('provider_cash', 'wallet', 'reservations')) as is_plain,
          max(a.owner_id) filter (where a.kind = 'wallet') as developer_id
        from ledger_transactions t join ledger_postings p on p.transaction_id = t.id
        join ledger_accounts a on a.id = p.account_id where t.kind = 'payment' group by t.reference)
      select coalesce(m.id, posted.id) as subject, coalesce(m.amount_micros::text, 'no payment') as expected,
        coalesce(posted.amount::text, 'nothing') as found
      from (select * from payments where state = 'paid') as m full join posted using (id)
      where m.amount_micros is distinct from posted.amount or m.developer_id is distinct from posted.developer_id
        or not coalesce(posted.is_plain, false)`,
  },
  {
    name: 'every developer owes what the books say',
    sql: `select w.developer_id as subject, coalesce(-sum(p.amount_micros), 0)::text as expected, w.owed_micros::text as found
      from wallets w left join ledger_accounts a on a.kind = 'developer_debt' and a.owner_id = w.developer_id
      left join ledger_postings p on p.account_id = a.id
      group by w.developer_id having w.owed_micros <> coalesce(-sum(p.amount_micros), 0)`,
  },
  {
    name: 'refunds in transit are those that are pending',
    sql: `with sums as (select
        (select coalesce(sum(amount_micros), 0) from payment_refunds where state = 'pending' and not from_outside) as pending,
        (select coalesce(sum(p.amount_micros), 0) from ledger_postings p join ledger_accounts a on a.id = p.account_id
          where a.kind = 'refunds_in_transit') as posted)
      select 'refunds in transit' as subject, pending::text as expected, posted::text as found from sums where pending <> posted`,
  },
  {
    name: 'a provider’s fee moves between its cash and its fees only',
    sql: `select t.reference as subject, 'provider_cash, provider_fees' as expected, string_agg(a.kind, ', ' order by a.kind) as found
      from ledger_transactions t join ledger_postings p on p.transaction_id = t.id
      join ledger_accounts a on a.id = p.account_id where t.kind = 'provider_fee'
      group by t.reference having string_agg(a.kind, ', ' order by a.kind) <> 'provider_cash, provider_fees'`,
  },
]
