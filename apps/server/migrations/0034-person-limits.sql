-- A person's own limits (security.md 4): up to where payments ask for no second verification. Nobody has a row who keeps
-- the usual ones.
create table app.person_limit (
  user_id uuid primary key references app.person,
  single_usd numeric(12, 2) not null check (single_usd >= 0),
  total_usd numeric(12, 2) not null check (total_usd >= single_usd),
  payments smallint not null check (payments between 1 and 50),
  -- What is offered first; null: the strongest.
  method text check (method in ('email', 'sms', 'google', 'passkey')),
  -- A new address waits its day, whatever approves the payment.
  always_wait boolean not null,
  changed_at timestamptz not null
);

-- Wider ones wait a day. They are in force from effective_at on, whether or not a job has written that down.
create table app.limit_change (
  id uuid primary key,
  user_id uuid not null references app.person,
  single_usd numeric(12, 2) not null check (single_usd >= 0),
  total_usd numeric(12, 2) not null check (total_usd >= single_usd),
  payments smallint not null check (payments between 1 and 50),
  method text check (method in ('email', 'sms', 'google', 'passkey')),
  always_wait boolean not null,
  asked_at timestamptz not null,
  effective_at timestamptz not null check (effective_at > asked_at),
  state text not null default 'pending' check (state in ('pending', 'applied', 'void')),
  ended_at timestamptz,
  check ((state = 'pending') = (ended_at is null))
);
create unique index limit_change_pending on app.limit_change (user_id) where state = 'pending';
create index limit_change_by_moment on app.limit_change (effective_at) where state = 'pending';
