import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { startTestApi, type TestApi } from '../../../testing/api.ts';
import { asOwner } from '../../../testing/database.ts';
import { createLog } from '../../platform/process/log.ts';
import { createDemoPrices } from '../market/index-price/demo.ts';
import { createIndex } from '../market/index-price/index-price.ts';
import { rungsPerSide } from './grid.ts';
import { createRound } from './round.ts';
import { liquiditySeed, seedLiquidity } from './service.ts';

let api: TestApi;
let chance = 1;
const log = createLog('silent');

beforeAll(async () => {
  api = await startTestApi({ books: true });
  const { databases, server, clock } = api;
  await seedLiquidity({ mode: 'demo', db: databases.main, identity: server.identity, now: clock.now() });
});
afterAll(async () => await api.close());

function newRound(): () => Promise<void> {
  const { databases, exchange, clock } = api;
  const parts = { db: databases.main, exchange, clock: () => clock.now(), log, seed: liquiditySeed };
  return createRound({ ...parts, random: () => chance });
}

async function refreshIndex(): Promise<void> {
  const { databases, clock } = api;
  const sources = [createDemoPrices({ db: databases.main, seed: liquiditySeed })];
  await createIndex({ db: databases.main, sources, log }).refresh(clock.now());
}

type Standing = { symbol: string; buys: number; sells: number; is_crossed: boolean };

async function standing(): Promise<readonly Standing[]> {
  const found = await sql<Standing>`
    select symbol, count(*) filter (where side = 'buy')::int as buys, count(*) filter (where side = 'sell')::int as sells,
      max(price) filter (where side = 'buy') >= min(price) filter (where side = 'sell') as is_crossed
    from app.trade_order where status = 'wait' group by symbol order by symbol`.execute(api.databases.main);
  return found.rows;
}

async function count(table: string, where = sql`true`): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where ${where}`.execute(api.databases.main);
  return found.rows[0]?.count ?? -1;
}

const full = ['BTC_USDT', 'ETH_BTC', 'ETH_USDT', 'TRX_USDT', 'USDC_USDT'].map((symbol) => ({
  symbol,
  buys: rungsPerSide,
  sells: rungsPerSide,
  is_crossed: false,
}));

it('builds every book by five commands a round, and then stands still', { timeout: 60_000 }, async () => {
  await refreshIndex();
  const round = newRound();
  let mostOfARound = 0;
  // Whoever runs the books reads a new index within a second; until then they refuse.
  await vi.waitFor(
    async () => {
      const before = await count('app.trade_order');
      await round();
      mostOfARound = Math.max(mostOfARound, (await count('app.trade_order')) - before);
      expect(await standing()).toEqual(full);
    },
    { timeout: 30_000, interval: 20 },
  );
  expect(mostOfARound).toBeLessThanOrEqual(25);
  await round();
  expect(await count('app.trade_order')).toBe(150);
});

it('trades now and then by ordinary orders; books and ledger stay whole', { timeout: 60_000 }, async () => {
  await refreshIndex();
  const round = newRound();
  chance = 0;
  await round();
  await round();
  expect(await count('app.trade')).toBeGreaterThanOrEqual(5);
  expect(await count('app.trade_order', sql`type = 'market' and status = 'wait'`)).toBe(0);
  expect(await count('app.broken_orders')).toBe(0);
  chance = 1;
});

it(
  'begins anew after a restart: what stood there is cancelled, and the same book grows again',
  { timeout: 60_000 },
  async () => {
    await refreshIndex();
    const ids = sql<{ id: string }>`select id from app.trade_order where status = 'wait'`;
    const before = (await ids.execute(api.databases.main)).rows.map(({ id }) => id);
    expect(before.length).toBeGreaterThan(0);
    const round = newRound();
    await round();
    expect(await count('app.trade_order', sql`status = 'cancel' and id = any(${before}::uuid[])`)).toBe(
      before.length,
    );
    for (let rounds = 0; rounds < 10; rounds += 1) await round();
    expect(await standing()).toEqual(full);
  },
);

it('leaves a locked market alone', async () => {
  const { exchange, databases, clock } = api;
  const calls: string[] = [];
  const watched = {
    ...exchange,
    submit: async (order: Parameters<typeof exchange.submit>[0]) => {
      calls.push(order.symbol);
      return await exchange.submit(order);
    },
  };
  await asOwner(api.ownerUrl, `update app.market set state = 'locked' where symbol <> 'BTC_USDT'`);
  const parts = { db: databases.main, exchange: watched, clock: () => clock.now(), log, seed: liquiditySeed };
  await createRound({ ...parts, random: () => 0 })();
  expect(new Set(calls)).toEqual(new Set(['BTC_USDT']));
});
