/**
 * Each check is a query that gives a row for everything that is wrong: `subject` says what, `expected` what the rows
 * of the product say, `found` what the books or the roll-ups say. None gives anything on sound books.
 */
export interface Check {
  name: string
  sql: string
}

const share = (net: string) => `((${net} * 70 + 50) / 100)`

/** Postings that the rows of the product call for: kind, reference, account, owner, amount. */
const expectedPostings = `
  select 'synthesis' as kind, id as reference, 'wallet' as account, developer_id as owner, -(net_micros + vat_micros) as amount from escrows
  union all select 'synthesis', id, 'escrow', '', net_micros from escrows
  union all select 'synthesis', id, 'vat_payable', '', vat_micros from escrows
  union all select 'release', id, 'escrow', '', -net_micros from escrows where state = 'RELEASED'
  union all select 'release', id, 'talent_payable', talent_id, ${share('net_micros')} from escrows
    where state = 'RELEASED' and talent_id is not null
  union all select 'release', id, 'platform_revenue', '',
    case when talent_id is null then net_micros else net_micros - ${share('net_micros')} end from escrows where state = 'RELEASED'
  union all select 'refund', id, 'escrow', '', -net_micros from escrows where state = 'REFUNDED'
  union all select 'refund', id, 'vat_payable', '', -vat_micros from escrows where state = 'REFUNDED'
  union all select 'refund', id, 'wallet', developer_id, net_micros + vat_micros from escrows where state = 'REFUNDED'
  union all select 'correction', e.id, 'talent_payable', e.talent_id, -${share('e.net_micros')}
    from escrow_corrections c join escrows e on e.id = c.escrow_id where e.talent_id is not null
  union all select 'correction', e.id, 'platform_revenue', '',
    case when e.talent_id is null then -e.net_micros else ${share('e.net_micros')} - e.net_micros end
    from escrow_corrections c join escrows e on e.id = c.escrow_id
  union all select 'correction', e.id, 'vat_payable', '', -e.vat_micros from escrow_corrections c join escrows e on e.id = c.escrow_id
  union all select 'correction', e.id, 'wallet', e.developer_id, e.net_micros + e.vat_micros
    from escrow_corrections c join escrows e on e.id = c.escrow_id
  union all select 'payout', id, 'talent_payable', talent_id, -amount_cents * 10000 from payouts
  union all select 'payout', id, 'payouts_in_transit', '', amount_cents * 10000 from payouts
  union all select 'payout_paid', id, 'payouts_in_transit', '', -amount_cents * 10000 from payouts where transfer_id is not null
  union all select 'payout_paid', id, 'provider_cash', '', amount_cents * 10000 from payouts where transfer_id is not null
  union all select 'payout_failed', id, 'payouts_in_transit', '', -amount_cents * 10000 from payouts where state = 'failed' and transfer_id is null
  union all select 'payout_failed', id, 'talent_payable', talent_id, amount_cents * 10000 from payouts where state = 'failed' and transfer_id is null
  union all select 'payout_reversed', id, 'provider_cash', '', -amount_cents * 10000 from payouts where state = 'failed' and transfer_id is not null
  union all select 'payout_reversed', id, 'talent_payable', talent_id, amount_cents * 10000 from payouts where state = 'failed' and transfer_id is not null`

/** The kinds that {@link expectedPostings} explains line by line. */
const explained = `('synthesis', 'release', 'refund', 'correction', 'payout', 'payout_paid', 'payout_failed', 'payout_reversed')`

