/** Marks of people, and what operators write: markets, their rules and the fees. */
import type { MarketState } from '@marigold/contract/calls/market';
import { before } from '@marigold/money/states';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

import type { Database } from '../../platform/database/database.ts';
import { marketsMax } from './registry.ts';
import { marketStates } from './states.ts';

/** The markets a person marked, in the order in which they were. */
export async function listFavoriteRows(db: Database, userId: string): Promise<string[]> {
  const found = await sql<{ symbol: string }>`
    select f.symbol from app.market_favorite f join app.market m using (symbol)
    where f.user_id = ${userId} and m.state <> 'disabled'
    order by f.added_at, f.symbol limit ${marketsMax}`.execute(db);
  return found.rows.map(({ symbol }) => symbol);
}

export async function setFavorite(
  db: Database,
  { userId, symbol, on, now }: { userId: string; symbol: string; on: boolean; now: number },
): Promise<void> {
  if (on)
    await sql`
      insert into app.market_favorite (user_id, symbol, added_at) values (${userId}, ${symbol}, ${new Date(now)})
      on conflict do nothing`.execute(db);
  else
    await sql`delete from app.market_favorite where user_id = ${userId} and symbol = ${symbol}`.execute(db);
}

/** A market as an operator gives it: decimals, and amounts as decimal strings. */
export type NewMarket = {
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly priceDecimals: number;
  readonly amountDecimals: number;
  readonly tick: string;
  readonly lot: string;
  readonly totalMin: string;
  readonly totalMax: string;
};

/** Behind all others, disabled. */
export async function insertMarket(db: Database, market: NewMarket, now: number): Promise<void> {
  const { symbol, base, quote, priceDecimals, amountDecimals, tick, lot, totalMin, totalMax } = market;
  await sql`
      insert into app.market (symbol, base, quote, price_decimals, amount_decimals, tick, lot, total_min, total_max,
        band_percent, slippage_percent, state, position, changed_at)
      select ${symbol}, ${base}, ${quote}, ${priceDecimals}, ${amountDecimals}, ${tick}::numeric,
        ${lot}::numeric, ${totalMin}::numeric, ${totalMax}::numeric, 10, 5, 'disabled',
        coalesce((select max(position) from app.market), 0) + 1, ${new Date(now)}`.execute(db);
}

/** False: there is no such market. */
export async function updateState(
  db: Database,
  symbol: string,
  { state, now }: { readonly state: MarketState; readonly now: number },
): Promise<boolean> {
  const changed = await sql`
      update app.market set state = ${state}, changed_at = ${new Date(now)}
      where symbol = ${symbol} and state = any(${[state, ...before(marketStates, state)]}::text[])`.execute(
    db,
  );
  return changed.numAffectedRows === 1n;
}

/** A rule of a market as it is; the row is the caller's until its transaction ends. `hasOpen`: whether orders are open there. */
export async function lockRule(
  db: Database,
  { symbol, column }: { readonly symbol: string; readonly column: string },
  hasOpen: (symbol: RawBuilder<string>) => RawBuilder<boolean>,
): Promise<{ readonly state: string; readonly open: boolean; readonly before: string } | undefined> {
  const found = await sql<{ state: string; open: boolean; before: string }>`
      select state, ${hasOpen(sql`m.symbol`)} as open,
        ${sql.ref(column)}::text as before
      from app.market m where symbol = ${symbol} for update`.execute(db);
  return found.rows[0];
}

export async function updateRule(
  db: Database,
  { symbol, column, value, now }: { symbol: string; column: string; value: string; now: number },
): Promise<void> {
  await sql`
      update app.market set ${sql.ref(column)} = ${value}::numeric, changed_at = ${new Date(now)}
      where symbol = ${symbol}`.execute(db);
}

export async function upsertFee(
  db: Database,
  fee: {
    readonly group: string;
    /** Null: all markets. */
    readonly symbol: string | null;
    readonly makerPpm: number;
    readonly takerPpm: number;
  },
): Promise<void> {
  const { group, symbol, makerPpm, takerPpm } = fee;
  await sql`
      insert into app.trade_fee (trade_group, symbol, maker_ppm, taker_ppm)
      values (${group}, ${symbol}, ${makerPpm}, ${takerPpm})
      on conflict on constraint trade_fee_once
        do update set maker_ppm = excluded.maker_ppm, taker_ppm = excluded.taker_ppm`.execute(db);
}
