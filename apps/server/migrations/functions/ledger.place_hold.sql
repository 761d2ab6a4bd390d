-- Moves units from the owner's available account to his held account and remembers why.
create or replace function ledger.place_hold(p_hold uuid, p_owner uuid, p_asset smallint, p_units numeric,
    p_expires timestamptz, p_scope text, p_key text, p_hash bytea, p_kind text, p_reference text,
    out journal_id bigint, out outcome text)
  language plpgsql security definer set search_path = ledger, pg_temp as $$
declare
  v_available bigint;
  v_held bigint;
begin
  if p_hold is null or p_owner is null or p_asset is null or p_units is null then
    raise exception 'a hold has an id, an owner, an asset and units' using errcode = 'MG006';
  end if;
  v_available := ledger.open_account(p_owner, p_asset, 'available');
  v_held := ledger.open_account(p_owner, p_asset, 'held');
  select b.journal_id, b.outcome into journal_id, outcome
    from ledger.begin_journal(p_scope, p_key, p_hash, p_kind, p_reference, null) b;
  if outcome = 'applied' then
    insert into ledger.hold (id, account_id, held_account_id, asset_id, units, placed_journal, expires_at)
      values (p_hold, v_available, v_held, p_asset, p_units, place_hold.journal_id, p_expires);
    perform ledger.insert_postings(array[place_hold.journal_id], array[1::smallint], array[v_available], array[v_held],
      array[p_asset], array[p_units]);
  end if;
end $$;