const postings: Check[] = [
  {
    name: 'every transaction balances',
    sql: `select transaction_id as subject, '0' as expected, sum(amount_micros)::text as found
      from ledger_postings group by 1 having sum(amount_micros) <> 0`,
  },
  {
    name: 'every posting is called for, and everything that is called for is posted',
    sql: `with expected as (
        select kind || ' ' || reference as subject, account, coalesce(owner, '') as owner, sum(amount)::bigint as amount
        from (${expectedPostings}) as calls where amount <> 0 group by 1, 2, 3),
      posted as (
        select t.kind || ' ' || t.reference as subject, a.kind as account, a.owner_id as owner, sum(p.amount_micros)::bigint as amount
        from ledger_postings p join ledger_transactions t on t.id = p.transaction_id
        join ledger_accounts a on a.id = p.account_id where t.kind in ${explained} group by 1, 2, 3)
      select subject || ': ' || account || ' ' || owner as subject,
        coalesce(expected.amount, 0)::text as expected, coalesce(posted.amount, 0)::text as found
      from expected full join posted using (subject, account, owner)
      where expected.amount is distinct from posted.amount`,
  },
  {
    name: 'promotional credit goes from promotions to a wallet, once',
    sql: `select t.id as subject, 'promotions to the wallet of ' || t.reference as expected,
        string_agg(a.kind || ' ' || a.owner_id || ' ' || p.amount_micros, ', ') as found
      from ledger_transactions t join ledger_postings p on p.transaction_id = t.id
      join ledger_accounts a on a.id = p.account_id where t.kind = 'promotion'
      group by t.id, t.reference
      having count(*) <> 2 or not bool_and((a.kind = 'promotions' and a.owner_id = '' and p.amount_micros < 0)
        or (a.kind = 'wallet' and a.owner_id = t.reference and p.amount_micros > 0))`,
  },
  {
    name: 'every kind of transaction is known',
    sql: `select kind as subject, 'a kind that the auditor knows' as expected, count(*)::text as found
      from ledger_transactions where kind not in ${explained} and kind not in ('promotion', 'payment',
        'provider_fee', 'card_refund', 'card_refund_paid', 'card_refund_failed', 'taken_back', 'given_back',
        'debt_paid', 'debt_returned') group by kind`,
  },
]

const wallets: Check[] = [
  {
    name: 'every wallet keeps what its postings add up to',
    sql: `select w.developer_id as subject, coalesce(sum(p.amount_micros), 0)::text as expected, w.balance_micros::text as found
      from wallets w left join ledger_postings p on p.account_id = w.account_id
      group by w.developer_id having w.balance_micros <> coalesce(sum(p.amount_micros), 0)`,
  },
  {
    name: 'every wallet holds what its holds add up to',
    sql: `select w.developer_id as subject, coalesce(sum(h.amount_micros), 0)::text as expected, w.held_micros::text as found
      from wallets w left join wallet_holds h on h.developer_id = w.developer_id and h.state = 'held'
      group by w.developer_id having w.held_micros <> coalesce(sum(h.amount_micros), 0)`,
  },
  {
    name: 'every synthesis has the hold, payment and licence of its state',
    sql: `select s.id as subject, s.state as expected,
        concat_ws(', ', 'hold ' || h.state, 'escrow ' || e.id, 'licence ' || l.id) as found
      from syntheses s left join wallet_holds h on h.synthesis_id = s.id
      left join escrows e on e.synthesis_id = s.id left join licences l on l.synthesis_id = s.id
      where (s.state, coalesce(h.state, '')) not in (('speaking', 'held'), ('completed', 'settled'), ('failed', 'released'))
        or (s.state = 'completed') <> (e.id is not null) or (s.state = 'completed') <> (l.id is not null)`,
  },
  {
    name: 'every held payment is for what its synthesis cost',
    sql: `select e.id as subject, s.net_micros || ' + ' || s.vat_micros as expected, e.net_micros || ' + ' || e.vat_micros as found
      from escrows e join syntheses s on s.id = e.synthesis_id
      where (s.net_micros, s.vat_micros) is distinct from (e.net_micros, e.vat_micros)`,
  },
]

