/** What a person brings to a market: balances, fees and open orders. */
import { Refusal } from '@marigold/contract/endpoint';
import { formatUnits } from '@marigold/money/amount';
import { percentOfPpm } from '@marigold/money/fee';

import type { Handlers } from '../../../platform/http/call.ts';
import { nobodysGroup } from '../../market/registry.ts';
import { lockedOf } from '../../spending/lock.ts';
import { readRates } from '../rules.ts';
import { readTraders } from '../store.ts';
import { findTradedMarket } from './store.ts';

export const tradeConfig: Handlers['trade/config'] = async ({ symbol }, { db, session }) => {
  const { userId } = session;
  const row = await findTradedMarket(db, symbol, userId);
  if (row === undefined) return new Refusal('market_unknown', {}, 'symbol');
  const [traders, ratesOf] = [await readTraders(db, [userId]), await readRates(db)];
  const trader = traders.get(userId);
  const { makerPpm, takerPpm } = ratesOf(trader?.group ?? nobodysGroup, symbol);
  const lockedUnits = async (asset: string): Promise<bigint> =>
    trader?.isHeldBack === true ? await lockedOf(db, userId, asset) : 0n;
  const base = BigInt(row.available_base) - (await lockedUnits(row.base));
  const quote = BigInt(row.available_quote) - (await lockedUnits(row.quote));
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
