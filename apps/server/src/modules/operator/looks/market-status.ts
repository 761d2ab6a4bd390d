import { percentOfPpm } from '@marigold/money/fee';

import type { Database } from '../../../platform/database/database.ts';
import { listSortedFees } from '../../market/views.ts';
import { listMarketStatus } from '../../trade/views.ts';
import type { CommandOutcome } from '../outcome.ts';
import { timeOf } from '../report.ts';

const listedMax = 200;

/** Every market as an operator wants to see it, and the groups of fees. */
export async function showMarkets(db: Database, now: number): Promise<CommandOutcome> {
  const markets = await listMarketStatus(db, listedMax);
  const fees = await listSortedFees(db, listedMax);
  return {
    isDone: true,
    lines: [
      ...markets.flatMap((market) => [
        `${market.symbol} ${market.state}: ${market.open} open orders, run since ${timeOf(market.taken_at)}`,
        `  tick ${market.tick}, lot ${market.lot}, total ${market.total_min} to ${market.total_max}, band ${market.band_percent} %, at most ${market.give_percent} % given away by an order and ${market.loss_percent} % of the worth or ${market.loss_usd} USD by those of a day, slippage ${market.slippage_percent} %, ${market.open_orders_max} open orders a person`,
        market.price === null || market.seen_at === null
          ? '  no index price'
          : `  index ${market.price}, ${Math.max(0, Math.round((now - market.seen_at) / 1000))} s old`,
      ]),
      ...fees.map(
        ({ trade_group: group, symbol, maker_ppm: maker, taker_ppm: taker }) =>
          `fee ${group}${symbol === null ? '' : ` in ${symbol}`}: maker ${percentOfPpm(maker)} %, taker ${percentOfPpm(taker)} %`,
      ),
    ],
  };
}
