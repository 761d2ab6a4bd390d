import { contract } from '@marigold/contract/contract';
import { Refusal } from '@marigold/contract/endpoint';
import { openAccount } from '@marigold/ledger/account';
import { post } from '@marigold/ledger/journal';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { asOwner, testDatabase, type TestDatabase } from '../../../testing/database.ts';
import { createHandFeed } from '../../../testing/hand-feed.ts';
import { type Databases, openDatabases, queryable } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { newRowId } from '../../platform/process/ids.ts';
import { listLatestTrades } from '../trade/views.ts';
import type { FeedTrade } from './feed/feed.ts';
import { recordCandles } from './history/record-candles.ts';
import { createMarkets, type Markets } from './service.ts';

/** What is committed or told is seen in milliseconds; a machine that does other things as well takes its time. */
const seenWithin = { timeout: 10_000 };

let database: TestDatabase;
let databases: Databases;
let userId: string;
/** All trades here name one journal; nobody counts its money. */
let journalId: bigint;
const running: Markets[] = [];
const minute = 60_000;
const hour = 60 * minute;

beforeAll(async () => {
  database = await testDatabase();
  databases = openDatabases(database.appUrl, 6);
  userId = newRowId();
  await sql`
    insert into app.person (id, username, nickname, uid, email, password_hash, invite_code, language, created_at)
    values (${userId}, 'anna', 'Anna', '100000001', 'anna@example.org', 'x', 'AAAA11', 'en', now())`.execute(
    databases.main,
  );
  const ledger = queryable(databases.main);
  const from = await openAccount(ledger, { owner: null, assetId: 1, kind: 'demo' });
  const to = await openAccount(ledger, { owner: userId, assetId: 1, kind: 'available' });
  const postings = [{ from, to, assetId: 1, units: 1n }];
  await post(ledger, {
    scope: 'test',
    key: 'the-journal-of-trades',
    kind: 'demo',
    reference: null,
    postings,
  });
  const posted = await sql<{ id: bigint }>`select max(id) as id from ledger.journal`.execute(databases.main);
  journalId = posted.rows[0]?.id ?? 0n;
});
afterEach(async () => {
  for (const markets of running.splice(0)) await markets.stop();
});
beforeEach(async () => {
  await asOwner(
    database.ownerUrl,
    `delete from app.candle; delete from app.trade; delete from app.index_price;
     update app.market set state = 'enabled'`,
  );
});
afterAll(async () => {
  await databases.close();
  await database.drop();
});

async function start() {
  const hand = createHandFeed();
  const markets = createMarkets({
    db: databases.main,
    feed: hand.feed,
    clock: Date.now,
    log: pino({ level: 'silent' }),
    listTrades: listLatestTrades,
  });
  running.push(markets);
  await markets.start();
  return { hand, markets, handlers: markets.handlers };
}

const everybody = () => ({
  db: databases.main,
  aside: databases.aside,
  deviceId: 'a-device',
  deviceCookie: undefined,
  outgoing: {},
  deviceName: '',
  deviceFamily: '',
  address: '127.0.0.1',
  country: undefined,
  language: 'en' as const,
  now: Date.now(),
});
const visitor = (): Call<'public'> => ({ ...everybody(), session: undefined });
const person = (id = userId): Call<'user'> => ({
  ...everybody(),
  session: { id: newRowId(), userId: id, deviceId: 'a-device', mayTrade: false, tradeFrozenUntil: undefined },
});

/** Writes trades and their candles, as whoever runs the book does. */
async function commit(trades: readonly FeedTrade[]): Promise<void> {
  await databases.main.transaction().execute(async (db) => {
    for (const { number, price, amount, takerSide, time } of trades)
      await sql`
        insert into app.trade (id, symbol, number, price, amount, taker_side, journal_id, at)
        values (${newRowId()}, 'BTC_USDT', ${number}, ${price}, ${amount}, ${takerSide}, ${journalId}, ${new Date(time)})`.execute(
        db,
      );
    await recordCandles(db, 'BTC_USDT', trades);
  });
}

const trade = (
  number: number,
  price: number,
  time: number,
  takerSide: 'buy' | 'sell' = 'buy',
): FeedTrade => ({
  number,
  price,
  amount: 100_000,
  takerSide,
  time,
});

