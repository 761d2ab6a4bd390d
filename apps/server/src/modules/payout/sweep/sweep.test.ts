import { minuteMs } from '@marigold/money/spans';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';

import type { PayoutScene } from '../../../../testing/payout-scene.ts';
import { finalityDepth, openPayoutScene } from '../../../../testing/payout-scene.ts';
import { newRowId } from '../../../platform/process/ids.ts';
import { bytesOf } from '../../chain/registry.ts';

let scene: PayoutScene;
const usdt = 1_000_000n;
const ether = 10n ** 18n;

beforeEach(async () => {
  scene = await openPayoutScene();
  await scene.fund(scene.signer.known.gas, 'ETH', ether);
});
afterEach(async () => {
  await scene.close();
});

/** A deposit of a person at the address of an index: it arrives on the chain now, and is credited in the books. */
async function arrive(
  index: number,
  asset: 'ETH' | 'USDT',
  amount: bigint,
  state: 'success' | 'confirming' | 'held' | 'recovered' = 'success',
): Promise<void> {
  const account = scene.signer.depositAt(index);
  const { coin } = await scene.asset(asset);
  const txId = scene.chain.send({ coin, to: account, amount });
  const { height, hash } = scene.chain.mine();
  await scene.book(asset, (amount * (asset === 'ETH' ? 1n : 100n)) / (asset === 'ETH' ? 10n ** 10n : 1n));
  const userId = await scene.person();
  const found = await sql<{ id: bigint }>`
    insert into app.chain_address (family, purpose, path_index, account, key_fingerprint, user_id, given_id, created_at,
      given_at)
    values ('evm', 'deposit', ${index}, ${bytesOf(account)}, '\\x00000000', ${userId}, ${newRowId()}, now(), now())
    on conflict (family, account) do update set created_at = excluded.created_at returning id`.execute(
    scene.db,
  );
  await sql`
    insert into app.deposit (id, chain, tx_id, position, address_id, user_id, asset, from_account, amount, state, height,
      block_hash, seen_at)
    values (${newRowId()}, 'eth', ${txId}, 0, ${found.rows[0]?.id}, ${userId}, ${asset}, ${bytesOf(account)},
      ${String(amount)}, ${state}, ${height}, ${hash}, now())`.execute(scene.db);
}

const sweeps = async () =>
  (
    await sql<{ asset: string; state: string; amount: string; gas: string | null }>`
      select asset, state, amount, gas_amount as gas from app.sweep order by id`.execute(scene.db)
  ).rows;
const slots = async () =>
  (
    await sql<{ purpose: string; state: string }>`
      select purpose, state from app.slot order by created_at, purpose desc`.execute(scene.db)
  ).rows.map(({ purpose, state }) => `${purpose} ${state}`);
const held = (account: `0x${string}`, coin: 'native' | `0x${string}`) =>
  scene.chain.truth.held(account, coin);

/** Passes with time between them, so that deposit addresses are looked through each time. */
async function rounds(count: number): Promise<void> {
  for (let round = 0; round < count; round += 1) {
    scene.clock.move(minuteMs);
    await scene.pipeline.pass();
    scene.chain.mine();
  }
}

it('sends gas ahead, then empties a token address into the hot account, and books nothing but the gas', async () => {
  await arrive(3, 'USDT', 600n * usdt);
  await rounds(3);
  expect(await sweeps()).toEqual([]);
  scene.chain.mine(finalityDepth);
  await rounds(1);
  expect(await sweeps()).toMatchObject([{ asset: 'USDT', state: 'fuelling', amount: '600000000' }]);
  await rounds(4);
  expect(held(scene.signer.known.hot, scene.tokens.USDT)).toBe(600n * usdt);
  expect(held(scene.signer.depositAt(3), scene.tokens.USDT)).toBe(0n);
  scene.chain.mine(finalityDepth);
  await rounds(2);
  expect(await sweeps()).toMatchObject([{ state: 'done' }]);
  expect(await slots()).toEqual(['topup final', 'sweep final']);
  expect(await scene.balance(null, 'ETH', 'gas')).toBeLessThan(0n);
  await scene.assertTrue();
});

it('sweeps the chain’s own coin without gas from elsewhere and leaves nothing negative', async () => {
  await arrive(0, 'ETH', ether);
  scene.chain.mine(finalityDepth);
  await rounds(4);
  scene.chain.mine(finalityDepth);
  await rounds(2);
  expect(await slots()).toEqual(['sweep final']);
  const left = held(scene.signer.depositAt(0), 'native');
  expect(left).toBeGreaterThan(0n);
  expect(held(scene.signer.known.hot, 'native')).toBeGreaterThan(ether - 10n ** 15n);
  await scene.assertTrue();
});

it('leaves alone what is below the limit, not final, or held back by a rule', async () => {
  await arrive(0, 'USDT', 499n * usdt);
  await arrive(1, 'USDT', 600n * usdt, 'held');
  await arrive(2, 'USDT', 900n * usdt, 'confirming');
  await arrive(4, 'USDT', 600n * usdt);
  await arrive(4, 'USDT', 50n * usdt, 'held');
  scene.chain.mine(finalityDepth);
  await arrive(5, 'USDT', 700n * usdt);
  await rounds(1);
  expect((await sweeps()).map(({ amount }) => amount)).toEqual(['600000000']);
});

