-- The double-entry ledger. A posting moves units of one asset from one account to another, so an unbalanced
-- journal cannot be written down. Balances change in one place, the trigger ledger.apply_postings. The application
-- role may read, and otherwise only EXECUTE the functions named in grants/ledger.sql.
--
-- Error codes of this schema, beside PostgreSQL's own (23514 account_no_overdraft = insufficient balance):
--   MG001 this row is append-only, or changes only through a ledger function
--   MG002 a journal without a posting cannot be committed
--   MG003 a journal is sealed: postings are added only in the transaction that made it
--   MG004 fenced: the lease has another epoch
--   MG005 the key was used before with another request
--   MG006 malformed arguments: missing, ragged or too many
--   MG007 halted: the auditor found broken books, no money moves until an operator resumes
--   MG008 no such hold for this owner
--   MG009 the hold is closed already
--   MG010 a held account changes only together with its hold
--   MG011 this journal cannot be reversed (unknown, reversed before, itself a reversal, or part of a hold)
--   MG012 the books are still broken, or two different persons are missing: not resumed
--   MG013 more than the hold contains
create schema ledger;

-- numeric(38,0) would silently round 1.5 to 2, and to PostgreSQL NaN is greater than every number. The scale test
-- also keeps "5.0" out, which would leave balances written with a decimal point.
create domain ledger.units as numeric
  constraint units_are_whole check (scale(value) = 0 and value > -1e38 and value < 1e38);

create table ledger.asset (
  id smallint primary key check (id > 0),
  code text not null unique check (code ~ '^[A-Z0-9_]{2,24}$'),
  scale smallint not null check (scale between 0 and 18) -- one ledger unit is 10^-scale
);

-- The chart of accounts: who may have which kind, and whether it may be negative. What mirrors the world outside
-- (chain, card, fund, suspense, demo) may be negative for the house; debt is what a person owes, never above zero.
create table ledger.chart (
  kind text not null check (kind ~ '^[a-z]{2,20}$'),
  is_owned boolean not null, -- true: a person's, false: the house's
  floor_zero boolean not null,
  primary key (kind, is_owned),
  constraint chart_rule unique (kind, is_owned, floor_zero)
);
insert into ledger.chart (kind, is_owned, floor_zero) values
  ('available', true, true), ('held', true, true), ('locked', true, true), ('card', true, true),
  ('fund', true, true), ('debt', true, false),
  ('fee', false, true), ('treasury', false, true), ('chain', false, false), ('card', false, false),
  ('fund', false, false), ('suspense', false, false), ('demo', false, false);

create table ledger.account (
  id bigint generated always as identity primary key,
  balance ledger.units not null default 0,
  moves bigint not null default 0, -- how many legs were applied
  asset_id smallint not null references ledger.asset,
  floor_zero boolean not null, -- true: may never be negative
  is_owned boolean not null generated always as (owner_id is not null) stored,
  owner_id uuid, -- null: an account of the house
  kind text not null,
  constraint account_no_overdraft check (balance >= 0 or not floor_zero),
  constraint account_debt_is_owed check (balance <= 0 or kind <> 'debt'),
  constraint account_chart foreign key (kind, is_owned, floor_zero)
    references ledger.chart (kind, is_owned, floor_zero),
  constraint account_once unique nulls not distinct (owner_id, asset_id, kind),
  constraint account_asset unique (id, asset_id)
) with (fillfactor = 40); -- room for heap-only updates: hot rows lost five times their speed without it

create table ledger.journal (
  id bigint generated always as identity primary key,
  tx xid8 not null default pg_current_xact_id(), -- survives savepoints, which xmin does not
  created_at timestamptz not null default clock_timestamp(),
  reverses bigint references ledger.journal,
  scope text not null constraint journal_scope check (length(scope) between 1 and 80), -- who sent it
  key text not null constraint journal_key check (length(key) between 8 and 80),
  kind text not null constraint journal_kind check (kind ~ '^[A-Za-z][A-Za-z0-9._-]{0,39}$'),
  request_hash bytea not null constraint journal_request_hash check (length(request_hash) = 32),
  reference text constraint journal_reference check (length(reference) <= 200),
  constraint journal_once unique (scope, key)
);
create unique index journal_reversed_once on ledger.journal (reverses) where reverses is not null;

