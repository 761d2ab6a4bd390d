import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { DepositScene } from '../../../testing/deposit-scene.ts';
import { openDepositScene } from '../../../testing/deposit-scene.ts';
import { createLog } from '../../platform/process/log.ts';
import { runRounds } from './rounds.ts';

const patience = { timeout: 10_000 };

let scene: DepositScene;
beforeEach(async () => {
  scene = await openDepositScene();
});
afterEach(async () => {
  await scene.close();
});

/** Rounds of a chain that answers how much an account holds only when the test says so. */
function startRounds() {
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
  let calls = 0;
  scene.chain.onCall = async (call) => {
    if (call !== 'balance') return;
    calls += 1;
    await mayAnswer;
  };
  const { db, chain, listener, clock } = scene;
  const log = createLog('silent');
  const rounds = runRounds({
    db,
    chain,
    code: 'eth',
    listener,
    clock: () => clock.now(),
    log,
    everyMs: 5,
    everyBlocks: 1,
  });
  return { rounds, answer, calls: () => calls };
}

it('credits while books and chain are being compared', async () => {
  const anna = await scene.person();
  const { rounds, answer, calls } = startRounds();
  await vi.waitFor(() => expect(calls()).toBeGreaterThan(0), patience);
  scene.pay(anna.account, 25);
  scene.chain.mine(12);
  await vi.waitFor(async () => expect(await scene.available(anna.id)).toBe(25), patience);
  answer();
  await rounds.stop();
});

it('compares again and again, and halts what differs', async () => {
  const { rounds, answer } = startRounds();
  answer();
  scene.chain.give(scene.hot, 'native', -4n);
  await vi.waitFor(
    async () => expect(await scene.halts()).toEqual([expect.stringContaining('less than the books by 4')]),
    patience,
  );
  await rounds.stop();
});

it('ends without waiting for the rest of a comparison, and concludes nothing from it', async () => {
  for (let count = 0; count < 12; count += 1) {
    const { account } = await scene.person();
    scene.chain.send({ coin: 'native', to: account, amount: 1n });
  }
  await scene.blocks(40);
  scene.chain.give(scene.hot, 'native', -4n);
  const { rounds, answer, calls } = startRounds();
  await vi.waitFor(() => expect(calls()).toBe(8), patience);
  const stopped = rounds.stop();
  answer();
  await stopped;
  expect(calls()).toBe(8);
  expect(await scene.halts()).toEqual([]);
});
