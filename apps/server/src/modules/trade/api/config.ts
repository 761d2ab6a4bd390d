/** What a person brings to a market: balances, fees and open orders. */
import { Refusal } from '@marigold/contract/endpoint';
import { formatUnits } from '@marigold/money/amount';
import { sql } from 'kysely';

import type { Handlers } from '../../../platform/call.ts';
import { lockedOf } from '../../lock/lock.ts';
import { nobodysGroup } from '../../market/registry.ts';
import { readTraders, readRates } from '../rules.ts';
import { percentOfPpm } from './row.ts';

type Row = {
  base: string;
  quote: string;
  base_scale: number;
  quote_scale: number;
  available_base: string;
  available_quote: string;
  open_orders: number;
  open_orders_max: number;
};

export const tradeConfig: Handlers['trade/config'] = async ({ symbol }, { db, session }) => {
  const { userId } = session;
  const available = (asset: 'lb' | 'lq') => sql`coalesce((
    select balance from ledger.account
    where owner_id = ${userId} and asset_id = ${sql.ref(`${asset}.id`)} and kind = 'available'), 0)`;
  const found = await sql<Row>`
    select m.base, m.quote, lb.scale as base_scale, lq.scale as quote_scale,
      ${available('lb')} as available_base, ${available('lq')} as available_quote, m.open_orders_max,
      (select count(*)::int from app.trade_order o
       where o.user_id = ${userId} and o.status = 'wait' and o.symbol = m.symbol) as open_orders
    from app.market m join ledger.asset lb on lb.code = m.base join ledger.asset lq on lq.code = m.quote
    where m.symbol = ${symbol}`.execute(db);
  const row = found.rows[0];
  if (row === undefined) return new Refusal('market_unknown', {}, 'symbol');
  const [traders, ratesOf] = [await readTraders(db, [userId]), await readRates(db)];
  const trader = traders.get(userId);
  const { makerPpm, takerPpm } = ratesOf(trader?.group ?? nobodysGroup, symbol);
  const kept = async (asset: string): Promise<bigint> =>
    trader?.isHeldBack === true ? await lockedOf(db, userId, asset) : 0n;
  const base = BigInt(row.available_base) - (await kept(row.base));
  const quote = BigInt(row.available_quote) - (await kept(row.quote));
  return {
    symbol,
    base: row.base,
    quote: row.quote,
    availableBase: formatUnits(base, row.base_scale),
    availableQuote: formatUnits(quote, row.quote_scale),
    makerPercent: percentOfPpm(makerPpm),
    takerPercent: percentOfPpm(takerPpm),
    openOrders: row.open_orders,
    openOrdersMax: row.open_orders_max,
  };
};
