/**
 * One market as this process follows it: a mirror of its book, its trades on a tape, and what its channels have
 * published. Updates of the feed are taken at once and published with the next tick, so a busy book costs as much as a
 * calm one.
 */
import {
  type CandleInterval,
  candleIntervals,
  type Depth,
  depthLevelsMax,
  type Market,
  type PublicTrade,
  type Ticker,
} from '@marigold/contract/calls/market';
import { percentChangeHalfUp } from '@marigold/money/conversion';
import { divideHalfUp } from '@marigold/money/division';

import type { Channels } from '../../../platform/stream/stream-channels.ts';
import type { CandleRow } from '../history/candles.ts';
import type { MarketHistory } from '../history/history.ts';
import type { MarketRow } from '../registry.ts';
import { formatSteps } from '../steps.ts';
import { createMirrorSide } from './book-mirror.ts';
import { checksumOf, createDepthWindow } from './depth-window.ts';
import type { FeedListener, FeedTrade } from './feed.ts';
import { groupedLevels } from './grouped-depth.ts';
import { createTape } from './tape.ts';
import { candleText, wireMarket } from './wire.ts';

/**
 * A live book is published at least so often, changed or not: a client that gets nothing for five seconds calls it stale.
 */
const heartbeatMs = 2000;
/** Trades in the snapshot of their channel. */
const tradesPublishedMax = 50;

export type LiveMarket = {
  readonly listener: FeedListener;
  row(): MarketRow;
  /** The rules, the state and the outside price of now. */
  change(row: MarketRow, index: string | undefined): void;
  /** Whether what was before has to be read: at the start, and when trades were missed. */
  needsHistory(): boolean;
  /** Reads it; trades that come meanwhile wait. */
  load(read: () => Promise<MarketHistory>): Promise<void>;
  /** Tells the channels what has changed. */
  publish(now: number): void;
  ticker(now: number): Ticker;
  /** The ticker as it was last published; undefined before the history is known. */
  publishedTicker(): Ticker | undefined;
  market(now: number): Market;
  /** The book as it was published, or grouped by so many decimals; undefined while no process runs the market. */
  depth(limit: number, level: number | undefined): (Depth & { readonly seq: number }) | undefined;
  trades(max: number): PublicTrade[];
  close(): void;
};

export function createLiveMarket(first: MarketRow, channels: Channels): LiveMarket {
  const { symbol } = first;
  const name = `ticker:${symbol}`;
  let row = first;
  let index: string | undefined;
  let published: Ticker | undefined;
  let publishedText = '';
  const book = createLiveBook(first, channels);
  const tape = createLiveTape(() => row, channels);
  channels.open(name, () => (published === undefined ? undefined : JSON.stringify(published)));

  function ticker(now: number): Ticker {
    const price = (steps: number | undefined): string | null =>
      steps === undefined ? null : formatSteps(steps, row.priceDecimals);
    const { from, to, high, low, volume, turnover } = tape.summary(now);
    const [last, before] = [price(to), price(from)];
    return {
      symbol,
      state: row.state,
      last,
      lastSide: tape.last()?.takerSide ?? null,
      bid: price(book.bestBid()),
      ask: price(book.bestAsk()),
      change24h: last === null || before === null ? null : (percentChangeHalfUp(before, last) ?? null),
      high: price(high),
      low: price(low),
      volume: formatSteps(volume, row.amountDecimals),
      turnover: formatSteps(turnover, row.priceDecimals + row.amountDecimals),
      index: index === undefined ? null : divideHalfUp(index, '1', row.priceDecimals),
      time: now,
    };
  }

  function publishTicker(now: number): void {
    if (!tape.isKnown()) return;
    const next = ticker(now);
    const text = JSON.stringify({ ...next, time: 0 });
    if (text === publishedText) return;
    const isFirst = published === undefined;
    publishedText = text;
    published = next;
    if (isFirst) channels.restart(name);
    else channels.publish(name, JSON.stringify(next));
  }

  return {
    listener: {
      onSnapshot(snapshot) {
        row = { ...row, state: snapshot.state };
        book.listener.onSnapshot(snapshot);
        // Trades may have passed unheard: at the start, in a gap, or while nobody ran the market.
        tape.missed();
      },
      onUpdate(update) {
        row = { ...row, state: update.state };
        book.listener.onUpdate(update);
        for (const trade of update.trades) tape.take(trade);
      },
      onAway: book.listener.onAway,
    },
    row: () => row,
    change(next, nextIndex) {
      row = next;
      index = nextIndex;
    },
    needsHistory: () => tape.needsHistory(),
    load: async (read) => await tape.load(read),
    publish(now) {
      book.publish(now);
      tape.publish();
      publishTicker(now);
    },
    ticker,
    publishedTicker: () => published,
    market: (now) =>
      wireMarket(
        row,
        ticker(now),
        tape.closings(now).map((steps) => formatSteps(steps, row.priceDecimals)),
      ),
    depth: (limit, level) => book.depth(limit, level),
    trades: (max) => tape.trades(max),
    close() {
      channels.close(name);
      book.close();
      tape.close();
    },
  };
}

