import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { type TestDatabase, testDatabase } from '../../../../testing/database.ts';
import { type Databases, openDatabases } from '../../../platform/database/database.ts';
import { createLog } from '../../../platform/process/log.ts';
import { demoRateSource } from '../../rate/demo-source.ts';
import { refreshRates } from '../../rate/refresh.ts';
import type { PriceSource } from '../port.ts';
import { createDemoPrices, createWalk } from './demo.ts';
import { createIndex, freshIndexes, type Index, indexFreshMs } from './index-price.ts';
import { createRatePrices } from './rates.ts';

const second = 1_000;
const minute = 60 * second;
let database: TestDatabase;
let databases: Databases;
let now = 1_795_000_000_000;
let warnings: string[];

beforeAll(async () => {
  database = await testDatabase();
  databases = openDatabases(database.appUrl);
});
afterAll(async () => {
  await databases.close();
  await database.drop();
});
beforeEach(async () => {
  warnings = [];
  now += 60 * minute;
  await sql`delete from app.index_price`.execute(databases.main);
});

const log = createLog('warn', { write: (line: string) => void warnings.push(JSON.parse(line).msg) });

/** Sources that say what stands in the list: a price, a price seen earlier, or nothing at all. */
function saying(words: readonly (string | readonly [price: string, ageMs: number] | undefined)[]): Index & {
  words: typeof words;
} {
  const box = { words };
  const sources = words.map((_, place): PriceSource => ({
    name: `source-${place}`,
    async fetch(at) {
      const word = box.words[place];
      if (word === undefined) throw new Error('away');
      const [price, ageMs] = typeof word === 'string' ? [word, 0] : word;
      return [
        { symbol: 'BTC_USDT', price, time: at - ageMs },
        { symbol: 'NO_SUCH', price: '1' },
      ];
    },
  }));
  const { refresh } = createIndex({ db: databases.main, sources, log });
  return Object.assign(box, { refresh });
}

async function indexOf(symbol = 'BTC_USDT'): Promise<string | undefined> {
  return (await freshIndexes(databases.main, now)).get(symbol);
}

describe('the index price', () => {
  it('is the median of the sources that agree; one that lies apart is left out and told once', async () => {
    const index = saying(['60000', '60100', '90000']);
    await index.refresh(now);
    await index.refresh((now += second));
    expect(await indexOf()).toBe('60050');
    expect(warnings).toEqual(['what an index source says is not taken']);
  });

  it('never rests on one of several sources, and ages until it bounds nothing', async () => {
    const index = saying(['60000', '60100', '60200']);
    await index.refresh(now);
    index.words = ['61000', undefined, ['61000', indexFreshMs + 1]];
    await index.refresh((now += second));
    expect(await indexOf()).toBe('60100');
    now += indexFreshMs;
    await index.refresh(now);
    expect(await indexOf()).toBeUndefined();
    expect(warnings.filter((word) => word === 'an index source does not answer')).toHaveLength(1);
  });

  it('does not follow a jump before a majority stayed there for five rounds', async () => {
    const index = saying(['60000', '60000', '60000']);
    await index.refresh(now);
    index.words = ['80000', '80000', '80000'];
    for (let round = 1; round <= 4; round += 1) {
      await index.refresh((now += second));
      expect(await indexOf()).toBe('60000');
    }
    await index.refresh((now += second));
    expect(await indexOf()).toBe('80000');
    expect(warnings).toEqual(['an index price jumped and waits for confirmation']);
  });

  it('begins anew when nothing was believed for ten minutes', async () => {
    const index = saying(['60000']);
    await index.refresh(now);
    index.words = ['80000'];
    for (let round = 1; round <= 8; round += 1) await index.refresh((now += second));
    expect(await indexOf()).toBe('60000');
    await index.refresh((now += 10 * minute));
    expect(await indexOf()).toBe('80000');
  });

  it('takes nothing that is no price', async () => {
    const index = saying(['60000', '60000', '60000']);
    await index.refresh(now);
    for (const word of ['0', '-1', 'NaN', '1e5', '６００００', '9'.repeat(16)]) {
      index.words = [word, word, word];
      await index.refresh((now += second));
    }
    expect(await indexOf()).toBe('60000');
  });
});

describe('without sources of its own', () => {
  beforeAll(async () => {
    await refreshRates({ db: databases.main, sources: [demoRateSource], log: createLog('silent') }, now);
  });

  it('the index is what the rates say of both assets, as old as the older', async () => {
    await refreshRates({ db: databases.main, sources: [demoRateSource], log: createLog('silent') }, now);
    await createIndex({ db: databases.main, sources: [createRatePrices(databases.main)], log }).refresh(now);
    const indexes = await freshIndexes(databases.main, now);
    expect([...indexes.keys()].toSorted()).toEqual([
      'BTC_USDT',
      'ETH_BTC',
      'ETH_USDT',
      'TRX_USDT',
      'USDC_USDT',
    ]);
    expect(Number(indexes.get('ETH_BTC'))).toBeCloseTo(3514 / 67_412, 3);
    expect((await freshIndexes(databases.main, now + indexFreshMs + 1)).size).toBe(0);
  });

  it('a demo walks around them: every second a little, the same for the same seed, never far away', async () => {
    await refreshRates({ db: databases.main, sources: [demoRateSource], log: createLog('silent') }, now);
    const prices = createDemoPrices({ db: databases.main, seed: 7 });
    const at = async (time: number) =>
      Number((await prices.fetch(time)).find(({ symbol }) => symbol === 'BTC_USDT')?.price);
    const rate = Number(
      (await createRatePrices(databases.main).fetch(now)).find(({ symbol }) => symbol === 'BTC_USDT')?.price,
    );
    expect(await at(now)).toBe(await at(now));
    const steps: number[] = [];
    let before = await at(now);
    for (let step = 1; step <= 200; step += 1) {
      const price = await at(now + step * second);
      expect(Math.abs(price / rate - 1)).toBeLessThan(0.015);
      steps.push(Math.abs(price / before - 1));
      before = price;
    }
    const usual = steps.reduce((sum, step) => sum + step, 0) / steps.length;
    expect(usual).toBeGreaterThan(0.000_03);
    expect(usual).toBeLessThan(0.000_4);
    const walk = { symbol: 'BTC_USDT', isStable: false };
    expect(createWalk({ ...walk, seed: 7 })(now)).not.toBe(createWalk({ ...walk, seed: 8 })(now));
  });
});
