-- What each talent has agreed to and when. Append-only and hash-chained: each entry holds the hash of the one before.
create table consent_events (
  talent_id text not null references talents (id),
  sequence integer not null check (sequence > 0),
  action text not null check (action in ('granted', 'revoked')),
  actor_type text not null check (actor_type in ('talent', 'admin')),
  actor_id text not null references users (id),
  ip text,
  -- Whole milliseconds: it is part of what is hashed.
  at timestamptz(3) not null,
  consent_version text not null,
  previous_hash bytea check (octet_length(previous_hash) = 32),
  hash bytea not null unique check (octet_length(hash) = 32),
  primary key (talent_id, sequence),
  check ((sequence = 1) = (previous_hash is null))
);

create trigger consent_events_append_only before update or delete or truncate on consent_events
  for each statement execute function append_only();
