-- The only code that changes a balance, by one update for all rows of the statement. Accounts were locked and moves numbered
-- where the postings were inserted (ledger.insert_postings); here it is checked. The planner settings make it probe the
-- account index whatever the statistics say.
create or replace function ledger.apply_postings() returns trigger
  language plpgsql security definer set search_path = ledger, pg_temp
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  v_missing boolean;
  v_misnumbered boolean;
  v_held boolean;
begin
  if exists (select 1 from fresh f left join ledger.journal j on j.id = f.journal_id
             where j.tx is distinct from pg_current_xact_id()) then
    raise exception 'the journal is sealed, or there is none' using errcode = 'MG003';
  end if;
  with flow as (
    select id, asset_id, sum(units) as units, count(*) as legs, min(move) as first, max(move) as last
    from (select from_account as id, asset_id, -units as units, from_move as move from fresh
          union all select to_account, asset_id, units, to_move from fresh) leg
    group by id, asset_id
  ), moved as (
    update ledger.account a set balance = a.balance + flow.units, moves = a.moves + flow.legs
    from flow where a.id = flow.id and a.asset_id = flow.asset_id
    returning a.kind, flow.last <> a.moves or flow.first <> a.moves - flow.legs + 1 as is_misnumbered
  )
  select count(*) <> (select count(*) from flow), bool_or(kind = 'held'), bool_or(is_misnumbered)
    into v_missing, v_held, v_misnumbered from moved;
  if v_missing then
    raise exception 'a posting names an account that does not exist in its asset'
      using errcode = 'foreign_key_violation', constraint = 'posting_account';
  end if;
  if v_misnumbered then
    raise exception 'postings are numbered as the next moves of their accounts' using errcode = 'MG014';
  end if;
  if v_held and exists (
    select 1 from (
      select leg.journal_id, leg.id, sum(leg.units) as units
      from (select journal_id, from_account as id, -units as units from fresh
            union all select journal_id, to_account, units from fresh) leg
      join ledger.account a on a.id = leg.id and a.kind = 'held'
      group by leg.journal_id, leg.id) change
    where change.units is distinct from (
      select sum(case when h.placed_journal = change.journal_id then h.units else -h.units end)
      from ledger.hold h
      where h.held_account_id = change.id
        and (h.placed_journal = change.journal_id or h.closed_journal = change.journal_id))
  ) then
    raise exception 'a held account changes only together with its hold' using errcode = 'MG010';
  end if;
  return null;
end $$;
