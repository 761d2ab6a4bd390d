/**
 * A batch in the database: journals, orders, trades, fills, candles, bills, keys with their answers and announcements, in
 * one transaction of a few statements, whatever the number of commands.
 */
import type { HashedJournal } from '@marigold/ledger/batch-plan';
import { Fenced, named } from '@marigold/ledger/errors';
import { journalHash } from '@marigold/ledger/journal';
import { beginBatch, fillBatch, numbers } from '@marigold/ledger/post-many';
import { assert } from '@marigold/money/assert';
import { journalsOf } from '@marigold/trading/journal';
import type { Move, Pocket } from '@marigold/trading/order';
import { sql } from 'kysely';

import { columnOf } from '../../../platform/columns.ts';
import type { Database } from '../../../platform/database.ts';
import { queryable, sqlState } from '../../../platform/database.ts';
import type { Announcement } from '../../../platform/outbox.ts';
import { hint } from '../../../platform/outbox.ts';
import { prepared } from '../../../platform/prepared.ts';
import type { RequestKey } from '../../../platform/request-key.ts';
import { endQuietBills, recordBills } from '../../bill/record.ts';
import { recordCandles } from '../../market/history/record-candles.ts';
import type { MarketRow } from '../../market/registry.ts';
import type { Done } from '../command.ts';
import type { Crash } from '../crash.ts';
import type { News, NotedOrder, Tally } from '../decide/batch-changes.ts';
import type { Book } from '../decide/book.ts';
import { accountKey } from '../decide/book.ts';
import { amountText, priceText } from '../terms.ts';
import { tellOfEnded } from './operator-cancel-notices.ts';

/** A call that is under way elsewhere has a key of this batch: nothing was written, and it may be tried again. */
export class KeyTaken extends Error {}

/** A request that was done, and what it was answered. */
export type KeptAnswer = { readonly key: RequestKey; readonly answer: Done };

/** As ledger.begin_batch and ledger.fill_batch take them. */
const [journalsMax, legsMax] = [2000, 8000];
/** As ledger.lock_accounts takes them. */
const lockedMax = 16_000;

/** Writes everything; the caller's transaction commits it. */
export async function writeBatch(
  db: Database,
  book: Book,
  {
    tally,
    kept,
    crash,
  }: { readonly tally: Tally; readonly kept: readonly KeptAnswer[]; readonly crash: Crash },
): Promise<void> {
  await crash('order.before-rows');
  await probeByIndex(db);
  await insertOrders(db, book.market, tally);
  await updateOrders(db, tally);
  await crash('order.before-keys');
  await keepAnswers(db, kept, tally.now);
  await hint(db, announcements(book.market, tally.news));
  await tellOfEnded(db, book.market, tally);
  await crash('order.before-journal');
  const begun = await beginDeeds(db, book, tally);
  await crash('order.before-bills');
  await insertTrades(db, book.market, tally, begun.ofDeeds);
  await writeBills(db, tally, begun.ofDeeds);
  // All markets meet on the house's fee accounts, and people trade in many: what can come before they are locked, did.
  await moveMoney(db, begun.groups);
  await crash('order.before-commit');
}

/** A batch knows the keys of all its rows; whatever the statistics of growing tables say, none is to be read whole. */
async function probeByIndex(db: Database): Promise<void> {
  await prepared`/* probe_by_index */ select set_config(name, 'off', true)
    from unnest('{enable_hashjoin,enable_mergejoin,enable_seqscan,enable_bitmapscan}'::text[]) name`.execute(
    db,
  );
}

/** Journals as one statement of the ledger takes them, and their ids. */
type Begun = { readonly journals: readonly HashedJournal[]; readonly ids: readonly bigint[] };

/**
 * The ledger's part, under the lease: whoever lost the market is refused here. Journals without their postings; `ofDeeds` is
 * a journal for each deed.
 */
async function beginDeeds(
  db: Database,
  book: Book,
  { deeds }: Tally,
): Promise<{ readonly groups: readonly Begun[]; readonly ofDeeds: readonly bigint[] }> {
  const { market, accounts } = book;
  const { symbol } = market;
  const assetId = (asset: Move['asset']): number =>
    asset === 'base' ? market.baseAssetId : market.quoteAssetId;
  const accountId = (pocket: Pocket, asset: Move['asset']): bigint => {
    const id = accounts.get(accountKey(pocket, asset));
    assert(id !== undefined, 'the accounts of a batch were opened before it');
    return id;
  };
  const journals = deeds.map((deed) => journalsOf({ symbol, ...deed }, { assetId, accountId }));
  const groups: Begun[] = [];
  if (deeds.length === 0) await checkLease(db, book);
  for (const group of inGroups(journals.flat())) {
    const hashed = group.map((journal) => ({ journal, hash: journalHash(journal) }));
    groups.push({
      journals: hashed,
      ids: await named(async () => await beginBatch(queryable(db), hashed, book.lease)),
    });
  }
  const ids = groups.flatMap((group) => group.ids);
  let place = 0;
  const ofDeeds = journals.map((ofDeed) => {
    const id = ids[place];
    assert(id !== undefined, 'every deed moves something');
    place += ofDeed.length;
    return id;
  });
  return { groups, ofDeeds };
}

