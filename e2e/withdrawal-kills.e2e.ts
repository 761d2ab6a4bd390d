/**
 * Money that leaves is paid once, whatever is killed meanwhile: workers at every named point, five times each, and at
 * any other moment; the signer; the node. Real database, chain, keys and processes.
 */
import { existsSync } from 'node:fs';

import { demoFaucet } from '@marigold/evm/demo-tokens';
import { afterAll, beforeAll, expect, it } from 'vitest';

import type { PayoutCrashPoint } from '../apps/server/src/modules/payout/context.ts';
import { payoutCrashPoints } from '../apps/server/src/modules/payout/context.ts';
import { cancelByReplacement } from '../apps/server/src/modules/payout/operate/operate.ts';
import type { OrderedPayout } from '../apps/server/testing/payout-books.ts';
import { processesOf } from './program/program.ts';
import { readHeight } from './withdrawals/mined.ts';
import { finalBelow, openWorld, type WithdrawalWorld } from './withdrawals/world.ts';

const times = 5;
/** A pass over a few payouts takes less. */
const passMsMost = 400;
const paidOnce = 'settled, 1 of 1 payments, 0 refunds';
const givenBack = 'failed, 0 of 0 payments, 1 refunds';
const seed = Number(process.env['FC_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

let world: WithdrawalWorld;

beforeAll(async () => {
  console.log(`FC_SEED=${seed}`);
  world = await openWorld(seed);
});
afterAll(async () => {
  await world?.end();
});

/** Blocks that must come after a payout was sent, before a pass meets the point over it. */
function blocksBefore(point: PayoutCrashPoint): number {
  if (point.endsWith('-observe-commit')) return 1;
  return point.endsWith('-settle-commit') ? 1 + finalBelow : 0;
}

async function outcomesOf(orders: readonly OrderedPayout[], above: number): Promise<string[]> {
  const mined = await world.payments(above);
  return await Promise.all(orders.map(async (order) => await world.outcome(order, mined)));
}

it.each(payoutCrashPoints.filter((point) => point !== 'payout.after-plan-commit'))(
  'pays each of five payouts once whose worker was killed at %s',
  async (point) => {
    const above = await readHeight(world.local.url);
    const orders: OrderedPayout[] = [];
    for (let time = 0; time < times; time += 1) {
      // The worker that goes on after one is killed over the next.
      await world.crew.goOn();
      orders.push(await world.order());
      const blocks = blocksBefore(point);
      if (blocks > 0) {
        await world.crew.goOn();
        await world.mine(blocks);
      }
      await world.crew.dieAt(point);
      // What it may have sent is mined, and the market is another one, before anybody goes on.
      await world.mine();
    }
    await world.finish();
    expect(await outcomesOf(orders, above)).toEqual(orders.map(() => paidOnce));
    expect(await world.problems()).toEqual([]);
  },
);

it('empties each of five deposit addresses once whose worker was killed at payout.after-plan-commit', async () => {
  const above = await readHeight(world.local.url);
  const accounts: string[] = [];
  for (let time = 0; time < times; time += 1) {
    await world.crew.goOn();
    accounts.push(await world.arrive());
    await world.crew.dieAt('payout.after-plan-commit');
    await world.mine();
  }
  // Gas is sent ahead, arrives, and only then the money moves.
  for (let block = 0; block < 3; block += 1) {
    await world.crew.goOn();
    await world.mine();
  }
  await world.finish();
  const mined = await world.payments(above);
  const swept = accounts.map((account) =>
    mined.filter(({ from, to }) => from === account && to === world.known.hot),
  );
  expect(swept.map(({ length }) => length)).toEqual(accounts.map(() => 1));
  expect(await world.problems()).toEqual([]);
});

it('pays once or gives back what a worker was killed over from outside, at any moment, while some were cancelled', async () => {
  const above = await readHeight(world.local.url);
  const orders: OrderedPayout[] = [];
  for (let time = 0; time < times; time += 1) {
    const order = await world.order();
    orders.push(order, await world.order());
    await world.crew.killAfter(world.random.below(passMsMost));
    const cancel = { payoutId: order.id, now: world.now() };
    if (world.random.chance(0.5))
      await world.db.transaction().execute(async (db) => await cancelByReplacement(db, cancel));
    if (world.random.chance(0.5)) await world.mine();
  }
  await world.finish();
  for (const outcome of await outcomesOf(orders, above)) expect([paidOnce, givenBack]).toContain(outcome);
  expect(await world.problems()).toEqual([]);
});

it('pays once when the signer is killed with a signature that nobody stored', async () => {
  const above = await readHeight(world.local.url);
  await world.crew.goOn();
  const orders = [await world.order(), await world.order()];
  await world.crew.dieAt('payout.after-sign');
  const before = world.signer.pid() ?? 0;
  process.kill(before, 'SIGKILL');
  await world.mine();
  await world.finish();
  await expect.poll(world.signer.pid).not.toBe(before);
  expect(await outcomesOf(orders, above)).toEqual(orders.map(() => paidOnce));
  expect(await world.problems()).toEqual([]);
});

it('pays once when the node is killed and forgets its pool', async () => {
  const above = await readHeight(world.local.url);
  await world.local.save();
  const orders = [await world.order()];
  await world.crew.goOn();
  // Where it was not saved in time, this block is forgotten too.
  await world.mine();
  orders.push(await world.order());
  await world.crew.goOn();
  const before = world.local.pid();
  process.kill(before, 'SIGKILL');
  await world.crew.goOn();
  await expect.poll(world.local.pid).not.toBe(before);
  await world.finish();
  expect(await outcomesOf(orders, above)).toEqual(orders.map(() => paidOnce));
  expect(await world.problems()).toEqual([]);
});

it('sent nothing that is not written down, from the first block to the last', async () => {
  const mined = await world.payments(0);
  // A cancel counts: it pays nothing to ourselves.
  const ours = mined.filter(({ from }) => from !== demoFaucet);
  expect(ours.length).toBe(await world.noncesTaken());
});

it('leaves no process and no folder behind', async () => {
  const { folder } = world;
  await world.end();
  expect(processesOf(folder)).toEqual([]);
  expect(existsSync(folder)).toBe(false);
});
