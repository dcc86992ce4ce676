-- How long a talent's voice goes on speaking after it was withdrawn (product.md section 10), and until when once it was.
alter table voices
  add column notice_days smallint not null default 0 check (notice_days between 0 and 90),
  add column withdraw_at timestamptz;
create index voices_withdrawn_at on voices (withdraw_at) where withdraw_at is not null and state <> 'withdrawn';
