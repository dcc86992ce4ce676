-- Monthly payouts to talents, by transfers of the payment provider.

create table payouts (
  -- Also the transfer's idempotency key and group, so that one that was sent and not written down is found again.
  id text primary key,
  talent_id text not null references talents (id),
  -- The first day of the newest month that it pays.
  month date not null check (extract(day from month) = 1),
  state text not null default 'processing' check (state in ('processing', 'paid', 'failed')),
  destination_account text not null,
  entry_count bigint not null check (entry_count > 0),
  earned_micros bigint not null,
  -- Parts of a cent that earlier payouts have left; negative after one whose rest was paid has been reversed.
  carried_micros bigint not null,
  amount_cents bigint not null check (amount_cents >= 1000),
  transfer_id text unique,
  failure text,
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  created_at timestamptz not null,
  settled_at timestamptz,
  statement_key text,
  statement_sha256 bytea,
  check (earned_micros + carried_micros - amount_cents * 10000 between 0 and 9999),
  check ((state = 'processing') = (settled_at is null)),
  check ((state = 'processing') = (next_attempt_at is not null)),
  check (state <> 'paid' or transfer_id is not null),
  check (state <> 'failed' or failure is not null),
  check ((statement_key is null) = (statement_sha256 is null))
);
create index payouts_talent on payouts (talent_id, id desc);
create unique index payouts_one_at_a_time on payouts (talent_id) where state = 'processing';
create index payouts_due on payouts (next_attempt_at) where state = 'processing';
create index payouts_unstated on payouts (id) where state = 'paid' and statement_key is null;

alter table royalties add column payout_id text references payouts (id),
  add check ((status in ('processing', 'paid')) = (payout_id is not null));
create index royalties_payout on royalties (payout_id) where payout_id is not null;

-- Days (UTC) on which all talents have been looked through for what can be paid.
create table payout_days (
  day date primary key,
  finished_at timestamptz not null
);
