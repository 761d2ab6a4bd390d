import { ChainUnavailable, WrongChain } from '@marigold/chain/port';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { DepositSetup } from '../../../../testing/deposit-setup.ts';
import { openDepositSetup } from '../../../../testing/deposit-setup.ts';
import { addHouseAccount, createAddressFeed } from '../address/pool.ts';
import { haltChain } from '../state/halt.ts';
import { findCommonBlock, resumeChain } from './recover.ts';

let setup: DepositSetup;
beforeAll(async () => {
  setup = await openDepositSetup({ finalityDepth: 20, reorgMax: 8 });
});
afterAll(async () => {
  await setup.close();
});

const cursor = async () => {
  const found = await sql<{ height: bigint; hash: string; finalized_height: bigint }>`
    select height, hash, finalized_height from app.chain_cursor`.execute(setup.db);
  const [row] = found.rows;
  return { height: Number(row?.height), hash: row?.hash, final: Number(row?.finalized_height) };
};
const head = () => setup.chain.truth.head();
const resume = async () => {
  const { db, chain, listener } = setup;
  const decision = { by: 'ann', second: 'ben', reason: 'the node was mended', now: setup.clock.now() };
  const common = await findCommonBlock(db, chain, 'eth');
  if (typeof common === 'string') return common;
  return await db.transaction().execute(async (one) => await resumeChain(one, common, listener, decision));
};

describe('a watcher', () => {
  it('begins at a block that nobody takes back and reads every one after it', async () => {
    expect(await cursor()).toEqual({ height: 40, hash: head().hash, final: 20 });
    const blocks = await sql<{ height: bigint }>`
      select height from app.chain_block where is_canonical order by height`.execute(setup.db);
    expect(blocks.rows.map(({ height }) => Number(height))).toEqual(
      Array.from({ length: 21 }, (_, place) => 20 + place),
    );
  });

  it('reads one block for each step and is idle at the head', async () => {
    setup.chain.mine(2);
    const { watcher } = setup.another();
    expect([await watcher.step(), await watcher.step(), await watcher.step()]).toEqual([
      'moved',
      'moved',
      'idle',
    ]);
    expect(await cursor()).toMatchObject({ hash: head().hash });
  });

  it('goes back to the common block, keeps what left the chain, and goes on', async () => {
    setup.chain.reorg(4, { blocks: 5 });
    const { watcher } = setup.another();
    expect(await watcher.step()).toBe('rolled back');
    expect(await cursor()).toMatchObject({ height: head().height - 5 });
    await watcher.catchUp();
    expect(await cursor()).toMatchObject({ hash: head().hash, final: head().height - 20 });
    const left = await sql`select from app.chain_block where not is_canonical`.execute(setup.db);
    expect(left.rows).toHaveLength(4);
  });

  it('believes nothing of a node that is away, and goes on where it was', async () => {
    setup.chain.mine(3);
    setup.chain.faults.isDown = true;
    const before = await cursor();
    await expect(setup.watcher.catchUp()).rejects.toThrow(ChainUnavailable);
    expect(await cursor()).toEqual(before);
    setup.chain.faults.isDown = false;
    expect(await setup.watcher.catchUp()).toBe('idle');
    expect(await cursor()).toMatchObject({ hash: head().hash });
  });

  it('waits for a node that is behind, however far, and takes nothing back', async () => {
    const txId = setup.pay((await setup.person()).account, 30);
    await setup.watcher.catchUp();
    const before = await cursor();
    for (const lag of [1, 9, 30]) {
      setup.chain.faults.lag = lag;
      await expect(setup.watcher.catchUp()).rejects.toThrow(ChainUnavailable);
      expect(await cursor()).toEqual(before);
    }
    expect(await setup.halts()).toEqual([]);
    expect(await setup.deposits(txId)).toMatchObject([{ state: 'confirming', bill: ['confirming'] }]);
    setup.chain.faults.lag = 0;
    expect(await setup.watcher.catchUp()).toBe('idle');
  });

  it('writes nothing of a branch that was left while it read', async () => {
    const { chain } = setup;
    const txId = chain.send({
      coin: setup.tokens.USDT,
      to: (await setup.person()).account,
      amount: 20_000_000n,
    });
    chain.mine(1);
    let isFirst = true;
    chain.onCall = (call) => {
      if (call !== 'transfers' || !isFirst) return;
      isFirst = false;
      chain.reorg(1, { keep: 'none' });
    };
    await expect(setup.another(undefined, { readAhead: 1 }).watcher.step()).rejects.toThrow(ChainUnavailable);
    chain.onCall = undefined;
    await setup.watcher.catchUp();
    expect(await setup.deposits(txId)).toEqual([]);
  });
});

