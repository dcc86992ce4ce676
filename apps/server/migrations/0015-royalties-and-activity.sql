-- What each synthesis of a talent's voice earns the talent, one entry for each held payment, and the roll-up by
-- day that dashboards read.

create table royalties (
  id text primary key,
  escrow_id text not null references escrows (id),
  -- `correction` takes back what a late refund has taken from a payment that was released before.
  kind text not null default 'sale' check (kind in ('sale', 'correction')),
  talent_id text not null references talents (id),
  developer_id text not null references developers (id),
  voice_id text not null references voices (id),
  -- The arithmetic of the amount, frozen: seconds × price × factor × share.
  usage text not null,
  sample_count bigint not null check (sample_count >= 0),
  sample_rate_hz integer not null check (sample_rate_hz > 0),
  price_per_second_micros bigint not null,
  usage_factor_hundredths bigint not null,
  net_micros bigint not null,
  amount_micros bigint not null,
  status text not null default 'pending' check (status in ('pending', 'processing', 'paid', 'cancelled')),
  created_at timestamptz not null,
  -- From when on a payout may take it; null while the payment is held.
  payable_at timestamptz,
  unique (escrow_id, kind),
  check (status in ('pending', 'cancelled') or payable_at is not null),
  check ((kind = 'sale' and amount_micros >= 0) or (kind = 'correction' and amount_micros <= 0))
);
create index royalties_talent on royalties (talent_id, id desc);
create index royalties_developer on royalties (developer_id, id desc);
create index royalties_developer_talents on royalties (developer_id, talent_id);
create index royalties_payable on royalties (talent_id, created_at)
  where status = 'pending' and payable_at is not null;

-- Each change of the figures, appended by the transaction that makes it, so that no row is fought over; a loop
-- folds them into activity_days. What is not folded yet is added when it is read.
create table activity_changes (
  id bigint generated always as identity primary key,
  day date not null,
  developer_id text not null,
  talent_id text,
  requests bigint not null default 0,
  audio_ms bigint not null default 0,
  entries bigint not null default 0,
  pending_micros bigint not null default 0,
  processing_micros bigint not null default 0,
  paid_micros bigint not null default 0,
  cancelled_micros bigint not null default 0
);

-- Sums by day for the platform, each developer and each talent; the day '-infinity' holds the sum of all days.
create table activity_days (
  scope text not null check (scope in ('platform', 'developer', 'talent')),
  owner_id text not null,
  day date not null,
  requests bigint not null,
  audio_ms bigint not null,
  entries bigint not null,
  pending_micros bigint not null,
  processing_micros bigint not null,
  paid_micros bigint not null,
  cancelled_micros bigint not null,
  primary key (scope, owner_id, day)
);

-- What was sold before this table was there. The share is that of packages/money, rounded half up.
insert into royalties (id, escrow_id, talent_id, developer_id, voice_id, usage, sample_count, sample_rate_hz,
  price_per_second_micros, usage_factor_hundredths, net_micros, amount_micros, status, created_at, payable_at)
select 'roy_' || substr(e.id, 5), e.id, e.talent_id, e.developer_id, s.voice_id, s.usage, s.sample_count,
  s.sample_rate_hz, s.price_per_second_micros, s.usage_factor_hundredths, e.net_micros,
  (e.net_micros * 70 + 50) / 100, case when e.state = 'REFUNDED' then 'cancelled' else 'pending' end,
  e.created_at, e.released_at
from escrows e join syntheses s on s.id = e.synthesis_id where e.talent_id is not null;

insert into activity_changes (day, developer_id, talent_id, requests, audio_ms, entries, pending_micros, cancelled_micros)
select (e.created_at at time zone 'UTC')::date, e.developer_id, e.talent_id, 1,
  round(s.sample_count * 1000.0 / s.sample_rate_hz), (r.id is not null)::int,
  case when r.status = 'pending' then r.amount_micros else 0 end,
  case when r.status = 'cancelled' then r.amount_micros else 0 end
from escrows e join syntheses s on s.id = e.synthesis_id left join royalties r on r.escrow_id = e.id;
