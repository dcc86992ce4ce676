-- Each run of the auditor, with what it could not explain.
create table audits (
  id bigint generated always as identity primary key,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  checks integer not null,
  findings jsonb not null,
  finding_count integer not null
);
create index audits_latest on audits (finished_at desc);