-- Three references are kept by ledger.apply_postings for a whole statement at once instead of row by row, at a third of
-- the cost: the journal exists and was made in this very transaction, both accounts exist, and both are of the posting's
-- asset. Journals and accounts are never deleted and never change their id or asset, so they stay kept.
create table ledger.posting (
  journal_id bigint not null,
  from_account bigint not null,
  to_account bigint not null,
  line smallint not null constraint posting_line check (line between 1 and 512),
  asset_id smallint not null,
  units ledger.units not null constraint posting_units check (units > 0),
  primary key (journal_id, line),
  constraint posting_two_accounts check (from_account <> to_account)
);
create index posting_from_account on ledger.posting (from_account, journal_id);
create index posting_to_account on ledger.posting (to_account, journal_id);

create table ledger.hold (
  id uuid primary key,
  account_id bigint not null,
  held_account_id bigint not null,
  asset_id smallint not null,
  units ledger.units not null constraint hold_units check (units > 0),
  state text not null default 'open' check (state in ('open', 'captured', 'released')),
  placed_journal bigint not null unique references ledger.journal,
  closed_journal bigint unique references ledger.journal,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz,
  constraint hold_closed check ((state = 'open') = (closed_journal is null)),
  foreign key (account_id, asset_id) references ledger.account (id, asset_id),
  foreign key (held_account_id, asset_id) references ledger.account (id, asset_id)
);
create index hold_open on ledger.hold (held_account_id) where state = 'open';
create index hold_expiring on ledger.hold (expires_at) where state = 'open';

create table ledger.lease (
  name text primary key check (length(name) between 1 and 80),
  epoch bigint not null,
  holder text not null check (length(holder) between 1 and 80),
  expires_at timestamptz not null
);

-- Every stop of the money, kept for ever; money is halted while one row is not resumed.
create table ledger.halt (
  id bigint generated always as identity primary key,
  halted_at timestamptz not null default clock_timestamp(),
  reason text not null check (length(reason) between 1 and 1000),
  resumed_at timestamptz,
  resumed_by text,
  second_by text,
  resume_reason text,
  constraint halt_two_persons check (resumed_at is null
    or (resumed_by is not null and second_by is not null and resumed_by <> second_by and resume_reason is not null))
);
create unique index halt_one_open on ledger.halt ((true)) where resumed_at is null;

-- What the auditor has proven: per account the sum of all postings up to audit_mark.journal_id.
create table ledger.audited (
  account_id bigint primary key references ledger.account,
  balance ledger.units not null,
  moves bigint not null
);
create table ledger.audit_mark (
  is_only boolean primary key default true check (is_only),
  journal_id bigint not null default 0, -- every journal up to here is finished and counted in ledger.audited
  seen_id bigint not null default 0, -- the next mark, usable once every transaction up to seen_tx has ended
  seen_tx xid8,
  audited_at timestamptz,
  full_at timestamptz
);
insert into ledger.audit_mark default values;

-- ---------------------------------------------------------------------------------------------- append-only
create function ledger.refuse_change() returns trigger language plpgsql set search_path = ledger, pg_temp as $$
begin
  raise exception 'ledger.% rows are append-only', tg_table_name using errcode = 'MG001';
end $$;

create trigger chart_append_only before update or delete or truncate on ledger.chart
  for each statement execute function ledger.refuse_change();
create trigger asset_append_only before update or delete or truncate on ledger.asset
  for each statement execute function ledger.refuse_change();
create trigger journal_append_only before update or delete or truncate on ledger.journal
  for each statement execute function ledger.refuse_change();
create trigger posting_append_only before update or delete or truncate on ledger.posting
  for each statement execute function ledger.refuse_change();
create trigger account_never_deleted before delete or truncate on ledger.account
  for each statement execute function ledger.refuse_change();
-- Depth 0 is a statement written by hand; inside ledger.apply_postings the depth is at least 1.
create trigger account_changes_by_posting before update on ledger.account
  for each statement when (pg_trigger_depth() = 0) execute function ledger.refuse_change();
