import { sql } from 'kysely';

import { percentOfPpm } from '../modules/trade/api/row.ts';
import type { Database } from '../platform/database.ts';
import type { Outcome } from './commands.ts';
import { timeOf } from './commands.ts';

const listedMax = 200;

/** Every market as an operator wants to see it, and the groups of fees. */
export async function showMarkets(db: Database, now: number): Promise<Outcome> {
  const found = await sql<{
    symbol: string;
    state: string;
    tick: string;
    lot: string;
    total_min: string;
    total_max: string;
    band_percent: string;
    give_percent: string;
    loss_percent: string;
    loss_usd: string;
    slippage_percent: string;
    open_orders_max: number;
    open: number;
    price: string | null;
    seen_at: number | null;
    taken_at: number | null;
  }>`
    select m.symbol, m.state, m.tick, m.lot, m.total_min, m.total_max, m.band_percent, m.give_percent, m.loss_percent, m.loss_usd,
      m.slippage_percent, m.open_orders_max, i.price, i.seen_at, w.taken_at,
      (select count(*)::int from app.trade_order o where o.symbol = m.symbol and o.status = 'wait') as open
    from app.market m left join app.index_price i using (symbol) left join app.market_owner w using (symbol)
    order by m.position, m.symbol limit ${listedMax}`.execute(db);
  const fees = await sql<{
    trade_group: string;
    symbol: string | null;
    maker_ppm: number;
    taker_ppm: number;
  }>`
    select trade_group, symbol, maker_ppm, taker_ppm from app.trade_fee
    order by trade_group, symbol nulls first limit ${listedMax}`.execute(db);
  return {
    isDone: true,
    lines: [
      ...found.rows.flatMap((market) => [
        `${market.symbol} ${market.state}: ${market.open} open orders, run since ${timeOf(market.taken_at)}`,
        `  tick ${market.tick}, lot ${market.lot}, total ${market.total_min} to ${market.total_max}, band ${market.band_percent} %, at most ${market.give_percent} % given away by an order and ${market.loss_percent} % of the worth or ${market.loss_usd} USD by those of a day, slippage ${market.slippage_percent} %, ${market.open_orders_max} open orders a person`,
        market.price === null || market.seen_at === null
          ? '  no index price'
          : `  index ${market.price}, ${Math.max(0, Math.round((now - market.seen_at) / 1000))} s old`,
      ]),
      ...fees.rows.map(
        ({ trade_group: group, symbol, maker_ppm: maker, taker_ppm: taker }) =>
          `fee ${group}${symbol === null ? '' : ` in ${symbol}`}: maker ${percentOfPpm(maker)} %, taker ${percentOfPpm(taker)} %`,
      ),
    ],
  };
}
