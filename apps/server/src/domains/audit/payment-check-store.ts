import type { Check } from './check-store.ts'

/**
 * Postings that refunds to cards and disputes call for: kind, reference, account, amount. A wallet and the debt of its
 * developer are one account here, because what is given back pays the debt first. A refund that failed had been paid
 * before, or not: which of both its row does not say, so it is taken from its postings.
 */
const expectedPostings = `
  with refunds as (
    select r.id, r.amount_micros as amount, r.state, r.from_outside,
      case when p.developer_id is null then 'reservations' else 'developer ' || p.developer_id end as payer,
      exists (select from ledger_transactions t where t.kind = 'card_refund_paid' and t.reference = r.id)
        and r.provider_refund_id is not null as was_paid
    from payment_refunds r join payments p on p.id = r.payment_id),
  disputes as (
    select d.id, d.amount_micros as amount, d.state,
      case when p.developer_id is null then 'reservations' else 'developer ' || p.developer_id end as payer
    from payment_disputes d join payments p on p.id = d.payment_id),
  taken as (
    select id, amount, payer, state = 'failed' as is_back from refunds where from_outside
    union all select id, amount, payer, state = 'won' from disputes),
  asked as (select * from refunds where not from_outside),
  calls as (
    select 'card_refund' as kind, id as reference, payer as account, -amount as amount from asked
    union all select 'card_refund', id, 'refunds_in_transit', amount from asked
    union all select 'card_refund_paid', id, 'refunds_in_transit', -amount from asked
      where state = 'succeeded' or (state = 'failed' and was_paid)
    union all select 'card_refund_paid', id, 'provider_cash', amount from asked
      where state = 'succeeded' or (state = 'failed' and was_paid)
    union all select 'card_refund_failed', id, case when was_paid then 'provider_cash' else 'refunds_in_transit' end, -amount
      from asked where state = 'failed'
    union all select 'card_refund_failed', id, payer, amount from asked where state = 'failed'
    union all select 'taken_back', id, payer, -amount from taken
    union all select 'taken_back', id, 'provider_cash', amount from taken
    union all select 'given_back', id, 'provider_cash', -amount from taken where is_back
    union all select 'given_back', id, payer, amount from taken where is_back)`

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
  {
    name: 'every refund to a card and every dispute is posted as it stands, and no other',
    sql: `${expectedPostings},
      posted as (
        select t.kind, t.reference, case when a.kind in ('wallet', 'developer_debt') then 'developer ' || a.owner_id
            else a.kind end as account, sum(p.amount_micros)::bigint as amount
        from ledger_transactions t join ledger_postings p on p.transaction_id = t.id
        join ledger_accounts a on a.id = p.account_id
        where t.kind in ('card_refund', 'card_refund_paid', 'card_refund_failed', 'taken_back', 'given_back')
        group by 1, 2, 3)
      select kind || ' ' || reference || ': ' || account as subject, coalesce(calls.amount, 0)::text as expected,
        coalesce(posted.amount, 0)::text as found
      from calls full join posted using (kind, reference, account)
      where calls.amount is distinct from posted.amount`,
  },
  {
    name: 'every payment knows what was refunded of it',
    sql: `select p.id as subject, coalesce(sum(r.amount_micros), 0)::text as expected, p.refunded_micros::text as found
      from payments p left join payment_refunds r on r.payment_id = p.id and r.state <> 'failed'
      group by p.id having p.refunded_micros <> coalesce(sum(r.amount_micros), 0)`,
  },
  {
    name: 'a debt is paid from the wallet of its own developer',
    sql: `select t.id as subject, 'wallet to debt of one developer' as expected,
        string_agg(a.kind || ' ' || a.owner_id || ' ' || p.amount_micros, ', ') as found
      from ledger_transactions t join ledger_postings p on p.transaction_id = t.id
      join ledger_accounts a on a.id = p.account_id where t.kind = 'debt_paid'
      group by t.id having count(*) <> 2 or count(distinct a.owner_id) <> 1
        or not bool_and((a.kind = 'wallet' and p.amount_micros < 0) or (a.kind = 'developer_debt' and p.amount_micros > 0))`,
  },
]
