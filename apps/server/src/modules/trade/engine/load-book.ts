/** A book from the database alone: the open orders in the order of their numbers are all there is to know. */
import type { Side } from '@marigold/contract/market';
import type { TimeInForce } from '@marigold/contract/trade';
import { createDesk } from '@marigold/trading/desk';
import type { DeskOrder } from '@marigold/trading/order';
import { sql } from 'kysely';

import type { Database } from '../../../platform/database.ts';
import type { MarketRow } from '../../market/registry.ts';
import type { Book, People } from '../decide/book.ts';
import { createPeople } from '../decide/book.ts';
import type { Entry } from '../decide/loss.ts';

type Row = {
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

/** Orders are read in pieces: none takes long. */
const rowsMax = 20_000;

/** Call it only after the lease was taken under this epoch: whoever had the book before can write nothing more. */
export async function loadBook(db: Database, market: MarketRow, epoch: bigint): Promise<Book> {
  const { symbol } = market;
  const last = await sql<{ order: bigint | null; trade: bigint | null }>`
    select (select max(number) from app.trade_order where symbol = ${symbol}) as "order",
      (select max(number) from app.trade where symbol = ${symbol}) as trade`.execute(db);
  const people = createPeople();
  const rows = await readOpen(db, symbol);
  const orders = rows.map((row) => deskOrder(row, people));
  const desk = createDesk({ rules: market, state: market.state, terms: market.terms, orders });
  desk.check();
  return {
    market,
    lease: { name: leaseName(symbol), epoch },
    desk,
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
    nextOrder: Number(last.rows[0]?.order ?? 0n) + 1,
    nextTrade: Number(last.rows[0]?.trade ?? 0n) + 1,
  };
}

export function leaseName(symbol: string): string {
  return `market:${symbol}`;
}

async function readOpen(db: Database, symbol: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let piece: Row[] | undefined; piece === undefined || piece.length === rowsMax;) {
    const found = await sql<Row>`
      select id, number, user_id, side, time_in_force, price, amount, filled, filled_total, fee_units, held_units,
        maker_ppm, taker_ppm, bill_id, index_price, given, created_at
      from app.trade_order
      where symbol = ${symbol} and status = 'wait' and number > ${rows.at(-1)?.number ?? 0n}
      order by number limit ${rowsMax}`.execute(db);
    piece = found.rows;
    rows.push(...piece);
  }
  return rows;
}

function entryOf({ index_price: index, given, created_at: at }: Row): Entry {
  return { index: index === null ? undefined : Number(index), at, given: Number(given) };
}

function deskOrder(row: Row, people: People): DeskOrder {
  return {
    number: Number(row.number),
    owner: people.numberOf(row.user_id),
    side: row.side,
    type: 'limit',
    timeInForce: row.time_in_force,
    price: Number(row.price),
    amount: Number(row.amount),
    total: undefined,
    makerPpm: row.maker_ppm,
    takerPpm: row.taker_ppm,
    filled: Number(row.filled),
    filledTotal: Number(row.filled_total),
    feeUnits: BigInt(row.fee_units),
    heldUnits: BigInt(row.held_units),
    status: 'wait',
    reason: undefined,
  };
}
