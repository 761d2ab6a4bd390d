/** Markets and candles as channels and calls send them: decimal strings instead of the engine's integers. */
import type { Candle, Market, Ticker } from '@marigold/contract/calls/market';
import { percentOfPpm } from '@marigold/money/fee';

import type { CandleRow } from '../history/candles.ts';
import type { MarketRow } from '../registry.ts';
import { formatSteps, plainTotalText } from '../steps.ts';
import type { Decimals } from './depth-window.ts';

export function candleText(candle: CandleRow, { priceDecimals, amountDecimals }: Decimals): Candle {
  const price = (steps: number): string => formatSteps(steps, priceDecimals);
  const { openedAt, open, high, low, close, volume } = candle;
  return [openedAt, price(open), price(high), price(low), price(close), formatSteps(volume, amountDecimals)];
}

export function wireMarket(row: MarketRow, ticker: Ticker, sparkline: string[]): Market {
  const { symbol, base, quote, name, state, priceDecimals, amountDecimals } = row;
  const percent = (ppm: number): string => percentOfPpm(ppm, 0);
  return {
    symbol,
    base,
    quote,
    name,
    state,
    priceDecimals,
    amountDecimals,
    tick: formatSteps(row.tick, priceDecimals),
    lot: formatSteps(row.lot, amountDecimals),
    totalMin: plainTotalText(row, row.totalMin),
    totalMax: plainTotalText(row, row.totalMax),
    bandPercent: percent(row.bandPpm),
    givePercent: percent(row.givePpm),
    slippagePercent: percent(row.slippagePpm),
    makerPercent: percent(row.makerPpm),
    takerPercent: percent(row.takerPpm),
    ticker,
    sparkline,
  };
}