const royalties: Check[] = [
  {
    name: 'every payment of a talent’s voice has its royalty',
    sql: `select e.id as subject, ${share('e.net_micros')} || ' to ' || e.talent_id || ' by ' || e.developer_id as expected,
        coalesce(r.amount_micros || ' to ' || r.talent_id || ' by ' || r.developer_id, 'nothing') as found
      from escrows e left join royalties r on r.escrow_id = e.id and r.kind = 'sale'
      where e.talent_id is not null and (r.net_micros, r.amount_micros, r.talent_id, r.developer_id)
        is distinct from (e.net_micros, ${share('e.net_micros')}, e.talent_id, e.developer_id)
      union all
      select r.id, 'no royalty', r.amount_micros::text from royalties r join escrows e on e.id = r.escrow_id
      where e.talent_id is null`,
  },
  {
    name: 'every royalty follows from its seconds, price and factor',
    sql: `select id as subject, exact::text as expected, net_micros::text as found from (
        select id, net_micros, case when kind = 'sale' then 1 else -1 end * greatest(10000,
          div(2 * sample_count::numeric * price_per_second_micros * usage_factor_hundredths + sample_rate_hz::numeric * 100,
            2 * sample_rate_hz::numeric * 100)) as exact from royalties) as priced
      where net_micros <> exact`,
  },
  {
    name: 'every royalty has the status of its payment',
    sql: `select r.id as subject, e.state as expected, r.status || coalesce(' payable ' || r.payable_at, '') as found
      from royalties r join escrows e on e.id = r.escrow_id
      where (r.kind = 'sale' and ((r.status = 'cancelled') <> (e.state = 'REFUNDED')
        or (r.payable_at is not null) <> (e.state = 'RELEASED')))
        or (r.kind = 'correction' and e.state <> 'RELEASED')`,
  },
  {
    name: 'every late refund takes its royalty back',
    sql: `select c.escrow_id as subject, (-s.amount_micros)::text as expected, coalesce(r.amount_micros::text, 'nothing') as found
      from escrow_corrections c join royalties s on s.escrow_id = c.escrow_id and s.kind = 'sale'
      left join royalties r on r.escrow_id = c.escrow_id and r.kind = 'correction'
      where r.amount_micros is distinct from -s.amount_micros
      union all
      select r.escrow_id, 'no correction', r.amount_micros::text from royalties r
      where r.kind = 'correction' and not exists (select from escrow_corrections c where c.escrow_id = r.escrow_id)`,
  },
  {
    name: 'every talent is owed what has been released and not paid',
    sql: `with owed as (
        select talent_id, sum(amount) as amount from (
          select talent_id, amount_micros as amount from royalties where status = 'pending' and payable_at is not null
          union all select talent_id, earned_micros - amount_cents * 10000 from payouts where state <> 'failed') as parts
        group by talent_id),
      posted as (
        select a.owner_id as talent_id, sum(p.amount_micros) as amount from ledger_postings p
        join ledger_accounts a on a.id = p.account_id where a.kind = 'talent_payable' group by 1)
      select talent_id as subject, coalesce(owed.amount, 0)::text as expected, coalesce(posted.amount, 0)::text as found
      from owed full join posted using (talent_id) where coalesce(owed.amount, 0) <> coalesce(posted.amount, 0)`,
  },
  {
    name: 'every payout is the sum of its royalties',
    sql: `select p.id as subject, p.earned_micros || ' in ' || p.entry_count || ' ' || p.state as expected,
        coalesce(sum(r.amount_micros), 0) || ' in ' || count(r.id) || ' ' || coalesce(string_agg(distinct r.status, ','), '') as found
      from payouts p left join royalties r on r.payout_id = p.id
      group by p.id having p.state <> 'failed' and (p.earned_micros <> coalesce(sum(r.amount_micros), 0)
        or p.entry_count <> count(r.id) or not coalesce(bool_and(r.status = p.state and r.talent_id = p.talent_id), false))
        or p.state = 'failed' and count(r.id) > 0`,
  },
]

/** Everything up to here is on paper; a sale of the last day of a month may come a month later. */
const invoicedUpTo = `(select (max(month) + interval '1 month' - interval '1 day') at time zone 'UTC' from invoice_runs)`

const invoices: Check[] = [
  {
    name: 'the numbers of every year have no gap',
    sql: `select c.year::text as subject, c.last_number::text as expected,
        count(i.id) || ' up to ' || coalesce(max(i.sequence), 0) as found
      from invoice_counters c left join invoices i on i.year = c.year
      group by c.year, c.last_number having count(i.id) <> c.last_number or coalesce(max(i.sequence), 0) <> c.last_number`,
  },
  {
    name: 'every invoice is the sum of its payments',
    sql: `with items as (
        select i.invoice_id, sum(case i.kind when 'sale' then e.net_micros else -e.net_micros end) as net,
          sum(case i.kind when 'sale' then e.vat_micros else -e.vat_micros end) as vat
        from invoice_items i join escrows e on e.id = i.escrow_id where i.invoice_id is not null group by 1),
      taxes as (
        select invoice_id, sum(net_micros) as net, sum(vat_micros) as vat, sum(net_cents) as net_cents, sum(vat_cents) as vat_cents
        from invoice_taxes group by 1)
      select n.number as subject, coalesce(items.net || ' + ' || items.vat, 'nothing') as expected,
        coalesce(taxes.net || ' + ' || taxes.vat, 'nothing') || ' shown as ' || n.net_cents || ' + ' || n.vat_cents as found
      from invoices n left join items on items.invoice_id = n.id left join taxes on taxes.invoice_id = n.id
      where (items.net, items.vat) is distinct from (taxes.net, taxes.vat)
        or (n.net_cents, n.vat_cents) is distinct from (taxes.net_cents, taxes.vat_cents)`,
  },
  {
    name: 'no invoice carries more than a cent',
    sql: `select i.developer_id || ' ' || t.country || ' ' || t.rate_basis_points as subject, 'under 10000' as expected,
        sum(t.net_micros - t.net_cents * 10000) || ' + ' || sum(t.vat_micros - t.vat_cents * 10000) as found
      from invoice_taxes t join invoices i on i.id = t.invoice_id group by i.developer_id, i.treatment, t.country, t.rate_basis_points
      having abs(sum(t.net_micros - t.net_cents * 10000)) > 10000 or abs(sum(t.vat_micros - t.vat_cents * 10000)) > 10000`,
  },
  {
    name: 'every payment of a finished month is on an invoice, and every refund on a credit note',
    sql: `select e.id as subject, 'a sale on paper' as expected, 'none' as found from escrows e
      where e.created_at < ${invoicedUpTo}
        and not exists (select from invoice_items i where i.escrow_id = e.id and i.kind = 'sale')
      union all
      select back.id, 'a refund on paper', 'none' from (
        select id, refunded_at as at from escrows where refunded_at is not null
        union all select escrow_id, created_at from escrow_corrections) as back
      where back.at < ${invoicedUpTo}
        and not exists (select from invoice_items i where i.escrow_id = back.id and i.kind = 'refund')`,
  },
]

