-- The auditor asks this beside the books: what open orders say they set aside is what lies in their accounts.
create or replace view app.broken_orders as
  select 'order account is not the sum of its open orders' as what, a.id
    from ledger.account a
    left join (select user_id, held_asset, sum(held_units) as units from app.trade_order
               where status = 'wait' group by user_id, held_asset) o
      on o.user_id = a.owner_id and o.held_asset = a.asset_id
    where a.kind = 'order' and a.balance <> coalesce(o.units, 0)
  union all
  select 'open orders without their account', min(o.number)
    from app.trade_order o
    where o.status = 'wait' and o.held_units > 0 and not exists (
      select from ledger.account a
      where a.owner_id = o.user_id and a.asset_id = o.held_asset and a.kind = 'order')
    having count(*) > 0;
