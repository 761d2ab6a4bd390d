-- The full audit in one snapshot: must be empty, always.
create or replace view ledger.broken as
  with flow as (
    select id, sum(units) as units, count(*) as legs, min(move) as first, max(move) as last, sum(move) as moves
    from (select from_account as id, -units as units, from_move as move from ledger.posting
          union all select to_account, units, to_move from ledger.posting) leg
    group by id)
  select 'balance is not the sum of its postings' as what, a.id
    from ledger.account a left join flow on flow.id = a.id
    where a.balance <> coalesce(flow.units, 0) or a.moves <> coalesce(flow.legs, 0)
  union all
  select 'moves are not numbered one by one', flow.id from flow
    where flow.first <> 1 or flow.last <> flow.legs or flow.moves * 2 <> flow.legs * (flow.legs + 1)
  union all
  select 'postings of an unknown account', flow.id from flow
    where not exists (select 1 from ledger.account a where a.id = flow.id)
  union all
  select 'negative balance', a.id from ledger.account a where a.floor_zero and a.balance < 0
  union all
  select 'asset does not sum to zero', a.asset_id from ledger.account a group by a.asset_id having sum(a.balance) <> 0
  union all
  select 'posting between assets or of no positive units', p.journal_id
    from ledger.posting p
    left join ledger.account f on f.id = p.from_account
    left join ledger.account t on t.id = p.to_account
    where f.asset_id is distinct from p.asset_id or t.asset_id is distinct from p.asset_id or p.units <= 0
  union all
  select 'journal without a posting', j.id
    from ledger.journal j where not exists (select 1 from ledger.posting p where p.journal_id = j.id)
  union all
  select 'posting without a journal', p.journal_id
    from ledger.posting p where not exists (select 1 from ledger.journal j where j.id = p.journal_id)
  union all
  select 'held account is not the sum of its open holds', a.id
    from ledger.account a
    left join (select held_account_id, sum(units) as units from ledger.hold where state = 'open'
               group by held_account_id) h on h.held_account_id = a.id
    where a.kind = 'held' and a.balance <> coalesce(h.units, 0)
  union all
  select 'reversal is not the mirror of its journal', r.id
    from ledger.journal r
    where r.reverses is not null and exists (
      (select line, from_account, to_account, asset_id, units from ledger.posting where journal_id = r.id
       except select line, to_account, from_account, asset_id, units from ledger.posting where journal_id = r.reverses)
      union all
      (select line, to_account, from_account, asset_id, units from ledger.posting where journal_id = r.reverses
       except select line, from_account, to_account, asset_id, units from ledger.posting where journal_id = r.id));