/** The postings of what was begun, in one statement that locks their accounts, or in a few under locks. */
async function moveMoney(db: Database, groups: readonly Begun[]): Promise<void> {
  if (groups.length > 1) {
    const all = groups.flatMap(({ journals }) => journals.flatMap(({ journal }) => journal.postings));
    await lockAccounts(db, [...new Set(all.flatMap(({ from, to }) => [from, to]))]);
  }
  for (const { ids, journals } of groups)
    await named(async () => await fillBatch(queryable(db), ids, journals));
}

/** As ledger.begin_batch does, for a batch that moves nothing: only an answer is kept. */
async function checkLease(db: Database, { lease }: Book): Promise<void> {
  const found = await sql<{
    epoch: bigint;
  }>`select epoch from ledger.lease where name = ${lease.name}`.execute(db);
  if (found.rows[0]?.epoch !== lease.epoch) throw new Fenced();
}

/** In the order of their ids, as everybody locks them. */
async function lockAccounts(db: Database, ids: readonly bigint[]): Promise<void> {
  const sorted = ids.toSorted((one, other) => (one < other ? -1 : 1));
  for (let start = 0; start < sorted.length; start += lockedMax)
    await sql`select count(*) from ledger.lock_accounts(${numbers(sorted.slice(start, start + lockedMax))}::bigint[])`.execute(
      db,
    );
}

/** As few statements as the ledger's bounds allow. */
function inGroups<Journal extends { readonly postings: readonly unknown[] }>(
  journals: readonly Journal[],
): Journal[][] {
  const groups: Journal[][] = [];
  let legs = legsMax;
  for (const journal of journals) {
    const group = groups.at(-1);
    if (group !== undefined && group.length < journalsMax && legs + journal.postings.length <= legsMax) {
      group.push(journal);
      legs += journal.postings.length;
    } else {
      groups.push([journal]);
      legs = journal.postings.length;
    }
  }
  return groups;
}

function heldAsset(market: MarketRow, side: 'buy' | 'sell'): number {
  return side === 'buy' ? market.quoteAssetId : market.baseAssetId;
}

async function insertOrders(db: Database, market: MarketRow, tally: Tally): Promise<void> {
  const rows = [...tally.orders.values()].filter(({ isNew }) => isNew);
  if (rows.length === 0) return;
  const at = new Date(tally.now).toISOString();
  const of = (pick: (row: NotedOrder) => string | number | bigint | null | undefined): string =>
    columnOf(rows, (row) => pick(row) ?? null);
  await prepared`
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
}

async function updateOrders(db: Database, tally: Tally): Promise<void> {
  const rows = [...tally.orders.values()].filter(({ isNew }) => !isNew);
  if (rows.length === 0) return;
  const of = (pick: (row: NotedOrder) => string | number | bigint | undefined): string =>
    columnOf(rows, (row) => pick(row) ?? null);
  const written = await prepared`
    /* trade_order_update */ update app.trade_order o set filled = row.filled, filled_total = row.filled_total, fee_units = row.fee_units,
      held_units = row.held_units, status = row.status, reason = row.reason, given = row.given,
      closed_at = case when row.status <> 'wait' then ${new Date(tally.now).toISOString()}::timestamptz end
    from unnest(
      ${of(({ id }) => id)}::uuid[], ${of(({ order }) => order.filled)}::bigint[],
      ${of(({ order }) => order.filledTotal)}::bigint[], ${of(({ order }) => order.feeUnits)}::numeric[],
      ${of(({ order }) => order.heldUnits)}::numeric[], ${of(({ order }) => order.status)}::text[],
      ${of(({ order }) => order.reason)}::text[], ${of(({ entry }) => entry.given)}::bigint[]
    ) as row(id, filled, filled_total, fee_units, held_units, status, reason, given)
    where o.id = row.id and o.status = 'wait'`.execute(db);
  assert(written.numAffectedRows === BigInt(rows.length), 'every order of the book is open in the database');
}

async function insertTrades(
  db: Database,
  market: MarketRow,
  { trades, fills, now }: Tally,
  journalIds: readonly bigint[],
): Promise<void> {
  if (trades.length === 0) return;
  const at = new Date(now).toISOString();
  await prepared`
    /* trade_insert */ insert into app.trade (id, symbol, number, price, amount, taker_side, index_price, journal_id, at)
    select id, ${market.symbol}, number, price, amount, taker_side, index_price, journal_id, ${at}::timestamptz
    from unnest(
      ${columnOf(trades, ({ id }) => id)}::uuid[], ${columnOf(trades, ({ number }) => number)}::bigint[],
      ${columnOf(trades, ({ price }) => price)}::bigint[], ${columnOf(trades, ({ amount }) => amount)}::bigint[],
      ${columnOf(trades, ({ takerSide }) => takerSide)}::text[], ${columnOf(trades, ({ index }) => index ?? null)}::bigint[],
      ${columnOf(trades, ({ deed }) => journalIds[deed] ?? null)}::bigint[]
    ) as row(id, number, price, amount, taker_side, index_price, journal_id)`.execute(db);
  // Who invited somebody may earn a part of his fees; what is true now is kept with the fill.
  await prepared`
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
  await recordCandles(
    db,
    market.symbol,
    trades.map(({ price, amount }) => ({ price, amount, time: now })),
  );
}

