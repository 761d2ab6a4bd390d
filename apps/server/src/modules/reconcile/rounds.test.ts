import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { DepositSetup } from '../../../testing/deposit-setup.ts';
import { openDepositSetup } from '../../../testing/deposit-setup.ts';
import { createLog } from '../../platform/process/log.ts';
import { startReconciliation } from './service.ts';

const patience = { timeout: 10_000 };

let setup: DepositSetup;
beforeEach(async () => {
  setup = await openDepositSetup();
});
afterEach(async () => {
  await setup.close();
});

/** Rounds of a chain that answers how much an account holds only when the test says so. */
function startRounds() {
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
  let calls = 0;
  setup.chain.onCall = async (call) => {
    if (call !== 'balance') return;
    calls += 1;
    await mayAnswer;
  };
  const { db, chain, listener, clock } = setup;
  const log = createLog('silent');
  const rounds = startReconciliation({
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
  const anna = await setup.person();
  const { rounds, answer, calls } = startRounds();
  await vi.waitFor(() => expect(calls()).toBeGreaterThan(0), patience);
  setup.pay(anna.account, 25);
  setup.chain.mine(12);
  await vi.waitFor(async () => expect(await setup.available(anna.id)).toBe(25), patience);
  answer();
  await rounds.stop();
});

it('compares again and again, and halts what differs', async () => {
  const { rounds, answer } = startRounds();
  answer();
  setup.chain.give(setup.hot, 'native', -4n);
  await vi.waitFor(
    async () => expect(await setup.halts()).toEqual([expect.stringContaining('less than the books by 4')]),
    patience,
  );
  await rounds.stop();
});

it('ends without waiting for the rest of a comparison, and concludes nothing from it', async () => {
  for (let count = 0; count < 12; count += 1) {
    const { account } = await setup.person();
    setup.chain.send({ coin: 'native', to: account, amount: 1n });
  }
  await setup.blocks(40);
  setup.chain.give(setup.hot, 'native', -4n);
  const { rounds, answer, calls } = startRounds();
  await vi.waitFor(() => expect(calls()).toBe(8), patience);
  const stopped = rounds.stop();
  answer();
  await stopped;
  expect(calls()).toBe(8);
  expect(await setup.halts()).toEqual([]);
});
