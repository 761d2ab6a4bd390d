import { crc32 } from 'node:zlib';

import { meant } from '@marigold/money/testing/plain';
import { describe, expect, it } from 'vitest';

import { createChannels } from '../../../platform/stream/stream-channels.ts';
import { openingOf } from '../history/candles.ts';
import type { MarketHistory } from '../history/history.ts';
import type { MarketRow } from '../registry.ts';
import type { FeedLevel, FeedTrade } from './feed.ts';
import { createLiveMarket, type LiveMarket } from './live-market.ts';

const row = meant<MarketRow>({
  symbol: 'BTC_USDT',
  base: 'BTC',
  quote: 'USDT',
  name: 'Bitcoin',
  state: 'enabled',
  priceDecimals: 2,
  amountDecimals: 5,
  tick: 1,
  lot: 1,
  totalMin: 50_000_000,
  totalMax: 1_000_000_000_000,
  bandPpm: 100_000,
  givePpm: 100_000,
  slippagePpm: 50_000,
  lossPercent: '1',
  lossUsd: '20',
  makerPpm: 1000,
  takerPpm: 2000,
  openOrdersMax: 200,
  baseAssetId: 1,
  quoteAssetId: 2,
  baseScale: 8,
  quoteScale: 8,
  terms: { baseUnits: 1000n, quoteUnits: 10n },
});
const none: MarketHistory = {
  trades: [],
  minutes: [],
  before: undefined,
  candles: { '1m': [], '5m': [], '15m': [], '1h': [], '4h': [], '1d': [], '1w': [] },
};
const minute = 60_000;
const day = 24 * 60 * minute;
const noon = Date.parse('2026-11-22T12:00:00Z');

type Message = {
  readonly ch: string;
  readonly seq: number;
  readonly prev?: number;
  readonly snapshot?: true;
  readonly data: never;
};

async function open(history = none) {
  const channels = createChannels();
  const live = createLiveMarket(row, channels);
  const messages: Message[] = [];
  channels.listen((_channel, message) => messages.push(JSON.parse(message) as Message));
  live.listener.onSnapshot({ symbol: row.symbol, state: 'enabled', bids: [], asks: [] });
  await live.load(async () => history);
  live.publish(noon);
  messages.length = 0;
  return { channels, live, messages, of: (ch: string) => messages.filter((message) => message.ch === ch) };
}

function update(
  live: LiveMarket,
  change: { bids?: FeedLevel[]; asks?: FeedLevel[]; trades?: FeedTrade[] },
): void {
  live.listener.onUpdate({
    symbol: row.symbol,
    state: 'enabled',
    bids: [],
    asks: [],
    trades: [],
    ...change,
  });
}

const trade = (number: number, price: number, time = noon, amount = 100_000): FeedTrade => ({
  number,
  price,
  amount,
  takerSide: 'buy',
  time,
});

/** What a client of the depth channel knows: built from the messages alone, checked at each of them. */
function createClient() {
  const sides = { bids: new Map<string, string>(), asks: new Map<string, string>() };
  let last: number | undefined;
  const sorted = (side: 'bids' | 'asks'): [string, string][] =>
    [...sides[side]].toSorted(([a], [b]) => (Number(a) - Number(b)) * (side === 'bids' ? -1 : 1));
  return {
    hear(message: Message) {
      const depth: { bids: [string, string][]; asks: [string, string][]; checksum: number } = message.data;
      if (message.snapshot === true) for (const side of Object.values(sides)) side.clear();
      else if (message.prev !== last) throw new Error(`a gap before ${message.seq}`);
      last = message.seq;
      for (const side of ['bids', 'asks'] as const)
        for (const [price, amount] of depth[side]) {
          if (amount === '0') sides[side].delete(price);
          else sides[side].set(price, amount);
        }
      const best = [...sorted('bids').slice(0, 25), ...sorted('asks').slice(0, 25)];
      const checksum = crc32(best.map(([price, amount]) => `${price}:${amount}`).join('|'));
      if (checksum !== depth.checksum) throw new Error(`another book after ${message.seq}`);
    },
    book: () => ({ bids: sorted('bids'), asks: sorted('asks') }),
  };
}

