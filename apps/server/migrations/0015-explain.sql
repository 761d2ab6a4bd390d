-- Each posting says which move of both its accounts it is, counted from 1 as ledger.account.moves counts them. Ids of
-- journals are drawn before accounts are locked, so their order is not the order in which balances changed; moves are
-- numbered under the locks, so it is theirs, and "the balance after it" is a balance that was.
--
-- One more error code of this schema:
--   MG014 postings are not numbered as the next moves of their accounts
alter table ledger.posting add column from_move bigint, add column to_move bigint;

-- Old postings: by journal, what came in before what went out. Where that order would have overdrawn an account, what
-- could not be paid yet waits until it can: some such order was the true one.
create temp table old_leg on commit drop as
  select *, row_number() over counted as move, sum(delta) over counted as after
  from (select from_account as account, journal_id, line, -units as delta from ledger.posting
        union all select to_account, journal_id, line, units from ledger.posting) leg
  window counted as (partition by account order by journal_id, delta < 0, line rows unbounded preceding);
create unique index on old_leg (account, journal_id, line);
analyze old_leg;

do $$
declare
  v_account bigint;
  v_leg record;
  v_balance numeric;
  v_move bigint;
  v_waiting bigint[]; -- moves as they were counted first
  v_one bigint;
  v_delta numeric;
  v_order bigint[];
begin
  for v_account in
    select l.account from old_leg l join ledger.account a on a.id = l.account
    where a.floor_zero group by l.account having min(l.after) < 0
  loop
    v_balance := 0;
    v_waiting := '{}';
    v_order := '{}';
    for v_leg in select move, delta from old_leg where account = v_account order by move loop
      if v_balance + v_leg.delta < 0 then
        v_waiting := v_waiting || v_leg.move;
        continue;
      end if;
      v_balance := v_balance + v_leg.delta;
      v_order := v_order || v_leg.move;
      continue when v_leg.delta < 0;
      foreach v_one in array v_waiting loop
        select delta into strict v_delta from old_leg where account = v_account and move = v_one;
        continue when v_balance + v_delta < 0;
        v_balance := v_balance + v_delta;
        v_order := v_order || v_one;
        v_waiting := array_remove(v_waiting, v_one);
      end loop;
    end loop;
    if cardinality(v_waiting) > 0 then
      raise exception 'account % was overdrawn: no order of its postings explains it', v_account;
    end if;
    update old_leg l set move = o.new from unnest(v_order) with ordinality o(old, new)
      where l.account = v_account and l.move = o.old;
  end loop;
end $$;

alter table ledger.posting disable trigger posting_append_only;
update ledger.posting p set from_move = f.move, to_move = t.move
  from old_leg f, old_leg t
  where f.account = p.from_account and f.journal_id = p.journal_id and f.line = p.line
    and t.account = p.to_account and t.journal_id = p.journal_id and t.line = p.line;
alter table ledger.posting enable trigger posting_append_only;
alter table ledger.posting alter column from_move set not null, alter column to_move set not null;

drop index ledger.posting_from_account, ledger.posting_to_account;
create unique index posting_from_move on ledger.posting (from_account, from_move);
create unique index posting_to_move on ledger.posting (to_account, to_move);

-- The only code that inserts postings: it locks their accounts in the order of their ids, so that two statements never
-- wait for each other crosswise, and numbers their moves under these locks. Legs of one journal stand together; within
-- one, an account gets before it gives, so that no balance between two of them is below zero. A lock that is held
-- already costs little. Accounts are found by index, whatever the statistics say; legs are joined by hash, whatever the
-- caller forbids: a batch has thousands.
create function ledger.insert_postings(p_journal bigint[], p_line smallint[], p_from bigint[], p_to bigint[],
    p_asset smallint[], p_units numeric[])
  returns void language plpgsql set search_path = ledger, pg_temp
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = on as $$
begin
  with leg as materialized (
    select * from unnest(p_journal, p_line, p_from, p_to, p_asset, p_units)
      with ordinality leg(journal_id, line, from_account, to_account, asset_id, units, place)
  ), locked as materialized (
    select a.id, a.moves from ledger.account a
    where a.id = any (p_from || p_to) order by a.id for no key update
  ), side as (
    select from_account as id, journal_id, 1 as gives, place from leg
    union all select to_account, journal_id, 0, place from leg
  ), numbered as (
    select s.place, s.gives,
      l.moves + row_number() over (partition by s.id order by s.journal_id, s.gives, s.place) as move
    from side s join locked l on l.id = s.id
  ), pair as (
    select place, max(move) filter (where gives = 1) as from_move, max(move) filter (where gives = 0) as to_move
    from numbered group by place
  )
  insert into ledger.posting (journal_id, line, from_account, to_account, asset_id, units, from_move, to_move)
    select leg.journal_id, leg.line, leg.from_account, leg.to_account, leg.asset_id, leg.units,
      coalesce(pair.from_move, 0), coalesce(pair.to_move, 0)
    from leg left join pair using (place);
