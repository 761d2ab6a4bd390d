import { ChainUnavailable, type ChainTransfer, WrongChain } from '@marigold/chain/port';
import { fakeAccount } from '@marigold/chain/testing/fake-bytes';
import { toChainUnits } from '@marigold/chain/units';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import type { DepositSetup } from '../../../../testing/deposit-setup.ts';
import { depositFinality, listToken, openDepositSetup } from '../../../../testing/deposit-setup.ts';
import { newRowId } from '../../../platform/process/ids.ts';
import { inTotals } from '../../bill/store.ts';
import { bytesOf } from '../../chain/registry.ts';
import { resumeAsset } from '../../chain/state/halt.ts';
import { rescan } from '../../chain/watch/recover.ts';
import { payoutBillFacts } from '../../payout/views.ts';
import { releaseSurplus } from '../../reconcile/surplus.ts';
import { closeDeposit, recoverUnsupported, settleDebt } from '../recover.ts';

/** Where the program may end while it reads a chain and credits deposits. */
const watchPoints = [
  'watch.before-commit',
  'watch.in-commit',
  'watch.after-commit',
  'rollback.before-commit',
  'rollback.in-commit',
  'rollback.after-commit',
  'credit.before-commit',
  'credit.in-commit',
  'credit.after-commit',
  'orphan.in-commit',
  'orphan.after-commit',
  'unlock.in-commit',
  'unlock.after-commit',
];

const usdt = 100_000_000n;

let setup: DepositSetup;
beforeAll(async () => {
  setup = await openDepositSetup();
});
/** What one test left behind is final before the next begins. */
afterEach(async () => {
  setup.lie = undefined;
  await resume();
  await setup.blocks(depositFinality + 1);
  await resume();
});
afterAll(async () => {
  await setup.assertBooks();
  await setup.close();
});

const decision = () => ({ by: 'ann', second: 'ben', reason: 'looked at the chain', now: setup.clock.now() });
const resume = async () => await resumeAsset(setup.db, { chain: 'eth', asset: 'USDT' }, decision());
const idOf = async (txId: string) =>
  (await sql<{ id: string }>`select id from app.deposit where tx_id = ${txId}`.execute(setup.db)).rows[0]
    ?.id ?? '';
const inside = async <Answer>(run: (db: DepositSetup['db']) => Promise<Answer>): Promise<Answer> =>
  await setup.db.transaction().execute(run);
const settle = async (txId: string, how: 'take' | 'forgive') =>
  await inside(async (db) => await settleDebt(db, { depositId: await idOf(txId), how }, decision()));
const closeOne = async (txId: string) =>
  await inside(async (db) => await closeDeposit(db, { depositId: await idOf(txId) }, decision()));
/** Another branch, one block longer, without what `keep` does not name. */
const reorg = async (depth: number, keep: 'all' | 'none' = 'none') => {
  setup.chain.reorg(depth, { keep });
  await setup.watcher.catchUp();
};

