import { depthLevelsMax } from '@marigold/contract/calls/market';
/** Market data: follows every market, tells the public channels, answers who asks. */
import { Refusal } from '@marigold/contract/endpoint';

import type { Database } from '../../platform/database/database.ts';
import type { Handlers } from '../../platform/http/call.ts';
import type { Leased } from '../../platform/jobs/leased.ts';
import type { Clock } from '../../platform/process/clock.ts';
import type { Log } from '../../platform/process/log.ts';
import { createChannels, type PublicChannels } from '../../platform/stream/stream-channels.ts';
import type { MarketFeed } from './feed/feed.ts';
import { createLiveMarket, type LiveMarket } from './feed/live-market.ts';
import { candleText } from './feed/wire.ts';
import type { LatestTrades } from './history/history.ts';
import { readHistory } from './history/history.ts';
import { listCandles } from './history/store.ts';
import { createDemoPrices } from './index-price/demo.ts';
import { freshIndexes, startIndex } from './index-price/index-price.ts';
import { createRatePrices } from './index-price/rates.ts';
import type { PriceSource } from './port.ts';
import { listFavoriteRows, setFavorite } from './store.ts';
import { readMarkets } from './views.ts';

/** Channels are told this often what has changed. */
const publishEveryMs = 100;
/** The list of all tickers is told less often: it is heard by who looks at no market in particular. */
const tickersEveryMs = 500;
/** Rules, states and outside prices are read this often. */
const refreshEveryMs = 1000;
const candlesMax = 500;
const tradesDefault = 50;
const tickersChannel = 'tickers';

export type MarketsDependencies = {
  readonly db: Database;
  readonly feed: MarketFeed;
  readonly clock: Clock;
  readonly log: Log;
  /** Of whoever keeps the trades. */
  readonly listTrades: LatestTrades;
};

type MarketCalls =
  | 'market/list'
  | 'market/ticker'
  | 'market/depth'
  | 'market/trades'
  | 'market/kline'
  | 'market/favor'
  | 'market/favorites';

export type Markets = {
  readonly handlers: Pick<Handlers, MarketCalls>;
  readonly channels: PublicChannels;
  /** Follows the markets from now on; resolves when all that was before has been read. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

type Followed = { readonly live: LiveMarket; readonly leave: () => void };

export function createMarkets({ db, feed, clock, log, listTrades }: MarketsDependencies): Markets {
  const channels = createChannels();
  const followed = new Map<string, Followed>();
  const changedTickers = new Set<string>();
  const timers: NodeJS.Timeout[] = [];
  let refreshing: Promise<void> | undefined;
  let hasFailed = false;
  let isStopped = false;

  const listed = (): LiveMarket[] =>
    [...followed.values()]
      .map(({ live }) => live)
      .filter((live) => live.row().state === 'enabled' || live.row().state === 'locked');
  const publishedTickers = () => listed().flatMap((live) => live.publishedTicker() ?? []);
  channels.open(tickersChannel, () => JSON.stringify({ list: publishedTickers() }));

  /** A market that can be asked about; hidden ones by their name only. */
  function find(symbol: string): LiveMarket | undefined {
    const live = followed.get(symbol)?.live;
    return live?.row().state === 'disabled' ? undefined : live;
  }

  async function readRows(): Promise<void> {
    const rows = (await readMarkets(db)).filter(({ state }) => state !== 'disabled');
    const indexes = await freshIndexes(db, clock());
    const open = new Set(rows.map(({ symbol }) => symbol));
    for (const [symbol, { live, leave }] of followed) {
      if (open.has(symbol)) continue;
      leave();
      // Whoever looks at it hears that it is closed before nothing more comes.
      live.change({ ...live.row(), state: 'disabled' }, undefined);
      live.publish(clock());
      live.close();
      followed.delete(symbol);
    }
    for (const row of rows) {
      const { symbol } = row;
      const known = followed.get(symbol)?.live ?? createLiveMarket(row, channels);
      known.change(row, indexes.get(symbol));
      if (!followed.has(symbol))
        followed.set(symbol, { live: known, leave: feed.follow(symbol, known.listener) });
    }
  }

  async function refresh(): Promise<void> {
    try {
      await readRows();
      for (const [symbol, { live }] of followed)
        if (live.needsHistory())
          await live.load(async () => await readHistory(db, symbol, { now: clock(), listTrades }));
      hasFailed = false;
    } catch (error) {
      hasFailed = true;
      log.warn({ err: error }, 'market data could not be read');
    } finally {
      refreshing = undefined;
    }
  }

  function publish(): void {
    const now = clock();
    for (const [symbol, { live }] of followed) {
      const before = live.publishedTicker();
      live.publish(now);
      if (live.publishedTicker() !== before) changedTickers.add(symbol);
    }
    // What was missed is read at once; when the database is away, no more often than everything else.
    if (!hasFailed && [...followed.values()].some(({ live }) => live.needsHistory()))
      refreshing ??= refresh();
  }

  function publishTickers(): void {
    const list = publishedTickers().filter(({ symbol }) => changedTickers.has(symbol));
    changedTickers.clear();
    if (list.length > 0) channels.publish(tickersChannel, JSON.stringify({ list }));
  }

  return {
    channels,
    handlers: handlersOf({ find, listed }),
    async start() {
      await readRows();
      await refresh();
      publish();
      changedTickers.clear();
      if (isStopped) return;
      timers.push(
        setInterval(publish, publishEveryMs),
        setInterval(publishTickers, tickersEveryMs),
        setInterval(() => void (refreshing ??= refresh()), refreshEveryMs),
      );
    },
    async stop() {
      isStopped = true;
      for (const timer of timers) clearInterval(timer);
      for (const { leave } of followed.values()) leave();
      await refreshing;
    },
  };
}