/** Numbers from 0 to below 1 that a seed repeats. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e37_79b9) >>> 0;
    return state / 2 ** 32;
  };
}

describe('the depth channel', () => {
  it('rebuilds the best 200 of each side from any snapshot on, whatever happens to the book', async () => {
    const seed = Number(process.env['FC_SEED'] ?? Date.now() % 1_000_000);
    console.info(`depth runs with FC_SEED=${seed}`);
    const random = seeded(seed);
    const upTo = (max: number): number => Math.floor(random() * max);
    const { channels, live } = await open();
    const clients: ReturnType<typeof createClient>[] = [];
    channels.listen((channel, message) => {
      if (channel === 'depth:BTC_USDT')
        for (const client of clients) client.hear(JSON.parse(message) as Message);
    });
    const truth = { bids: new Map<number, number>(), asks: new Map<number, number>() };
    let width = 300;
    for (let step = 1; step <= 600; step += 1) {
      // At times the whole book moves, thins out or begins anew.
      if (step % 97 === 0) width = 50 + upTo(600);
      const change: { bids: FeedLevel[]; asks: FeedLevel[] } = { bids: [], asks: [] };
      for (let count = upTo(40); count > 0; count -= 1) {
        const side = random() < 0.5 ? 'bids' : 'asks';
        const price = side === 'bids' ? 500_000 - upTo(width) : 500_001 + upTo(width);
        const amount = random() < 0.35 ? 0 : 1 + upTo(1e9);
        change[side].push([price, amount]);
        if (amount === 0) truth[side].delete(price);
        else truth[side].set(price, amount);
      }
      if (step % 150 === 0)
        live.listener.onSnapshot({
          symbol: row.symbol,
          state: 'enabled',
          bids: [...truth.bids].toSorted(([a], [b]) => b - a),
          asks: [...truth.asks].toSorted(([a], [b]) => a - b),
        });
      else update(live, change);
      if (random() < 0.7) live.publish(noon + step * 100);
      if (step % 60 === 0) {
        const client = createClient();
        client.hear(JSON.parse(channels.snapshot('depth:BTC_USDT') ?? '') as Message);
        clients.push(client);
      }
    }
    live.publish(noon + day);
    const naive = (side: 'bids' | 'asks') =>
      [...truth[side]]
        .toSorted(([a], [b]) => (side === 'bids' ? b - a : a - b))
        .slice(0, 200)
        .map(([price, amount]) => [(price / 100).toFixed(2), (amount / 100_000).toFixed(5)]);
    const book = { bids: naive('bids'), asks: naive('asks') };
    expect(clients).toHaveLength(10);
    for (const client of clients) expect(client.book()).toEqual(book);
    expect(live.depth(200, undefined)).toMatchObject({ ...book, seq: channels.seq('depth:BTC_USDT') });
  });

  it('says every two seconds that it lives, and nothing while nobody runs the book', async () => {
    const { channels, live, of, messages } = await open();
    update(live, { bids: [[100, 5]] });
    live.publish(noon + 100);
    live.publish(noon + 2000);
    expect(of('depth:BTC_USDT')).toHaveLength(1);
    live.publish(noon + 2100);
    expect(of('depth:BTC_USDT')[1]?.data).toEqual({
      bids: [],
      asks: [],
      checksum: crc32('1.00:0.00005'),
    });
    live.listener.onAway();
    messages.length = 0;
    update(live, { bids: [[100, 7]] });
    live.publish(noon + 60_000);
    expect(of('depth:BTC_USDT')).toEqual([]);
    expect(channels.snapshot('depth:BTC_USDT')).toBeUndefined();
    expect(live.depth(10, undefined)).toBeUndefined();
    expect(live.ticker(noon)).toMatchObject({ bid: null, ask: null });
    live.listener.onSnapshot({ symbol: row.symbol, state: 'enabled', bids: [[90, 3]], asks: [] });
    expect(of('depth:BTC_USDT')).toMatchObject([
      { snapshot: true, data: { bids: [['0.90', '0.00003']], asks: [] } },
    ]);
  });
});

describe('depth that is grouped', () => {
  it('cuts prices and adds amounts exactly, with as many whole groups as were asked for', async () => {
    const { live } = await open();
    const levels = Array.from({ length: 3000 }, (_, index): FeedLevel => [500_000 - index, 1 + index]);
    update(live, {
      bids: levels,
      asks: [
        [500_109, 2 ** 52],
        [500_111, 2 ** 52],
        [500_119, 1],
        [500_120, 3],
      ],
    });
    live.publish(noon + 100);
    const depth = live.depth(200, 1);
    expect(depth?.asks).toEqual([
      ['5001.0', '45035996273.70496'],
      ['5001.1', '45035996273.70497'],
      ['5001.2', '0.00003'],
    ]);
    expect(depth?.bids).toHaveLength(200);
    expect(depth?.bids[0]).toEqual(['5000.0', '0.00001']);
    // 4980.1x: the ten levels 498019 … 498010.
    const sum = levels
      .filter(([price]) => Math.floor(price / 10) === 49_801)
      .reduce((total, [, n]) => total + n, 0);
    expect(depth?.bids[199]).toEqual(['4980.1', (sum / 100_000).toFixed(5)]);
    // Six levels already make two groups, but not the second one whole.
    expect(live.depth(2, 1)?.bids[1]).toEqual(['4999.9', '0.00065']);
    expect(live.depth(1, 3)?.asks).toEqual([['5001.090', '45035996273.70496']]);
  });
});

describe('trades', () => {
  it('are told once each with the next tick, newest first, with the candles that they changed', async () => {
    const { live, of, channels } = await open();
    update(live, { trades: [trade(1, 500_000), trade(2, 500_100)] });
    update(live, { trades: [trade(2, 500_100), trade(3, 499_900, noon + minute)] });
    expect(JSON.parse(channels.snapshot('trades:BTC_USDT') ?? '')).toMatchObject({ data: { list: [] } });
    live.publish(noon + minute + 100);
    live.publish(noon + minute + 200);
    expect(of('trades:BTC_USDT')).toMatchObject([
      {
        data: {
          list: [
            { number: 3, price: '4999.00', amount: '1.00000', side: 'buy', time: noon + minute },
            { number: 2 },
            { number: 1 },
          ],
        },
      },
    ]);
    expect(of('candles:BTC_USDT:1m').map(({ data }) => data)).toEqual([
      {
        list: [
          [noon, '5000.00', '5001.00', '5000.00', '5001.00', '2.00000'],
          [noon + minute, '4999.00', '4999.00', '4999.00', '4999.00', '1.00000'],
        ],
      },
    ]);
    expect(of('candles:BTC_USDT:1w').map(({ data }) => data)).toEqual([
      {
        list: [[openingOf('1w', noon), '5000.00', '5001.00', '4999.00', '4999.00', '3.00000']],
      },
    ]);
    expect(of('ticker:BTC_USDT').map(({ data }) => data)).toMatchObject([
      {
        last: '4999.00',
        high: '5001.00',
        low: '4999.00',
        volume: '3.00000',
        turnover: '15000.0000000',
        change24h: '-0.02',
      },
    ]);
  });

  it('that were missed, or come while the past is read, are read again and never counted twice', async () => {
    const { live } = await open();
    update(live, { trades: [trade(1, 500_000)] });
    update(live, { trades: [trade(3, 500_000)] });
    expect(live.needsHistory()).toBe(true);
    expect(live.ticker(noon).volume).toBe('1.00000');
    const read = Promise.withResolvers<MarketHistory>();
    const loading = live.load(async () => await read.promise);
    update(live, { trades: [trade(3, 500_000), trade(4, 500_400)] });
    const candle = { openedAt: noon, open: 500_000, high: 500_000, low: 500_000, close: 500_000 };
    const three = { ...candle, volume: 300_000n, turnover: 150_000_000_000n };
    read.resolve({
      ...none,
      trades: [trade(3, 500_000), trade(2, 500_000), trade(1, 500_000)],
      minutes: [three],
    });
    await loading;
    expect(live.needsHistory()).toBe(false);
    expect(live.ticker(noon)).toMatchObject({ volume: '4.00000', last: '5004.00' });
    live.publish(noon + 100);
    expect(live.trades(10).map(({ number }) => number)).toEqual([4, 3, 2, 1]);
  });
});
