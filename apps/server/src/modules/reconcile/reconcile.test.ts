import { fakeAccount } from '@marigold/chain/testing/fake-bytes';
import { toChainUnits } from '@marigold/chain/units';
import { plus } from '@marigold/money/brand';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { asOwner } from '../../../testing/database.ts';
import type { DepositSetup } from '../../../testing/deposit-setup.ts';
import { openDepositSetup } from '../../../testing/deposit-setup.ts';
import { accountOf } from '../chain/registry.ts';
import { resumeAsset } from '../chain/state/halt.ts';
import { rescan } from '../chain/watch/recover.ts';
import { acceptDifference } from './difference.ts';
import { releaseSurplus } from './surplus.ts';

let setup: DepositSetup;
beforeAll(async () => {
  setup = await openDepositSetup({ finalityDepth: 20 });
});
afterAll(async () => {
  await setup.assertBooks();
  await setup.close();
});

const decision = () => ({
  by: 'ann',
  second: 'ben',
  reason: 'a coin was forced on us',
  now: setup.clock.now(),
});
const differences = async () =>
  (await setup.reconcile()).map(({ asset, found, expected }) => [asset, found - expected]);
/** What was booked beyond the books, and at which deposit address it lies. */
const surpluses = async () => {
  const found = await sql<{ asset: string; amount: string; account: Buffer | null }>`
    select f.asset, f.amount::text as amount, w.account from app.chain_difference f
    left join app.chain_address w on w.id = f.address_id
    where f.amount > 0 and f.against = 'suspense' order by f.amount`.execute(setup.db);
  return found.rows.map(
    ({ asset, amount, account }) =>
      [asset, BigInt(amount), account === null ? null : accountOf(account)] as const,
  );
};
const nothing = [
  ['USDT', 0n],
  ['USDC', 0n],
  ['ETH', 0n],
];

it('finds books and chain the same, whatever is on its way, waits, is put aside or too fine to count', async () => {
  const anna = await setup.person();
  const { chain, tokens, hot } = setup;
  setup.pay(anna.account, 100);
  setup.pay(anna.account, 3);
  setup.pay(hot, 77.000001);
  chain.send({ coin: 'native', to: anna.account, amount: 20_000_000_000_000_003n });
  chain.send({ coin: 'native', to: hot, amount: 5_000_000_001n });
  chain.send({ coin: tokens.USDC, to: anna.account, amount: 50_000_000n });
  // Put aside: the pool has it, and nobody was given it.
  setup.pay(fakeAccount('deposit 98'), 30);
  chain.send({ coin: chain.createToken('good', 'unlisted'), to: anna.account, amount: 1n });
  for (let count = 0; count < 45; count += 1) {
    await setup.blocks(1);
    if (count % 4 === 0) setup.pay(anna.account, count % 3 === 0 ? 12 : 2);
    expect(await differences()).toEqual(nothing);
  }
  expect(await setup.halts()).toEqual([]);
});

it('books what is there beyond the books, where it lies, and stops nobody for it', async () => {
  const [anna, boris] = [await setup.person(), await setup.person()];
  const wei = 10n ** 16n;
  setup.chain.send({ coin: 'native', to: anna.account, amount: wei });
  setup.chain.send({ coin: 'native', to: boris.account, amount: wei });
  await setup.blocks(32);
  // As a contract's end does it that no trace tells: without any transfer.
  setup.chain.give(setup.hot, 'native', 4n);
  setup.chain.give(anna.account, 'native', wei + 7n);
  setup.chain.give(boris.account, setup.tokens.USDT, 2_000_001n);
  setup.pay(boris.account, 5);
  await setup.blocks(32);
  expect(await differences()).toEqual([
    ['USDT', 2_000_001n],
    ['USDC', 0n],
    ['ETH', wei + 11n],
  ]);
  expect(await setup.halts()).toEqual([]);
  expect(await surpluses()).toEqual([
    ['ETH', 4n, null],
    ['USDT', 2_000_001n, boris.account],
    ['ETH', wei + 7n, anna.account],
  ]);
  expect(await differences()).toEqual(nothing);
  await setup.assertBooks();
});

it('books it once, whoever else compares at the same moment', async () => {
  // What ledger units say exactly leaves no rest that would tell that it was booked.
  for (const amount of [5n, 10n ** 10n]) {
    setup.chain.give(setup.hot, 'native', amount);
    await Promise.all([setup.reconcile(), setup.reconcile(), setup.reconcile()]);
    expect((await surpluses()).filter((one) => one[1] === amount)).toHaveLength(1);
  }
  expect(await differences()).toEqual(nothing);
});

it('leaves what is beyond the books for the next look while all money is stopped', async () => {
  setup.chain.give(setup.hot, 'native', 10n ** 15n);
  await asOwner(setup.ownerUrl, `insert into ledger.halt (reason) values ('a test')`);
  await setup.reconcile();
  expect((await surpluses()).filter(([, amount]) => amount === 10n ** 15n)).toEqual([]);
  await asOwner(
    setup.ownerUrl,
    `update ledger.halt set resumed_at = now(), resumed_by = 'ann', second_by = 'ben', resume_reason = 'a test'`,
  );
  await setup.reconcile();
  expect(await differences()).toEqual(nothing);
});

it('halts the one currency of which less is there, and says by how much', async () => {
  setup.chain.give(setup.hot, setup.tokens.USDT, -1_000_000n);
  await differences();
  expect(await setup.halts()).toEqual([
    expect.stringMatching(/^USDT: .* holds less than the books by 1000000 /),
  ]);
  const missing = { chain: 'eth', asset: 'USDT', amount: -1_000_000n };
  await setup.db.transaction().execute(async (db) => await acceptDifference(db, missing, decision()));
  await resumeAsset(setup.db, { chain: 'eth', asset: 'USDT' }, decision());
  expect(await differences()).toEqual(nothing);
});

it('finds a deposit that was credited and is not there', async () => {
  const anna = await setup.person();
  await setup.blocks(1);
  setup.lie = (found) => ({
    ...found,
    transfers: found.transfers.map((one) => ({ ...one, amount: plus(one.amount, toChainUnits(1n)) })),
  });
  setup.pay(anna.account, 20);
  await setup.blocks(32);
  setup.lie = undefined;
  await differences();
  expect(await setup.halts()).toEqual([expect.stringContaining('less than the books by 1 chain units')]);
});

it('begins with what our own accounts held before', async () => {
  const other = await openDepositSetup({ seed: 'opening' });
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
  const other = await openDepositSetup({ seed: 'before' });
  try {
    const { chain, db, hot, listener, clock } = other;
    const anna = await other.person();
    await sql`delete from app.chain_cursor`.execute(db);
    await sql`delete from app.chain_block`.execute(db);
    other.pay(hot, 7);
    other.pay(anna.account, 25);
    const { height } = chain.truth.head();
    chain.mine(40);
    const { watcher } = other.another();
    await watcher.catchUp();
    const parts = {
      db,
      chain,
      code: 'eth',
      listener,
      releaseMissed: releaseSurplus,
      clock: () => clock.now(),
    };
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
