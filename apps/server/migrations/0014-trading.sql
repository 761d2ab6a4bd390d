-- Markets, orders, trades and candles. Prices and amounts are the engine's integers: a price counts 10^-price_decimals of
-- the quote asset, an amount 10^-amount_decimals of the base asset, a total is price times amount.
insert into ledger.chart (kind, is_owned, floor_zero) values ('order', true, true);

-- Whose fees are which (domain.md B.11).
alter table app.person add column trade_group text not null default 'standard' check (trade_group ~ '^[a-z0-9-]{2,20}$');

-- The batch door in two steps: journals first, so that rows may name them, and their postings last, so that accounts many
-- writers meet on are locked but for a moment. Between the two the transaction moves no money; without the second it
-- cannot be committed.
create function ledger.batch_has_postings() returns trigger language plpgsql set search_path = ledger, pg_temp
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  if exists (select from ledger.journal j where j.id >= new.id and j.tx = new.tx
             and not exists (select from ledger.posting p where p.journal_id = j.id)) then
    raise exception 'a journal of the batch has no posting' using errcode = 'MG002';
  end if;
  return null;
end $$;
-- Asked once for a batch, at its first journal.
create constraint trigger journal_batch_not_empty after insert on ledger.journal deferrable initially deferred
  for each row when (new.id::text = current_setting('ledger.batch_first', true))
  execute function ledger.batch_has_postings();

-- As ledger.post_batch, but for the postings. The lease cannot change hands until the transaction ends.
create function ledger.begin_batch(p_scope text[], p_key text[], p_hash bytea[], p_kind text[], p_reference text[],
    p_lease text, p_epoch bigint)
  returns bigint[] language plpgsql security definer set search_path = ledger, pg_temp as $$
declare
  v_journals constant int := coalesce(cardinality(p_key), 0);
  v_ids bigint[];
begin
  if v_journals not between 1 and 2000
    or cardinality(p_scope) is distinct from v_journals or cardinality(p_hash) is distinct from v_journals
    or cardinality(p_kind) is distinct from v_journals or cardinality(p_reference) is distinct from v_journals then
    raise exception 'one to 2000 journals, every list equally long' using errcode = 'MG006';
  end if;
  perform ledger.check_halt();
  perform ledger.check_lease(p_lease, p_epoch);
  perform pg_current_xact_id(); -- before the ids are drawn: ledger.audit relies on this order
  select array_agg(nextval('ledger.journal_id_seq') order by g) into v_ids from generate_series(1, v_journals) g;
  perform set_config('ledger.in_batch', 'on', true), set_config('ledger.batch_first', v_ids[1]::text, true);
  insert into ledger.journal (id, scope, key, request_hash, kind, reference) overriding system value
    select * from unnest(v_ids, p_scope, p_key, p_hash, p_kind, p_reference);
  perform set_config('ledger.in_batch', 'off', true), set_config('ledger.batch_first', '', true);
  return v_ids;
end $$;

