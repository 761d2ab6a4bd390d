-- The audit log: who did what to what, why. Writers never wait for each other; a sealer chains finished events by hash,
-- so that an event altered, removed or reordered later is found by audit.verify(). Error code: MG021 append-only.
create schema audit;

create table audit.event (
  id bigint generated always as identity primary key,
  tx xid8 not null default pg_current_xact_id(),
  at timestamptz not null default clock_timestamp(),
  actor text not null check (length(actor) between 1 and 200),
  action text not null check (action ~ '^[a-z][A-Za-z0-9.]{1,79}$'),
  subject text not null check (length(subject) between 1 and 200),
  reason text not null check (length(reason) <= 1000),
  detail jsonb not null check (length(detail::text) <= 10000) -- ids and facts, never secrets or personal data
);
create table audit.unsealed (event_id bigint primary key references audit.event);
create table audit.seal (
  seal_no bigint primary key,
  event_id bigint not null unique references audit.event,
  prev bytea not null check (length(prev) = 32),
  hash bytea not null unique check (length(hash) = 32)
);

-- Persons who may act for the house. Keys are 256 random bits shown once; only their SHA-256 is kept.
create table audit.operator (
  name text primary key check (name ~ '^[a-z][a-z0-9-]{1,39}$'),
  key_hash bytea not null unique check (length(key_hash) = 32),
  enrolled_at timestamptz not null default clock_timestamp(),
  disabled_at timestamptz
);

create function audit.refuse_change() returns trigger language plpgsql set search_path = audit, pg_temp as $$
begin
  raise exception 'the audit log is append-only' using errcode = 'MG021';
end $$;
create trigger event_append_only before update or delete or truncate on audit.event
  for each statement execute function audit.refuse_change();
create trigger seal_append_only before update or delete or truncate on audit.seal
  for each statement execute function audit.refuse_change();
create function audit.await_seal() returns trigger language plpgsql security definer set search_path = audit, pg_temp as $$
begin
  insert into audit.unsealed (event_id) values (new.id);
  return null;
end $$;
create trigger event_awaits_seal after insert on audit.event for each row execute function audit.await_seal();

create function audit.append(p_actor text, p_action text, p_subject text, p_reason text, p_detail jsonb) returns bigint
  language sql security definer set search_path = audit, pg_temp as $$
  insert into audit.event (actor, action, subject, reason, detail)
    values (p_actor, p_action, p_subject, p_reason, p_detail) returning id $$;

create function audit.body(e audit.event) returns bytea language sql immutable set search_path = audit, pg_temp as $$
  select convert_to(jsonb_build_array(e.id, e.tx::text, extract(epoch from e.at)::text, e.actor, e.action, e.subject,
    e.reason, e.detail)::text, 'UTF8') $$;

-- Chains up to p_max events whose transactions, and all older ones, have ended; answers how many.
create function audit.seal_some(p_max int) returns int
  language plpgsql security definer set search_path = audit, pg_temp as $$
declare
  v_no bigint;
  v_prev bytea;
  v_sealed int := 0;
  v_event audit.event;
begin
  perform pg_advisory_xact_lock(hashtext('audit.seal'));
  select s.seal_no, s.hash into v_no, v_prev from audit.seal s order by s.seal_no desc limit 1;
  v_no := coalesce(v_no, 0);
  v_prev := coalesce(v_prev, decode(repeat('00', 32), 'hex'));
  for v_event in
    select e.* from audit.unsealed u join audit.event e on e.id = u.event_id
    where e.tx < pg_snapshot_xmin(pg_current_snapshot()) order by e.id limit least(p_max, 10000)
  loop
    v_no := v_no + 1;
    insert into audit.seal (seal_no, event_id, prev, hash)
      values (v_no, v_event.id, v_prev, sha256(v_prev || audit.body(v_event))) returning hash into v_prev;
    delete from audit.unsealed where event_id = v_event.id;
    v_sealed := v_sealed + 1;
  end loop;
  return v_sealed;
end $$;

-- Every place where the chain does not hold; must be empty.
create function audit.verify() returns table (seal_no bigint, what text)
  language sql security definer set search_path = audit, pg_temp as $$
  select * from (
    select s.seal_no, case
      when e.id is null then 'event gone'
      when s.prev <> coalesce(lag(s.hash) over w, decode(repeat('00', 32), 'hex')) then 'chain cut'
      when s.seal_no <> row_number() over w then 'seal missing'
      when s.hash <> sha256(s.prev || audit.body(e)) then 'event altered' end as what
    from audit.seal s left join audit.event e on e.id = s.event_id window w as (order by s.seal_no)
  ) checked where checked.what is not null
  union all
  select null, 'event ' || e.id || ' was never sealed'
  from audit.event e
  where not exists (select 1 from audit.seal s where s.event_id = e.id)
    and not exists (select 1 from audit.unsealed u where u.event_id = e.id) $$;

revoke all on schema audit from public;
revoke all on all tables in schema audit from public;
revoke all on all functions in schema audit from public;
