-- As ledger.post_batch, but for the postings. The lease cannot change hands until the transaction ends.
create or replace function ledger.begin_batch(p_scope text[], p_key text[], p_hash bytea[], p_kind text[], p_reference text[],
    p_lease text, p_epoch bigint)
  returns bigint[] language plpgsql security definer set search_path = ledger, pg_temp as $$
declare
  v_journals constant int := coalesce(cardinality(p_key), 0);
  v_ids bigint[];
begin
  if v_journals not between 1 and 2000
    or cardinality(p_scope) is distinct from v_journals or cardinality(p_hash) is distinct from v_journals
    or cardinality(p_kind) is distinct from v_journals or cardinality(p_reference) is distinct from v_journals then
    raise exception 'one to 2000 journals, every list equally long' using errcode = 'MG006';
  end if;
  perform ledger.check_halt();
  perform ledger.check_lease(p_lease, p_epoch);
  perform pg_current_xact_id(); -- before the ids are drawn: ledger.audit relies on this order
  select array_agg(nextval('ledger.journal_id_seq') order by g) into v_ids from generate_series(1, v_journals) g;
  perform set_config('ledger.in_batch', 'on', true), set_config('ledger.batch_first', v_ids[1]::text, true);
  insert into ledger.journal (id, scope, key, request_hash, kind, reference) overriding system value
    select * from unnest(v_ids, p_scope, p_key, p_hash, p_kind, p_reference);
  perform set_config('ledger.in_batch', 'off', true), set_config('ledger.batch_first', '', true);
  return v_ids;
end $$;
