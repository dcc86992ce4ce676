-- Double entry in micro-euro. A positive amount is a credit: it raises what the account's owner may claim.
-- Cash that the provider keeps for us therefore shows as a negative balance.

create table ledger_accounts (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('provider_cash', 'wallet', 'escrow', 'talent_payable',
    'platform_revenue', 'vat_payable', 'promotions', 'provider_fees', 'payouts_in_transit')),
  -- The developer or talent that the account belongs to; '' for the platform's own.
  owner_id text not null default '',
  unique (kind, owner_id)
);

create table ledger_transactions (
  id text primary key,
  kind text not null,
  -- What the transaction is about; one of a kind each, so nothing is posted twice.
  reference text not null,
  created_at timestamptz not null,
  unique (kind, reference)
);

create table ledger_postings (
  transaction_id text not null references ledger_transactions (id),
  line smallint not null,
  account_id bigint not null references ledger_accounts (id),
  amount_micros bigint not null check (amount_micros <> 0),
  primary key (transaction_id, line)
);
create index ledger_postings_account on ledger_postings (account_id);

create function ledger_must_balance() returns trigger language plpgsql as $$
begin
  if (select sum(amount_micros) from ledger_postings where transaction_id = new.transaction_id) <> 0 then
    raise exception 'ledger transaction % does not balance', new.transaction_id
      using errcode = 'check_violation';
  end if;
  return null;
end $$;

create constraint trigger ledger_balances after insert on ledger_postings
  deferrable initially deferred for each row execute function ledger_must_balance();

create function append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger ledger_postings_append_only before update or delete or truncate on ledger_postings
  for each statement execute function append_only();
create trigger ledger_transactions_append_only before update or delete or truncate on ledger_transactions
  for each statement execute function append_only();

-- The spendable balance of a developer: the sum of the wallet account's postings, kept beside it because
-- each synthesis must lock and check it. No other balance is kept in a row.
create table wallets (
  developer_id text primary key references developers (id),
  account_id bigint not null unique references ledger_accounts (id),
  balance_micros bigint not null default 0,
  held_micros bigint not null default 0 check (held_micros >= 0),
  check (balance_micros - held_micros >= 0)
);
