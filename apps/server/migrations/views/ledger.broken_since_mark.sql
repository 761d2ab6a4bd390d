-- The same questions asked only of what is newer than the mark, on top of what ledger.audited has proven. Every
-- account's balance is compared each time, so a balance changed by hand is found at once; an old posting changed by
-- hand is found by the next full audit.
create or replace view ledger.broken_since_mark as
  with mark as materialized (select journal_id from ledger.audit_mark),
  tail as materialized (
    select p.journal_id, p.from_account, p.to_account, p.line, p.asset_id, p.units from ledger.posting p
      where p.journal_id > (select journal_id from mark)),
  flow as (
    select id, sum(units) as units, count(*) as legs
    from (select from_account as id, -units as units from tail
          union all select to_account, units from tail) leg
    group by id)
  select 'balance is not the sum of its postings' as what, a.id
    from ledger.account a
    left join ledger.audited c on c.account_id = a.id
    left join flow on flow.id = a.id
    where a.balance <> coalesce(c.balance, 0) + coalesce(flow.units, 0)
      or a.moves <> coalesce(c.moves, 0) + coalesce(flow.legs, 0)
  union all
  select 'negative balance', a.id from ledger.account a where a.floor_zero and a.balance < 0
  union all
  select 'asset does not sum to zero', a.asset_id from ledger.account a group by a.asset_id having sum(a.balance) <> 0
  union all
  select 'posting between assets or of no positive units', p.journal_id
    from tail p
    left join ledger.account f on f.id = p.from_account
    left join ledger.account t on t.id = p.to_account
    where f.asset_id is distinct from p.asset_id or t.asset_id is distinct from p.asset_id or p.units <= 0
  union all
  select 'journal without a posting', j.id
    from ledger.journal j
    where j.id > (select journal_id from mark)
      and not exists (select 1 from ledger.posting p where p.journal_id = j.id)
  union all
  select 'posting without a journal', p.journal_id
    from tail p where not exists (select 1 from ledger.journal j where j.id = p.journal_id)
  union all
  select 'held account is not the sum of its open holds', a.id
    from ledger.account a
    left join (select held_account_id, sum(units) as units from ledger.hold where state = 'open'
               group by held_account_id) h on h.held_account_id = a.id
    where a.kind = 'held' and a.balance <> coalesce(h.units, 0);
