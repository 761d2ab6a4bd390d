import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { startTestApi, type TestApi } from '../../../testing/api.ts';
import { writeDemoHistory } from './history.ts';
import { liquiditySeed, seedLiquidity, startLiquidity } from './service.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(async () => await api.close());

const minute = 60_000;

it('writes the past of every market once: candles without a gap, each going on where the one before ended', async () => {
  const db = api.databases.main;
  const now = api.clock.now();
  expect(await writeDemoHistory({ db, seed: 7, now })).toBe(5);
  expect(await writeDemoHistory({ db, seed: 7, now: now + minute })).toBe(0);
  const found = await sql<{
    symbol: string;
    count: number;
    gaps: number;
    breaks: number;
    wrong: number;
  }>`
    select symbol, count(*)::int as count,
      count(*) filter (where opened_at - before <> '1 minute')::int as gaps,
      count(*) filter (where open <> close_before)::int as breaks,
      count(*) filter (where high < greatest(open, close) or low > least(open, close) or volume <= 0)::int as wrong
    from (
      select *, lag(opened_at) over w as before, lag(close) over w as close_before
      from app.candle where interval = '1m' window w as (partition by symbol order by opened_at)) c
    group by symbol order by symbol`.execute(db);
  expect(found.rows).toEqual(
    ['BTC_USDT', 'ETH_BTC', 'ETH_USDT', 'TRX_USDT', 'USDC_USDT'].map((symbol) => ({
      symbol,
      count: 24 * 60,
      gaps: 0,
      breaks: 0,
      wrong: 0,
    })),
  );
});

it('leaves no order, no trade and no money behind', async () => {
  const found = await sql<{ orders: number; trades: number; journals: number }>`
    select (select count(*)::int from app.trade_order) as orders, (select count(*)::int from app.trade) as trades,
      (select count(*)::int from ledger.journal) as journals`.execute(api.databases.main);
  expect(found.rows).toEqual([{ orders: 0, trades: 0, journals: 0 }]);
});

it('makes two demo traders with money, once', async () => {
  const parts = {
    mode: 'demo' as const,
    db: api.databases.main,
    identity: api.server.identity,
    now: api.clock.now(),
  };
  await seedLiquidity(parts);
  await seedLiquidity(parts);
  const found = await sql<{ username: string; is_demo: boolean; assets: number }>`
    select p.username, p.is_demo, count(*)::int as assets
    from app.person p join ledger.account a on a.owner_id = p.id and a.kind = 'available' and a.balance > 0
    group by p.id order by p.username`.execute(api.databases.main);
  expect(found.rows).toEqual([
    { username: 'demomaker', is_demo: true, assets: 5 },
    { username: 'demotaker', is_demo: true, assets: 5 },
  ]);
});

it('does not exist in production', async () => {
  const mode = 'production' as const;
  const { databases, server, clock } = api;
  const { identity } = server;
  await expect(seedLiquidity({ mode, db: databases.main, identity, now: clock.now() })).rejects.toThrow(
    'Broken',
  );
  const unused = { exchange: undefined as never, log: undefined as never, seed: liquiditySeed };
  expect(() => startLiquidity({ mode, db: databases.main, clock: () => clock.now(), ...unused })).toThrow(
    'Broken',
  );
});
