/** What the owner of a market reads: its orders, and the accounts and losses of whoever trades there. */
import type { Side } from '@marigold/contract/calls/market';
import type { TimeInForce } from '@marigold/contract/calls/trade';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

import { column, columnOf } from '../../../platform/database/columns.ts';
import type { Database } from '../../../platform/database/database.ts';
import { prepared } from '../../../platform/database/prepared.ts';

/** Says who runs a market, unless somebody took it later. */
export async function upsertOwner(
  db: Database,
  {
    symbol,
    epoch,
    address,
  }: { readonly symbol: string; readonly epoch: bigint; readonly address: string | undefined },
): Promise<void> {
  await sql`
      insert into app.market_owner as o (symbol, epoch, address, taken_at)
      values (${symbol}, ${epoch}, ${address ?? null}, clock_timestamp())
      on conflict (symbol) do update set epoch = excluded.epoch, address = excluded.address, taken_at = excluded.taken_at
      where o.epoch < excluded.epoch`.execute(db);
}

/** Numbers of the last order and the last trade of a market, 0 where there is none. */
export async function readLastNumbers(
  db: Database,
  symbol: string,
): Promise<{ readonly order: number; readonly trade: number }> {
  const last = await sql<{ order: bigint | null; trade: bigint | null }>`
    select (select max(number) from app.trade_order where symbol = ${symbol}) as "order",
      (select max(number) from app.trade where symbol = ${symbol}) as trade`.execute(db);
  return { order: Number(last.rows[0]?.order ?? 0n), trade: Number(last.rows[0]?.trade ?? 0n) };
}

/** An open order. */
export type StoredOrder = {
  id: string;
  number: bigint;
  user_id: string;
  side: Side;
  time_in_force: TimeInForce;
  price: bigint;
  amount: bigint;
  filled: bigint;
  filled_total: bigint;
  fee_units: string;
  held_units: string;
  maker_ppm: number;
  taker_ppm: number;
  bill_id: string;
  index_price: bigint | null;
  given: bigint;
  created_at: number;
};

/** Open orders of a market behind a number, in the order of their numbers. */
export async function listBookOrders(
  db: Database,
  { symbol, after, max }: { readonly symbol: string; readonly after: bigint; readonly max: number },
): Promise<StoredOrder[]> {
  const found = await sql<StoredOrder>`
      select id, number, user_id, side, time_in_force, price, amount, filled, filled_total, fee_units, held_units,
        maker_ppm, taker_ppm, bill_id, index_price, given, created_at
      from app.trade_order
      where symbol = ${symbol} and status = 'wait' and number > ${after}
      order by number limit ${max}`.execute(db);
  return found.rows;
}

/** Whose orders these are, by their ids; those of other markets are left out. */
export async function listOrderOwners(
  db: Database,
  symbol: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await sql<{ id: string; user_id: string }>`
    select id, user_id from app.trade_order
    where id = any(${column(ids)}::uuid[]) and symbol = ${symbol}`.execute(db);
  return new Map(found.rows.map(({ id, user_id }) => [id, user_id]));
}

/** What the orders of a piece of time gave away, with its beginning. */
type Loss = { readonly user_id: string; readonly piece_at: number; readonly given: string };

/** A row for each person and piece since a moment, however many orders lie in it. */
export async function listLosses(
  db: Database,
  {
    symbol,
    users,
    since,
    pieceMs,
  }: {
    readonly symbol: string;
    readonly users: readonly string[];
    readonly since: Date;
    readonly pieceMs: number;
  },
): Promise<readonly Loss[]> {
  const found = await sql<Loss>`
    select user_id, date_bin(make_interval(secs => ${pieceMs / 1000}), created_at, 'epoch') as piece_at,
      sum(given)::text as given
    from app.trade_order
    where user_id = any(${column(users)}::uuid[]) and symbol = ${symbol} and given > 0
      and created_at >= ${since}
    group by 1, 2`.execute(db);
  return found.rows;
}

type Balance = { readonly id: string; readonly balance: string };

/** Of accounts by their ids as text. */
export async function listBalances(db: Database, accounts: readonly string[]): Promise<readonly Balance[]> {
  const ids = column(accounts);
  const found =
    await prepared<Balance>`/* trade_balances_read */ select id::text, balance from ledger.account where id = any(${ids}::bigint[])`.execute(
      db,
    );
  return found.rows;
}

/** As listBalances; nobody else changes them until the caller's transaction ends. */
export async function lockTraderBalances(
  db: Database,
  accounts: readonly string[],
): Promise<readonly Balance[]> {
  const ids = column(accounts);
  const found =
    await prepared<Balance>`/* trade_balances_lock */ select id::text, balance from ledger.lock_accounts(${ids}::bigint[])`.execute(
      db,
    );
  return found.rows;
}

/** An account under a key of whoever asks; without an owner it is the house's. */
export type WantedAccount = {
  readonly key: number;
  readonly owner: string | null;
  readonly assetId: number;
  readonly kind: string;
};

export type FoundAccount = { readonly key: number; readonly id: bigint };

/** Finds or opens each of them. */
export async function openWantedAccounts(
  db: Database,
  wanted: readonly WantedAccount[],
): Promise<readonly FoundAccount[]> {
  const opened = await sql<FoundAccount>`
    select asked.key, ledger.open_account(user_id, asset_id, kind) as id from ${unnested(wanted)}`.execute(
    db,
  );
  return opened.rows;
}

/** Those of them that there are. */
export async function listWantedAccounts(
  db: Database,
  wanted: readonly WantedAccount[],
): Promise<readonly FoundAccount[]> {
  const found = await sql<FoundAccount>`
    select asked.key, a.id from ${unnested(wanted)}
    join ledger.account a on a.owner_id = asked.user_id and a.asset_id = asked.asset_id and a.kind = asked.kind`.execute(
    db,
  );
  return found.rows;
}

function unnested(rows: readonly WantedAccount[]): RawBuilder<unknown> {
  return sql`unnest(${columnOf(rows, ({ key }) => key)}::int[], ${columnOf(rows, ({ owner }) => owner)}::uuid[],
    ${columnOf(rows, ({ assetId }) => assetId)}::smallint[],
    ${columnOf(rows, ({ kind }) => kind)}::text[]) as asked(key, user_id, asset_id, kind)`;
}