end $$;

-- As before, but that accounts are locked and moves numbered where postings are inserted; here it is checked.
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

-- As before, by index whatever the statistics say: of a table that nobody has analysed yet the planner thinks too little.
create or replace function ledger.journal_has_postings() returns trigger language plpgsql
  set search_path = ledger, pg_temp set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  if not exists (select 1 from ledger.posting where journal_id = new.id) then
    raise exception 'journal % has no posting', new.id using errcode = 'MG002';
  end if;
  return null;
end $$;

-- The doors, as before, through insert_postings.
create or replace function ledger.post(p_scope text, p_key text, p_hash bytea, p_kind text, p_reference text,
    p_from bigint[], p_to bigint[], p_asset smallint[], p_units numeric[],
    p_lease text default null, p_epoch bigint default null, out journal_id bigint, out outcome text)
  language plpgsql security definer set search_path = ledger, pg_temp as $$
declare
  v_legs constant int := coalesce(cardinality(p_from), 0);
begin
  if v_legs not between 1 and 512 or array_ndims(p_from) <> 1
    or array_ndims(p_to) is distinct from 1 or array_ndims(p_asset) is distinct from 1
    or array_ndims(p_units) is distinct from 1 or cardinality(p_to) <> v_legs
    or cardinality(p_asset) <> v_legs or cardinality(p_units) <> v_legs then
    raise exception 'one to 512 postings, every list equally long' using errcode = 'MG006';
  end if;
  if p_lease is not null or p_epoch is not null then
    perform ledger.check_lease(p_lease, p_epoch);
  end if;
  select b.journal_id, b.outcome into journal_id, outcome
    from ledger.begin_journal(p_scope, p_key, p_hash, p_kind, p_reference, null) b;
  if outcome = 'applied' then
    perform ledger.insert_postings(array_fill(post.journal_id, array[v_legs]),
      array(select generate_series(1, v_legs))::smallint[], p_from, p_to, p_asset, p_units);
  end if;
end $$;

create or replace function ledger.post_batch(p_scope text[], p_key text[], p_hash bytea[], p_kind text[], p_reference text[],
    p_journal int[], p_line smallint[], p_from bigint[], p_to bigint[], p_asset smallint[], p_units numeric[],
    p_lease text default null, p_epoch bigint default null)
  returns bigint[] language plpgsql security definer set search_path = ledger, pg_temp as $$
declare
  v_journals constant int := coalesce(cardinality(p_key), 0);
  v_legs constant int := coalesce(cardinality(p_journal), 0);
  v_ids bigint[];
begin
  if v_journals not between 1 and 2000 or v_legs not between 1 and 8000
    or cardinality(p_scope) is distinct from v_journals or cardinality(p_hash) is distinct from v_journals
    or cardinality(p_kind) is distinct from v_journals or cardinality(p_reference) is distinct from v_journals
    or cardinality(p_line) is distinct from v_legs or cardinality(p_from) is distinct from v_legs
    or cardinality(p_to) is distinct from v_legs or cardinality(p_asset) is distinct from v_legs
    or cardinality(p_units) is distinct from v_legs then
    raise exception 'one to 2000 journals, one to 8000 postings, every list equally long' using errcode = 'MG006';
  end if;
  perform ledger.check_halt();
  if p_lease is not null or p_epoch is not null then
    perform ledger.check_lease(p_lease, p_epoch);
  end if;
  if (select count(distinct place) from unnest(p_journal) place where place between 1 and v_journals) <> v_journals then
    raise exception 'a journal of the batch has no posting' using errcode = 'MG002';
  end if;
  perform set_config('ledger.in_batch', 'on', true);
  perform pg_current_xact_id(); -- before the ids are drawn: ledger.audit relies on this order
  select array_agg(nextval('ledger.journal_id_seq') order by g) into v_ids from generate_series(1, v_journals) g;
  insert into ledger.journal (id, scope, key, request_hash, kind, reference) overriding system value
    select * from unnest(v_ids, p_scope, p_key, p_hash, p_kind, p_reference);
  perform ledger.insert_postings(array(select v_ids[j] from unnest(p_journal) with ordinality leg(j, o) order by o),
    p_line, p_from, p_to, p_asset, p_units);
  perform set_config('ledger.in_batch', 'off', true);
  return v_ids;