create trigger account_opens_empty before insert on ledger.account
  for each row when (new.balance <> 0 or new.moves <> 0) execute function ledger.refuse_change();
create trigger hold_never_deleted before delete or truncate on ledger.hold
  for each statement execute function ledger.refuse_change();
create trigger hold_closes_once before update on ledger.hold for each row
  when (old.state <> 'open' or new.state = 'open'
    or (old.id, old.account_id, old.held_account_id, old.asset_id, old.units, old.placed_journal, old.created_at)
      is distinct from
      (new.id, new.account_id, new.held_account_id, new.asset_id, new.units, new.placed_journal, new.created_at))
  execute function ledger.refuse_change();
create trigger halt_never_deleted before delete or truncate on ledger.halt
  for each statement execute function ledger.refuse_change();

create function ledger.journal_has_postings() returns trigger language plpgsql set search_path = ledger, pg_temp as $$
begin
  if not exists (select 1 from ledger.posting where journal_id = new.id) then
    raise exception 'journal % has no posting', new.id using errcode = 'MG002';
  end if;
  return null;
end $$;
-- ledger.post_batch looks at all its journals at once instead; no other function can make an empty one.
create constraint trigger journal_not_empty after insert on ledger.journal deferrable initially deferred
  for each row when (current_setting('ledger.in_batch', true) is distinct from 'on')
  execute function ledger.journal_has_postings();

-- ---------------------------------------------------------------------------------------------- applying
-- The only code that changes a balance: accounts are locked in the order of their ids, then changed by one update, so
-- two statements never wait for each other crosswise. ledger.post_batch comes after ledger.lock_accounts and says so,
-- which saves the second lock pass; whoever says it falsely can be a deadlock's victim and nothing worse. The planner
-- settings make it probe the account index whatever the statistics say.
create function ledger.apply_postings() returns trigger
  language plpgsql security definer set search_path = ledger, pg_temp
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  v_missing boolean;
  v_held boolean;
begin
  if exists (select 1 from fresh f left join ledger.journal j on j.id = f.journal_id
             where j.tx is distinct from pg_current_xact_id()) then
    raise exception 'the journal is sealed, or there is none' using errcode = 'MG003';
  end if;
  if current_setting('ledger.in_batch', true) is distinct from 'on' then
    perform 1 from ledger.account a
      where a.id in (select from_account from fresh union all select to_account from fresh)
      order by a.id for no key update;
  end if;
  with flow as (
    select id, asset_id, sum(units) as units, count(*) as legs
    from (select from_account as id, asset_id, -units as units from fresh
          union all select to_account, asset_id, units from fresh) leg
    group by id, asset_id
  ), moved as (
    update ledger.account a set balance = a.balance + flow.units, moves = a.moves + flow.legs
    from flow where a.id = flow.id and a.asset_id = flow.asset_id returning a.kind
  )
  select count(*) <> (select count(*) from flow), bool_or(kind = 'held') into v_missing, v_held from moved;
  if v_missing then
    raise exception 'a posting names an account that does not exist in its asset'
      using errcode = 'foreign_key_violation', constraint = 'posting_account';
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
create trigger posting_apply after insert on ledger.posting referencing new table as fresh
  for each statement execute function ledger.apply_postings();

-- ---------------------------------------------------------------------------------------------- parts of functions
create function ledger.check_halt() returns void language plpgsql set search_path = ledger, pg_temp as $$
begin
  if exists (select 1 from ledger.halt where resumed_at is null) then
    raise exception 'money is halted until an operator resumes it' using errcode = 'MG007';
  end if;
end $$;

create function ledger.check_lease(p_lease text, p_epoch bigint) returns void
  language plpgsql set search_path = ledger, pg_temp as $$
begin
  perform 1 from ledger.lease where name = p_lease and epoch = p_epoch for share;
  if not found then
    raise exception 'fenced: the lease % has another epoch', p_lease using errcode = 'MG004';
  end if;
end $$;

