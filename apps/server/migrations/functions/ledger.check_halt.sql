create or replace function ledger.check_halt() returns void language plpgsql set search_path = ledger, pg_temp as $$
begin
  if exists (select 1 from ledger.halt where resumed_at is null) then
    raise exception 'money is halted until an operator resumes it' using errcode = 'MG007';
  end if;
end $$;
