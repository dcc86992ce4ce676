-- A talent's recordings of a voice, and what they are like for training.
create table voice_samples (
  id text primary key,
  voice_id text not null references voices (id),
  -- Place in the upload, from 1.
  position smallint not null check (position > 0),
  -- Made safe: no folder, no control character.
  file_name text not null,
  object_key text not null unique,
  bytes bigint not null check (bytes > 0),
  sha256 bytea not null check (octet_length(sha256) = 32),
  container text not null,
  codec text not null,
  channels smallint not null,
  sample_rate_hz integer not null,
  seconds double precision not null check (seconds > 0),
  quality jsonb not null,
  created_at timestamptz not null,
  unique (voice_id, position)
);

-- The reports of the samples put together; null for a catalogue voice.
alter table voices add column quality jsonb;
create index voices_talent on voices (talent_id, created_at desc, id) where talent_id is not null;