describe('a watcher that dies while it writes', () => {
  it('leaves nothing of the block behind', async () => {
    const anna = await setup.person();
    const txId = setup.pay(anna.account, 30);
    const dying = setup.another((point) => {
      if (point === 'watch.in-commit') throw new Error('died');
    });
    await expect(dying.watcher.step()).rejects.toThrow('died');
    const left = await sql`
      select from app.chain_block b join app.chain_cursor c on c.height < b.height and b.is_canonical
      union all select from app.chain_transfer where tx_id = ${txId}
      union all select from app.deposit where tx_id = ${txId}`.execute(setup.db);
    expect(left.rows).toEqual([]);
    setup.chain.reorg(1, { keep: 'all' });
    await setup.watcher.catchUp();
    expect(await setup.deposits(txId)).toMatchObject([{ state: 'confirming' }]);
  });
});

describe('two watchers at once', () => {
  it('read each block once between them', async () => {
    const anna = await setup.person();
    const paid = Array.from({ length: 6 }, () => setup.pay(anna.account, 15));
    setup.chain.mine(12);
    const others = [setup.another(), setup.another(), setup.watcher].map((one) =>
      'step' in one ? one : one.watcher,
    );
    await Promise.all(others.map(async (one) => await one.catchUp()));
    expect(await cursor()).toMatchObject({ hash: head().hash });
    expect((await Promise.all(paid.map(async (txId) => await setup.deposits(txId)))).flat()).toHaveLength(6);
    expect(await setup.available(anna.id)).toBe(90);
    expect(await setup.bills(anna.id)).toHaveLength(6);
  });

  it('one that slept through a reorganisation has no say any more', async () => {
    const anna = await setup.person();
    const txId = setup.pay(anna.account, 30);
    let isAsleep = true;
    const stale = setup.another(async (point) => {
      if (point !== 'watch.before-commit' || !isAsleep) return;
      isAsleep = false;
      setup.chain.mine(3);
      await setup.watcher.catchUp();
      setup.chain.reorg(4, { keep: 'none' });
      await setup.watcher.catchUp();
    });
    await stale.watcher.step();
    expect(await cursor()).toMatchObject({ hash: head().hash });
    expect(await setup.deposits(txId)).toMatchObject([{ state: 'orphaned' }]);
    await setup.blocks(14);
    expect(await setup.available(anna.id)).toBe(0);
  });
});

describe('what only a person may decide', () => {
  it('is a deeper reorganisation than the chain ever makes; then it goes on from the common block', async () => {
    await setup.blocks(12);
    setup.chain.reorg(9, { blocks: 10 });
    expect(await setup.watcher.catchUp()).toBe('halted');
    expect(await setup.halts()).toEqual([
      `eth: the chain changed below block ${head().height - 9}, read up to block ${head().height - 1}`,
    ]);
    expect(await setup.watcher.step()).toBe('halted');
    expect(await resume()).toBe(9);
    expect(await setup.watcher.catchUp()).toBe('idle');
    expect(await cursor()).toMatchObject({ hash: head().hash });
    expect(await resume()).toBe('not_halted');
  });

  it('is a change of what was final', async () => {
    const narrow = await openDepositSetup({ finalityDepth: 5, seed: 'narrow' });
    try {
      await narrow.blocks(10);
      narrow.chain.reorg(7, { isEvenFinal: true });
      expect(await narrow.watcher.catchUp()).toBe('halted');
    } finally {
      await narrow.close();
    }
  });

  it('is a node of another chain', async () => {
    setup.chain.faults.isOtherChain = true;
    const { watcher } = setup.another();
    await expect(watcher.catchUp()).rejects.toThrow(WrongChain);
    expect(await watcher.catchUp()).toBe('halted');
    await expect(resume()).rejects.toThrow(WrongChain);
    setup.chain.faults.isOtherChain = false;
    expect(await resume()).toBe(0);
    expect(await setup.watcher.catchUp()).toBe('idle');
  });

  it('is a stop that was made by hand', async () => {
    await haltChain(setup.db, { chain: 'eth', reason: 'a rumour', now: setup.clock.now() });
    setup.chain.mine(1);
    expect(await setup.watcher.catchUp()).toBe('halted');
    setup.chain.faults.lag = 3;
    await expect(resume()).rejects.toThrow(ChainUnavailable);
    setup.chain.faults.lag = 0;
    expect(await resume()).toBe(0);
    expect(await setup.watcher.catchUp()).toBe('idle');
  });
});

describe('our accounts in memory', () => {
  it('know what was added since, each by its row', async () => {
    const feed = createAddressFeed(setup.db, 'evm');
    await feed.reload();
    const before = feed.size;
    const account = '0x00000000000000000000000000000000000000aa';
    await addHouseAccount(setup.db, { family: 'evm', purpose: 'gas', account, now: setup.clock.now() });
    expect(feed.isOurs(account)).toBe(false);
    await feed.reload();
    const found = await sql<{ id: bigint }>`select id from app.chain_address where purpose = 'gas'`.execute(
      setup.db,
    );
    expect([feed.size, feed.get(account)]).toEqual([before + 1, Number(found.rows[0]?.id)]);
    const other = '0x00000000000000000000000000000000000000bb';
    const changed = addHouseAccount(setup.db, { family: 'evm', purpose: 'gas', account: other, now: 0 });
    await expect(changed).rejects.toThrow('always used');
  });
});
