/** Joins what was read by calls with what the live channels sent. Pure; market-queries.ts stores the result. */
import type { Candle, Market, PublicTrade, Ticker } from '@marigold/contract/calls/market';

/** Trades that a screen keeps. */
export const tradesMax = 60;

/** Candles by their opening time, oldest first; of two at the same time the one told later counts. */
export function mergeCandles(...parts: readonly (readonly Candle[])[]): readonly Candle[] {
  const byTime = new Map<number, Candle>();
  for (const part of parts) for (const candle of part) byTime.set(candle[0], candle);
  return [...byTime.values()].toSorted(([left], [right]) => left - right);
}

/** Trades newest first, each once, as many as a screen keeps. */
export function mergeTrades(...parts: readonly (readonly PublicTrade[])[]): readonly PublicTrade[] {
  const byNumber = new Map<number, PublicTrade>();
  for (const part of parts) for (const trade of part) byNumber.set(trade.number, trade);
  return [...byNumber.values()].toSorted((left, right) => right.number - left.number).slice(0, tradesMax);
}

/** Markets with newer tickers and their states in place; a market that did not change stays the same object. */
export function mergeTickers(markets: readonly Market[], tickers: readonly Ticker[]): readonly Market[] {
  const newer = new Map<string, Ticker>();
  for (const ticker of tickers) {
    const known = newer.get(ticker.symbol);
    if (known === undefined || known.time <= ticker.time) newer.set(ticker.symbol, ticker);
  }
  return markets.map((market) => {
    const ticker = newer.get(market.symbol);
    return ticker === undefined || ticker.time < market.ticker.time
      ? market
      : { ...market, state: ticker.state, ticker };
  });
}
