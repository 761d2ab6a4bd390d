/** The rows of a batch: one statement for each kind, whatever their number. */
import { numbers } from '@marigold/ledger/post-many';
import { assert } from '@marigold/money/assert';
import { sql } from 'kysely';

import { columnOf } from '../../../platform/database/columns.ts';
import type { Database } from '../../../platform/database/database.ts';
import { prepared } from '../../../platform/database/prepared.ts';
import type { MarketRow } from '../../market/registry.ts';
import type { NotedOrder, BatchChanges } from '../decide/batch-changes.ts';

/** A batch knows the keys of all its rows; whatever the statistics of growing tables say, none is to be read whole. */
export async function probeByIndex(db: Database): Promise<void> {
  await prepared`/* probe_by_index */ select set_config(name, 'off', true)
    from unnest('{enable_hashjoin,enable_mergejoin,enable_seqscan,enable_bitmapscan}'::text[]) name`.execute(
    db,
  );
}

/** The epoch of a lease. */
export async function findEpoch(db: Database, name: string): Promise<bigint | undefined> {
  const found = await sql<{
    epoch: bigint;
  }>`select epoch from ledger.lease where name = ${name}`.execute(db);
  return found.rows[0]?.epoch;
}

/** Until the caller's transaction ends; `ids` are in the order in which everybody locks them. */
export async function lockSortedAccounts(db: Database, ids: readonly bigint[]): Promise<void> {
  await sql`select count(*) from ledger.lock_accounts(${numbers(ids)}::bigint[])`.execute(db);
}

function heldAsset(market: MarketRow, side: 'buy' | 'sell'): number {
  return side === 'buy' ? market.quoteAssetId : market.baseAssetId;
}

/** Orders as a batch leaves them. */
type Orders = { readonly rows: readonly NotedOrder[]; readonly now: number };

export async function insertOrders(db: Database, market: MarketRow, { rows, now }: Orders): Promise<void> {
  if (rows.length === 0) return;
  const at = new Date(now).toISOString();
  const of = (pick: (row: NotedOrder) => string | number | bigint | null | undefined): string =>
    columnOf(rows, (row) => pick(row) ?? null);
  const written = await prepared`
    /* trade_order_insert */ insert into app.trade_order (id, symbol, number, user_id, side, type, time_in_force, price, amount, total, filled,
      filled_total, fee_units, held_units, held_asset, maker_ppm, taker_ppm, status, reason, bill_id, index_price, given, created_at, closed_at)
    select id, ${market.symbol}, number, user_id, side, type, time_in_force, price, amount, total, filled,
      filled_total, fee_units, held_units, held_asset, maker_ppm, taker_ppm, status, reason, bill_id, index_price, given,
      ${at}::timestamptz,
      case when status <> 'wait' then ${at}::timestamptz end
    from unnest(
      ${of(({ id }) => id)}::uuid[], ${of(({ order }) => order.number)}::bigint[], ${of(({ userId }) => userId)}::uuid[],
      ${of(({ order }) => order.side)}::text[], ${of(({ order }) => order.type)}::text[],
      ${of(({ order }) => order.timeInForce)}::text[], ${of(({ order }) => order.price)}::bigint[],
      ${of(({ order }) => order.amount)}::bigint[], ${of(({ order }) => order.total)}::bigint[],
      ${of(({ order }) => order.filled)}::bigint[], ${of(({ order }) => order.filledTotal)}::bigint[],
      ${of(({ order }) => order.feeUnits)}::numeric[], ${of(({ order }) => order.heldUnits)}::numeric[],
      ${of(({ order }) => heldAsset(market, order.side))}::smallint[], ${of(({ order }) => order.makerPpm)}::int[],
      ${of(({ order }) => order.takerPpm)}::int[], ${of(({ order }) => order.status)}::text[],
      ${of(({ order }) => order.reason)}::text[], ${of(({ billId }) => billId)}::uuid[],
      ${of(({ entry }) => entry.index)}::bigint[], ${of(({ entry }) => entry.given)}::bigint[]
    ) as row(id, number, user_id, side, type, time_in_force, price, amount, total, filled, filled_total, fee_units,
      held_units, held_asset, maker_ppm, taker_ppm, status, reason, bill_id, index_price, given)`.execute(db);
  assert(written.numAffectedRows === BigInt(rows.length), 'every new order of a batch is written');
}