end $$;

create or replace function ledger.fill_batch(p_ids bigint[], p_journal int[], p_line smallint[], p_from bigint[], p_to bigint[],
    p_asset smallint[], p_units numeric[])
  returns void language plpgsql security definer set search_path = ledger, pg_temp as $$
declare
  v_legs constant int := coalesce(cardinality(p_journal), 0);
begin
  if v_legs not between 1 and 8000
    or cardinality(p_line) is distinct from v_legs or cardinality(p_from) is distinct from v_legs
    or cardinality(p_to) is distinct from v_legs or cardinality(p_asset) is distinct from v_legs
    or cardinality(p_units) is distinct from v_legs then
    raise exception 'one to 8000 postings, every list equally long' using errcode = 'MG006';
  end if;
  perform ledger.check_halt();
  perform ledger.insert_postings(array(select p_ids[j] from unnest(p_journal) with ordinality leg(j, o) order by o),
    p_line, p_from, p_to, p_asset, p_units);
end $$;

create or replace function ledger.reverse(p_journal bigint, p_scope text, p_key text, p_hash bytea, p_kind text,
    p_reference text, out journal_id bigint, out outcome text)
  language plpgsql security definer set search_path = ledger, pg_temp as $$
declare
  v_original ledger.journal;
begin
  select * into v_original from ledger.journal j where j.scope = p_scope and j.key = p_key;
  if not found then -- a replay needs no permission; everything else must be reversible now
    select * into v_original from ledger.journal j where j.id = p_journal for update;
    if not found or v_original.reverses is not null
      or exists (select 1 from ledger.journal j
                 where j.reverses = p_journal and (j.scope, j.key) is distinct from (p_scope, p_key))
      or exists (select 1 from ledger.hold h where h.placed_journal = p_journal or h.closed_journal = p_journal) then
      raise exception 'journal % cannot be reversed', p_journal using errcode = 'MG011';
    end if;
  end if;
  select b.journal_id, b.outcome into journal_id, outcome
    from ledger.begin_journal(p_scope, p_key, p_hash, p_kind, p_reference, p_journal) b;
  if outcome = 'applied' then
    perform ledger.insert_postings(array_agg(reverse.journal_id), array_agg(p.line), array_agg(p.to_account),
        array_agg(p.from_account), array_agg(p.asset_id), array_agg(p.units::numeric))
      from (select * from ledger.posting p where p.journal_id = p_journal order by p.line) p;
  end if;
end $$;

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

create or replace function ledger.capture_hold(p_hold uuid, p_owner uuid, p_to bigint[], p_units numeric[],
    p_scope text, p_key text, p_hash bytea, p_kind text, p_reference text, out journal_id bigint, out outcome text)
  language plpgsql security definer set search_path = ledger, pg_temp as $$
declare
  v_hold ledger.hold;
  v_total numeric;
begin
  if p_hold is null or p_owner is null or coalesce(cardinality(p_to), 0) not between 1 and 500
    or array_ndims(p_to) <> 1 or array_ndims(p_units) is distinct from 1
    or cardinality(p_units) <> cardinality(p_to)
    or array_position(p_to, null) is not null or array_position(p_units, null) is not null then
    raise exception 'one to 500 payments, both lists equally long' using errcode = 'MG006';
  end if;
  select b.journal_id, b.outcome into journal_id, outcome
    from ledger.begin_journal(p_scope, p_key, p_hash, p_kind, p_reference, null) b;
  if outcome = 'replayed' then
    return;
  end if;
  v_hold := ledger.open_hold(p_hold, p_owner);
  select sum(u) into v_total from unnest(p_units) u;
  if v_total > v_hold.units then
    raise exception 'more than the hold contains' using errcode = 'MG013';
  end if;
  update ledger.hold set state = 'captured', closed_journal = capture_hold.journal_id where id = p_hold;
  perform ledger.insert_postings(array_agg(capture_hold.journal_id), array_agg(leg.line::smallint),
      array_agg(v_hold.held_account_id), array_agg(leg.to_account), array_agg(v_hold.asset_id), array_agg(leg.units))
    from (
      select o as line, t as to_account, u as units from unnest(p_to, p_units) with ordinality paid(t, u, o)
      union all
      select cardinality(p_to) + 1, v_hold.account_id, v_hold.units - v_total where v_hold.units > v_total
      order by line) leg;
end $$;

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

-- The full audit asks for the numbers as well.
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

revoke execute on function ledger.insert_postings from public;
