-- Gives the whole hold back to the owner's available account.
create or replace function ledger.release_hold(p_hold uuid, p_owner uuid, p_scope text, p_key text, p_hash bytea, p_kind text,
    p_reference text, out journal_id bigint, out outcome text)
  language plpgsql security definer set search_path = ledger, pg_temp as $$
declare
  v_hold ledger.hold;
begin
  if p_hold is null or p_owner is null then
    raise exception 'a hold has an id and an owner' using errcode = 'MG006';
  end if;
  select b.journal_id, b.outcome into journal_id, outcome
    from ledger.begin_journal(p_scope, p_key, p_hash, p_kind, p_reference, null) b;
  if outcome = 'replayed' then
    return;
  end if;
  v_hold := ledger.open_hold(p_hold, p_owner);
  update ledger.hold set state = 'released', closed_journal = release_hold.journal_id where id = p_hold;
  perform ledger.insert_postings(array[release_hold.journal_id], array[1::smallint], array[v_hold.held_account_id],
    array[v_hold.account_id], array[v_hold.asset_id], array[v_hold.units::numeric]);
end $$;
