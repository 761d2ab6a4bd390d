create or replace function ledger.refuse_change() returns trigger language plpgsql set search_path = ledger, pg_temp as $$
begin
  raise exception 'ledger.% rows are append-only', tg_table_name using errcode = 'MG001';
end $$;
