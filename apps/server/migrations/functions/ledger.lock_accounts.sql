-- Locks accounts in the order of their ids, as everybody does, and answers them as they then are.
create or replace function ledger.lock_accounts(p_ids bigint[])
  returns table (id bigint, asset_id smallint, kind text, floor_zero boolean, balance numeric)
  language plpgsql security definer set search_path = ledger, pg_temp as $$
#variable_conflict use_column
begin
  if cardinality(p_ids) > 16000 then
    raise exception 'at most 16000 accounts' using errcode = 'MG006';
  end if;
  return query select a.id, a.asset_id, a.kind, a.floor_zero, a.balance::numeric
    from ledger.account a where a.id = any (p_ids) order by a.id for no key update;
end $$;
