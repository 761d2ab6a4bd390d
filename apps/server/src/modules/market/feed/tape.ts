/**
 * The newest trades of one market, the day's figures and candles that follow from them, and what is still to be
 * published.
 */
import { type CandleInterval, candleIntervals } from '@marigold/contract/calls/market';

import { type CandleRow, openingOf, withTrade } from '../history/candles.ts';
import { createDay, type DaySummary } from '../history/day.ts';
import { candlesCached, type MarketHistory, tradesCached } from '../history/history.ts';
import type { FeedTrade } from './feed.ts';

/** Trades that may come while the history is read; beyond it is read again. */
const waitingMax = 10_000;

export type TapeNews = {
  /** Newest first. */
  readonly trades: readonly FeedTrade[];
  readonly candles: readonly (readonly [CandleInterval, readonly CandleRow[]])[];
};

export type Tape = {
  take(trade: FeedTrade): void;
  /** Trades may have been missed. */
  missed(): void;
  /** Whether what was before has to be read: at the start, and when trades were missed. */
  needsHistory(): boolean;
  /** Reads it; trades that come meanwhile wait. */
  load(read: () => Promise<MarketHistory>): Promise<void>;
  isKnown(): boolean;
  last(): FeedTrade | undefined;
  summary(now: number): DaySummary;
  closings(now: number): number[];
  /** As they are now; they go on to change. */
  candles(interval: CandleInterval): readonly CandleRow[];
  /** Newest first, as published. */
  recent(): readonly FeedTrade[];
  /** What has come since the last call; from now on it counts as published. */
  advance(): TapeNews | undefined;
};

export function createTape(): Tape {
  let day = createDay([], undefined);
  let isKnown = false;
  let isLoading = false;
  let isMissing = true;
  let waiting: FeedTrade[] = [];
  let lastNumber = 0;
  let last: FeedTrade | undefined;
  let recent: readonly FeedTrade[] = [];
  /** Not published yet, oldest first. */
  let fresh: FeedTrade[] = [];
  let candles = new Map<CandleInterval, CandleRow[]>();
  const changed = new Map<CandleInterval, Set<number>>();

  function take(trade: FeedTrade): void {
    if (isLoading) {
      if (waiting.length < waitingMax) waiting.push(trade);
      else isMissing = true;
    } else if (!isMissing && trade.number > lastNumber + 1) isMissing = true;
    else if (!isMissing && trade.number > lastNumber) apply(trade);
  }

  function apply(trade: FeedTrade): void {
    lastNumber = trade.number;
    last = trade;
    fresh.push(trade);
    day.add(trade);
    for (const interval of candleIntervals) addToCandle(interval, trade);
  }

  function addToCandle(interval: CandleInterval, trade: FeedTrade): void {
    let list = candles.get(interval);
    if (list === undefined) candles.set(interval, (list = []));
    const latest = list.at(-1);
    const openedAt = Math.max(openingOf(interval, trade.time), latest?.openedAt ?? 0);
    const isNew = latest?.openedAt !== openedAt;
    const candle = withTrade(isNew ? undefined : latest, openedAt, trade);
    if (!isNew) list.pop();
    else if (list.length === candlesCached) list.shift();
    list.push(candle);
    let openings = changed.get(interval);
    if (openings === undefined) changed.set(interval, (openings = new Set()));
    openings.add(openedAt);
  }

  function begin(history: MarketHistory): void {
    day = createDay(history.minutes, history.before);
    isKnown = true;
    recent = history.trades;
    fresh = [];
    last = history.trades[0];
    lastNumber = last?.number ?? 0;
    candles = new Map(candleIntervals.map((interval) => [interval, [...history.candles[interval]]]));
    changed.clear();
  }

  return {
    take,
    missed: () => void (isMissing = true),
    needsHistory: () => isMissing && !isLoading,
    async load(read) {
      isLoading = true;
      isMissing = false;
      let hasRead = false;
      try {
        begin(await read());
        hasRead = true;
      } finally {
        const late = waiting;
        waiting = [];
        isLoading = false;
        if (!hasRead) isMissing = true;
        for (const trade of late) take(trade);
      }
    },
    isKnown: () => isKnown,
    last: () => last,
    summary: (now) => day.summary(now),
    closings: (now) => day.closings(now),
    candles: (interval) => candles.get(interval) ?? [],
    recent: () => recent,
    advance() {
      if (fresh.length === 0) return undefined;
      const trades = fresh.toReversed().slice(0, tradesCached);
      fresh = [];
      recent = [...trades, ...recent].slice(0, tradesCached);
      const news = [...changed].map(
        ([interval, openings]) =>
          [interval, (candles.get(interval) ?? []).filter(({ openedAt }) => openings.has(openedAt))] as const,
      );
      changed.clear();
      return { trades, candles: news };
    },
  };
}
