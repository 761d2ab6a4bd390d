/** Markets and what anyone may see of them: prices, books, trades, candles; the same data as `/stream` tells. */
import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { assetCode, decimal, pair, signedDecimal, size, time } from '../fields.ts';

/** domain.md B.11: hidden: in no list, cancel only; locked: cancel only; disabled: nothing. */
export const MarketState = z.enum(['enabled', 'hidden', 'locked', 'disabled']);
export type MarketState = z.output<typeof MarketState>;

export const side = z.enum(['buy', 'sell']);
export type Side = z.output<typeof side>;

/** What changes with every trade. */
export const Ticker = z.strictObject({
  symbol: pair,
  /** What the market takes just now. */
  state: MarketState,
  /** The last price somebody paid; null before the first trade. */
  last: decimal.nullable(),
  /** Which side took the last trade. */
  lastSide: side.nullable(),
  /** Best prices of now. */
  bid: decimal.nullable(),
  ask: decimal.nullable(),
  /** Change over 24 hours in percent, two decimals. */
  change24h: signedDecimal.nullable(),
  high: decimal.nullable(),
  low: decimal.nullable(),
  /** Traded in 24 hours, in the base and in the quote asset. */
  volume: decimal,
  turnover: decimal,
  /** Median of outside prices; null while none is fresh. Limit prices must stay near it. */
  index: decimal.nullable(),
  time,
});
export type Ticker = z.output<typeof Ticker>;

export const Market = z.strictObject({
  symbol: pair,
  base: assetCode,
  quote: assetCode,
  /** What people call the base asset. */
  name: z.string(),
  state: MarketState,
  priceDecimals: z.int().min(0).max(8),
  amountDecimals: z.int().min(0).max(8),
  /** Prices and amounts are multiples of these. */
  tick: decimal,
  lot: decimal,
  /** Smallest and largest price times amount of one order, in the quote asset. */
  totalMin: decimal,
  totalMax: decimal,
  /**
   * In percent: how far a limit price may lie from the index on the better side for its owner, how far any order may go on
   * the worse one (a buy above the index, a sell below), and how far a market order may run from the best price.
   */
  bandPercent: decimal,
  givePercent: decimal,
  slippagePercent: decimal,
  /** What everybody pays, in percent of what is received; trade/config answers what the caller does. */
  makerPercent: decimal,
  takerPercent: decimal,
  ticker: Ticker,
  /** Closing prices of the last 24 hours, oldest first, one per half hour. */
  sparkline: z.array(decimal).max(48),
});
export type Market = z.output<typeof Market>;

export const listMarkets = endpoint({
  path: 'market/list',
  does: 'Answers every market that is open to be seen, with its rules, its ticker and a day of prices.',
  access: 'public',
  idempotent: false,
  input: z.strictObject({}),
  output: z.strictObject({ time, list: z.array(Market).max(200) }),
  refusals: [],
});

export const marketTicker = endpoint({
  path: 'market/ticker',
  does: 'Answers last, best, 24-hour and index prices of one market.',
  access: 'public',
  idempotent: false,
  input: z.strictObject({ symbol: pair }),
  output: Ticker,
  refusals: ['market_unknown'],
});

/** A price and what stands there in total. */
export const Level = z.tuple([decimal, decimal]);
export type Level = z.output<typeof Level>;

/** Levels of each side that depth shows at most. */
export const depthLevelsMax = 200;

/** What `depth:PAIR` tells: in a snapshot the best levels, best first; later the changed ones, amount 0 for a level that is gone. */
export const Depth = z.strictObject({
  bids: z.array(Level).max(2 * depthLevelsMax),
  asks: z.array(Level).max(2 * depthLevelsMax),
  /** CRC-32 of the best 25 `price:amount`, bids then asks, joined by `|`, after this change. */
  checksum: z.int(),
});
export type Depth = z.output<typeof Depth>;

export const marketDepth = endpoint({
  path: 'market/depth',
  does: 'Answers the best levels of a book; with `level` 1, 2 or 3 the prices are cut to so many decimals and their amounts added.',
  access: 'public',
  idempotent: false,
  input: z.strictObject({
    symbol: pair,
    /** 0, as without it: every price as it is. */
    level: z.union([z.int().min(0).max(3), z.enum(['0', '1', '2', '3']).transform(Number)]).optional(),
    limit: z
      .union([
        z.int().min(1).max(depthLevelsMax),
        z
          .string()
          .regex(/^([1-9]\d?|1\d\d|200)$/)
          .transform(Number),
      ])
      .optional(),
  }),
  output: z.strictObject({ symbol: pair, seq: z.int(), time, ...Depth.shape }),
  refusals: ['market_unknown', 'market_away'],
});

export const PublicTrade = z.strictObject({
  /** Grows by one with each trade of a market. */
  number: z.int(),
  price: decimal,
  amount: decimal,
  /** The side that took. */
  side,
  time,
});
export type PublicTrade = z.output<typeof PublicTrade>;

export const marketTrades = endpoint({
  path: 'market/trades',
  does: 'Answers the latest trades of a market, newest first.',
  access: 'public',
  idempotent: false,
  input: z.strictObject({
    symbol: pair,
    size: z
      .union([
        size,
        z
          .string()
          .regex(/^([1-9]\d?|100)$/)
          .transform(Number),
      ])
      .optional(),
  }),
  output: z.strictObject({ list: z.array(PublicTrade).max(100) }),
  refusals: ['market_unknown'],
});

export const candleIntervals = ['1m', '5m', '15m', '1h', '4h', '1d', '1w'] as const;
export const CandleInterval = z.enum(candleIntervals);
export type CandleInterval = z.output<typeof CandleInterval>;

/** Opening time, open, high, low, close, volume in the base asset. An interval without a trade has no candle. */
export const Candle = z.tuple([time, decimal, decimal, decimal, decimal, decimal]);
export type Candle = z.output<typeof Candle>;

export const marketKline = endpoint({
  path: 'market/kline',
  does: 'Answers candles of a market, oldest first: the latest before `to`, or those from `from` on.',
  access: 'public',
  idempotent: false,
  input: z.strictObject({
    symbol: pair,
    interval: CandleInterval,
    from: z
      .union([
        time,
        z
          .string()
          .regex(/^\d{1,15}$/)
          .transform(Number),
      ])
      .optional(),
    to: z
      .union([
        time,
        z
          .string()
          .regex(/^\d{1,15}$/)
          .transform(Number),
      ])
      .optional(),
  }),
  output: z.strictObject({ list: z.array(Candle).max(500) }),
  refusals: ['market_unknown'],
});

export const favorMarket = endpoint({
  path: 'market/favor',
  does: 'Puts a market among the favourites of the caller, or takes it out; twice is as good as once.',
  access: 'user',
  idempotent: true,
  frozenIn: 'none',
  input: z.strictObject({ symbol: pair, on: z.boolean() }),
  output: z.strictObject({ list: z.array(pair).max(200) }),
  refusals: ['market_unknown'],
  limits: [{ per: 'user', count: 60, seconds: 3600 }],
});

export const listFavorites = endpoint({
  path: 'market/favorites',
  does: 'Answers the favourite markets of the caller.',
  access: 'user',
  idempotent: false,
  input: z.strictObject({}),
  output: z.strictObject({ list: z.array(pair).max(200) }),
  refusals: [],
});