const rollups: Check[] = ['developer', 'talent'].map((scope) => ({
  name: `the roll-ups of every ${scope} are what happened`,
  sql: `with happened as (
      select ${scope}_id as owner_id, sum(requests)::bigint as requests, sum(entries)::bigint as entries, sum(pending)::bigint as pending,
        sum(processing)::bigint as processing, sum(paid)::bigint as paid, sum(cancelled)::bigint as cancelled from (
        select ${scope}_id, 1 as requests, 0 as entries, 0 as pending, 0 as processing, 0 as paid, 0 as cancelled
        from escrows where ${scope}_id is not null
        union all select ${scope}_id, 0, 1, case status when 'pending' then amount_micros else 0 end,
          case status when 'processing' then amount_micros else 0 end,
          case status when 'paid' then amount_micros else 0 end,
          case status when 'cancelled' then amount_micros else 0 end from royalties) as parts group by 1),
    rolled as (
      select owner_id, sum(requests)::bigint as requests, sum(entries)::bigint as entries, sum(pending_micros)::bigint as pending,
        sum(processing_micros)::bigint as processing, sum(paid_micros)::bigint as paid, sum(cancelled_micros)::bigint as cancelled from (
        select owner_id, requests, entries, pending_micros, processing_micros, paid_micros, cancelled_micros
        from activity_days where scope = '${scope}' and day = '-infinity'
        union all select ${scope}_id, requests, entries, pending_micros, processing_micros, paid_micros, cancelled_micros
        from activity_changes where ${scope}_id is not null) as parts group by 1)
    select owner_id as subject, happened::text as expected, rolled::text as found
    from happened full join rolled using (owner_id)
    where (happened.requests, happened.entries, happened.pending, happened.processing, happened.paid, happened.cancelled)
      is distinct from (rolled.requests, rolled.entries, rolled.pending, rolled.processing, rolled.paid, rolled.cancelled)`,
}))

const days: Check = {
  name: 'the days of every roll-up add up to its total',
  sql: `select scope || ' ' || owner_id as subject,
      string_agg(case when day = '-infinity' then concat_ws(' ', requests, entries, pending_micros, paid_micros) end, '') as expected,
      sum(requests) filter (where day <> '-infinity')::text as found
    from activity_days group by scope, owner_id
    having (sum(requests), sum(audio_ms), sum(entries), sum(pending_micros), sum(processing_micros), sum(paid_micros), sum(cancelled_micros))
      is distinct from (2 * sum(requests) filter (where day = '-infinity'), 2 * sum(audio_ms) filter (where day = '-infinity'),
        2 * sum(entries) filter (where day = '-infinity'), 2 * sum(pending_micros) filter (where day = '-infinity'),
        2 * sum(processing_micros) filter (where day = '-infinity'), 2 * sum(paid_micros) filter (where day = '-infinity'),
        2 * sum(cancelled_micros) filter (where day = '-infinity'))`,
}

export const ledgerChecks: readonly Check[] = [
  ...postings,
  ...wallets,
  ...royalties,
  ...invoices,
  ...rollups,
  days,
]