-- Writes the journal row, or finds the one written before under the same key. A replay moves nothing, so it is
-- answered even while money is halted.
create function ledger.begin_journal(p_scope text, p_key text, p_hash bytea, p_kind text, p_reference text,
    p_reverses bigint, out journal_id bigint, out outcome text)
  language plpgsql set search_path = ledger, pg_temp as $$
declare
  v_hash bytea;
begin
  perform pg_current_xact_id(); -- before the id is drawn: ledger.audit relies on this order
  insert into ledger.journal (scope, key, request_hash, kind, reference, reverses)
    values (p_scope, p_key, p_hash, p_kind, p_reference, p_reverses)
    on conflict on constraint journal_once do nothing returning id into journal_id;
  if journal_id is not null then
    if exists (select 1 from ledger.halt where resumed_at is null) then
      perform ledger.check_halt();
    end if;
    outcome := 'applied';
    return;
  end if;
  select j.id, j.request_hash into strict journal_id, v_hash
    from ledger.journal j where j.scope = p_scope and j.key = p_key;
  if v_hash <> p_hash then
    raise exception 'the key was used before with another request' using errcode = 'MG005';
  end if;
  outcome := 'replayed';
end $$;

-- ---------------------------------------------------------------------------------------------- posting
create function ledger.post(p_scope text, p_key text, p_hash bytea, p_kind text, p_reference text,
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
    insert into ledger.posting (journal_id, line, from_account, to_account, asset_id, units)
      select post.journal_id, o, f, t, a, u
      from unnest(p_from, p_to, p_asset, p_units) with ordinality leg(f, t, a, u, o);
  end if;
end $$;

-- The batch door for a group-commit writer, which decides under the locks of ledger.lock_accounts in the same
-- transaction. p_journal names the journal of each leg by its place in p_key (from 1). Answers the journal ids in
-- the order of p_key. A key used before fails the whole batch with 23505: the writer looks keys up first.
create function ledger.post_batch(p_scope text[], p_key text[], p_hash bytea[], p_kind text[], p_reference text[],
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
  insert into ledger.posting (journal_id, line, from_account, to_account, asset_id, units)
    select v_ids[leg.j], leg.l, leg.f, leg.t, leg.a, leg.u -- indexed: a join of two lists would be a nested loop
    from unnest(p_journal, p_line, p_from, p_to, p_asset, p_units) leg(j, l, f, t, a, u);
  perform set_config('ledger.in_batch', 'off', true);
  return v_ids;
end $$;

create function ledger.lock_accounts(p_ids bigint[])
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

-- Finds or makes the one account of this owner, asset and kind; the owner null means the house.
create function ledger.open_account(p_owner uuid, p_asset smallint, p_kind text) returns bigint
  language plpgsql security definer set search_path = ledger, pg_temp as $$
declare
  v_id bigint;
begin
  loop
    select id into v_id from ledger.account
      where owner_id is not distinct from p_owner and asset_id = p_asset and kind = p_kind;
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

-- A new journal with every leg of p_journal the other way round, once.
create function ledger.reverse(p_journal bigint, p_scope text, p_key text, p_hash bytea, p_kind text,
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
    insert into ledger.posting (journal_id, line, from_account, to_account, asset_id, units)
      select reverse.journal_id, p.line, p.to_account, p.from_account, p.asset_id, p.units
      from ledger.posting p where p.journal_id = p_journal;
  end if;
end $$;

-- ---------------------------------------------------------------------------------------------- holds
-- Moves units from the owner's available account to his held account and remembers why.
create function ledger.place_hold(p_hold uuid, p_owner uuid, p_asset smallint, p_units numeric,
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
    insert into ledger.posting (journal_id, line, from_account, to_account, asset_id, units)
      values (place_hold.journal_id, 1, v_available, v_held, p_asset, p_units);
  end if;
end $$;

-- Locks an open hold of this owner, or says why it cannot be closed.
create function ledger.open_hold(p_hold uuid, p_owner uuid) returns ledger.hold
  language plpgsql set search_path = ledger, pg_temp as $$
declare
  v_hold ledger.hold;
begin
  select h.* into v_hold from ledger.hold h
    join ledger.account a on a.id = h.account_id and a.owner_id = p_owner
    where h.id = p_hold for update of h;
  if not found then
    raise exception 'no such hold for this owner' using errcode = 'MG008';
  end if;
  if v_hold.state <> 'open' then
    raise exception 'the hold is % already', v_hold.state using errcode = 'MG009';
  end if;
  return v_hold;
end $$;

-- Pays the hold out to one or more accounts; what is left over goes back to the owner's available account.
create function ledger.capture_hold(p_hold uuid, p_owner uuid, p_to bigint[], p_units numeric[],
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
  insert into ledger.posting (journal_id, line, from_account, to_account, asset_id, units)
    select capture_hold.journal_id, o, v_hold.held_account_id, t, v_hold.asset_id, u
    from unnest(p_to, p_units) with ordinality leg(t, u, o)
    union all
    select capture_hold.journal_id, cardinality(p_to) + 1, v_hold.held_account_id, v_hold.account_id,
      v_hold.asset_id, v_hold.units - v_total
    where v_hold.units > v_total;
end $$;

-- Gives the whole hold back to the owner's available account.
create function ledger.release_hold(p_hold uuid, p_owner uuid, p_scope text, p_key text, p_hash bytea, p_kind text,
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
  insert into ledger.posting (journal_id, line, from_account, to_account, asset_id, units)
    values (release_hold.journal_id, 1, v_hold.held_account_id, v_hold.account_id, v_hold.asset_id, v_hold.units);
end $$;

-- ---------------------------------------------------------------------------------------------- leases
-- Answers the epoch to write with, or null while somebody else holds the lease. The holder names one running
-- process, never a machine: two processes under one name would share an epoch.
create function ledger.take_lease(p_name text, p_holder text, p_ttl interval) returns bigint
  language plpgsql security definer set search_path = ledger, pg_temp as $$
declare
  v_epoch bigint;
begin
  if p_ttl is null or p_ttl <= interval '0' or p_ttl > interval '10 minutes' then
    raise exception 'a lease lasts up to 10 minutes' using errcode = 'MG006';
  end if;
  insert into ledger.lease as l (name, epoch, holder, expires_at)
    values (p_name, 1, p_holder, clock_timestamp() + p_ttl)
    on conflict (name) do update
      set epoch = l.epoch + (l.holder <> excluded.holder or l.expires_at < clock_timestamp())::int,
        holder = excluded.holder, expires_at = excluded.expires_at
      where l.expires_at < clock_timestamp() or l.holder = excluded.holder
    returning epoch into v_epoch;
  return v_epoch;
end $$;

-- Lets the next process take over at once; only the holder of this very epoch can.
create function ledger.release_lease(p_name text, p_holder text, p_epoch bigint) returns boolean
  language plpgsql security definer set search_path = ledger, pg_temp as $$
begin
  update ledger.lease set expires_at = '-infinity'
    where name = p_name and holder = p_holder and epoch = p_epoch;
  return found;
end $$;

-- ---------------------------------------------------------------------------------------------- auditor
-- The full audit in one snapshot: must be empty, always.
create view ledger.broken as
  with flow as (
    select id, sum(units) as units, count(*) as legs
    from (select from_account as id, -units as units from ledger.posting
          union all select to_account, units from ledger.posting) leg
    group by id)
  select 'balance is not the sum of its postings' as what, a.id
    from ledger.account a left join flow on flow.id = a.id
    where a.balance <> coalesce(flow.units, 0) or a.moves <> coalesce(flow.legs, 0)
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

-- The same questions asked only of what is newer than the mark, on top of what ledger.audited has proven. Every
-- account's balance is compared each time, so a balance changed by hand is found at once; an old posting changed by
-- hand is found by the next full audit.
create view ledger.broken_since_mark as
  with mark as materialized (select journal_id from ledger.audit_mark),
  tail as materialized (
    select p.* from ledger.posting p where p.journal_id > (select journal_id from mark)),
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

-- Audits everything (p_full) or what is new, halts money when a row is broken, and moves the mark when none is.
-- Journal ids are not commit order: an id becomes the mark only after every transaction that could still own a
-- smaller one has ended. Answers at most 1000 broken rows.
create function ledger.audit(p_full boolean) returns table (what text, id bigint)
  language plpgsql security definer set search_path = ledger, pg_temp as $$
#variable_conflict use_column
declare
  v_what text[];
  v_id bigint[];
  v_mark ledger.audit_mark;
  v_seen bigint;
  v_fresh boolean;
begin
  perform pg_advisory_xact_lock(hashtext('ledger.audit'));
  select * into strict v_mark from ledger.audit_mark;
  v_fresh := pg_current_xact_id_if_assigned() is null;
  select case when is_called then last_value else 0 end into v_seen from ledger.journal_id_seq;
  -- Drawn after v_seen: whoever owns an id up to v_seen has a smaller transaction id than ours.
  perform pg_current_xact_id();
  if p_full then
    select array_agg(b.what), array_agg(b.id) into v_what, v_id
      from (select * from ledger.broken limit 1000) b;
  else
    select array_agg(b.what), array_agg(b.id) into v_what, v_id
      from (select * from ledger.broken_since_mark limit 1000) b;
  end if;
  if v_what is not null then
    perform ledger.stop_money(format('auditor: %s (%s)%s', v_what[1], v_id[1],
      case when cardinality(v_what) > 1 then format(' and %s more', cardinality(v_what) - 1) else '' end));
    return query select * from unnest(v_what, v_id);
    return;
  end if;
  if v_mark.seen_tx is not null and pg_snapshot_xmin(pg_current_snapshot()) > v_mark.seen_tx then
    perform ledger.count_audited(v_mark.journal_id, v_mark.seen_id);
    v_mark.journal_id := v_mark.seen_id;
    v_mark.seen_tx := null;
  end if;
  if p_full then
    delete from ledger.audited;
    perform ledger.count_audited(0, v_mark.journal_id);
  end if;
  if v_mark.seen_tx is null and v_fresh then
    v_mark.seen_id := v_seen;
    v_mark.seen_tx := pg_current_xact_id();
  end if;
  update ledger.audit_mark set journal_id = v_mark.journal_id, seen_id = v_mark.seen_id, seen_tx = v_mark.seen_tx,
    audited_at = clock_timestamp(), full_at = case when p_full then clock_timestamp() else full_at end;
end $$;

-- Adds the postings of the journals p_after < id <= p_upto to what is proven.
create function ledger.count_audited(p_after bigint, p_upto bigint) returns void
  language plpgsql set search_path = ledger, pg_temp as $$
begin
  insert into ledger.audited as c (account_id, balance, moves)
    select leg.id, sum(leg.units), count(*)
    from (select p.from_account as id, -p.units as units from ledger.posting p
            where p.journal_id > p_after and p.journal_id <= p_upto
          union all
          select p.to_account, p.units from ledger.posting p
            where p.journal_id > p_after and p.journal_id <= p_upto) leg
    group by leg.id
    on conflict (account_id) do update set balance = c.balance + excluded.balance, moves = c.moves + excluded.moves;
end $$;

-- Anyone may stop the money; only two persons with the owner's login can let it run again.
create function ledger.stop_money(p_reason text) returns void
  language plpgsql security definer set search_path = ledger, pg_temp as $$
begin
  insert into ledger.halt (reason) values (left(p_reason, 1000)) on conflict do nothing;
end $$;

create function ledger.resume_money(p_by text, p_second text, p_reason text) returns void
  language plpgsql set search_path = ledger, pg_temp as $$
begin
  if coalesce(p_by = p_second, true) or coalesce(length(p_reason), 0) < 5 then
    raise exception 'two different persons and a reason resume money' using errcode = 'MG012';
  end if;
  if exists (select 1 from ledger.broken) then
    raise exception 'the books are still broken' using errcode = 'MG012';
  end if;
  update ledger.halt set resumed_at = clock_timestamp(), resumed_by = p_by, second_by = p_second,
    resume_reason = p_reason where resumed_at is null;
end $$;

revoke all on schema ledger from public;
revoke all on all tables in schema ledger from public;
revoke all on all functions in schema ledger from public;
