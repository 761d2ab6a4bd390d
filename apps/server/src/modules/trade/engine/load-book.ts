/** A book from the database alone: the open orders in the order of their numbers are all there is to know. */
import { assert } from '@marigold/money/assert';
import { toAmount, toPrice, toTotal } from '@marigold/money/steps';
import { createClearing } from '@marigold/trading/clearing';
import type { ClearingOrder } from '@marigold/trading/order';

import type { Database } from '../../../platform/database/database.ts';
import type { MarketRow } from '../../market/registry.ts';
import type { MarketBook, BookPeople } from '../decide/book.ts';
import { createBookPeople } from '../decide/book.ts';
import type { LossEntry } from '../decide/loss.ts';
import type { StoredOrder } from './store.ts';
import { listBookOrders, readLastNumbers } from './store.ts';

/** Orders are read in pieces: none takes long. */
const rowsMax = 20_000;

/**
 * Call it only after the lease was taken under this epoch: then the previous owner of the book can write nothing more.
 */
export async function loadBook(db: Database, market: MarketRow, epoch: bigint): Promise<MarketBook> {
  const { symbol } = market;
  const last = await readLastNumbers(db, symbol);
  const people = createBookPeople();
  const rows = await readOpen(db, symbol);
  for (const { number } of rows)
    assert(Number(number) <= last.order, 'no open order is newer than the last number');
  const orders = rows.map((row) => clearingOrder(row, people));
  const clearing = createClearing({ rules: market, state: market.state, terms: market.terms, orders });
  clearing.check();
  return {
    market,
    lease: { name: leaseName(symbol), epoch },
    clearing,
    people,
    open: new Map(
      rows.map((row) => [
        Number(row.number),
        { id: row.id, userId: row.user_id, billId: row.bill_id, entry: entryOf(row) },
      ]),
    ),
    numbers: new Map(rows.map(({ id, number }) => [id, Number(number)])),
    accounts: new Map(),
    losses: new Map(),
    worths: new Map(),
    nextOrder: last.order + 1,
    nextTrade: last.trade + 1,
  };
}

export function leaseName(symbol: string): string {
  return `market:${symbol}`;
}

/** All of them are the book: at most `openOrdersMax` of each person who trades there. */
async function readOpen(db: Database, symbol: string): Promise<StoredOrder[]> {
  const rows: StoredOrder[] = [];
  // Ends: each turn reads behind the last number, and whoever took the lease is alone in writing new orders.
  for (let piece: StoredOrder[] | undefined; piece === undefined || piece.length === rowsMax;) {
    piece = await listBookOrders(db, { symbol, after: rows.at(-1)?.number ?? 0n, max: rowsMax });
    rows.push(...piece);
  }
  return rows;
}

function entryOf({ index_price: index, given, created_at: at }: StoredOrder): LossEntry {
  return { index: index === null ? undefined : toPrice(Number(index)), at, given: Number(given) };
}

function clearingOrder(row: StoredOrder, people: BookPeople): ClearingOrder {
  return {
    number: Number(row.number),
    owner: people.numberOf(row.user_id),
    side: row.side,
    type: 'limit',
    timeInForce: row.time_in_force,
    price: toPrice(Number(row.price)),
    amount: toAmount(Number(row.amount)),
    total: undefined,
    makerPpm: row.maker_ppm,
    takerPpm: row.taker_ppm,
    filled: toAmount(Number(row.filled)),
    filledTotal: toTotal(Number(row.filled_total)),
    feeUnits: BigInt(row.fee_units),
    heldUnits: BigInt(row.held_units),
    status: 'wait',
    reason: undefined,
  };
}