/** Nobody is told of each bill: of each order is enough (`announcements`). */
async function writeBills(db: Database, tally: Tally, journalIds: readonly bigint[]): Promise<void> {
  const { now } = tally;
  const bills = [...tally.bills].map(([id, { deed, ...bill }]) => ({
    ...bill,
    id,
    payType: 'internal' as const,
    journalId: journalIds[deed],
    now,
  }));
  await recordBills(db, bills, { isQuiet: true });
  const ends = [...tally.closed].map(([billId, status]) => ({ billId, status }));
  await endQuietBills(db, ends, now);
}

/** A lock was not to be had in time. */
const lockTimeout = '55P03';

/**
 * Under an id that another call of the same person has taken and not yet committed, everybody of the group would wait for
 * that call: for keys it waits but a moment, and from the end of this statement on as long as before. Throws KeyTaken.
 */
async function keepAnswers(db: Database, kept: readonly KeptAnswer[], now: number): Promise<void> {
  if (kept.length === 0) return;
  // In one order whoever writes them: somebody may use the same ids in several markets.
  const rows = kept.toSorted((one, other) => (one.key.requestId < other.key.requestId ? -1 : 1));
  try {
    await prepared`
      /* trade_answers_keep */ with patience as materialized (select set_config('lock_timeout', '250ms', true)),
      taken as (
        insert into app.request_key (scope, request_id, path, digest, answer, object_id, created_at)
        select scope, request_id, path, decode(digest, 'hex'), answer, object_id, ${new Date(now).toISOString()}::timestamptz
        from patience, rows from (
          unnest(
            ${columnOf(rows, ({ key }) => key.scope)}::text[], ${columnOf(rows, ({ key }) => key.requestId)}::uuid[],
            ${columnOf(rows, ({ key }) => key.path)}::text[],
            ${columnOf(rows, ({ key }) => key.digest)}::text[],
            ${columnOf(rows, ({ answer }) => ('orderId' in answer ? answer.orderId : null))}::uuid[]::text[]),
          jsonb_array_elements(${JSON.stringify(rows.map(({ answer }) => answer))}::jsonb)
        ) as row(scope, request_id, path, digest, object_id, answer)
        returning 1
      )
      select set_config('lock_timeout', null, true) from (select count(*) from taken) as all_taken`.execute(
      db,
    );
  } catch (error) {
    if (sqlState(error) === lockTimeout)
      throw new KeyTaken('another call has a key of the batch', { cause: error });
    throw error;
  }
}

/** One `order` and one `balance` for each person, and one `fill` for each order that met somebody. */
function announcements(market: MarketRow, everybody: ReadonlyMap<string, News>): Announcement[] {
  const { symbol } = market;
  return [...everybody].flatMap(([userId, { orders, fills }]) => {
    const [first] = orders;
    const about =
      first === undefined || orders.size > 1
        ? {}
        : { id: first[0], status: first[1].status, filled: amountText(market, first[1].filled) };
    return [
      { userId, event: 'order' as const, data: { symbol, count: orders.size, ...about } },
      // Whatever becomes of an order, money is set aside, comes back or changes hands.
      { userId, event: 'balance' as const, data: { symbol } },
      ...[...fills].map(([id, { order, price, amount }]) => ({
        userId,
        event: 'fill' as const,
        data: {
          symbol,
          id,
          side: order.side,
          price: priceText(market, price),
          amount: amountText(market, amount),
          status: order.status,
        },
      })),
    ];
  });
}