describe('before a deposit is credited', () => {
  it.each([1, 2, 6, 11])('nothing is credited when a reorganisation of %i takes it', async (depth) => {
    const anna = await setup.person();
    const txId = setup.pay(anna.account, 25);
    await setup.blocks(depth - 1);
    await reorg(depth);
    expect(await setup.deposits(txId)).toMatchObject([
      { state: 'orphaned', units: 0n, bill: ['confirming', 'pending'] },
    ]);
    await setup.blocks(14);
    expect(await setup.available(anna.id)).toBe(0);
    expect(await setup.halts()).toEqual([]);
  });

  it('is credited once when it is mined again elsewhere', async () => {
    const anna = await setup.person();
    const txId = setup.pay(anna.account, 25);
    await setup.blocks(5);
    setup.chain.reorg(6, { keep: 'all', blocks: 0 });
    setup.chain.mine(3, { only: () => false });
    setup.chain.mine(5);
    await setup.watcher.catchUp();
    await setup.blocks(5);
    expect(await setup.deposits(txId)).toMatchObject([{ state: 'confirming' }]);
    await setup.blocks(2);
    expect(await setup.deposits(txId)).toMatchObject([
      { state: 'success', bill: ['confirming', 'pending', 'confirming', 'success'] },
    ]);
    expect(await setup.available(anna.id)).toBe(25);
  });

  it('follows a chain that became shorter', async () => {
    const anna = await setup.person();
    const txId = setup.pay(anna.account, 25);
    await setup.blocks(6);
    setup.chain.reorg(7, { keep: 'none', blocks: 3 });
    await setup.watcher.catchUp();
    expect(await setup.deposits(txId)).toMatchObject([{ state: 'orphaned' }]);
    const cursor = await sql<{ height: bigint }>`select height from app.chain_cursor`.execute(setup.db);
    expect(Number(cursor.rows[0]?.height)).toBe(setup.chain.truth.head().height);
    await setup.blocks(20);
    expect(await setup.available(anna.id)).toBe(0);
  });

  it('stays nobody’s when its address is given to somebody before it is mined again', async () => {
    const anna = await setup.person();
    const free = fakeAccount('deposit 90');
    const txId = setup.pay(free, 25);
    await setup.blocks(5);
    expect(await setup.deposits(txId)).toMatchObject([{ state: 'unsupported' }]);
    setup.chain.reorg(6, { keep: 'all', blocks: 0 });
    setup.chain.mine(7, { only: () => false });
    await setup.watcher.catchUp();
    await sql`update app.chain_address set user_id = ${anna.id}, given_id = ${newRowId()}, given_at = now()
      where account = ${bytesOf(free)}`.execute(setup.db);
    const own = setup.pay(anna.account, 40);
    await setup.blocks(14);
    expect(await setup.deposits(txId)).toMatchObject([{ state: 'unsupported', units: 0n }]);
    // Nobody else waits for it.
    expect(await setup.deposits(own)).toMatchObject([{ state: 'success' }]);
    expect(await setup.available(anna.id)).toBe(40);
  });

  it('takes out of the waiting sum what leaves the chain', async () => {
    const anna = await setup.person();
    setup.pay(anna.account, 8);
    await setup.blocks(12);
    await reorg(13);
    const rest = setup.pay(anna.account, 9);
    await setup.blocks(12);
    expect(await setup.deposits(rest)).toMatchObject([{ state: 'dust' }]);
    expect(await setup.available(anna.id)).toBe(0);
    expect(await setup.halts()).toEqual([]);
  });
});

