-- Answers the epoch to write with, or null while somebody else holds the lease. The holder names one running
-- process, never a machine: two processes under one name would share an epoch.
create or replace function ledger.take_lease(p_name text, p_holder text, p_ttl interval) returns bigint
  language plpgsql security definer set search_path = ledger, pg_temp as $$
declare
  v_epoch bigint;
begin
  if p_ttl is null or p_ttl <= interval '0' or p_ttl > interval '10 minutes' then
    raise exception 'a lease lasts up to 10 minutes' using errcode = 'MG006';
  end if;
  insert into ledger.lease as l (name, epoch, holder, expires_at)
    values (p_name, 1, p_holder, clock_timestamp() + p_ttl)
    on conflict (name) do update
      set epoch = l.epoch + (l.holder <> excluded.holder or l.expires_at < clock_timestamp())::int,
        holder = excluded.holder, expires_at = excluded.expires_at
      where l.expires_at < clock_timestamp() or l.holder = excluded.holder
    returning epoch into v_epoch;
  return v_epoch;
end $$;
