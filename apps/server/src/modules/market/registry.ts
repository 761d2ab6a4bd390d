/** The markets there are, as rows of data; their rules in the engine's integers. */
import type { MarketState } from '@marigold/contract/calls/market';
import type { Amount, Price, Total } from '@marigold/money/steps';

export type MarketRow = {
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  /** What people call the base asset. */
  readonly name: string;
  readonly state: MarketState;
  readonly priceDecimals: number;
  readonly amountDecimals: number;
  /** Prices and amounts are multiples of these: price steps, amount steps. */
  readonly tick: Price;
  readonly lot: Amount;
  /** Bounds of price times amount of one order. */
  readonly totalMin: Total;
  readonly totalMax: Total;
  /** In millionths of the index: how far on the better side for the owner, how far on the worse; and of the best price. */
  readonly bandPpm: number;
  readonly givePpm: number;
  readonly slippagePpm: number;
  /** What somebody's orders of a day may give away: a part of the worth in percent, or US dollars. Decimals. */
  readonly lossPercent: string;
  readonly lossUsd: string;
  /** Fees of people who are in no group of their own, in millionths of what is received. */
  readonly makerPpm: number;
  readonly takerPpm: number;
  readonly openOrdersMax: number;
  /** Assets in the ledger, and the decimals of their units. */
  readonly baseAssetId: number;
  readonly quoteAssetId: number;
  readonly baseScale: number;
  readonly quoteScale: number;
  /** Ledger units of one amount step of the base asset, and of one price step times one amount step of the quote asset. */
  readonly terms: { readonly baseUnits: bigint; readonly quoteUnits: bigint };
};

/** The fee group of people who are in no other. */
export const nobodysGroup = 'standard';

/** Markets of one program at most: each has its book in memory. */
export const marketsMax = 200;
