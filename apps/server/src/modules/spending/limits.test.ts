import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';

import type { PayoutSetup } from '../../../testing/payout-setup.ts';
import { openPayoutSetup } from '../../../testing/payout-setup.ts';
import { payoutOutflow } from '../payout/views.ts';
import { transferOutflow } from '../transfer/views.ts';
import { leftToPayOut } from './limits.ts';

let setup: PayoutSetup;
beforeAll(async () => {
  setup = await openPayoutSetup();
});
afterAll(async () => await setup.close());

it.each([
  ['what was given back whole as if it had never left', 'null', 0n],
  ['what burnt gas when it was mined as if it had left', '5', 30_000n],
])('counts %s', async (_, stored, counted) => {
  const order = await setup.order({ asset: 'ETH', units: 10_000_000n, feeUnits: 100_000n });
  const left = async () =>
    await leftToPayOut(setup.db, [transferOutflow, payoutOutflow], {
      userId: order.userId,
      now: setup.clock.now(),
      way: 'chain',
    });
  const before = await left();
  await sql`
    update app.payout set usd = 300, state = 'failed', kept_units = ${stored === 'null' ? null : stored}
    where id = ${order.id}`.execute(setup.db);
  expect(before - (await left())).toBe(counted);
});
