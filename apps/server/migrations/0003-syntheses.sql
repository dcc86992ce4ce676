-- Voices, syntheses, their licences and held payments.

create table voices (
  id text primary key,
  talent_id text references talents (id),
  name text not null,
  locale text not null,
  tier text not null check (tier in ('premium', 'standard', 'budget', 'custom')),
  category text not null check (category in ('general', 'narration', 'commercial', 'character')),
  description text not null,
  made_by text not null,
  engine text not null,
  engine_voice text not null,
  state text not null check (state in ('uploaded', 'training', 'ready', 'failed', 'withdrawn')),
  -- Set by the talent; null means the tier's price.
  price_per_second_micros bigint check (price_per_second_micros > 0),
  created_at timestamptz not null
);

-- Processes that have reported lately. Times are the database's own, not the product's clock: a lease must
-- not expire because somebody moved the test clock.
create table processes (
  id text primary key,
  role text not null check (role in ('api', 'worker', 'all')),
  started_at timestamptz not null default now(),
  heartbeat_at timestamptz not null default now()
);

create table syntheses (
  id text primary key,
  -- The watermark's payload: 32 bits, so that short speech can carry it.
  number bigint generated always as identity (minvalue 1 maxvalue 4294967295) unique,
  developer_id text not null references developers (id),
  api_key_id text references api_keys (id),
  voice_id text not null references voices (id),
  talent_id text references talents (id),
  usage text not null,
  text text not null,
  speed double precision not null,
  format text not null,
  state text not null check (state in ('speaking', 'completed', 'failed')),
  process_id text not null,
  payment_intent_id text not null unique,
  hold_micros bigint not null check (hold_micros >= 0),
  price_per_second_micros bigint not null,
  usage_factor_hundredths bigint not null,
  vat_rate_basis_points bigint not null,
  started_at timestamptz not null,
  -- The rest is known when the speech is done.
  completed_at timestamptz,
  failure text,
  sample_count bigint,
  sample_rate_hz integer,
  net_micros bigint,
  vat_micros bigint,
  object_key text,
  audio_sha256 bytea,
  audio_bytes bigint,
  watermark_key_version integer,
  check (state <> 'completed' or (completed_at is not null and object_key is not null
    and net_micros is not null and vat_micros is not null and sample_count is not null
    and audio_sha256 is not null and watermark_key_version is not null)),
  check (state <> 'failed' or failure is not null)
);
create index syntheses_developer on syntheses (developer_id, id desc);
create index syntheses_speaking on syntheses (process_id) where state = 'speaking';

-- Money set aside while a synthesis runs. `settled` and `released` both end it; nothing else changes it.
create table wallet_holds (
  synthesis_id text primary key references syntheses (id),
  developer_id text not null references developers (id),
  amount_micros bigint not null check (amount_micros >= 0),
  state text not null default 'held' check (state in ('held', 'settled', 'released')),
  created_at timestamptz not null
);
create index wallet_holds_open on wallet_holds (developer_id) where state = 'held';

create table idempotency_keys (
  developer_id text not null references developers (id),
  key text not null,
  request_hash bytea not null,
  synthesis_id text not null references syntheses (id),
  created_at timestamptz not null,
  primary key (developer_id, key)
);
create unique index idempotency_keys_synthesis on idempotency_keys (synthesis_id);

create table signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  private_jwk_sealed bytea not null,
  created_at timestamptz not null,
  retired_at timestamptz
);
-- At most one key signs; retired ones still verify.
create unique index signing_keys_one_active on signing_keys ((true)) where retired_at is null;

create table licences (
  id text primary key,
  synthesis_id text not null unique references syntheses (id),
  token text not null,
  kid text not null references signing_keys (kid),
  issued_at timestamptz not null,
  revoked_at timestamptz,
  revoked_reason text,
  check ((revoked_at is null) = (revoked_reason is null))
);

create table escrows (
  id text primary key,
  synthesis_id text not null unique references syntheses (id),
  payment_intent_id text not null unique,
  developer_id text not null references developers (id),
  talent_id text references talents (id),
  net_micros bigint not null check (net_micros >= 0),
  vat_micros bigint not null check (vat_micros >= 0),
  state text not null default 'PENDING' check (state in ('PENDING', 'RELEASED', 'REFUNDED')),
  watermark text not null default 'pending' check (watermark in ('pending', 'passed', 'failed')),
  deepfake text not null default 'pending' check (deepfake in ('pending', 'passed', 'failed')),
  findings jsonb,
  hold_until timestamptz not null,
  frozen_at timestamptz,
  created_at timestamptz not null,
  verified_at timestamptz,
  released_at timestamptz,
  refunded_at timestamptz,
  reason text,
  check ((state = 'RELEASED') = (released_at is not null)),
  check ((state = 'REFUNDED') = (refunded_at is not null)),
  check (state <> 'REFUNDED' or reason is not null),
  check (state <> 'RELEASED' or (watermark = 'passed' and deepfake = 'passed' and frozen_at is null))
);
create index escrows_developer on escrows (developer_id, id desc);
create index escrows_talent on escrows (talent_id, id desc) where talent_id is not null;
create index escrows_due on escrows (hold_until)
  where state = 'PENDING' and watermark = 'passed' and deepfake = 'passed' and frozen_at is null;

-- A settled payment never changes back, whatever the code above believes.
create function escrow_is_final() returns trigger language plpgsql as $$
begin
  if old.state <> 'PENDING' and (new.state, new.net_micros, new.vat_micros)
      is distinct from (old.state, old.net_micros, old.vat_micros) then
    raise exception 'escrow % is already %', old.id, old.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger escrows_final before update on escrows for each row execute function escrow_is_final();

-- What has happened, to be told to jobs and webhooks. Claimed by state: ids do not commit in order.
create table outbox_events (
  id bigint generated always as identity primary key,
  type text not null,
  payload jsonb not null,
  occurred_at timestamptz not null,
  state text not null default 'pending' check (state in ('pending', 'sent'))
);
create index outbox_pending on outbox_events (id) where state = 'pending';
