-- Counters of the rate limiter (rate-limiter-flexible's table), shared by all API processes.
create unlogged table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
