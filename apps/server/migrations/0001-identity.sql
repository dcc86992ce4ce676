-- People, the providers they sign in with, their sessions, and what they have accepted.

create table users (
  id text primary key,
  email text not null unique check (email = lower(email)),
  name text not null,
  role text not null default 'client' check (role in ('client', 'talent', 'developer')),
  created_at timestamptz not null
);

create table identities (
  provider text not null check (provider in ('google', 'github')),
  subject text not null,
  user_id text not null references users (id),
  created_at timestamptz not null,
  primary key (provider, subject)
);
create index identities_user on identities (user_id);

-- What a sign-in must bring back from the provider. The browser holds the token whose hash is the key.
create table sign_in_attempts (
  token_hash bytea primary key,
  provider text not null,
  state text not null,
  nonce text not null,
  code_verifier text not null,
  wished_role text not null,
  expires_at timestamptz not null
);
create index sign_in_attempts_expiry on sign_in_attempts (expires_at);

create table sessions (
  id text primary key,
  token_hash bytea not null unique,
  csrf_token text not null,
  user_id text not null references users (id),
  user_agent text not null,
  ip text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

create table acceptances (
  user_id text not null references users (id),
  doc text not null,
  version text not null,
  accepted_at timestamptz not null,
  ip text not null,
  primary key (user_id, doc, version)
);

create table talents (
  id text primary key,
  user_id text not null unique references users (id),
  name text not null,
  email text not null,
  consent text not null default 'none' check (consent in ('none', 'granted', 'revoked')),
  created_at timestamptz not null
);

create table developers (
  id text primary key,
  user_id text not null unique references users (id),
  -- ISO 3166 alpha-2; unknown until the billing profile is filled in.
  country text check (country ~ '^[A-Z]{2}$'),
  vat_id_valid boolean not null default false,
  created_at timestamptz not null
);

create table api_keys (
  id text primary key,
  developer_id text not null references developers (id),
  name text not null,
  mode text not null check (mode in ('live', 'test')),
  public_id text not null unique,
  secret_hash bytea not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_developer on api_keys (developer_id, id);