describe('after a deposit was credited', () => {
  it('nothing happens when its transaction is mined again in the other branch', async () => {
    const anna = await setup.person();
    const txId = setup.pay(anna.account, 1500);
    await setup.blocks(14);
    await reorg(15, 'all');
    expect(await setup.deposits(txId)).toMatchObject([{ state: 'can-trade', taken: 0n, debt: 0n }]);
    expect(await setup.halts()).toEqual([]);
    expect(await setup.available(anna.id)).toBe(1500);
  });

  it('its currency stops, what the lock covers is taken, and it all comes back when it is mined again', async () => {
    const anna = await setup.person();
    const txId = setup.pay(anna.account, 1500);
    await setup.blocks(14);
    setup.chain.reorg(15, { keep: 'all', blocks: 0 });
    setup.chain.mine(16, { only: () => false });
    await setup.watcher.catchUp();
    expect(await setup.halts()).toEqual([`USDT: credited and then taken back by the chain: ${txId}`]);
    expect(await setup.deposits(txId)).toMatchObject([
      { state: 'orphaned', units: 1500n * usdt, taken: 1500n * usdt, debt: 0n, locked: 0n },
    ]);
    expect(await setup.available(anna.id)).toBe(0);
    expect(await setup.bills(anna.id)).toEqual([
      'COLLECTION 1500 success booked',
      'LOCK_INCREASE 1500 success',
      'LOCK_REDUCE 1500 success booked',
    ]);
    expect(await setup.notices(anna.id)).toEqual(['received', 'depositTaken']);
    await setup.blocks(14);
    expect(await setup.available(anna.id)).toBe(0);
    expect(await resume()).toBe(true);
    await setup.watcher.catchUp();
    expect(await setup.deposits(txId)).toMatchObject([
      { state: 'can-trade', units: 1500n * usdt, taken: 0n, debt: 0n, locked: 1500n * usdt },
    ]);
    expect(await setup.available(anna.id)).toBe(1500);
    await setup.blocks(30);
    expect(await setup.deposits(txId)).toMatchObject([{ state: 'success', locked: 0n }]);
    // What came in less what went out is what there is, after all of it.
    const totals = await sql<{ units: string }>`
      select sum(case direction when 'in' then units else -units end)::text as units from app.bill b
      where user_id = ${anna.id} and ${inTotals(payoutBillFacts)}`.execute(setup.db);
    expect(totals.rows).toEqual([{ units: String(1500n * usdt) }]);
  });

  it('what was spent meanwhile is a debt, which a person takes or forgives', async () => {
    const [anna, boris] = [await setup.person(), await setup.person()];
    const first = setup.pay(anna.account, 1500);
    const small = setup.pay(boris.account, 100);
    await setup.blocks(13);
    await spend(anna.id, 1200n * usdt);
    await reorg(15);
    expect(await setup.deposits(first)).toMatchObject([
      { state: 'orphaned', taken: 300n * usdt, debt: 1200n * usdt },
    ]);
    // Nothing was locked of what is below the limit: all of it is owed, and nothing is taken.
    expect(await setup.deposits(small)).toMatchObject([{ state: 'orphaned', taken: 0n, debt: 100n * usdt }]);
    expect([await setup.owed(anna.id), await setup.available(boris.id)]).toEqual([1200, 100]);
    const take = async () => await settle(small, 'take');
    expect(await take()).toBe(100n * usdt);
    expect(await take()).toBe('wrong_state');
    expect([await setup.owed(boris.id), await setup.available(boris.id)]).toEqual([0, 0]);
    expect(await settle(first, 'forgive')).toBe(1200n * usdt);
    expect(await setup.owed(anna.id)).toBe(0);
    expect(await setup.deposits(first)).toMatchObject([{ state: 'closed' }]);
    expect(await closeOne(small)).toBeUndefined();
  });

  it('what was spent meanwhile is owed no longer once it is mined again, and nobody is credited twice', async () => {
    const anna = await setup.person();
    const txId = setup.pay(anna.account, 1500);
    await setup.blocks(13);
    await spend(anna.id, 1200n * usdt);
    setup.chain.reorg(15, { keep: 'all', blocks: 0 });
    setup.chain.mine(16, { only: () => false });
    await setup.watcher.catchUp();
    expect([await setup.owed(anna.id), await setup.available(anna.id)]).toEqual([1200, 0]);
    await setup.blocks(14);
    await resume();
    await setup.watcher.catchUp();
    expect(await setup.deposits(txId)).toMatchObject([{ units: 1500n * usdt, taken: 0n, debt: 0n }]);
    expect([await setup.owed(anna.id), await setup.available(anna.id)]).toEqual([0, 300]);
  });

  it('a node that is behind is not believed to have lost it', async () => {
    const anna = await setup.person();
    const txId = setup.pay(anna.account, 1500);
    await setup.blocks(14);
    setup.chain.faults.lag = 15;
    await expect(setup.watcher.catchUp()).rejects.toThrow(ChainUnavailable);
    expect(await setup.halts()).toEqual([]);
    setup.chain.faults.lag = 0;
    await setup.watcher.catchUp();
    expect(await setup.deposits(txId)).toMatchObject([{ state: 'can-trade', taken: 0n, debt: 0n }]);
    expect(await setup.halts()).toEqual([]);
  });

  it('what comes while its currency stands still is credited afterwards', async () => {
    const anna = await setup.person();
    setup.pay(anna.account, 40);
    await setup.blocks(14);
    await reorg(15);
    const txId = setup.pay(anna.account, 60);
    await setup.blocks(14);
    expect(await setup.deposits(txId)).toMatchObject([{ state: 'confirming' }]);
    await resume();
    await setup.watcher.catchUp();
    expect(await setup.deposits(txId)).toMatchObject([{ state: 'success' }]);
  });

  it('a transaction that pays something else the second time is another deposit', async () => {
    const anna = await setup.person();
    const txId = setup.pay(anna.account, 50);
    await setup.blocks(13);
    // The same identity, another amount: as a token does whose tax was changed in the other branch.
    const taxed = (one: ChainTransfer) =>
      one.txId === txId ? { ...one, amount: toChainUnits(20_000_000n) } : one;
    setup.lie = (found) => ({ ...found, transfers: found.transfers.map(taxed) });
    setup.chain.reorg(14, { keep: 'all' });
    await setup.watcher.catchUp();
    expect(await setup.deposits(txId)).toMatchObject([
      { state: 'orphaned', units: 50n * usdt, debt: 50n * usdt },
      { state: 'confirming', units: 0n },
    ]);
    await resume();
    setup.chain.mine(1);
    await setup.watcher.catchUp();
    expect(await setup.deposits(txId)).toMatchObject([{ state: 'orphaned' }, { units: 20n * usdt }]);
    expect([await setup.available(anna.id), await setup.owed(anna.id)]).toEqual([70, 50]);
  });
});

describe('whoever dies in between', () => {
  it.each(watchPoints)('at %s has done nothing, or all of it', async (point) => {
    const anna = await setup.person();
    let isArmed = true;
    const dying = setup.another((reached) => {
      if (!isArmed || reached !== point) return;
      isArmed = false;
      throw new Error(`died at ${reached}`);
    });
    const read = async () => {
      try {
        await dying.watcher.catchUp();
      } catch (error) {
        if (!(error instanceof Error && error.message.startsWith('died'))) throw error;
        await setup.watcher.catchUp();
      }
    };
    // Credited and final, credited and lost, credited and mined again: every point is on the way.
    const [stays, lost] = [setup.pay(anna.account, 1000), setup.pay(anna.account, 2000)];
    await read();
    setup.chain.mine(12);
    await read();
    setup.chain.reorg(14, { keep: (txId) => txId === stays });
    await read();
    await resume();
    setup.chain.mine(45);
    await read();
    await read();
    expect(isArmed).toBe(false);
    expect(await setup.deposits(stays)).toMatchObject([{ state: 'success', units: 1000n * usdt, taken: 0n }]);
    expect(await setup.deposits(lost)).toMatchObject([{ state: 'orphaned', taken: 2000n * usdt, debt: 0n }]);
    expect(await setup.available(anna.id)).toBe(1000);
  });
});

