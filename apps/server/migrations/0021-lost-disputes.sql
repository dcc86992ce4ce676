-- A dispute that is lost after the purchases were released takes back what talents and platform got for them
-- (docs/decisions/0032).

alter table escrow_corrections add column dispute_id text references payment_disputes (id);
create index escrow_corrections_dispute on escrow_corrections (dispute_id) where dispute_id is not null;
-- Of every state: what a lost dispute has refunded is added up.
drop index escrows_disputed;
create index escrows_disputed on escrows (dispute_id) where dispute_id is not null;

-- When a lost dispute had taken back all that it may: debts that come later are none of its business.
alter table payment_disputes add column recovered_at timestamptz;
update payment_disputes set recovered_at = closed_at where state = 'lost';
alter table payment_disputes add check (recovered_at is null or state = 'lost');