describe('markets', () => {
  it('are answered as they were left, and go on from there', async () => {
    const now = Date.now();
    await commit([
      trade(1, 4_000_000, now - 30 * hour),
      trade(2, 5_000_000, now - 23 * hour),
      trade(3, 6_000_000, now - hour, 'sell'),
    ]);
    await sql`insert into app.index_price (symbol, price, sources, seen_at)
      values ('BTC_USDT', 60000.126, 3, ${new Date(now)})`.execute(databases.main);
    const { hand, handlers } = await start();
    const first = await handlers['market/ticker']({ symbol: 'BTC_USDT' }, visitor());
    expect(first).toMatchObject({
      last: '60000.00',
      lastSide: 'sell',
      bid: null,
      change24h: '50.00',
      high: '60000.00',
      low: '50000.00',
      volume: '2.00000',
      turnover: '110000.0000000',
      index: '60000.13',
    });
    hand.snapshot('BTC_USDT', { bids: [[5_999_900, 5]], asks: [[6_000_100, 7]] });
    const fourth = trade(4, 6_000_100, Date.now());
    await commit([fourth]);
    hand.update('BTC_USDT', { asks: [[6_000_100, 2]], trades: [fourth] });
    await vi.waitFor(
      async () =>
        expect(await handlers['market/trades']({ symbol: 'BTC_USDT', size: 2 }, visitor())).toMatchObject({
          list: [{ number: 4, price: '60001.00', side: 'buy' }, { number: 3 }],
        }),
      seenWithin,
    );
    expect(await handlers['market/ticker']({ symbol: 'BTC_USDT' }, visitor())).toMatchObject({
      last: '60001.00',
      bid: '59999.00',
      ask: '60001.00',
      volume: '3.00000',
    });
    expect(await handlers['market/depth']({ symbol: 'BTC_USDT' }, visitor())).toMatchObject({
      symbol: 'BTC_USDT',
      bids: [['59999.00', '0.00005']],
      asks: [['60001.00', '0.00002']],
    });
    const list = await handlers['market/list']({}, visitor());
    if (list instanceof Refusal) throw new Error(list.code);
    expect(list.list.map(({ symbol }) => symbol)).toEqual([
      'BTC_USDT',
      'ETH_USDT',
      'TRX_USDT',
      'USDC_USDT',
      'ETH_BTC',
    ]);
    expect(list.list[0]).toMatchObject({
      name: 'Bitcoin',
      tick: '0.01',
      lot: '0.00001',
      totalMin: '5',
      totalMax: '100000',
      bandPercent: '10',
      givePercent: '2',
      slippagePercent: '5',
      makerPercent: '0.1',
      takerPercent: '0.2',
      state: 'enabled',
      ticker: { last: '60001.00' },
    });
    expect(list.list[0]?.sparkline).toHaveLength(48);
    expect(list.list[0]?.sparkline.at(-1)).toBe('60001.00');
  });

  it('that are read while trades are committed count each of them once', async () => {
    const { hand, handlers } = await start();
    hand.snapshot('BTC_USDT');
    for (let number = 1; number <= 60; number += 1) {
      const next = trade(number, 5_000_000 + number, Date.now());
      await commit([next]);
      // Some are never heard of, and now and then the whole feed begins anew.
      if (number % 7 !== 0) hand.update('BTC_USDT', { trades: [next] });
      if (number % 25 === 0) hand.snapshot('BTC_USDT');
    }
    await vi.waitFor(
      async () =>
        expect(await handlers['market/ticker']({ symbol: 'BTC_USDT' }, visitor())).toMatchObject({
          volume: '60.00000',
          last: '50000.60',
        }),
      seenWithin,
    );
    await vi.waitFor(
      async () =>
        expect(await handlers['market/trades']({ symbol: 'BTC_USDT', size: 100 }, visitor())).toMatchObject({
          list: Array.from({ length: 60 }, (_, index) => ({ number: 60 - index })),
        }),
      seenWithin,
    );
  });

  it('are hidden from the list but not from who asks by name, and unknown when they are disabled', async () => {
    await asOwner(database.ownerUrl, `update app.market set state = 'hidden' where symbol = 'ETH_USDT'`);
    const { hand, handlers, markets } = await start();
    const symbols = async () => {
      const answer = await handlers['market/list']({}, visitor());
      return answer instanceof Refusal ? [] : answer.list.map(({ symbol }) => symbol);
    };
    expect(await symbols()).not.toContain('ETH_USDT');
    expect(await handlers['market/ticker']({ symbol: 'ETH_USDT' }, visitor())).toMatchObject({
      symbol: 'ETH_USDT',
    });
    expect(markets.channels.has('depth:ETH_USDT')).toBe(true);
    expect(await handlers['market/depth']({ symbol: 'ETH_USDT' }, visitor())).toMatchObject({
      code: 'market_away',
    });
    await asOwner(
      database.ownerUrl,
      `update app.market set state = 'disabled' where symbol = 'TRX_USDT';
       update app.market set state = 'locked' where symbol = 'ETH_USDT'`,
    );
    await vi.waitFor(
      async () => expect(await symbols()).toEqual(['BTC_USDT', 'ETH_USDT', 'USDC_USDT', 'ETH_BTC']),
      seenWithin,
    );
    expect(hand.followed()).not.toContain('TRX_USDT');
    expect(markets.channels.has('candles:TRX_USDT:1m')).toBe(false);
    const refused = { code: 'market_unknown', field: 'symbol' };
    for (const symbol of ['TRX_USDT', 'ZZZ_YYY']) {
      expect(await handlers['market/ticker']({ symbol }, visitor())).toMatchObject(refused);
      expect(await handlers['market/depth']({ symbol }, visitor())).toMatchObject(refused);
      expect(await handlers['market/trades']({ symbol }, visitor())).toMatchObject(refused);
      expect(await handlers['market/kline']({ symbol, interval: '1m' }, visitor())).toMatchObject(refused);
      expect(await handlers['market/favor']({ symbol, on: true }, person())).toMatchObject(refused);
    }
  });

  it('are told of together in one list, but not the hidden ones', async () => {
    await asOwner(database.ownerUrl, `update app.market set state = 'hidden' where symbol = 'ETH_USDT'`);
    const { hand, markets } = await start();
    const frames: { data: { list: { symbol: string; bid: string | null }[] } }[] = [];
    markets.channels.listen((channel, message) => {
      if (channel === 'tickers') frames.push(JSON.parse(message) as (typeof frames)[number]);
    });
    hand.snapshot('BTC_USDT', { bids: [[100, 5]] });
    hand.snapshot('ETH_USDT', { state: 'hidden', bids: [[100, 5]] });
    await vi.waitFor(
      () =>
        expect(frames.flatMap(({ data }) => data.list)).toMatchObject([{ symbol: 'BTC_USDT', bid: '1.00' }]),
      seenWithin,
    );
    const snapshot = JSON.parse(markets.channels.snapshot('tickers') ?? '') as (typeof frames)[number];
    expect(snapshot.data.list.map(({ symbol }) => symbol)).toEqual([
      'BTC_USDT',
      'TRX_USDT',
      'USDC_USDT',
      'ETH_BTC',
    ]);
  });
});

