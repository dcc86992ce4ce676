-- Training of talents' voices.
alter table voices
  add column training_progress smallint check (training_progress between 0 and 100),
  -- Why the last training failed: code, message, advice. Null again when another one begins.
  add column failure jsonb,
  -- The voice that speaks before it is converted (engine/voice), and the conversion's key in the object store.
  add column base_voice text,
  add column model_key text,
  add constraint voices_custom_ready check
    (engine <> 'custom' or state <> 'ready' or (base_voice is not null and model_key is not null)),
  -- EUR 0.005 to 0.200 (product.md section 6).
  add constraint voices_custom_price check
    (tier <> 'custom' or price_per_second_micros between 5000 and 200000);

-- One row for each time that a voice is trained. A running one belongs to its process for as long as that reports.
create table trainings (
  id text primary key,
  voice_id text not null references voices (id),
  state text not null default 'queued'
    check (state in ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
  process_id text,
  -- Times that it was begun or gone on with, and times that its process died or failed over it.
  runs smallint not null default 0,
  interruptions smallint not null default 0,
  -- The base voice that it was begun with, and the stages whose outcome is kept, each with its run. The object
  -- store may hold them while `has_checkpoints`.
  base_voice text,
  stages jsonb not null default '[]',
  has_checkpoints boolean not null default false,
  -- What went in, how, and what came out; null until the recordings were trained with.
  dossier jsonb,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  check ((state = 'running') = (process_id is not null)),
  check ((state in ('queued', 'running')) = (ended_at is null)),
  check (state <> 'succeeded' or dossier is not null)
);
create unique index trainings_one_open on trainings (voice_id) where state in ('queued', 'running');
create index trainings_open on trainings (created_at) where state in ('queued', 'running');
create index trainings_voice on trainings (voice_id, created_at desc);
create index trainings_left_over on trainings (id)
  where has_checkpoints and state not in ('queued', 'running');
