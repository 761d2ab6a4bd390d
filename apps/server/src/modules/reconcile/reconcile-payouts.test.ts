import { watchKey } from '@marigold/chain/hd';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';

import type { PayoutSetup } from '../../../testing/payout-setup.ts';
import { openPayoutSetup } from '../../../testing/payout-setup.ts';
import { createLog } from '../../platform/process/log.ts';
import { addHouseAccount, drawAddress, fillPool } from '../chain/address/pool.ts';
import type { ChainWatcher } from '../chain/watch/watch.ts';
import { createWatcher } from '../chain/watch/watch.ts';
import { createDepositListener } from '../deposit/service.ts';
import { joinOwnTransaction } from '../payout/views.ts';
import { bookOpening } from './difference.ts';
import type { Reconciler } from './reconcile.ts';
import { createReconciler } from './reconcile.ts';

let setup: PayoutSetup;
let watcher: ChainWatcher;
let reconciler: Reconciler;
beforeAll(async () => {
  setup = await openPayoutSetup({ seed: 'reconcile' });
  const { db, chain, clock, signer } = setup;
  const { hot, gas } = await signer.accounts();
  const now = clock.now();
  await addHouseAccount(db, { family: 'evm', purpose: 'hot', account: hot, now });
  await addHouseAccount(db, { family: 'evm', purpose: 'gas', account: gas, now });
  const parts = { db, chain, code: 'eth', clock: () => clock.now(), log: createLog('silent') };
  watcher = createWatcher({
    ...parts,
    listener: createDepositListener({ ...parts, joinOwnTransaction }),
    bookOpening,
  });
  reconciler = createReconciler(parts);
  await sql`
    insert into app.rate (asset, usd, sources, fetched_at)
    values ('USDT', 1, 3, now()), ('USDC', 1, 3, now()), ('ETH', 2000, 3, now())
    on conflict do nothing`.execute(db);
  await watcher.catchUp();
  await setup.fund(hot, 'ETH', 10n ** 18n);
  await setup.fund(gas, 'ETH', 10n ** 18n);
  await setup.fund(hot, 'USDT', 5_000_000_000n);
});
afterAll(async () => {
  await setup.close();
});

it('finds books and chain the same all through payouts, top-ups and sweeps', async () => {
  const { db, chain, clock, signer } = setup;
  const userId = await setup.person({ USDT: 300_000_000_000n, ETH: 100_000_000n });
  const { depositKey } = await signer.accounts();
  await fillPool(db, { ...watchKey(depositKey), family: 'evm', size: 2, now: clock.now() });
  const drawn = await drawAddress(db, { userId, family: 'evm', label: null, now: clock.now() });
  if (drawn === undefined) throw new Error('the pool is empty');
  // Worth sweeping, once it is credited and final.
  chain.send({ coin: setup.tokens.USDT, to: drawn.account, amount: 900_000_000n });
  await setup.order({ userId });
  for (let block = 0; block < 110; block += 1) {
    if (block === 5) await setup.order({ userId, asset: 'ETH', units: 5_000_000n, feeUnits: 50_000n });
    if (block === 9) chain.reorg(3);
    clock.move(12_000);
    await setup.blocks(1);
    await watcher.catchUp();
    // Often enough to meet every state in which something is signed, mined or booked.
    if (block % 3 !== 0) continue;
    const compared = await reconciler.reconcile();
    expect(compared.map(({ asset, found, expected }) => [block, asset, found - expected])).toEqual([
      [block, 'USDT', 0n],
      [block, 'USDC', 0n],
      [block, 'ETH', 0n],
    ]);
  }
  const done = await sql<{ purpose: string }>`
    select distinct purpose from app.slot where state = 'final' order by purpose`.execute(db);
  expect(done.rows.map(({ purpose }) => purpose)).toEqual(['payout', 'sweep', 'topup']);
  await setup.assertTrue();
}, 60_000);
