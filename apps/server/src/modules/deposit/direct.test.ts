/** ETH that comes without a transaction: what validators withdraw, and what a block gives whom it names. */
import { rewardName } from '@marigold/chain/port';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

import type { DepositSetup } from '../../../testing/deposit-setup.ts';
import { openDepositSetup } from '../../../testing/deposit-setup.ts';
import { readProgress } from '../chain/state/progress.ts';
import { rescan } from '../chain/watch/recover.ts';
import { releaseSurplus } from '../reconcile/surplus.ts';

const wei = 10n ** 18n;
const gwei = 10n ** 9n;
/** A unit of the ledger in chain units. */
const unit = 10n ** 10n;

let setup: DepositSetup;
beforeAll(async () => {
  setup = await openDepositSetup({ seed: 'direct' });
});
afterEach(async () => {
  const halts = await setup.halts();
  if (halts.length > 0) throw new Error(`somebody was stopped: ${halts.join('; ')}`);
});
afterAll(async () => {
  await setup.assertBooks();
  await setup.close();
});

const differences = async () => (await setup.reconcile()).map(({ found, expected }) => found - expected);
/** Mines blocks in which strangers pay the price of so many tips to whom the block names. */
async function rewardBlock(account: DepositSetup['hot'], payments: number): Promise<string> {
  setup.chain.setFeeRecipient(account);
  for (let count = 0; count < payments; count += 1)
    setup.chain.send({ coin: 'native', to: setup.tokens.USDT, amount: 1n });
  await setup.blocks(1);
  setup.chain.setFeeRecipient(undefined);
  return rewardName(setup.chain.truth.head().hash);
}

it('credits a withdrawal once, tells of it, and names no sender', async () => {
  const anna = await setup.person();
  const name = setup.chain.withdraw(anna.account, wei / 50n);
  await setup.blocks(11);
  expect((await setup.deposits(name)).map(({ state }) => state)).toEqual(['confirming']);
  await setup.blocks(40);
  expect((await setup.deposits(name)).map(({ state, bill }) => [state, bill])).toEqual([
    ['success', ['confirming', 'success']],
  ]);
  expect(await setup.available(anna.id, 'ETH')).toBe(2_000_000);
  expect(await setup.notices(anna.id)).toEqual(['cameIn']);
  const bills = await sql<{ counterparty: string | null; sending_address: string | null }>`
    select counterparty, sending_address from app.bill where user_id = ${anna.id}`.execute(setup.db);
  expect(bills.rows).toEqual([{ counterparty: null, sending_address: null }]);
  expect(await differences()).toEqual([0n, 0n, 0n]);
});

it('credits a withdrawal once that another block holds after a reorganisation', async () => {
  const anna = await setup.person();
  const name = setup.chain.withdraw(anna.account, wei / 50n);
  await setup.blocks(4);
  setup.chain.reorg(5, { keep: 'all' });
  await setup.blocks(40);
  expect((await setup.deposits(name)).map(({ state }) => state)).toEqual(['success']);
  expect(await setup.available(anna.id, 'ETH')).toBe(2_000_000);
  expect(await differences()).toEqual([0n, 0n, 0n]);
});

it('credits what a block gave whom it named, and waits with what is too little alone', async () => {
  const anna = await setup.person();
  const name = await rewardBlock(anna.account, 3);
  await setup.blocks(40);
  const tips = 3n * 21_000n * gwei;
  expect(setup.chain.truth.held(anna.account, 'native')).toBe(tips);
  expect((await setup.deposits(name)).map(({ state }) => state)).toEqual(['dust']);
  setup.chain.withdraw(anna.account, wei / 100n);
  await setup.blocks(40);
  expect(await setup.available(anna.id, 'ETH')).toBe(Number((wei / 100n + tips) / unit));
  expect((await setup.deposits(name)).map(({ state }) => state)).toEqual(['success']);
  expect(await differences()).toEqual([0n, 0n, 0n]);
});

