create or replace function ledger.post(p_scope text, p_key text, p_hash bytea, p_kind text, p_reference text,
    p_from bigint[], p_to bigint[], p_asset smallint[], p_units numeric[],
    p_lease text default null, p_epoch bigint default null, out journal_id bigint, out outcome text)
  language plpgsql security definer set search_path = ledger, pg_temp as $$
declare
  v_legs constant int := coalesce(cardinality(p_from), 0);
begin
  if v_legs not between 1 and 512 or array_ndims(p_from) <> 1
    or array_ndims(p_to) is distinct from 1 or array_ndims(p_asset) is distinct from 1
    or array_ndims(p_units) is distinct from 1 or cardinality(p_to) <> v_legs
    or cardinality(p_asset) <> v_legs or cardinality(p_units) <> v_legs then
    raise exception 'one to 512 postings, every list equally long' using errcode = 'MG006';
  end if;
  if p_lease is not null or p_epoch is not null then
    perform ledger.check_lease(p_lease, p_epoch);
  end if;
  select b.journal_id, b.outcome into journal_id, outcome
    from ledger.begin_journal(p_scope, p_key, p_hash, p_kind, p_reference, null) b;
  if outcome = 'applied' then
    perform ledger.insert_postings(array_fill(post.journal_id, array[v_legs]),
      array(select generate_series(1, v_legs))::smallint[], p_from, p_to, p_asset, p_units);
  end if;
end $$;
