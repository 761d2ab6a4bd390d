import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';

import type { PayoutSetup } from '../../../testing/payout-setup.ts';
import { openPayoutSetup } from '../../../testing/payout-setup.ts';
import { requeuePayout } from './operate/operate.ts';

let setup: PayoutSetup;

beforeEach(async () => {
  setup = await openPayoutSetup();
});
afterEach(async () => {
  await setup.close();
});

it('tells its owner once that it waits for liquidity, however often it is tried again', async () => {
  await setup.fund(setup.signer.known.hot, 'ETH', 10n ** 18n);
  const payout = await setup.order();
  const notices = async () =>
    (
      await sql<{ kind: string; facts: object; path: string }>`
        select kind, facts, path from app.notice where user_id = ${payout.userId} order by id`.execute(
        setup.db,
      )
    ).rows;
  await setup.pipeline.pass();
  const expected = {
    kind: 'payoutWaits',
    facts: { amount: '50.00', currency: 'USDT', why: 'liquidity', billId: payout.billId },
    path: `/pages/exchange/billdetail?id=${payout.billId}`,
  };
  expect(await notices()).toEqual([expected]);
  const again = await setup.db
    .transaction()
    .execute(async (db) => await requeuePayout(db, { payoutId: payout.id, now: setup.clock.now() }));
  expect(again).toBe('done');
  await setup.pipeline.pass();
  expect(await setup.states(payout)).toEqual(['waiting', 'no-liquidity', 'waiting', 'no-liquidity']);
  expect(await notices()).toEqual([expected]);
});