describe('what a person decides', () => {
  it('is credited where a coin was listed later, and reading again credits nothing twice', async () => {
    const anna = await setup.person();
    const token = setup.chain.createToken('good', 'new');
    const old = setup.pay(anna.account, 30);
    const early = setup.chain.send({ coin: token, to: anna.account, amount: 7_000_000n });
    const { height } = setup.chain.mine();
    await setup.blocks(40);
    const recover = async () =>
      await inside(async (db) => await recoverUnsupported(db, { depositId: await idOf(early) }, decision()));
    expect(await recover()).toBe('not_listed');
    await listToken(setup, 'USDC', token);
    const parts = {
      db: setup.db,
      chain: setup.chain,
      code: 'eth',
      listener: setup.listener,
      releaseMissed: releaseSurplus,
      clock: () => setup.clock.now(),
    };
    expect(await rescan(parts, { from: height - 3, to: height + 3 })).toBe(2);
    await setup.blocks(14);
    expect(await setup.available(anna.id)).toBe(30);
    expect(await setup.deposits(old)).toMatchObject([{ state: 'success', units: 30n * usdt }]);
    expect(await recover()).toBe(7n * usdt);
    expect(await recover()).toBe('wrong_state');
    expect(await setup.available(anna.id, 'USDC')).toBe(Number(7n * usdt));
  });

  it('takes up what a node had kept back, once, when blocks are read again', async () => {
    const anna = await setup.person();
    setup.lie = (found) => ({ ...found, transfers: [] });
    const txId = setup.pay(anna.account, 30);
    const { height } = setup.chain.truth.head();
    await setup.blocks(0);
    await setup.blocks(20);
    expect(await setup.deposits(txId)).toEqual([]);
    setup.lie = undefined;
    const parts = {
      db: setup.db,
      chain: setup.chain,
      code: 'eth',
      listener: setup.listener,
      releaseMissed: releaseSurplus,
      clock: () => setup.clock.now(),
    };
    setup.chain.faults.isOtherChain = true;
    await expect(rescan(parts, { from: height, to: height })).rejects.toThrow(WrongChain);
    setup.chain.faults.isOtherChain = false;
    expect(await setup.deposits(txId)).toEqual([]);
    for (const _ of [1, 2]) expect(await rescan(parts, { from: height, to: height })).toBe(1);
    await setup.watcher.catchUp();
    expect(await setup.available(anna.id)).toBe(30);
  });

  it('is closed where its coin is never listed, and stays put aside', async () => {
    const anna = await setup.person();
    const coin = setup.chain.createToken('good', 'spam');
    const txId = setup.chain.send({ coin, to: anna.account, amount: 5_000_000n });
    setup.chain.mine();
    await setup.blocks(1);
    expect(await setup.deposits(txId)).toMatchObject([{ state: 'unsupported', bill: [] }]);
    expect(await closeOne(txId)).toBeUndefined();
    expect(await closeOne(txId)).toBe('wrong_state');
    await setup.blocks(40);
    expect(await setup.deposits(txId)).toMatchObject([{ state: 'closed', units: 0n, bill: [] }]);
  });

  it('needs two different persons', async () => {
    const alone = { ...decision(), second: 'ann' };
    await expect(resumeAsset(setup.db, { chain: 'eth', asset: 'USDT' }, alone)).rejects.toThrow(
      'two different persons',
    );
  });
});

/** Moves money on to the house, as any payment would. */
async function spend(userId: string, units: bigint): Promise<void> {
  const { openAccount } = await import('@marigold/ledger/account');
  const { post } = await import('@marigold/ledger/journal');
  const { queryable } = await import('../../../platform/database/database.ts');
  const ledger = queryable(setup.db);
  const from = await openAccount(ledger, { owner: userId, assetId: 1, kind: 'available' });
  const to = await openAccount(ledger, { owner: null, assetId: 1, kind: 'treasury' });
  const postings = [{ from, to, assetId: 1, units }];
  await post(ledger, { scope: 'test', key: `spend-${userId}`, kind: 'test', reference: null, postings });
}
