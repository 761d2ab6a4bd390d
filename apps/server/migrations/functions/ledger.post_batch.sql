-- The batch door for a caller that decides under the locks of ledger.lock_accounts in the same transaction. p_journal names
-- the journal of each leg by its place in p_key (from 1). Answers the journal ids in the order of p_key. A key used before
-- fails the whole batch with 23505: the caller looks keys up first.
create or replace function ledger.post_batch(p_scope text[], p_key text[], p_hash bytea[], p_kind text[], p_reference text[],
    p_journal int[], p_line smallint[], p_from bigint[], p_to bigint[], p_asset smallint[], p_units numeric[],
    p_lease text default null, p_epoch bigint default null)
  returns bigint[] language plpgsql security definer set search_path = ledger, pg_temp as $$
declare
  v_journals constant int := coalesce(cardinality(p_key), 0);
  v_legs constant int := coalesce(cardinality(p_journal), 0);
  v_ids bigint[];
begin
  if v_journals not between 1 and 2000 or v_legs not between 1 and 8000
    or cardinality(p_scope) is distinct from v_journals or cardinality(p_hash) is distinct from v_journals
    or cardinality(p_kind) is distinct from v_journals or cardinality(p_reference) is distinct from v_journals
    or cardinality(p_line) is distinct from v_legs or cardinality(p_from) is distinct from v_legs
    or cardinality(p_to) is distinct from v_legs or cardinality(p_asset) is distinct from v_legs
    or cardinality(p_units) is distinct from v_legs then
    raise exception 'one to 2000 journals, one to 8000 postings, every list equally long' using errcode = 'MG006';
  end if;
  perform ledger.check_halt();
  if p_lease is not null or p_epoch is not null then
    perform ledger.check_lease(p_lease, p_epoch);
  end if;
  if (select count(distinct place) from unnest(p_journal) place where place between 1 and v_journals) <> v_journals then
    raise exception 'a journal of the batch has no posting' using errcode = 'MG002';
  end if;
  perform set_config('ledger.in_batch', 'on', true);
  perform pg_current_xact_id(); -- before the ids are drawn: ledger.audit relies on this order
  select array_agg(nextval('ledger.journal_id_seq') order by g) into v_ids from generate_series(1, v_journals) g;
  insert into ledger.journal (id, scope, key, request_hash, kind, reference) overriding system value
    select * from unnest(v_ids, p_scope, p_key, p_hash, p_kind, p_reference);
  perform ledger.insert_postings(array(select v_ids[j] from unnest(p_journal) with ordinality leg(j, o) order by o),
    p_line, p_from, p_to, p_asset, p_units);
  perform set_config('ledger.in_batch', 'off', true);
  return v_ids;
end $$;
