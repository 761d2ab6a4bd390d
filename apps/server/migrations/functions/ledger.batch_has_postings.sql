-- The batch door in two steps: journals first, so that rows may name them, and their postings last, so that accounts many
-- writers meet on are locked but for a moment. Between the two the transaction moves no money; without the second it
-- cannot be committed.
create or replace function ledger.batch_has_postings() returns trigger language plpgsql set search_path = ledger, pg_temp
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  if exists (select from ledger.journal j where j.id >= new.id and j.tx = new.tx
             and not exists (select from ledger.posting p where p.journal_id = j.id)) then
    raise exception 'a journal of the batch has no posting' using errcode = 'MG002';
  end if;
  return null;
end $$;