describe('a market', () => {
  it('says on its channel when it takes no orders, when it takes them again, and when it is closed', async () => {
    const { hand, markets } = await start();
    const states: string[] = [];
    markets.channels.listen((channel, message) => {
      if (channel !== 'ticker:TRX_USDT') return;
      const { state } = (JSON.parse(message) as { data: { state: string } }).data;
      if (states.at(-1) !== state) states.push(state);
    });
    hand.snapshot('TRX_USDT');
    const change = async (state: string) =>
      await asOwner(database.ownerUrl, `update app.market set state = '${state}' where symbol = 'TRX_USDT'`);
    const frames = async (state: string) =>
      await vi.waitFor(() => expect(states.at(-1)).toBe(state), seenWithin);
    await change('locked');
    await frames('locked');
    await change('enabled');
    await frames('enabled');
    await change('disabled');
    await frames('disabled');
    expect(states.slice(-3)).toEqual(['locked', 'enabled', 'disabled']);
  });

  it('shows the fees of its own row before those of all markets', async () => {
    await asOwner(
      database.ownerUrl,
      `insert into app.trade_fee (trade_group, symbol, maker_ppm, taker_ppm)
       values ('standard', 'ETH_BTC', 250, 500), ('vip-1', 'BTC_USDT', 1, 1)`,
    );
    const { handlers } = await start();
    const answer = await handlers['market/list']({}, visitor());
    await asOwner(database.ownerUrl, `delete from app.trade_fee where symbol is not null`);
    if (answer instanceof Refusal) throw new Error(answer.code);
    const feesOf = (wanted: string) => {
      const found = answer.list.find(({ symbol }) => symbol === wanted);
      return [found?.makerPercent, found?.takerPercent];
    };
    expect(feesOf('ETH_BTC')).toEqual(['0.025', '0.05']);
    expect(feesOf('BTC_USDT')).toEqual(['0.1', '0.2']);
  });
});