/** The book and its channel. */
function createLiveBook(row: MarketRow, channels: Channels) {
  const name = `depth:${row.symbol}`;
  const bids = createMirrorSide('buy');
  const asks = createMirrorSide('sell');
  const window = createDepthWindow(row);
  /** Groups by their decimals, kept until the book changes. */
  const grouped = new Map<number, Pick<Depth, 'bids' | 'asks'>>();
  let isAway = true;
  let isChanged = false;
  let publishedAt = 0;
  const best = () => ({ bids: bids.best(depthLevelsMax), asks: asks.best(depthLevelsMax) });
  channels.open(name, () => (isAway ? undefined : JSON.stringify(window.published())));

  function groupsOf(decimals: number): Pick<Depth, 'bids' | 'asks'> {
    const wanted = { decimals, limit: depthLevelsMax };
    const groups = grouped.get(decimals) ?? {
      bids: groupedLevels(bids, row, wanted),
      asks: groupedLevels(asks, row, wanted),
    };
    grouped.set(decimals, groups);
    return groups;
  }

  const listener: FeedListener = {
    onSnapshot(snapshot) {
      bids.reset(snapshot.bids);
      asks.reset(snapshot.asks);
      grouped.clear();
      window.advance(best());
      isAway = false;
      isChanged = false;
      channels.restart(name);
    },
    onUpdate(update) {
      // What follows an absence begins with a snapshot.
      if (isAway) return;
      for (const [price, amount] of update.bids) bids.set(price, amount);
      for (const [price, amount] of update.asks) asks.set(price, amount);
      grouped.clear();
      isChanged = true;
    },
    onAway() {
      isAway = true;
      channels.restart(name);
    },
  };

  return {
    listener,
    publish(now: number): void {
      if (isAway) return;
      const change = isChanged ? window.advance(best()) : undefined;
      isChanged = false;
      if (change === undefined && now - publishedAt < heartbeatMs) return;
      publishedAt = now;
      channels.publish(name, JSON.stringify(change ?? { bids: [], asks: [], checksum: window.checksum() }));
    },
    bestBid: () => (isAway ? undefined : bids.bestPrice()),
    bestAsk: () => (isAway ? undefined : asks.bestPrice()),
    depth(limit: number, level: number | undefined): (Depth & { readonly seq: number }) | undefined {
      if (isAway) return undefined;
      const all = level === undefined ? window.published() : groupsOf(level);
      return {
        seq: channels.seq(name),
        bids: all.bids.slice(0, limit),
        asks: all.asks.slice(0, limit),
        checksum: checksumOf(all.bids, all.asks),
      };
    },
    close: () => channels.close(name),
  };
}

/** The tape and its channels. */
function createLiveTape(row: () => MarketRow, channels: Channels) {
  const { symbol } = row();
  const tape = createTape();
  const tradesName = `trades:${symbol}`;
  const candleName = (interval: CandleInterval): string => `candles:${symbol}:${interval}`;
  const names = [tradesName, ...candleIntervals.map(candleName)];

  function publicTrade({ number, price, amount, takerSide, time }: FeedTrade): PublicTrade {
    const { priceDecimals, amountDecimals } = row();
    return {
      number,
      price: formatSteps(price, priceDecimals),
      amount: formatSteps(amount, amountDecimals),
      side: takerSide,
      time,
    };
  }
  const tradeList = (list: readonly FeedTrade[]): string => JSON.stringify({ list: list.map(publicTrade) });
  const candleList = (list: readonly CandleRow[]): string =>
    JSON.stringify({ list: list.map((candle) => candleText(candle, row())) });

  channels.open(tradesName, () =>
    tape.isKnown() ? tradeList(tape.recent().slice(0, tradesPublishedMax)) : undefined,
  );
  for (const interval of candleIntervals)
    channels.open(candleName(interval), () =>
      tape.isKnown() ? candleList(tape.candles(interval)) : undefined,
    );

  return {
    ...tape,
    async load(read: () => Promise<MarketHistory>): Promise<void> {
      await tape.load(read);
      for (const name of names) channels.restart(name);
    },
    publish(): void {
      const news = tape.advance();
      if (news === undefined) return;
      channels.publish(tradesName, tradeList(news.trades));
      for (const [interval, candles] of news.candles)
        channels.publish(candleName(interval), candleList(candles));
    },
    trades: (max: number): PublicTrade[] => tape.recent().slice(0, max).map(publicTrade),
    close(): void {
      for (const name of names) channels.close(name);
    },
  };
}
