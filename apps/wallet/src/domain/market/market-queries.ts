/** What screens show of markets: prices, candles and trades, read once and kept live by the public channels. */
import type { Candle, CandleInterval, Market, PublicTrade, Ticker } from '@marigold/contract/calls/market';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';

import { createGather, type Gather } from '../../lib/live/gather.ts';
import { type Channel, type ChannelData, useChannel } from '../../lib/live/market-stream.ts';
import { queryClient, queryKey, read, type ReadError, useRead } from '../../lib/query/queries.ts';
import { useRates } from '../asset/asset-queries.ts';
import { useFiat } from '../asset/fiat.ts';
import { worthText } from './market-format.ts';
import { mergeCandles, mergeTickers, mergeTrades, tradesMax } from './market-merge.ts';

/** At most four repaints a second (DESIGN.md 7), however fast a market is. */
const repaintEveryMs = 250;
/** What the channels do not tell (new markets, yesterday's prices) is read again this often. */
const marketsEveryMs = 60_000;
/** Candles of a chart that was left are kept for whoever comes back to it. */
const candlesRetentionMs = 60_000;

/** Every market that is open to be seen, as it was read. */
export function useMarkets() {
  return useRead('market/list', {}, { everyMs: marketsEveryMs });
}

/** The same, live. */
export function useTickers(isEnabled = true) {
  const add = useGathered<Ticker>('', takeTickers);
  const isLive = useLive(isEnabled ? 'tickers' : undefined, ({ list }) => add(list));
  return { ...useMarkets(), isLive };
}

/** One market, live; undefined `market` while the list is not there, or when it is not on it. */
export function useMarket(symbol: string) {
  const add = useGathered<Ticker>('', takeTickers);
  const isLive = useLive(symbol === '' ? undefined : (`ticker:${symbol}` as const), (ticker) =>
    add([ticker]),
  );
  const markets = useMarkets();
  const market = markets.data?.list.find((one) => one.symbol === symbol);
  return { ...markets, market, isLive };
}

/** Puts newer tickers where every screen reads them. */
function takeTickers(tickers: readonly Ticker[]): void {
  queryClient.setQueryData<{ readonly time: number; readonly list: readonly Market[] }>(
    queryKey('market/list', {}),
    (known) => (known === undefined ? known : { ...known, list: mergeTickers(known.list, tickers) }),
  );
}

/** What a quote currency is worth in the fiat currency of display, by its code; an old rate is none. */
export function useQuoteRates(): Readonly<Record<string, string>> {
  const { data } = useRates();
  return useMemo(
    () =>
      Object.fromEntries(
        (data?.list ?? []).flatMap(({ base, rate, stale }) => (stale ? [] : [[base, rate]])),
      ),
    [data],
  );
}

/** The last price of a market in the fiat currency of display; undefined while there is none or its rate is old. */
export function useWorth(market: Market): string | undefined {
  const rates = useQuoteRates();
  const fiat = useFiat();
  const { last } = market.ticker;
  return last === null ? undefined : worthText(last, market, rates, fiat);
}

export type Candles = {
  /** Oldest first; undefined while the first are not there. */
  readonly list: readonly Candle[] | undefined;
  readonly error: ReadError | null;
  readonly refetch: () => Promise<unknown>;
  /** Reads those before the oldest; nothing while it runs, or when there are none. */
  readonly readOlder: () => void;
  readonly isLive: boolean;
};

