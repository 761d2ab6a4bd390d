-- The postings of a begun batch. Their accounts are locked here; whoever fills several batches in one transaction calls
-- ledger.lock_accounts for all of them before. p_journal is the place of each leg's journal in p_ids.
create or replace function ledger.fill_batch(p_ids bigint[], p_journal int[], p_line smallint[], p_from bigint[], p_to bigint[],
    p_asset smallint[], p_units numeric[])
  returns void language plpgsql security definer set search_path = ledger, pg_temp as $$
declare
  v_legs constant int := coalesce(cardinality(p_journal), 0);
begin
  if v_legs not between 1 and 8000
    or cardinality(p_line) is distinct from v_legs or cardinality(p_from) is distinct from v_legs
    or cardinality(p_to) is distinct from v_legs or cardinality(p_asset) is distinct from v_legs
    or cardinality(p_units) is distinct from v_legs then
    raise exception 'one to 8000 postings, every list equally long' using errcode = 'MG006';
  end if;
  perform ledger.check_halt();
  perform ledger.insert_postings(array(select p_ids[j] from unnest(p_journal) with ordinality leg(j, o) order by o),
    p_line, p_from, p_to, p_asset, p_units);
end $$;
