-- Pays the hold out to one or more accounts; what is left over goes back to the owner's available account.
create or replace function ledger.capture_hold(p_hold uuid, p_owner uuid, p_to bigint[], p_units numeric[],
    p_scope text, p_key text, p_hash bytea, p_kind text, p_reference text, out journal_id bigint, out outcome text)
  language plpgsql security definer set search_path = ledger, pg_temp as $$
declare
  v_hold ledger.hold;
  v_total numeric;
begin
  if p_hold is null or p_owner is null or coalesce(cardinality(p_to), 0) not between 1 and 500
    or array_ndims(p_to) <> 1 or array_ndims(p_units) is distinct from 1
    or cardinality(p_units) <> cardinality(p_to)
    or array_position(p_to, null) is not null or array_position(p_units, null) is not null then
    raise exception 'one to 500 payments, both lists equally long' using errcode = 'MG006';
  end if;
  select b.journal_id, b.outcome into journal_id, outcome
    from ledger.begin_journal(p_scope, p_key, p_hash, p_kind, p_reference, null) b;
  if outcome = 'replayed' then
    return;
  end if;
  v_hold := ledger.open_hold(p_hold, p_owner);
  select sum(u) into v_total from unnest(p_units) u;
  if v_total > v_hold.units then
    raise exception 'more than the hold contains' using errcode = 'MG013';
  end if;
  update ledger.hold set state = 'captured', closed_journal = capture_hold.journal_id where id = p_hold;
  perform ledger.insert_postings(array_agg(capture_hold.journal_id), array_agg(leg.line::smallint),
      array_agg(v_hold.held_account_id), array_agg(leg.to_account), array_agg(v_hold.asset_id), array_agg(leg.units))
    from (
      select o as line, t as to_account, u as units from unnest(p_to, p_units) with ordinality paid(t, u, o)
      union all
      select cardinality(p_to) + 1, v_hold.account_id, v_hold.units - v_total where v_hold.units > v_total
      order by line) leg;
end $$;
