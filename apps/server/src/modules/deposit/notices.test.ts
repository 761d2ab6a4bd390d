import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { DepositSetup } from '../../../testing/deposit-setup.ts';
import { openDepositSetup } from '../../../testing/deposit-setup.ts';

let setup: DepositSetup;
beforeAll(async () => {
  setup = await openDepositSetup();
});
afterAll(async () => {
  await setup.assertBooks();
  await setup.close();
});

describe('what is put aside', () => {
  it('in a coin that is not listed is told to whose address it is, and not again while that is unread', async () => {
    const { chain } = setup;
    const [anna, boris] = [await setup.person(), await setup.person()];
    const spam = chain.createToken('good', 'Free coins');
    const pay = async ({ account }: { account: typeof anna.account }) => {
      chain.send({ coin: spam, to: account, amount: 5_000_000n });
      await setup.blocks(1);
    };
    for (const person of [anna, anna, boris]) await pay(person);
    expect(await setup.notices(anna.id)).toEqual(['depositUnlisted']);
    expect(await setup.notices(boris.id)).toEqual(['depositUnlisted']);
    // The same block again is the same deposit.
    chain.reorg(1, { keep: 'all', blocks: 2 });
    await setup.watcher.catchUp();
    await sql`update app.notice set read_at = now() where user_id = ${anna.id}`.execute(setup.db);
    await pay(anna);
    expect(await setup.notices(anna.id)).toEqual(['depositUnlisted', 'depositUnlisted']);
    expect(await setup.notices(boris.id)).toEqual(['depositUnlisted']);
  });

  it('below the minimum is told once it is deep enough, with what has to come together, and not again while that is unread', async () => {
    const anna = await setup.person();
    setup.pay(anna.account, 4);
    await setup.blocks(10);
    expect(await setup.notices(anna.id)).toEqual([]);
    await setup.blocks(1);
    const notices = await sql<{ kind: string; facts: object; path: string }>`
      select kind, facts, path from app.notice where user_id = ${anna.id}`.execute(setup.db);
    expect(notices.rows).toEqual([
      {
        kind: 'depositTooSmall',
        facts: { amount: '4.00', least: '10.00', currency: 'USDT', chain: 'eth' },
        path: '/pages/index/collection?currency=USDT&chain=eth',
      },
    ]);
    setup.pay(anna.account, 1);
    await setup.blocks(12);
    expect(await setup.notices(anna.id)).toEqual(['depositTooSmall']);
    setup.pay(anna.account, 5);
    await setup.blocks(12);
    expect(await setup.notices(anna.id)).toEqual(['depositTooSmall', 'received']);
  });
});