it('takes what comes to our own accounts for the house’s', async () => {
  const name = await rewardBlock(setup.hot, 2);
  const withdrawal = setup.chain.withdraw(setup.hot, wei);
  await setup.blocks(40);
  expect((await setup.deposits(name)).map(({ state }) => state)).toEqual(['house']);
  expect((await setup.deposits(withdrawal)).map(({ units }) => units)).toEqual([100_000_000n]);
  expect(await differences()).toEqual([0n, 0n, 0n]);
});

it('closes a reward whose block lost for good, and nobody waits for it', async () => {
  const anna = await setup.person();
  const lost = await rewardBlock(anna.account, 300);
  await setup.blocks(2);
  expect((await setup.deposits(lost)).map(({ bill }) => bill)).toEqual([['confirming']]);
  setup.chain.reorg(3, { keep: 'all' });
  await setup.blocks(1);
  expect((await setup.deposits(lost)).map(({ state, bill }) => [state, bill])).toEqual([
    ['orphaned', ['confirming', 'pending']],
  ]);
  await setup.blocks(40);
  expect((await setup.deposits(lost)).map(({ state, bill }) => [state, bill])).toEqual([
    ['closed', ['confirming', 'pending', 'failed']],
  ]);
  expect(setup.chain.truth.held(anna.account, 'native')).toBe(0n);
  expect(await differences()).toEqual([0n, 0n, 0n]);
});

it('closes a withdrawal that came with another amount, and credits the other one', async () => {
  const anna = await setup.person();
  const name = setup.chain.withdraw(anna.account, wei / 50n);
  await setup.blocks(2);
  setup.chain.reorg(2, { keep: 'none' });
  setup.chain.withdraw(anna.account, wei / 40n, name);
  await setup.blocks(45);
  expect((await setup.deposits(name)).map(({ state }) => state).toSorted()).toEqual(['closed', 'success']);
  expect(await setup.available(anna.id, 'ETH')).toBe(2_500_000);
  expect(await differences()).toEqual([0n, 0n, 0n]);
});

it('believes a large one only where two providers agree', async () => {
  const anna = await setup.person();
  setup.chain.faults.second = 'down';
  const name = setup.chain.withdraw(anna.account, 6n * wei);
  await setup.blocks(20);
  expect((await setup.deposits(name)).map(({ state }) => state)).toEqual(['confirming']);
  setup.chain.faults.second = 'agrees';
  await setup.blocks(30);
  expect((await setup.deposits(name)).map(({ state }) => state)).toEqual(['success']);
});

it('credits plain transfers alone where no node tells inner payments, says so, and stops nobody for the rest', async () => {
  const anna = await setup.person();
  const contract = setup.chain.createContract('a wallet');
  const sees = async () => (await readProgress(setup.db)).get('eth')?.seesInner;
  expect(await sees()).toBe(true);
  setup.chain.faults.isPlain = true;
  setup.chain.send({ coin: 'native', to: anna.account, amount: wei / 50n });
  setup.chain.send({
    steps: [{ kind: 'pay', coin: 'native', from: contract, to: anna.account, amount: wei / 10n }],
  });
  await setup.blocks(40);
  expect(await sees()).toBe(false);
  expect(await setup.available(anna.id, 'ETH')).toBe(2_000_000);
  expect(await differences()).toEqual([0n, 0n, wei / 10n]);
  setup.chain.faults.isPlain = false;
  await setup.blocks(1);
  expect(await sees()).toBe(true);
  expect(await differences()).toEqual([0n, 0n, 0n]);
  // A node that tells them credits what was missed, which is in suspense no more.
  const { db, chain, listener, clock } = setup;
  const parts = { db, chain, code: 'eth', listener, releaseMissed: releaseSurplus, clock: () => clock.now() };
  const { height } = setup.chain.truth.head();
  for (const _ of [1, 2]) await rescan(parts, { from: height - 41, to: height });
  await setup.blocks(1);
  expect(await setup.available(anna.id, 'ETH')).toBe(12_000_000);
  expect(await differences()).toEqual([0n, 0n, 0n]);
  const open = await sql`
    select from app.chain_difference where amount > 0 and assigned_at is null`.execute(setup.db);
  expect(open.rows).toEqual([]);
});
