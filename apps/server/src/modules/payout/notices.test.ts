import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';

import type { PayoutScene } from '../../../testing/payout-scene.ts';
import { openPayoutScene } from '../../../testing/payout-scene.ts';
import { requeuePayout } from './operate/operate.ts';

let scene: PayoutScene;

beforeEach(async () => {
  scene = await openPayoutScene();
});
afterEach(async () => {
  await scene.close();
});

it('tells its owner once that it waits for liquidity, however often it is tried again', async () => {
  await scene.fund(scene.signer.known.hot, 'ETH', 10n ** 18n);
  const payout = await scene.order();
  const notices = async () =>
    (
      await sql<{ kind: string; facts: object; path: string }>`
        select kind, facts, path from app.notice where user_id = ${payout.userId} order by id`.execute(
        scene.db,
      )
    ).rows;
  await scene.pipeline.pass();
  const expected = {
    kind: 'payoutWaits',
    facts: { amount: '50.00', currency: 'USDT', why: 'liquidity', billId: payout.billId },
    path: `/pages/exchange/billdetail?id=${payout.billId}`,
  };
  expect(await notices()).toEqual([expected]);
  const again = await scene.db
    .transaction()
    .execute(async (db) => await requeuePayout(db, { payoutId: payout.id, now: scene.clock.now() }));
  expect(again).toBe('done');
  await scene.pipeline.pass();
  expect(await scene.states(payout)).toEqual(['waiting', 'no-liquidity', 'waiting', 'no-liquidity']);
  expect(await notices()).toEqual([expected]);
});
