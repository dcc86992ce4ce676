-- Whom invoices are made out to, and what VIES has said about VAT IDs.

alter table developers
  add column billing_company text not null default '',
  add column billing_address text not null default '',
  -- Normalised, such as DE136695976; empty without one.
  add column billing_vat_id text not null default '';
create index developers_vat_id on developers (billing_vat_id) where billing_vat_id <> '';

-- Each definite answer of VIES, kept as the proof that tax offices ask for (the consultation number).
create table vat_answers (
  id bigint generated always as identity primary key,
  vat_id text not null,
  valid boolean not null,
  consultation_number text,
  name text,
  address text,
  answered_at timestamptz not null
);
create index vat_answers_latest on vat_answers (vat_id, id desc);
create trigger vat_answers_append_only before update or delete or truncate on vat_answers
  for each statement execute function append_only();

-- VAT IDs that VIES could not say anything about yet; asked again in the background.
create table vat_retries (
  vat_id text primary key,
  failure text not null,
  attempts integer not null,
  next_attempt_at timestamptz not null
);
create index vat_retries_due on vat_retries (next_attempt_at);
