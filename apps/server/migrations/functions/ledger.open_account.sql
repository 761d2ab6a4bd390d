-- Finds or makes the one account of this owner, asset and kind; the owner null means the house. By the index: "is not
-- distinct from" cannot use one, and every first deposit asks.
create or replace function ledger.open_account(p_owner uuid, p_asset smallint, p_kind text) returns bigint
  language plpgsql security definer set search_path = ledger, pg_temp as $$
declare
  v_id bigint;
begin
  loop
    if p_owner is null then
      select id into v_id from ledger.account where owner_id is null and asset_id = p_asset and kind = p_kind;
    else
      select id into v_id from ledger.account where owner_id = p_owner and asset_id = p_asset and kind = p_kind;
    end if;
    exit when v_id is not null;
    -- An unknown kind has no rule in the chart; its account is then refused by account_chart.
    insert into ledger.account (asset_id, owner_id, kind, floor_zero)
      values (p_asset, p_owner, p_kind, coalesce((select c.floor_zero from ledger.chart c
        where c.kind = p_kind and c.is_owned = (p_owner is not null)), true))
      on conflict on constraint account_once do nothing returning id into v_id;
    exit when v_id is not null;
  end loop;
  return v_id;
end $$;
