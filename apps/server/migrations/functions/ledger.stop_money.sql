-- Anyone may stop the money; only two persons with the owner's login can let it run again.
create or replace function ledger.stop_money(p_reason text) returns void
  language plpgsql security definer set search_path = ledger, pg_temp as $$
begin
  insert into ledger.halt (reason) values (left(p_reason, 1000)) on conflict do nothing;
end $$;