/** Candles of one market: the latest, older ones as they are asked for, the running one live. */
export function useCandles(symbol: string, interval: CandleInterval): Candles {
  const pages = useInfiniteQuery({
    queryKey: ['market/kline', { symbol, interval }, 'older'],
    queryFn: async ({ signal, pageParam }) =>
      await read(
        'market/kline',
        pageParam === undefined ? { symbol, interval } : { symbol, interval, to: pageParam },
        signal,
      ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ list }) => list[0]?.[0],
    enabled: symbol !== '',
    // The channel tells what changes while a chart is open, not what did before.
    staleTime: 0,
    gcTime: candlesRetentionMs,
  });
  const { list: heard, isLive } = useLiveCandles(symbol, interval);
  const readPages = pages.data?.pages;
  const list = useMemo(
    () =>
      readPages === undefined
        ? undefined
        : mergeCandles(...readPages.map((page) => page.list).toReversed(), heard),
    [readPages, heard],
  );
  return {
    list,
    error: pages.error as ReadError | null,
    refetch: pages.refetch,
    readOlder: () => {
      if (pages.hasNextPage && !pages.isFetching) void pages.fetchNextPage();
    },
    isLive,
  };
}

const nothing: readonly Candle[] = [];

/** What the channel told since the screen opened; after a gap the latest are read again, so that none is missing. */
function useLiveCandles(symbol: string, interval: CandleInterval) {
  const channel = `candles:${symbol}:${interval}` as const;
  const [heard, setHeard] = useState<{ readonly channel: string; readonly list: readonly Candle[] }>();
  const isFirst = useRef(true);
  const add = useGathered<Candle>(channel, (candles) => {
    setHeard((known) => {
      const before = known?.channel === channel ? known.list : nothing;
      return { channel, list: mergeCandles(before, candles) };
    });
  });
  useEffect(() => {
    isFirst.current = true;
  }, [channel]);
  async function catchUp(): Promise<void> {
    try {
      add((await read('market/kline', { symbol, interval })).list);
    } catch {
      // The next snapshot, or the reader's own retry, asks again.
    }
  }
  const isLive = useLive(symbol === '' ? undefined : channel, ({ list }, isSnapshot) => {
    add(list);
    if (!isSnapshot) return;
    if (!isFirst.current) void catchUp();
    isFirst.current = false;
  });
  return { list: heard?.channel === channel ? heard.list : nothing, isLive };
}

/** The latest trades of one market, newest first, live. */
export function useTrades(symbol: string) {
  const query = useRead('market/trades', { symbol, size: tradesMax }, { isEnabled: symbol !== '' });
  const channel = `trades:${symbol}` as const;
  const [heard, setHeard] = useState<{ readonly channel: string; readonly list: readonly PublicTrade[] }>();
  const add = useGathered<PublicTrade>(channel, (trades) => {
    setHeard((known) => {
      const before = known?.channel === channel ? known.list : [];
      return { channel, list: mergeTrades(before, trades) };
    });
  });
  const isLive = useLive(symbol === '' ? undefined : channel, ({ list }) => add(list));
  const latest = query.data?.list;
  const list = useMemo(() => {
    const live = heard?.channel === channel ? heard.list : [];
    return latest === undefined ? undefined : mergeTrades(latest, live);
  }, [latest, heard, channel]);
  return { list, error: query.error, refetch: query.refetch, isLive };
}

/** Watches a channel: snapshots and updates are told alike, `isLive` says whether what is shown is of now. */
function useLive<C extends Channel>(
  channel: C | undefined,
  hear: (data: ChannelData[C], isSnapshot: boolean) => void,
): boolean {
  const [live, setLive] = useState<string>();
  useChannel(channel, {
    onSnapshot: (data) => hear(data, true),
    onUpdate: (data) => hear(data, false),
    onState: (isLive) => setLive(isLive ? channel : undefined),
  });
  return channel !== undefined && live === channel;
}

/** Gathers what comes and hands it on at most four times a second; what waits when `key` changes is dropped. */
function useGathered<Item>(
  key: string,
  flush: (items: readonly Item[]) => void,
): (items: readonly Item[]) => void {
  const take = useEffectEvent(flush);
  const gather = useRef<Gather<Item>>(undefined);
  useEffect(() => {
    const made = createGather<Item>((items) => take(items), repaintEveryMs);
    gather.current = made;
    return made.stop;
  }, [key]);
  return (items) => gather.current?.add(items);
}
