-- What every module stands on: once-only keys, the outbox, limits, jobs, the demo inbox.
create schema app;

-- protocol.md "Applied once". Keys stay for ever; answers are emptied after 24 hours by a job.
create table app.request_key (
  scope text not null check (length(scope) between 3 and 100),
  request_id uuid not null,
  path text not null,
  digest bytea not null check (length(digest) = 32),
  answer jsonb,
  object_id text,
  created_at timestamptz not null default clock_timestamp(),
  primary key (scope, request_id)
);
create index request_key_answered on app.request_key (created_at) where answer is not null;

-- What happened, written in the transaction of the fact, heard after commit.
create table app.outbox (
  id bigint generated always as identity primary key,
  user_id uuid not null,
  event text not null check (event in ('balance', 'bill', 'message', 'session')),
  data jsonb not null check (octet_length(data::text) <= 4000),
  created_at timestamptz not null default clock_timestamp()
);
create index outbox_user on app.outbox (user_id, id);

create function app.tell() returns trigger language plpgsql set search_path = app, pg_temp as $$
begin
  perform pg_notify('marigold_outbox',
    json_build_object('id', new.id, 'userId', new.user_id, 'event', new.event, 'data', new.data)::text);
  return null;
end $$;
create trigger outbox_tell after insert on app.outbox for each row execute function app.tell();

-- Token buckets (rate-limiter-flexible's own columns).
create table app.rate_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
) with (fillfactor = 70);

-- The application queues jobs in its own transaction without touching the queue's tables.
create function app.enqueue(p_task text, p_payload json, p_key text) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if p_key is null then
    perform graphile_worker.add_job(p_task, p_payload);
  else
    perform graphile_worker.add_job(p_task, p_payload, job_key => p_key);
  end if;
end $$;
revoke execute on function app.enqueue(text, json, text) from public;

-- Demo mode only: every mail and SMS that left the program, as received by the local servers.
create table app.demo_inbox (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('email', 'sms')),
  recipient text not null,
  subject text not null,
  body text not null,
  created_at timestamptz not null default clock_timestamp()
);
