-- Lets the next process take over at once; only the holder of this very epoch can.
create or replace function ledger.release_lease(p_name text, p_holder text, p_epoch bigint) returns boolean
  language plpgsql security definer set search_path = ledger, pg_temp as $$
begin
  update ledger.lease set expires_at = '-infinity'
    where name = p_name and holder = p_holder and epoch = p_epoch;
  return found;
end $$;