export async function updateOrders(db: Database, { rows, now }: Orders): Promise<void> {
  if (rows.length === 0) return;
  const of = (pick: (row: NotedOrder) => string | number | bigint | undefined): string =>
    columnOf(rows, (row) => pick(row) ?? null);
  const written = await prepared`
    /* trade_order_update */ update app.trade_order o set filled = row.filled, filled_total = row.filled_total, fee_units = row.fee_units,
      held_units = row.held_units, status = row.status, reason = row.reason, given = row.given,
      closed_at = case when row.status <> 'wait' then ${new Date(now).toISOString()}::timestamptz end
    from unnest(
      ${of(({ id }) => id)}::uuid[], ${of(({ order }) => order.filled)}::bigint[],
      ${of(({ order }) => order.filledTotal)}::bigint[], ${of(({ order }) => order.feeUnits)}::numeric[],
      ${of(({ order }) => order.heldUnits)}::numeric[], ${of(({ order }) => order.status)}::text[],
      ${of(({ order }) => order.reason)}::text[], ${of(({ entry }) => entry.given)}::bigint[]
    ) as row(id, filled, filled_total, fee_units, held_units, status, reason, given)
    where o.id = row.id and o.status = 'wait'`.execute(db);
  assert(written.numAffectedRows === BigInt(rows.length), 'every order of the book is open in the database');
}

export async function insertTrades(
  db: Database,
  market: MarketRow,
  {
    trades,
    now,
    journalIds,
  }: Pick<BatchChanges, 'trades' | 'now'> & { readonly journalIds: readonly bigint[] },
): Promise<void> {
  const at = new Date(now).toISOString();
  const journalOf = (place: number): bigint => {
    const id = journalIds[place];
    assert(id !== undefined, 'a trade names the journal that moved its money');
    return id;
  };
  const written = await prepared`
    /* trade_insert */ insert into app.trade (id, symbol, number, price, amount, taker_side, index_price, journal_id, at)
    select id, ${market.symbol}, number, price, amount, taker_side, index_price, journal_id, ${at}::timestamptz
    from unnest(
      ${columnOf(trades, ({ id }) => id)}::uuid[], ${columnOf(trades, ({ number }) => number)}::bigint[],
      ${columnOf(trades, ({ price }) => price)}::bigint[], ${columnOf(trades, ({ amount }) => amount)}::bigint[],
      ${columnOf(trades, ({ takerSide }) => takerSide)}::text[], ${columnOf(trades, ({ index }) => index ?? null)}::bigint[],
      ${columnOf(trades, ({ journal }) => journalOf(journal))}::bigint[]
    ) as row(id, number, price, amount, taker_side, index_price, journal_id)`.execute(db);
  assert(written.numAffectedRows === BigInt(trades.length), 'every trade of a batch is written');
}

export async function insertFills(
  db: Database,
  market: MarketRow,
  { fills, now }: Pick<BatchChanges, 'fills' | 'now'>,
): Promise<void> {
  const at = new Date(now).toISOString();
  // Who invited somebody may earn a part of his fees; what is true now is kept with the fill.
  const written = await prepared`
    /* fill_insert */ insert into app.fill (trade_id, user_id, order_id, symbol, side, role, price, amount, fee_units, fee_asset,
      inviter_id, at)
    select row.trade_id, row.user_id, row.order_id, ${market.symbol}, row.side, row.role, row.price, row.amount,
      row.fee_units, row.fee_asset, p.invited_by, ${at}::timestamptz
    from unnest(
      ${columnOf(fills, ({ tradeId }) => tradeId)}::uuid[], ${columnOf(fills, ({ userId }) => userId)}::uuid[],
      ${columnOf(fills, ({ orderId }) => orderId)}::uuid[], ${columnOf(fills, ({ order }) => order.side)}::text[],
      ${columnOf(fills, ({ role }) => role)}::text[], ${columnOf(fills, ({ price }) => price)}::bigint[],
      ${columnOf(fills, ({ amount }) => amount)}::bigint[], ${columnOf(fills, ({ fee }) => fee)}::numeric[],
      ${columnOf(fills, ({ order }) => heldAsset(market, order.side === 'buy' ? 'sell' : 'buy'))}::smallint[]
    ) as row(trade_id, user_id, order_id, side, role, price, amount, fee_units, fee_asset)
    join app.person p on p.id = row.user_id`.execute(db);
  assert(written.numAffectedRows === BigInt(fills.length), 'every fill is of a person that there is');
}
