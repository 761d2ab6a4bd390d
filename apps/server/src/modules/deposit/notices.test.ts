import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { DepositScene } from '../../../testing/deposit-scene.ts';
import { openDepositScene } from '../../../testing/deposit-scene.ts';

let scene: DepositScene;
beforeAll(async () => {
  scene = await openDepositScene();
});
afterAll(async () => {
  await scene.assertBooks();
  await scene.close();
});

describe('what is put aside', () => {
  it('in a coin that is not listed is told to whose address it is, and not again while that is unread', async () => {
    const { chain } = scene;
    const [anna, boris] = [await scene.person(), await scene.person()];
    const spam = chain.createToken('good', 'Free coins');
    const pay = async ({ account }: { account: typeof anna.account }) => {
      chain.send({ coin: spam, to: account, amount: 5_000_000n });
      await scene.blocks(1);
    };
    for (const person of [anna, anna, boris]) await pay(person);
    expect(await scene.notices(anna.id)).toEqual(['depositUnlisted']);
    expect(await scene.notices(boris.id)).toEqual(['depositUnlisted']);
    // The same block again is the same deposit.
    chain.reorg(1, { keep: 'all', blocks: 2 });
    await scene.watcher.catchUp();
    await sql`update app.notice set read_at = now() where user_id = ${anna.id}`.execute(scene.db);
    await pay(anna);
    expect(await scene.notices(anna.id)).toEqual(['depositUnlisted', 'depositUnlisted']);
    expect(await scene.notices(boris.id)).toEqual(['depositUnlisted']);
  });

  it('below the minimum is told once it is deep enough, with what has to come together, and not again while that is unread', async () => {
    const anna = await scene.person();
    scene.pay(anna.account, 4);
    await scene.blocks(10);
    expect(await scene.notices(anna.id)).toEqual([]);
    await scene.blocks(1);
    const notices = await sql<{ kind: string; facts: object; path: string }>`
      select kind, facts, path from app.notice where user_id = ${anna.id}`.execute(scene.db);
    expect(notices.rows).toEqual([
      {
        kind: 'depositTooSmall',
        facts: { amount: '4.00', least: '10.00', currency: 'USDT', chain: 'eth' },
        path: '/pages/index/collection?currency=USDT&chain=eth',
      },
    ]);
    scene.pay(anna.account, 1);
    await scene.blocks(12);
    expect(await scene.notices(anna.id)).toEqual(['depositTooSmall']);
    scene.pay(anna.account, 5);
    await scene.blocks(12);
    expect(await scene.notices(anna.id)).toEqual(['depositTooSmall', 'received']);
  });
});
