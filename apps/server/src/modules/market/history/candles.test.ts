import { candleIntervals } from '@marigold/contract/calls/market';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { asOwner, testDatabase, type TestDatabase } from '../../../../testing/database.ts';
import { type Databases, openDatabases } from '../../../platform/database/database.ts';
import { readMarkets } from '../views.ts';
import { type CandleTrade, openingOf } from './candles.ts';
import { recordCandles } from './record-candles.ts';

let database: TestDatabase;
let databases: Databases;

beforeAll(async () => {
  database = await testDatabase();
  databases = openDatabases(database.appUrl, 4);
});
afterAll(async () => {
  await databases.close();
  await database.drop();
});
beforeEach(async () => void (await asOwner(database.ownerUrl, 'delete from app.candle')));

type Stored = {
  interval: string;
  opened_at: number;
  open: bigint;
  high: bigint;
  low: bigint;
  close: bigint;
  volume: string;
  turnover: string;
};

async function stored(): Promise<Stored[]> {
  const found = await sql<Stored>`
    select interval, opened_at, open, high, low, close, volume, turnover from app.candle
    where symbol = 'BTC_USDT' order by interval, opened_at`.execute(databases.main);
  return found.rows;
}

describe('a candle', () => {
  it.each([
    ['1m', '2026-11-22T03:20:29.999Z', '2026-11-22T03:20:00.000Z'],
    ['5m', '2026-11-22T03:24:59.999Z', '2026-11-22T03:20:00.000Z'],
    ['15m', '2026-11-22T03:15:00.000Z', '2026-11-22T03:15:00.000Z'],
    ['1h', '2026-11-22T03:59:59.999Z', '2026-11-22T03:00:00.000Z'],
    ['4h', '2026-11-22T03:20:29.000Z', '2026-11-22T00:00:00.000Z'],
    ['1d', '2026-11-22T23:59:59.999Z', '2026-11-22T00:00:00.000Z'],
    // A Sunday belongs to the week that began on Monday.
    ['1w', '2026-11-22T23:59:59.999Z', '2026-11-16T00:00:00.000Z'],
    ['1w', '2026-11-23T00:00:00.000Z', '2026-11-23T00:00:00.000Z'],
    ['1w', '1970-01-02T00:00:00.000Z', '1969-12-29T00:00:00.000Z'],
  ] as const)('of %s that holds %s began at %s', (interval, time, opened) => {
    expect(new Date(openingOf(interval, Date.parse(time))).toISOString()).toBe(opened);
  });

  it('is the same whether its trades came at once or one by one, in any grouping', async () => {
    const seed = Number(process.env['FC_SEED'] ?? Date.now() % 1_000_000);
    console.log(`candles: FC_SEED=${seed}`);
    const random = seeded(seed);
    let time = Date.parse('2026-11-20T22:00:00Z');
    const trades: CandleTrade[] = Array.from({ length: 400 }, () => {
      time += Math.floor(random() * 1_800_000);
      return { price: 1 + Math.floor(random() * 9e12), amount: 1 + Math.floor(random() * 1e6), time };
    });
    for (let from = 0; from < trades.length;) {
      const count = 1 + Math.floor(random() * 40);
      await recordCandles(databases.main, 'BTC_USDT', trades.slice(from, from + count));
      from += count;
    }
    expect(await stored()).toEqual(naive(trades));
  });

  it('is not made by no trade at all', async () => {
    await recordCandles(databases.main, 'BTC_USDT', []);
    expect(await stored()).toEqual([]);
  });
});

it('every market is read with its rules in the engine’s integers', async () => {
  const markets = await readMarkets(databases.main);
  expect(markets.map(({ symbol }) => symbol)).toEqual([
    'BTC_USDT',
    'ETH_USDT',
    'TRX_USDT',
    'USDC_USDT',
    'ETH_BTC',
  ]);
  expect(markets[0]).toMatchObject({
    name: 'Bitcoin',
    tick: 1,
    lot: 1,
    totalMin: 50_000_000,
    totalMax: 1_000_000_000_000,
    bandPpm: 100_000,
    givePpm: 20_000,
    slippagePpm: 50_000,
    makerPpm: 1000,
    takerPpm: 2000,
    openOrdersMax: 200,
  });
  for (const { terms, baseScale, quoteScale, priceDecimals, amountDecimals } of markets) {
    expect(terms.baseUnits * 10n ** BigInt(amountDecimals)).toBe(10n ** BigInt(baseScale));
    expect(terms.quoteUnits * 10n ** BigInt(priceDecimals + amountDecimals)).toBe(10n ** BigInt(quoteScale));
  }
});

/** The slow way: for each interval and moment look at every trade. */
function naive(trades: readonly CandleTrade[]): Stored[] {
  return [...candleIntervals].toSorted().flatMap((interval) => {
    const openings = [...new Set(trades.map(({ time }) => openingOf(interval, time)))];
    return openings.map((openedAt) => {
      const inside = trades.filter(({ time }) => openingOf(interval, time) === openedAt);
      const prices = inside.map(({ price }) => price);
      const sum = (values: bigint[]): string => String(values.reduce((total, value) => total + value, 0n));
      return {
        interval,
        opened_at: openedAt,
        open: BigInt(prices.at(0) ?? 0),
        high: BigInt(Math.max(...prices)),
        low: BigInt(Math.min(...prices)),
        close: BigInt(prices.at(-1) ?? 0),
        volume: sum(inside.map(({ amount }) => BigInt(amount))),
        turnover: sum(inside.map(({ price, amount }) => BigInt(price) * BigInt(amount))),
      };
    });
  });
}

/** Numbers from 0 to below 1 that a seed repeats. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
