-- The schema audit after all migrations. Made by `node scripts/schema.ts`, held to the database by a test: change it
-- by a migration. Its functions and views stand in apps/server/migrations/functions and views, its rights in grants.

-- The audit log: who did what to what, why. Writers never wait for each other; a sealer chains finished events by hash,
-- so that an event altered, removed or reordered later is found by audit.verify(). Error code: MG021 append-only.
create schema audit;

-- 0002-audit
create table audit.event (
  id bigint generated always as identity primary key,
  tx xid8 not null default pg_current_xact_id(),
  at timestamptz not null default clock_timestamp(),
  actor text not null check (length(actor) >= 1 and length(actor) <= 200),
  action text not null check (action ~ '^[a-z][A-Za-z0-9.]{1,79}$'),
  subject text not null check (length(subject) >= 1 and length(subject) <= 200),
  reason text not null check (length(reason) <= 1000),
  -- ids and facts, never secrets or personal data
  detail jsonb not null check (length(detail::text) <= 10000)
);
create trigger event_append_only before delete or update or truncate on audit.event
  for each statement execute function audit.refuse_change();
create trigger event_awaits_seal after insert on audit.event
  for each row execute function audit.await_seal();

-- 0002-audit
create table audit.unsealed (
  event_id bigint primary key references audit.event(id)
);

-- 0002-audit
create table audit.seal (
  seal_no bigint primary key,
  event_id bigint not null unique references audit.event(id),
  prev bytea not null check (length(prev) = 32),
  hash bytea not null unique check (length(hash) = 32)
);
create trigger seal_append_only before delete or update or truncate on audit.seal
  for each statement execute function audit.refuse_change();

-- Persons who may act for the house. Keys are 256 random bits shown once; only their SHA-256 is kept.
-- 0002-audit
create table audit.operator (
  name text primary key check (name ~ '^[a-z][a-z0-9-]{1,39}$'),
  key_hash bytea not null unique check (length(key_hash) = 32),
  enrolled_at timestamptz not null default clock_timestamp(),
  disabled_at timestamptz
);
