-- What the public detector needs: acoustic fingerprints of what was synthesised, and checks of long files.

-- Finds candidates for a mark that cannot be read by itself (packages/fingerprint). About 13 rows a second of
-- speech; it says nothing about the text, and is of no use without the mark's key.
create table fingerprint_hashes (
  hash integer not null,
  -- Of the synthesis: the watermark's payload.
  number bigint not null references syntheses (number) on delete cascade,
  frame integer not null
);
-- Covers the look-up, so that the table itself is not read; in the order of numbers, since of a hash that many
-- syntheses share only the latest are looked at.
create index fingerprint_hashes_hash on fingerprint_hashes (hash, number, frame);
create index fingerprint_hashes_number on fingerprint_hashes (number);

-- Null until the worker has written the fingerprint; older rows are taken in the same way.
alter table syntheses add column fingerprint_version integer;
create index syntheses_without_fingerprint on syntheses (completed_at)
  where state = 'completed' and fingerprint_version is null and object_key is not null;

-- Audio that is erased takes its fingerprint with it, whoever erases it.
create function forget_fingerprint() returns trigger language plpgsql as $$
begin
  delete from fingerprint_hashes where number = old.number;
  new.fingerprint_version := null;
  return new;
end $$;
create trigger syntheses_forget_fingerprint before update of object_key on syntheses
  for each row when (old.object_key is not null and new.object_key is null)
  execute function forget_fingerprint();

-- Checks of uploaded audio that take longer than a request should. The audio itself is never here.
create table audio_checks (
  id text primary key,
  -- The process that works on it; when that is gone, so is the upload.
  process_id text not null,
  state text not null check (state in ('running', 'done', 'failed', 'cancelled')),
  progress double precision not null default 0 check (progress between 0 and 1),
  result jsonb,
  error text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check ((state = 'done') = (result is not null)),
  check ((state = 'failed') = (error is not null))
);
create index audio_checks_expiry on audio_checks (expires_at);
