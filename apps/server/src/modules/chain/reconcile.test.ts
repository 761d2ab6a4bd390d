import { fakeAccount } from '@marigold/chain/testing/fake-bytes';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';

import type { DepositScene } from '../../../testing/deposit-scene.ts';
import { openDepositScene } from '../../../testing/deposit-scene.ts';
import { resumeAsset } from './halt.ts';
import { acceptDifference, rescan } from './recover.ts';

let scene: DepositScene;
beforeAll(async () => {
  scene = await openDepositScene({ finalityDepth: 20 });
});
afterAll(async () => {
  await scene.assertBooks();
  await scene.close();
});

const decision = () => ({
  by: 'ann',
  second: 'ben',
  reason: 'a coin was forced on us',
  now: scene.clock.now(),
});
const differences = async () =>
  (await scene.reconcile()).map(({ asset, found, expected }) => [asset, found - expected]);
const nothing = [
  ['USDT', 0n],
  ['USDC', 0n],
  ['ETH', 0n],
];

it('finds books and chain the same, whatever is on its way, waits, is put aside or too fine to count', async () => {
  const anna = await scene.person();
  const { chain, tokens, hot } = scene;
  scene.pay(anna.account, 100);
  scene.pay(anna.account, 3);
  scene.pay(hot, 77.000001);
  chain.send({ coin: 'native', to: anna.account, amount: 20_000_000_000_000_003n });
  chain.send({ coin: 'native', to: hot, amount: 5_000_000_001n });
  chain.send({ coin: tokens.USDC, to: anna.account, amount: 50_000_000n });
  // Put aside: the pool has it, and nobody was given it.
  scene.pay(fakeAccount('deposit 98'), 30);
  chain.send({ coin: chain.createToken('good', 'unlisted'), to: anna.account, amount: 1n });
  for (let count = 0; count < 45; count += 1) {
    await scene.blocks(1);
    if (count % 4 === 0) scene.pay(anna.account, count % 3 === 0 ? 12 : 2);
    expect(await differences()).toEqual(nothing);
  }
  expect(await scene.halts()).toEqual([]);
});

it('halts the one currency of which more or less is there, and says by how much', async () => {
  // As a miner's reward or a contract's end does it: without any transfer.
  scene.chain.give(scene.hot, 'native', 4n);
  expect(await differences()).toEqual([
    ['USDT', 0n],
    ['USDC', 0n],
    ['ETH', 4n],
  ]);
  const [told] = await scene.halts();
  expect(told).toMatch(/^ETH: at block \d+ the chain holds more than the books by 4 chain units: found /);
  await acceptDifference(scene.db, { chain: 'eth', asset: 'ETH', amount: 4n }, decision());
  await resumeAsset(scene.db, { chain: 'eth', asset: 'ETH' }, decision());
  expect(await differences()).toEqual(nothing);
  scene.chain.give(scene.hot, scene.tokens.USDT, -1_000_000n);
  await differences();
  expect(await scene.halts()).toEqual([
    expect.stringMatching(/^USDT: .* holds less than the books by 1000000 /),
  ]);
  await acceptDifference(scene.db, { chain: 'eth', asset: 'USDT', amount: -1_000_000n }, decision());
  await resumeAsset(scene.db, { chain: 'eth', asset: 'USDT' }, decision());
  expect(await differences()).toEqual(nothing);
});

it('finds a deposit that was credited and is not there', async () => {
  const anna = await scene.person();
  await scene.blocks(1);
  scene.lie = (found) => ({
    ...found,
    transfers: found.transfers.map((one) => ({ ...one, amount: one.amount + 1n })),
  });
  scene.pay(anna.account, 20);
  await scene.blocks(32);
  scene.lie = undefined;
  await differences();
  expect(await scene.halts()).toEqual([expect.stringContaining('less than the books by 1 chain units')]);
});

it('begins with what our own accounts held before', async () => {
  const other = await openDepositScene({ seed: 'opening' });
  try {
    const { chain, db, hot } = other;
    await sql`delete from app.chain_cursor`.execute(db);
    await sql`delete from app.chain_block`.execute(db);
    chain.give(hot, 'native', 3_000_000_000_000_000_007n);
    chain.give(hot, other.tokens.USDT, 5_000_000n);
    chain.mine(3);
    await other.another().watcher.catchUp();
    const compared = await other.reconcile();
    expect(compared.map(({ found, expected }) => found - expected)).toEqual([0n, 0n, 0n]);
    const treasury = await sql<{ balance: string }>`
      select l.balance from ledger.account l join app.asset a on a.ledger_id = l.asset_id
      where l.kind = 'treasury' and a.code = 'ETH'`.execute(db);
    expect(treasury.rows).toEqual([{ balance: '300000000' }]);
    await other.assertBooks();
  } finally {
    await other.close();
  }
});

it('takes nothing up twice of what came before the first block that is kept, however often it is read again', async () => {
  const other = await openDepositScene({ seed: 'before' });
  try {
    const { chain, db, hot, book, clock } = other;
    const anna = await other.person();
    await sql`delete from app.chain_cursor`.execute(db);
    await sql`delete from app.chain_block`.execute(db);
    other.pay(hot, 7);
    other.pay(anna.account, 25);
    const { height } = chain.truth.head();
    chain.mine(40);
    const { watcher } = other.another();
    await watcher.catchUp();
    const parts = { db, chain, code: 'eth', book, clock: () => clock.now() };
    for (const _ of [1, 2]) expect(await rescan(parts, { from: height - 1, to: height })).toBe(2);
    await watcher.catchUp();
    expect(await other.available(anna.id)).toBe(25);
    const compared = await other.reconcile();
    expect(compared.map(({ found, expected }) => found - expected)).toEqual([0n, 0n, 0n]);
    await other.assertBooks();
  } finally {
    await other.close();
  }
});
