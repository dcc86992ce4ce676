-- Invoices and credit notes: what each stands for to the micro-euro, and what is shown in cents.

-- The customer's country when the VAT was decided; null for what was sold before this column was there.
alter table syntheses add column vat_country text check (vat_country ~ '^[A-Z]{2}$');

-- A payment that was refunded after its release: the escrow itself is final.
create table escrow_corrections (
  escrow_id text primary key references escrows (id),
  reason text not null,
  created_at timestamptz not null
);
create trigger escrow_corrections_append_only before update or delete or truncate on escrow_corrections
  for each statement execute function append_only();

-- One row a year, locked by whoever issues the next number until the invoice that bears it is committed.
create table invoice_counters (
  year integer primary key,
  last_number integer not null check (last_number > 0)
);

create table invoices (
  id text primary key,
  year integer not null,
  sequence integer not null check (sequence > 0),
  number text not null unique,
  kind text not null check (kind in ('invoice', 'credit_note')),
  developer_id text not null references developers (id),
  treatment text not null check (treatment in ('standard', 'reverse_charge', 'outside_eu')),
  -- The first day of the month that it is about.
  month date not null check (extract(day from month) = 1),
  corrects_id text references invoices (id),
  issued_at timestamptz not null,
  -- Everything that the paper shows, frozen when it was issued.
  document jsonb not null,
  net_cents bigint not null,
  vat_cents bigint not null,
  pdf_key text,
  pdf_sha256 bytea,
  unique (year, sequence),
  check ((kind = 'credit_note') = (corrects_id is not null)),
  check ((pdf_key is null) = (pdf_sha256 is null))
);
create index invoices_developer on invoices (developer_id, id desc);
create index invoices_unrendered on invoices (id) where pdf_key is null;

create function invoice_is_final() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' then
    raise exception 'invoice % may not be deleted', old.number using errcode = 'restrict_violation';
  end if;
  if old.pdf_key is not null or (to_jsonb(new) - 'pdf_key' - 'pdf_sha256') <> (to_jsonb(old) - 'pdf_key' - 'pdf_sha256') then
    raise exception 'invoice % is final', old.number using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger invoices_final before update or delete on invoices for each row execute function invoice_is_final();

-- The sums of an invoice by country and rate; a credit note's are negative. What the micro-euro are more than the
-- cents is carried to the developer's next invoice of the same country and rate.
create table invoice_taxes (
  invoice_id text not null references invoices (id),
  country text not null,
  rate_basis_points bigint not null,
  net_micros bigint not null,
  vat_micros bigint not null,
  net_cents bigint not null,
  vat_cents bigint not null,
  primary key (invoice_id, country, rate_basis_points)
);
create trigger invoice_taxes_append_only before update or delete or truncate on invoice_taxes
  for each statement execute function append_only();

-- Which payment is on which paper: a sale once, its refund once. Null where both fell into one month and left nothing.
create table invoice_items (
  escrow_id text not null references escrows (id),
  kind text not null check (kind in ('sale', 'refund')),
  invoice_id text references invoices (id),
  primary key (escrow_id, kind)
);
create index invoice_items_invoice on invoice_items (invoice_id);
create trigger invoice_items_append_only before update or delete or truncate on invoice_items
  for each statement execute function append_only();

-- Months whose invoices have all been issued.
create table invoice_runs (
  month date primary key,
  finished_at timestamptz not null
);

create index escrows_created on escrows (created_at);
create index escrows_refunded on escrows (refunded_at) where refunded_at is not null;
create index escrow_corrections_created on escrow_corrections (created_at);
