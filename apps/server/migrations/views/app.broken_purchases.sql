-- The auditor asks this beside the books: what was paid for and is still owed lies in the house's unearned account.
create or replace view app.broken_purchases as
  select 'unearned is not the sum of its open purchases' as what, l.id::bigint as id
    from ledger.asset l
    left join app.asset a on a.ledger_id = l.id
    left join (select asset, sum(units) as units from app.purchase where state = 'paid' group by asset) p
      on p.asset = a.code
    left join ledger.account u on u.owner_id is null and u.asset_id = l.id and u.kind = 'unearned'
    where coalesce(u.balance, 0) <> coalesce(p.units, 0);
