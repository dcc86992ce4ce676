-- Money that comes from outside: top-ups and reservations, their refunds and disputes, the inbox of the payment
-- provider's events, and the accounts of talents there.

-- developer_debt: what developers owe because money was taken back that they had spent. refunds_in_transit: asked
-- for, not yet gone. reservations: early-access payments that are still ours to give back. Which kinds there are is
-- kept by packages/money; a misspelt one would only be an account that nothing explains, which the audit finds.
alter table ledger_accounts drop constraint ledger_accounts_kind_check;
alter table ledger_accounts add constraint ledger_accounts_kind_check check (kind ~ '^[a-z_]+$');

-- A wallet's statement reads an account's postings newest first.
create index ledger_postings_account_transaction on ledger_postings (account_id, transaction_id desc);
drop index ledger_postings_account;

alter table wallets
  -- What chargebacks and outside refunds have taken beyond the balance; always the negative of developer_debt.
  add column owed_micros bigint not null default 0 check (owed_micros >= 0),
  -- Below this the developer is told, and an automatic top-up starts when it is switched on.
  add column low_balance_micros bigint not null default 1000000 check (low_balance_micros >= 0),
  add column is_low boolean not null default false;
create index wallets_low on wallets (developer_id) where is_low;

create table payment_customers (
  developer_id text primary key references developers (id),
  customer_id text unique,
  payment_method_id text,
  card_brand text,
  card_last4 text,
  -- The automatic top-up; null is off. A stop has a reason and lasts until the developer switches it on again.
  automatic_amount_micros bigint check (automatic_amount_micros > 0 and automatic_amount_micros % 10000 = 0),
  stopped_reason text,
  stopped_at timestamptz,
  created_at timestamptz not null,
  check (payment_method_id is null or customer_id is not null),
  check ((stopped_reason is null) = (stopped_at is null))
);

create table payments (
  id text primary key,
  purpose text not null check (purpose in ('top_up', 'automatic_top_up', 'reservation')),
  developer_id text references developers (id),
  email text,
  amount_micros bigint not null check (amount_micros > 0 and amount_micros % 10000 = 0),
  state text not null default 'open' check (state in ('open', 'paid', 'failed', 'expired')),
  saves_card boolean not null default false,
  -- What the provider is asked with, written before it is asked, so that a second try asks the very same.
  customer_id text,
  payment_method_id text,
  checkout_session_id text unique,
  payment_intent_id text unique,
  failure text,
  fee_transaction_id text unique,
  refunded_micros bigint not null default 0 check (refunded_micros between 0 and amount_micros),
  attempts integer not null default 0,
  -- When to ask the provider about it unasked, because its event may be lost; null when nothing is open.
  next_check_at timestamptz,
  created_at timestamptz not null,
  paid_at timestamptz,
  check ((purpose = 'reservation') = (developer_id is null)),
  check ((purpose = 'reservation') = (email is not null)),
  check (state <> 'paid' or (paid_at is not null and payment_intent_id is not null)),
  check (state <> 'failed' or failure is not null)
);
create index payments_developer on payments (developer_id, id desc) where developer_id is not null;
create index payments_unchecked on payments (next_check_at) where next_check_at is not null;
create index payments_reserved on payments (email) where purpose = 'reservation' and state = 'paid';
-- One automatic charge at a time, however many processes look.
create unique index payments_one_automatic on payments (developer_id)
  where purpose = 'automatic_top_up' and state = 'open';

create function payment_is_final() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'payment % may not be deleted', old.id using errcode = 'restrict_violation';
  end if;
  if old.state = 'paid' and (new.state, new.amount_micros, new.payment_intent_id, new.paid_at)
      is distinct from (old.state, old.amount_micros, old.payment_intent_id, old.paid_at) then
    raise exception 'payment % is already paid', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger payments_final before update or delete on payments
  for each row execute function payment_is_final();

create table payment_refunds (
  id text primary key,
  payment_id text not null references payments (id),
  amount_micros bigint not null check (amount_micros > 0 and amount_micros % 10000 = 0),
  state text not null default 'pending' check (state in ('pending', 'succeeded', 'failed')),
  -- Made in the provider's own dashboard and not by us.
  from_outside boolean not null default false,
  provider_refund_id text unique,
  reason text not null,
  requested_by text,
  failure text,
  attempts integer not null default 0,
  next_check_at timestamptz,
  created_at timestamptz not null,
  settled_at timestamptz,
  check (state <> 'succeeded' or (provider_refund_id is not null and settled_at is not null)),
  check (state <> 'failed' or (failure is not null and settled_at is not null))
);
create index payment_refunds_payment on payment_refunds (payment_id);
create index payment_refunds_unchecked on payment_refunds (next_check_at) where next_check_at is not null;

create table payment_disputes (
  -- The provider's id: a dispute begins there.
  id text primary key,
  payment_id text not null references payments (id),
  amount_micros bigint not null check (amount_micros > 0),
  state text not null default 'open' check (state in ('open', 'won', 'lost')),
  reason text not null,
  evidence_due_by timestamptz,
  opened_at timestamptz not null,
  closed_at timestamptz,
  check ((state = 'open') = (closed_at is null))
);
create index payment_disputes_payment on payment_disputes (payment_id);

-- Frozen because money that paid for it is disputed; frozen_at says since when, whatever froze it.
alter table escrows
  add column dispute_id text references payment_disputes (id),
  add check (dispute_id is null or state <> 'PENDING' or frozen_at is not null);
create index escrows_disputed on escrows (dispute_id) where dispute_id is not null and state = 'PENDING';
create index escrows_developer_pending on escrows (developer_id, id desc) where state = 'PENDING';

-- Each event of a provider, once, as it was signed.
create table provider_events (
  provider text not null check (provider in ('stripe')),
  event_id text not null,
  type text not null,
  object_id text not null,
  account_id text,
  payload jsonb not null,
  state text not null default 'received' check (state in ('received', 'handled')),
  happened_at timestamptz not null,
  received_at timestamptz not null,
  handled_at timestamptz,
  primary key (provider, event_id),
  check ((state = 'handled') = (handled_at is not null))
);
create index provider_events_open on provider_events (received_at) where state = 'received';

create table connected_accounts (
  talent_id text primary key references talents (id),
  account_id text unique,
  origin text not null check (origin in ('onboarding', 'oauth')),
  charges_enabled boolean not null default false,
  payouts_enabled boolean not null default false,
  transfers_enabled boolean not null default false,
  details_submitted boolean not null default false,
  requirements jsonb not null default '{}',
  synced_at timestamptz,
  created_at timestamptz not null
);

create table stripe_oauth_attempts (
  state_hash bytea primary key,
  talent_id text not null references talents (id),
  user_id text not null references users (id),
  expires_at timestamptz not null
);
create index stripe_oauth_attempts_expiry on stripe_oauth_attempts (expires_at);
