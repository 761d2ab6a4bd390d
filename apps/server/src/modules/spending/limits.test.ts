import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';

import type { PayoutScene } from '../../../testing/payout-scene.ts';
import { openPayoutScene } from '../../../testing/payout-scene.ts';
import { payoutOutflow } from '../payout/views.ts';
import { transferOutflow } from '../transfer/views.ts';
import { leftToPayOut } from './limits.ts';

let scene: PayoutScene;
beforeAll(async () => {
  scene = await openPayoutScene();
});
afterAll(async () => await scene.close());

it.each([
  ['what was given back whole as if it had never left', 'null', 0n],
  ['what burnt gas when it was mined as if it had left', '5', 30_000n],
])('counts %s', async (_, stored, counted) => {
  const order = await scene.order({ asset: 'ETH', units: 10_000_000n, feeUnits: 100_000n });
  const left = async () =>
    await leftToPayOut(scene.db, [transferOutflow, payoutOutflow], {
      userId: order.userId,
      now: scene.clock.now(),
      way: 'chain',
    });
  const before = await left();
  await sql`
    update app.payout set usd = 300, state = 'failed', kept_units = ${stored === 'null' ? null : stored}
    where id = ${order.id}`.execute(scene.db);
  expect(before - (await left())).toBe(counted);
});