-- The postings of a begun batch. Their accounts are locked here; whoever fills several batches in one transaction calls
-- ledger.lock_accounts for all of them before. p_journal is the place of each leg's journal in p_ids.
create function ledger.fill_batch(p_ids bigint[], p_journal int[], p_line smallint[], p_from bigint[], p_to bigint[],
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
  perform count(*) from ledger.lock_accounts(array(select distinct id from unnest(p_from || p_to) id));
  perform set_config('ledger.in_batch', 'on', true);
  insert into ledger.posting (journal_id, line, from_account, to_account, asset_id, units)
    select p_ids[leg.j], leg.l, leg.f, leg.t, leg.a, leg.u
    from unnest(p_journal, p_line, p_from, p_to, p_asset, p_units) leg(j, l, f, t, a, u);
  perform set_config('ledger.in_batch', 'off', true);
end $$;
revoke execute on function ledger.batch_has_postings, ledger.begin_batch, ledger.fill_batch from public;

create table app.market (
  symbol text primary key check (symbol = base || '_' || quote),
  base text not null references app.asset (code),
  quote text not null references app.asset (code),
  price_decimals smallint not null check (price_decimals between 0 and 8),
  amount_decimals smallint not null check (amount_decimals between 0 and 8),
  -- As people write them: 0.01, 0.00001, 5, 100000.
  tick numeric not null check (tick > 0 and tick = trunc(tick, price_decimals)),
  lot numeric not null check (lot > 0 and lot = trunc(lot, amount_decimals)),
  total_min numeric not null check (total_min > 0),
  total_max numeric not null check (total_max > total_min),
  band_percent numeric not null check (band_percent > 0 and band_percent < 100),
  slippage_percent numeric not null check (slippage_percent > 0 and slippage_percent < 100),
  open_orders_max integer not null default 200 check (open_orders_max > 0),
  state text not null default 'disabled' check (state in ('enabled', 'hidden', 'locked', 'disabled')),
  position smallint not null,
  changed_at timestamptz not null default clock_timestamp(),
  check (base <> quote)
);

-- Every price times every amount is a whole number of the quote asset's units, so nothing is ever rounded but fees.
create function app.market_is_exact() returns trigger language plpgsql set search_path = app, pg_temp as $$
begin
  if new.price_decimals + new.amount_decimals > (select scale from ledger.asset where code = new.quote)
    or new.amount_decimals > (select scale from ledger.asset where code = new.base) then
    raise exception 'a price times an amount of % would not be whole units', new.symbol using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger market_exact before insert or update on app.market for each row execute function app.market_is_exact();

insert into app.market (symbol, base, quote, price_decimals, amount_decimals, tick, lot, total_min, total_max,
  band_percent, slippage_percent, state, position) values
  ('BTC_USDT', 'BTC', 'USDT', 2, 5, 0.01, 0.00001, 5, 100000, 10, 5, 'enabled', 1),
  ('ETH_USDT', 'ETH', 'USDT', 2, 5, 0.01, 0.00001, 5, 100000, 10, 5, 'enabled', 2),
  ('TRX_USDT', 'TRX', 'USDT', 5, 2, 0.00001, 0.01, 5, 100000, 10, 5, 'enabled', 3),
  ('USDC_USDT', 'USDC', 'USDT', 4, 2, 0.0001, 0.01, 5, 100000, 10, 5, 'enabled', 4),
  ('ETH_BTC', 'ETH', 'BTC', 5, 3, 0.00001, 0.001, 0.0001, 2, 10, 5, 'enabled', 5);

-- Fees in millionths of what is received. A row of a group and a market goes before a row of the group alone.
create table app.trade_fee (
  trade_group text not null,
  symbol text references app.market,
  maker_ppm integer not null check (maker_ppm between 0 and 100000),
  taker_ppm integer not null check (taker_ppm between 0 and 100000),
  constraint trade_fee_once unique nulls not distinct (trade_group, symbol)
);
insert into app.trade_fee (trade_group, symbol, maker_ppm, taker_ppm) values
  ('standard', null, 1000, 2000), ('vip-1', null, 800, 1800), ('vip-2', null, 500, 1600), ('vip-3', null, 0, 1400);

-- Who runs the book of a market now and where it answers; the lease `market:<symbol>` says whether that is still true.
create table app.market_owner (
  symbol text primary key references app.market,
  epoch bigint not null,
  address text,
  taken_at timestamptz not null
);

-- What sources outside say a base asset is worth in the quote asset.
create table app.index_price (
  symbol text primary key references app.market,
  price numeric not null check (price > 0),
  sources integer not null check (sources > 0),
  seen_at timestamptz not null
);

-- References of orders, trades and fills are kept for a whole statement at once instead of row by row (`app.trading_refers`
-- below): a batch writes thousands of rows, and a foreign key would lock a row for each of them.
create table app.trade_order (
  id uuid primary key,
  symbol text not null,
  -- Grows within a market: the order of arrival, and so priority at one price.
  number bigint not null,
  user_id uuid not null,
  side text not null check (side in ('buy', 'sell')),
  type text not null check (type in ('limit', 'market')),
  time_in_force text not null check (time_in_force in ('gtc', 'ioc', 'fok', 'post')),
  price bigint check (price > 0),
  amount bigint check (amount > 0),
  -- Of a market order by total.
  total bigint check (total > 0),
  filled bigint not null default 0 check (filled >= 0),
  filled_total bigint not null default 0 check (filled_total >= 0),
  -- In units of the asset that is received.
  fee_units ledger.units not null default 0 check (fee_units >= 0),
  -- What lies in the owner's order account for it, in units of the asset that is given.
  held_units ledger.units not null default 0 check (held_units >= 0),
  held_asset smallint not null,
  -- Frozen when it was placed.
  maker_ppm integer not null,
  taker_ppm integer not null,
  status text not null check (status in ('wait', 'done', 'cancel')),
  reason text check (reason in ('user', 'operator', 'remainder', 'slippage', 'self_trade')),
  -- The bill of what it took from the balance.
  bill_id uuid,
  created_at timestamptz not null,
  closed_at timestamptz,
  unique (symbol, number),
  check ((status = 'wait') = (closed_at is null)),
  check (status = 'wait' or held_units = 0),
  check ((status = 'cancel') = (reason is not null)),
  check (amount is null or filled <= amount)
) with (fillfactor = 60);
create index trade_order_of_user on app.trade_order (user_id, id desc);
-- Also for whoever takes a market over: it holds the open orders alone.
create index trade_order_open_of_user on app.trade_order (user_id, id desc) where status = 'wait';

-- Room for updates that touch no index: the bill of an order changes once.
alter table app.bill set (fillfactor = 80);
alter table app.bill add column order_id uuid;
-- What a bill names is looked up for a whole statement as well (`app.trading_refers`).
alter table app.bill drop constraint bill_user_id_fkey, drop constraint bill_asset_fkey,
  drop constraint bill_journal_id_fkey, drop constraint bill_transfer_id_fkey, drop constraint bill_belongs_to_fkey;
create index bill_of_order on app.bill (order_id) where order_id is not null;

-- One match. `number` grows by one within a market.
create table app.trade (
  id uuid primary key,
  symbol text not null,
  number bigint not null,
  price bigint not null check (price > 0),
  amount bigint not null check (amount > 0),
  taker_side text not null check (taker_side in ('buy', 'sell')),
  journal_id bigint not null,
  at timestamptz not null,
  unique (symbol, number)
);
create index trade_at on app.trade (symbol, at desc);

-- One order's share of a trade.
create table app.fill (
  trade_id uuid not null,
  user_id uuid not null,
  order_id uuid not null,
  symbol text not null,
  side text not null check (side in ('buy', 'sell')),
  role text not null check (role in ('maker', 'taker')),
  price bigint not null,
  amount bigint not null,
  fee_units ledger.units not null check (fee_units >= 0),
  fee_asset smallint not null,
  -- Who may earn a part of this fee: the base of commission (domain.md B.12).
  inviter_id uuid,
  at timestamptz not null,
  primary key (user_id, trade_id)
);
create index fill_of_order on app.fill (order_id, trade_id desc);
create index fill_of_inviter on app.fill (inviter_id, at) where inviter_id is not null;

-- Rows of trading name what exists: an order a person, a market and its asset; a trade its market and journal; a fill its
-- trade and the order of its user; a bill its person, asset, journal and transfer, the order of its user (and so the
-- person) and the bill it goes on with. Probed by index whatever the statistics say.
create function app.trading_refers() returns trigger language plpgsql set search_path = app, pg_temp
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  v_missing boolean;
begin
  if tg_table_name = 'trade_order' then
    v_missing := exists (
        select from (select distinct symbol, held_asset from fresh) f left join market m on m.symbol = f.symbol
          left join ledger.asset a on a.id = f.held_asset and a.code in (m.base, m.quote)
        where a.id is null)
      or exists (select from fresh f left join person p on p.id = f.user_id where p.id is null);
  elsif tg_table_name = 'trade' then
    v_missing := exists (
        select from (select distinct symbol from fresh) f left join market m on m.symbol = f.symbol
        where m.symbol is null)
      or exists (select from fresh f left join ledger.journal j on j.id = f.journal_id where j.id is null);
  elsif tg_table_name = 'fill' then
    v_missing := exists (
      select from fresh f left join trade t on t.id = f.trade_id and t.symbol = f.symbol
        left join trade_order o on o.id = f.order_id and o.user_id = f.user_id
      where t.id is null or o.id is null);
  else
    v_missing := exists (
        select from (select distinct asset from fresh) f left join asset a on a.code = f.asset where a.code is null)
      or exists (select from fresh f left join trade_order o on o.id = f.order_id and o.user_id = f.user_id
                 where f.order_id is not null and o.id is null)
      or exists (select from fresh f left join person p on p.id = f.user_id where f.order_id is null and p.id is null)
      or exists (select from fresh f left join ledger.journal j on j.id = f.journal_id
                 where f.journal_id is not null and j.id is null)
      or exists (select from fresh f left join transfer t on t.id = f.transfer_id
                 where f.transfer_id is not null and t.id is null)
      or exists (select from fresh f left join bill b on b.id = f.belongs_to
                 where f.belongs_to is not null and b.id is null);
  end if;
  if v_missing then
    raise exception 'a row of % names what does not exist', tg_table_name using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
create trigger trade_order_refers after insert on app.trade_order referencing new table as fresh
  for each statement execute function app.trading_refers();
create trigger trade_refers after insert on app.trade referencing new table as fresh
  for each statement execute function app.trading_refers();
create trigger fill_refers after insert on app.fill referencing new table as fresh
  for each statement execute function app.trading_refers();
create trigger bill_refers after insert on app.bill referencing new table as fresh
  for each statement execute function app.trading_refers();

-- A bill changes its status mostly, which names nothing.
create function app.bill_still_refers() returns trigger language plpgsql set search_path = app, pg_temp as $$
begin
  if not exists (select from person where id = new.user_id) or not exists (select from asset where code = new.asset)
    or (new.journal_id is not null and not exists (select from ledger.journal where id = new.journal_id))
    or (new.transfer_id is not null and not exists (select from transfer where id = new.transfer_id))
    or (new.order_id is not null
      and not exists (select from trade_order where id = new.order_id and user_id = new.user_id))
    or (new.belongs_to is not null and not exists (select from bill where id = new.belongs_to)) then
    raise exception 'a row of bill names what does not exist' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
create trigger bill_still_refers after update on app.bill for each row
  when ((old.user_id, old.asset, old.journal_id, old.transfer_id, old.order_id, old.belongs_to)
    is distinct from (new.user_id, new.asset, new.journal_id, new.transfer_id, new.order_id, new.belongs_to))
  execute function app.bill_still_refers();

-- Announcements are told statement by statement: a batch has hundreds.
drop trigger outbox_tell on app.outbox;
create or replace function app.tell() returns trigger language plpgsql set search_path = app, pg_temp as $$
begin
  perform pg_notify('marigold_outbox',
    json_build_object('id', f.id, 'userId', f.user_id, 'event', f.event, 'data', f.data)::text)
  from fresh f;
  return null;
end $$;
create trigger outbox_tell after insert on app.outbox referencing new table as fresh
  for each statement execute function app.tell();

create table app.candle (
  symbol text not null references app.market,
  interval text not null check (interval in ('1m', '5m', '15m', '1h', '4h', '1d', '1w')),
  opened_at timestamptz not null,
  open bigint not null,
  high bigint not null,
  low bigint not null,
  close bigint not null,
  volume numeric not null,
  turnover numeric not null,
  primary key (symbol, interval, opened_at)
) with (fillfactor = 70);

create table app.market_favorite (
  user_id uuid not null references app.person,
  symbol text not null references app.market,
  added_at timestamptz not null,
  primary key (user_id, symbol)
);

-- The auditor asks this beside the books: what open orders say they set aside is what lies in their accounts.
create view app.broken_orders as
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