describe('candles that are asked for', () => {
  it('are the latest, those before a moment, or those from a moment on; always oldest first', async () => {
    const start0 = Math.floor(Date.now() / hour) * hour - 1000 * minute;
    await commit(
      Array.from({ length: 600 }, (_, index) => trade(index + 1, 1000 + index, start0 + index * minute)),
    );
    const { handlers } = await start();
    const kline = async (range: { from?: number; to?: number }) => {
      const answer = await handlers['market/kline'](
        { symbol: 'BTC_USDT', interval: '1m', ...range },
        visitor(),
      );
      return answer instanceof Refusal ? [] : answer.list.map(([time]) => (time - start0) / minute);
    };
    const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);
    expect(await kline({})).toEqual(range(100, 600));
    expect(await kline({ to: start0 + 550 * minute })).toEqual(range(50, 550));
    expect(await kline({ from: start0 + 20 * minute })).toEqual(range(20, 520));
    expect(await kline({ from: start0 + 590 * minute })).toEqual(range(590, 600));
    expect(await kline({ from: start0 + 5 * minute, to: start0 + 8 * minute })).toEqual([5, 6, 7]);
    expect(await kline({ from: 8_640_000_000_000_000 })).toEqual([]);
    expect(await kline({ from: 0, to: 0 })).toEqual([]);
  });
});

describe('favourites', () => {
  it('are kept in the order in which they were marked, once each, and are of one person', async () => {
    const { handlers } = await start();
    const favor = async (symbol: string, on: boolean) =>
      await handlers['market/favor']({ symbol, on }, person());
    await favor('ETH_BTC', true);
    await favor('BTC_USDT', true);
    expect(await favor('ETH_BTC', true)).toEqual({ list: ['ETH_BTC', 'BTC_USDT'] });
    expect(await favor('ETH_BTC', false)).toEqual({ list: ['BTC_USDT'] });
    expect(await favor('ETH_BTC', false)).toEqual({ list: ['BTC_USDT'] });
    expect(await handlers['market/favorites']({}, person(newRowId()))).toEqual({ list: [] });
    expect(await handlers['market/favorites']({}, person())).toEqual({ list: ['BTC_USDT'] });
  });
});

it('a visitor may ask by an address alone, with numbers as text', async () => {
  for (const [path, fields] of [
    ['market/depth', { symbol: 'BTC_USDT', level: '2', limit: '200' }],
    ['market/depth', { symbol: 'BTC_USDT', level: '0' }],
    ['market/depth', { symbol: 'BTC_USDT', level: 0 }],
    ['market/trades', { symbol: 'BTC_USDT', size: '100' }],
    ['market/kline', { symbol: 'BTC_USDT', interval: '1m', from: '0', to: '1800000000000' }],
  ] as const)
    expect(contract[path].input.safeParse(fields).success).toBe(true);
  for (const [path, fields] of [
    ['market/depth', { symbol: 'BTC_USDT', limit: '201' }],
    ['market/depth', { symbol: 'BTC_USDT', level: '4' }],
    ['market/trades', { symbol: 'BTC_USDT', size: '101' }],
  ] as const)
    expect(contract[path].input.safeParse(fields).success).toBe(false);
});
