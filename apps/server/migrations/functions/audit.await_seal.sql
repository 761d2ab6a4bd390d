create or replace function audit.await_seal() returns trigger language plpgsql security definer set search_path = audit, pg_temp as $$
begin
  insert into audit.unsealed (event_id) values (new.id);
  return null;
end $$;