it('moves with the rest what was put aside and a person credited', async () => {
  await arrive(0, 'USDT', 600n * usdt);
  await arrive(0, 'USDT', 100n * usdt, 'recovered');
  await arrive(1, 'USDT', 800n * usdt, 'recovered');
  scene.chain.mine(finalityDepth);
  await rounds(1);
  expect((await sweeps()).map(({ amount }) => amount)).toEqual(['700000000', '800000000']);
});

it('comes to every address, though many before it hold too little beside the gas of their way', async () => {
  for (let index = 0; index < 20; index += 1) await arrive(index, 'ETH', ether / 10n);
  await arrive(20, 'USDT', 600n * usdt);
  scene.chain.mine(finalityDepth);
  await rounds(1);
  expect(await sweeps()).toEqual([]);
  await rounds(1);
  expect(await sweeps()).toMatchObject([{ asset: 'USDT', amount: '600000000' }]);
  // Then from the first on again.
  await arrive(0, 'ETH', ether);
  scene.chain.mine(finalityDepth);
  await rounds(2);
  expect((await sweeps()).map(({ asset }) => asset)).toEqual(['USDT', 'ETH']);
});

it('comes to every sweep, though many before it wait for gas that nobody can send them', async () => {
  scene.chain.give(scene.signer.known.gas, 'native', -ether);
  for (let index = 0; index < 21; index += 1) await arrive(index, 'USDT', 600n * usdt);
  // Too little to be swept itself, and enough for the way of the tokens beside it.
  await arrive(20, 'ETH', ether / 20n);
  scene.chain.mine(finalityDepth);
  await rounds(2);
  const waiting = Array<string>(20).fill('planned');
  expect((await sweeps()).map(({ state }) => state)).toEqual([...waiting, 'sweeping']);
  // Then from the first on again.
  scene.chain.give(scene.signer.known.gas, 'native', ether);
  await rounds(2);
  expect((await sweeps())[0]).toMatchObject({ state: 'fuelling' });
});

it('moves what came later in a later sweep, one of an address at a time', async () => {
  await arrive(0, 'USDT', 600n * usdt);
  scene.chain.mine(finalityDepth);
  await rounds(2);
  await arrive(0, 'USDT', 800n * usdt);
  scene.chain.mine(finalityDepth);
  await rounds(2);
  expect((await sweeps()).map(({ state }) => state)).toContain('done');
  for (let again = 0; again < 4; again += 1) {
    scene.chain.mine(finalityDepth);
    await rounds(2);
  }
  expect((await sweeps()).map(({ amount, state }) => [amount, state])).toEqual([
    ['600000000', 'done'],
    ['800000000', 'done'],
  ]);
  expect(held(scene.signer.known.hot, scene.tokens.USDT)).toBe(1_400n * usdt);
  await scene.assertTrue();
});

it('waits for the gas again when a reorganisation takes it back', async () => {
  await arrive(0, 'USDT', 600n * usdt);
  scene.chain.mine(finalityDepth);
  await rounds(2);
  scene.chain.reorg(1, { keep: 'none' });
  await rounds(6);
  scene.chain.mine(finalityDepth);
  await rounds(2);
  expect(await sweeps()).toMatchObject([{ state: 'done' }]);
  expect(await slots()).toEqual(['topup final', 'sweep final']);
  await scene.assertTrue();
});

it('pays no gas with coins of a person that a reorganisation may take back', async () => {
  await arrive(0, 'USDT', 600n * usdt);
  scene.chain.mine(finalityDepth);
  scene.chain.send({ coin: 'native', to: scene.signer.depositAt(0), amount: ether });
  scene.chain.mine();
  await rounds(2);
  scene.chain.reorg(3, { keep: 'none' });
  await rounds(6);
  scene.chain.mine(finalityDepth);
  await rounds(2);
  expect(await sweeps()).toMatchObject([{ state: 'done' }]);
  expect(await slots()).toEqual(['topup final', 'sweep final']);
  await scene.assertTrue();
});

it('says so and stops at an address whose sweep failed, instead of burning gas again and again', async () => {
  await arrive(0, 'USDT', 600n * usdt);
  scene.chain.mine(finalityDepth);
  await rounds(1);
  scene.chain.stopInToken(scene.tokens.USDT, scene.signer.depositAt(0));
  await rounds(4);
  scene.chain.mine(finalityDepth);
  await rounds(6);
  expect(await sweeps()).toMatchObject([{ state: 'failed' }]);
  await scene.assertTrue();
});

it('survives a crash after every step and sweeps once', async () => {
  await arrive(0, 'USDT', 600n * usdt);
  scene.chain.mine(finalityDepth);
  const seen = new Set<string>();
  for (let round = 0; round < 40; round += 1) {
    // Each point once for each kind of slot: the step that follows it runs in the next process.
    const worker = scene.worker((point) => {
      const key = `${point} ${round < 20 ? 'early' : 'late'}`;
      if (seen.has(key)) return;
      seen.add(key);
      throw new Error('crashed');
    });
    scene.clock.move(minuteMs);
    await worker.pass().catch((error: unknown) => {
      if (String(error) !== 'Error: crashed') throw error;
    });
    scene.chain.mine(round === 19 ? finalityDepth : 1);
  }
  scene.chain.mine(finalityDepth);
  await rounds(2);
  expect(seen.size).toBeGreaterThan(10);
  expect(await slots()).toEqual(['topup final', 'sweep final']);
  expect(held(scene.signer.known.hot, scene.tokens.USDT)).toBe(600n * usdt);
  await scene.assertTrue();
});
