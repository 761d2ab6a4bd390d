-- The only code that inserts postings: it locks their accounts in the order of their ids, so that two statements never
-- wait for each other crosswise, and numbers their moves under these locks. Legs of one journal stand together; within
-- one, an account gets before it gives, so that no balance between two of them is below zero. A lock that is held
-- already costs little. Accounts are found by index, whatever the statistics say; legs are joined by hash, whatever the
-- caller forbids: a batch has thousands.
--
-- A group of journals is decided on balances that were read before its accounts are locked. Where somebody spent one in
-- between, the group can fit in the end and not in the order in which it was decided: an order spends what only the cancel
-- after it brings back. Nothing between its postings was ever committed, so of such an account what comes in is numbered
-- before what goes out, and no balance of its story is below zero.
create or replace function ledger.insert_postings(p_journal bigint[], p_line smallint[], p_from bigint[], p_to bigint[],
    p_asset smallint[], p_units numeric[])
  returns void language plpgsql set search_path = ledger, pg_temp
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = on as $$
begin
  with leg as materialized (
    select * from unnest(p_journal, p_line, p_from, p_to, p_asset, p_units)
      with ordinality leg(journal_id, line, from_account, to_account, asset_id, units, place)
  ), locked as materialized (
    select a.id, a.moves, a.balance, a.floor_zero from ledger.account a
    where a.id = any (p_from || p_to) order by a.id for no key update
  ), side as (
    select from_account as id, journal_id, 1 as gives, place, -units as delta from leg
    union all select to_account, journal_id, 0, place, units from leg
  ), counted as materialized (
    select s.id, s.place, s.gives, l.moves, row_number() over decided as at,
      l.floor_zero and l.balance + sum(s.delta) over decided < 0 as is_short
    from side s join locked l on l.id = s.id
    window decided as (partition by s.id order by s.journal_id, s.gives, s.place rows unbounded preceding)
  ), short as materialized (
    select distinct id from counted where is_short
  ), numbered as (
    select place, gives, moves + at as move from counted where id not in (select id from short)
    union all
    select place, gives, moves + row_number() over (partition by id order by gives, at)
    from counted where id in (select id from short)
  ), pair as (
    select place, max(move) filter (where gives = 1) as from_move, max(move) filter (where gives = 0) as to_move
    from numbered group by place
  )
  insert into ledger.posting (journal_id, line, from_account, to_account, asset_id, units, from_move, to_move)
    select leg.journal_id, leg.line, leg.from_account, leg.to_account, leg.asset_id, leg.units,
      coalesce(pair.from_move, 0), coalesce(pair.to_move, 0)
    from leg left join pair using (place);
end $$;
