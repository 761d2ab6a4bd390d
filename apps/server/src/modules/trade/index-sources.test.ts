/** Whose word about the index bounds orders: in production one source alone does not. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import type { TradingSetup } from '../../../testing/traders.ts';
import { keyFor, openTradingSetup, readOrderWords } from '../../../testing/traders.ts';

let floor: TradingSetup;
beforeAll(async () => {
  floor = await openTradingSetup();
});
afterAll(async () => await floor.close());

it('takes an index as fresh only where two sources agree, and lets what can only rest wait by it meanwhile', async () => {
  const [ann, market] = [await floor.trader('ann', { USDT: '1000' }), await floor.market()];
  const { exchange } = await floor.start({ indexSourcesMin: 2 });
  const submit = async (words: string) =>
    await exchange.submit({ ...readOrderWords(market, ann, words), key: keyFor(ann) });
  expect(await submit('buy 1 @ 99')).toMatchObject({ code: 'index_stale' });
  expect(await submit('buy 1 @ 99 post')).toMatchObject({ status: 'wait' });
  await sql`update app.index_price set sources = 2`.execute(floor.databases.main);
  await vi.waitFor(async () => expect(await submit('buy 1 @ 98')).toMatchObject({ status: 'wait' }), {
    timeout: 20_000,
    interval: 50,
  });
});
