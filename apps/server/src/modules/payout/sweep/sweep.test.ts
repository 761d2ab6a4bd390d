import { minuteMs } from '@marigold/money/spans';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';

import type { PayoutSetup } from '../../../../testing/payout-setup.ts';
import { finalityDepth, openPayoutSetup } from '../../../../testing/payout-setup.ts';
import { newRowId } from '../../../platform/process/ids.ts';
import { bytesOf } from '../../chain/registry.ts';

let setup: PayoutSetup;
const usdt = 1_000_000n;
const ether = 10n ** 18n;

beforeEach(async () => {
  setup = await openPayoutSetup();
  await setup.fund(setup.signer.known.gas, 'ETH', ether);
});
afterEach(async () => {
  await setup.close();
});

/** A deposit of a person at the address of an index: it arrives on the chain now, and is credited in the books. */
async function arrive(
  index: number,
  asset: 'ETH' | 'USDT',
  amount: bigint,
  state: 'success' | 'confirming' | 'held' | 'recovered' = 'success',
): Promise<void> {
  const account = setup.signer.depositAt(index);
  const { coin } = await setup.asset(asset);
  const txId = setup.chain.send({ coin, to: account, amount });
  const { height, hash } = setup.chain.mine();
  await setup.book(asset, (amount * (asset === 'ETH' ? 1n : 100n)) / (asset === 'ETH' ? 10n ** 10n : 1n));
  const userId = await setup.person();
  const found = await sql<{ id: bigint }>`
    insert into app.chain_address (family, purpose, path_index, account, key_fingerprint, user_id, given_id, created_at,
      given_at)
    values ('evm', 'deposit', ${index}, ${bytesOf(account)}, '\\x00000000', ${userId}, ${newRowId()}, now(), now())
    on conflict (family, account) do update set created_at = excluded.created_at returning id`.execute(
    setup.db,
  );
  await sql`
    insert into app.deposit (id, chain, tx_id, position, address_id, user_id, asset, from_account, amount, state, height,
      block_hash, seen_at)
    values (${newRowId()}, 'eth', ${txId}, 0, ${found.rows[0]?.id}, ${userId}, ${asset}, ${bytesOf(account)},
      ${String(amount)}, ${state}, ${height}, ${hash}, now())`.execute(setup.db);
}

const sweeps = async () =>
  (
    await sql<{ asset: string; state: string; amount: string; gas: string | null }>`
      select asset, state, amount, gas_amount as gas from app.sweep order by id`.execute(setup.db)
  ).rows;
const slots = async () =>
  (
    await sql<{ purpose: string; state: string }>`
      select purpose, state from app.slot order by created_at, purpose desc`.execute(setup.db)
  ).rows.map(({ purpose, state }) => `${purpose} ${state}`);
const held = (account: `0x${string}`, coin: 'native' | `0x${string}`) =>
  setup.chain.truth.held(account, coin);

/** Passes with time between them, so that deposit addresses are looked through each time. */
async function rounds(count: number): Promise<void> {
  for (let round = 0; round < count; round += 1) {
    setup.clock.move(minuteMs);
    await setup.pipeline.pass();
    setup.chain.mine();
  }
}

it('sends gas ahead, then empties a token address into the hot account, and books nothing but the gas', async () => {
  await arrive(3, 'USDT', 600n * usdt);
  await rounds(3);
  expect(await sweeps()).toEqual([]);
  setup.chain.mine(finalityDepth);
  await rounds(1);
  expect(await sweeps()).toMatchObject([{ asset: 'USDT', state: 'fuelling', amount: '600000000' }]);
  await rounds(4);
  expect(held(setup.signer.known.hot, setup.tokens.USDT)).toBe(600n * usdt);
  expect(held(setup.signer.depositAt(3), setup.tokens.USDT)).toBe(0n);
  setup.chain.mine(finalityDepth);
  await rounds(2);
  expect(await sweeps()).toMatchObject([{ state: 'done' }]);
  expect(await slots()).toEqual(['topup final', 'sweep final']);
  expect(await setup.balance(null, 'ETH', 'gas')).toBeLessThan(0n);
  await setup.assertTrue();
});

it('sweeps the chain’s own coin without gas from elsewhere and leaves nothing negative', async () => {
  await arrive(0, 'ETH', ether);
  setup.chain.mine(finalityDepth);
  await rounds(4);
  setup.chain.mine(finalityDepth);
  await rounds(2);
  expect(await slots()).toEqual(['sweep final']);
  const left = held(setup.signer.depositAt(0), 'native');
  expect(left).toBeGreaterThan(0n);
  expect(held(setup.signer.known.hot, 'native')).toBeGreaterThan(ether - 10n ** 15n);
  await setup.assertTrue();
});

it('leaves alone what is below the limit, not final, or held back by a rule', async () => {
  await arrive(0, 'USDT', 499n * usdt);
  await arrive(1, 'USDT', 600n * usdt, 'held');
  await arrive(2, 'USDT', 900n * usdt, 'confirming');
  await arrive(4, 'USDT', 600n * usdt);
  await arrive(4, 'USDT', 50n * usdt, 'held');
  setup.chain.mine(finalityDepth);
  await arrive(5, 'USDT', 700n * usdt);
  await rounds(1);
  expect((await sweeps()).map(({ amount }) => amount)).toEqual(['600000000']);
});

