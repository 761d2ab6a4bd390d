-- No journal is committed without a posting. By index whatever the statistics say: of a table that nobody has analysed yet
-- the planner thinks too little.
create or replace function ledger.journal_has_postings() returns trigger language plpgsql
  set search_path = ledger, pg_temp set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  if not exists (select 1 from ledger.posting where journal_id = new.id) then
    raise exception 'journal % has no posting', new.id using errcode = 'MG002';
  end if;
  return null;
end $$;
