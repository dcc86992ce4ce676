-- Who is heard when a voice speaks: its embedding by the speaker model, little-endian 32-bit floats.
create table voice_speakers (
  voice_id text primary key references voices (id) on delete cascade,
  -- Embeddings of different models cannot be compared; those of an older one are made again.
  model_version smallint not null,
  embedding bytea not null check (octet_length(embedding) % 4 = 0),
  -- Seconds of speech that it was made from.
  seconds double precision not null check (seconds >= 0),
  -- What spoke (voices.model_key, or else made_by), so that a voice with another model behind it is heard again.
  spoken_by text not null,
  created_at timestamptz not null
);

-- Who is heard in each recording; null for recordings from before.
alter table voice_samples add column speaker_version smallint;
alter table voice_samples add column speaker_embedding bytea;
alter table voice_samples add column speaker_seconds double precision;
alter table voice_samples add constraint voice_samples_speaker check (
  (speaker_version is null) = (speaker_embedding is null)
  and (speaker_embedding is null) = (speaker_seconds is null)
);