it('moves with the rest what was put aside and a person credited', async () => {
  await arrive(0, 'USDT', 600n * usdt);
  await arrive(0, 'USDT', 100n * usdt, 'recovered');
  await arrive(1, 'USDT', 800n * usdt, 'recovered');
  setup.chain.mine(finalityDepth);
  await rounds(1);
  expect((await sweeps()).map(({ amount }) => amount)).toEqual(['700000000', '800000000']);
});

it('comes to every address, though many before it hold too little beside the gas of their way', async () => {
  for (let index = 0; index < 20; index += 1) await arrive(index, 'ETH', ether / 10n);
  await arrive(20, 'USDT', 600n * usdt);
  setup.chain.mine(finalityDepth);
  await rounds(1);
  expect(await sweeps()).toEqual([]);
  await rounds(1);
  expect(await sweeps()).toMatchObject([{ asset: 'USDT', amount: '600000000' }]);
  // Then from the first on again.
  await arrive(0, 'ETH', ether);
  setup.chain.mine(finalityDepth);
  await rounds(2);
  expect((await sweeps()).map(({ asset }) => asset)).toEqual(['USDT', 'ETH']);
});

it('comes to every sweep, though many before it wait for gas that nobody can send them', async () => {
  setup.chain.give(setup.signer.known.gas, 'native', -ether);
  for (let index = 0; index < 21; index += 1) await arrive(index, 'USDT', 600n * usdt);
  // Too little to be swept itself, and enough for the way of the tokens beside it.
  await arrive(20, 'ETH', ether / 20n);
  setup.chain.mine(finalityDepth);
  await rounds(2);
  const waiting = Array<string>(20).fill('planned');
  expect((await sweeps()).map(({ state }) => state)).toEqual([...waiting, 'sweeping']);
  // Then from the first on again.
  setup.chain.give(setup.signer.known.gas, 'native', ether);
  await rounds(2);
  expect((await sweeps())[0]).toMatchObject({ state: 'fuelling' });
});

it('moves what came later in a later sweep, one of an address at a time', async () => {
  await arrive(0, 'USDT', 600n * usdt);
  setup.chain.mine(finalityDepth);
  await rounds(2);
  await arrive(0, 'USDT', 800n * usdt);
  setup.chain.mine(finalityDepth);
  await rounds(2);
  expect((await sweeps()).map(({ state }) => state)).toContain('done');
  for (let again = 0; again < 4; again += 1) {
    setup.chain.mine(finalityDepth);
    await rounds(2);
  }
  expect((await sweeps()).map(({ amount, state }) => [amount, state])).toEqual([
    ['600000000', 'done'],
    ['800000000', 'done'],
  ]);
  expect(held(setup.signer.known.hot, setup.tokens.USDT)).toBe(1_400n * usdt);
  await setup.assertTrue();
});

it('waits for the gas again when a reorganisation takes it back', async () => {
  await arrive(0, 'USDT', 600n * usdt);
  setup.chain.mine(finalityDepth);
  await rounds(2);
  setup.chain.reorg(1, { keep: 'none' });
  await rounds(6);
  setup.chain.mine(finalityDepth);
  await rounds(2);
  expect(await sweeps()).toMatchObject([{ state: 'done' }]);
  expect(await slots()).toEqual(['topup final', 'sweep final']);
  await setup.assertTrue();
});

it('pays no gas with coins of a person that a reorganisation may take back', async () => {
  await arrive(0, 'USDT', 600n * usdt);
  setup.chain.mine(finalityDepth);
  setup.chain.send({ coin: 'native', to: setup.signer.depositAt(0), amount: ether });
  setup.chain.mine();
  await rounds(2);
  setup.chain.reorg(3, { keep: 'none' });
  await rounds(6);
  setup.chain.mine(finalityDepth);
  await rounds(2);
  expect(await sweeps()).toMatchObject([{ state: 'done' }]);
  expect(await slots()).toEqual(['topup final', 'sweep final']);
  await setup.assertTrue();
});

it('says so and stops at an address whose sweep failed, instead of burning gas again and again', async () => {
  await arrive(0, 'USDT', 600n * usdt);
  setup.chain.mine(finalityDepth);
  await rounds(1);
  setup.chain.stopInToken(setup.tokens.USDT, setup.signer.depositAt(0));
  await rounds(4);
  setup.chain.mine(finalityDepth);
  await rounds(6);
  expect(await sweeps()).toMatchObject([{ state: 'failed' }]);
  await setup.assertTrue();
});

it('survives a crash after every step and sweeps once', async () => {
  await arrive(0, 'USDT', 600n * usdt);
  setup.chain.mine(finalityDepth);
  const seen = new Set<string>();
  for (let round = 0; round < 40; round += 1) {
    // Each point once for each kind of slot: the step that follows it runs in the next process.
    const worker = setup.worker((point) => {
      const key = `${point} ${round < 20 ? 'early' : 'late'}`;
      if (seen.has(key)) return;
      seen.add(key);
      throw new Error('crashed');
    });
    setup.clock.move(minuteMs);
    await worker.pass().catch((error: unknown) => {
      if (String(error) !== 'Error: crashed') throw error;
    });
    setup.chain.mine(round === 19 ? finalityDepth : 1);
  }
  setup.chain.mine(finalityDepth);
  await rounds(2);
  expect(seen.size).toBeGreaterThan(10);
  expect(await slots()).toEqual(['topup final', 'sweep final']);
  expect(held(setup.signer.known.hot, setup.tokens.USDT)).toBe(600n * usdt);
  await setup.assertTrue();
});
