-- The inbox is a queue of its own: who takes an event puts its next attempt off, so that a process that ends in the
-- middle leaves it to another. These times are the database's own, as all leases are.
alter table provider_events
  add column attempts integer not null default 0,
  add column next_attempt_at timestamptz not null default now();
drop index provider_events_open;
create index provider_events_open on provider_events (next_attempt_at) where state = 'received';