type Known = {
  readonly find: (symbol: string) => LiveMarket | undefined;
  readonly listed: () => LiveMarket[];
};

const unknown = () => new Refusal('market_unknown', {}, 'symbol');

function handlersOf({ find, listed }: Known): Pick<Handlers, MarketCalls> {
  return {
    'market/list': async (_input, { now }) => ({ time: now, list: listed().map((live) => live.market(now)) }),

    'market/ticker': async ({ symbol }, { now }) => find(symbol)?.ticker(now) ?? unknown(),

    async 'market/depth'({ symbol, level, limit = depthLevelsMax }, { now }) {
      const live = find(symbol);
      if (live === undefined) return unknown();
      const depth = live.depth(limit, level === 0 ? undefined : level);
      return depth === undefined ? new Refusal('market_away') : { symbol, time: now, ...depth };
    },

    async 'market/trades'({ symbol, size = tradesDefault }) {
      const live = find(symbol);
      return live === undefined ? unknown() : { list: live.trades(size) };
    },

    async 'market/kline'({ symbol, interval, from, to }, { db }) {
      const live = find(symbol);
      if (live === undefined) return unknown();
      const candles = await listCandles(db, symbol, { interval, from, to, max: candlesMax });
      return { list: candles.map((candle) => candleText(candle, live.row())) };
    },

    async 'market/favor'({ symbol, on }, { db, session, now }) {
      if (find(symbol) === undefined) return unknown();
      await setFavorite(db, { userId: session.userId, symbol, on, now });
      return { list: await listFavoriteRows(db, session.userId) };
    },

    'market/favorites': async (_input, { db, session }) => ({
      list: await listFavoriteRows(db, session.userId),
    }),
  };
}

export type IndexPricesDependencies = {
  readonly db: Database;
  /** Sources of the world outside; without any the rates are the one source. */
  readonly sources: readonly PriceSource[];
  /** In a demonstration prices walk around the rates, by a rule that is drawn from it. */
  readonly walkSeed: number | undefined;
  readonly clock: Clock;
  readonly log: Log;
};

/** Refreshes what a base asset is worth outside, again and again, in one process at a time. */
export function startIndexPrices({ sources, walkSeed, ...parts }: IndexPricesDependencies): Leased {
  if (sources.length > 0) return startIndex({ ...parts, sources });
  const { db } = parts;
  const own = walkSeed === undefined ? createRatePrices(db) : createDemoPrices({ db, seed: walkSeed });
  return startIndex({ ...parts, sources: [own] });
}
