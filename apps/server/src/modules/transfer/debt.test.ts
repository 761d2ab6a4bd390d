import { randomUUID } from 'node:crypto';

import { openAccount } from '@marigold/ledger/account';
import { post } from '@marigold/ledger/journal';
import { afterAll, beforeAll, expect, it } from 'vitest';

import type { TestPerson, TestApi } from '../../../testing/api.ts';
import { goodPayPassword, startTestApi } from '../../../testing/api.ts';
import { noOf, openChain, transfersOf } from '../../../testing/transfers.ts';
import { queryable } from '../../platform/database/database.ts';

let api: TestApi;
let anna: TestPerson;
let boris: TestPerson;
beforeAll(async () => {
  api = await startTestApi();
  await openChain(api);
  [anna, boris] = [await api.person(), await api.person()];
  await api.credit(anna, 'USDT', '1500');
});
afterAll(async () => await api.close());

/** What orphan.ts writes when so many USDT were spent that are not there any more; below zero, what settles it. */
async function owe({ id }: TestPerson, usdt: bigint): Promise<void> {
  const ledger = queryable(api.databases.main);
  const assetId = 1;
  const debt = await openAccount(ledger, { owner: id, assetId, kind: 'debt' });
  const house = await openAccount(ledger, { owner: null, assetId, kind: 'suspense' });
  const [from, to] = usdt > 0n ? [debt, house] : [house, debt];
  const units = (usdt > 0n ? usdt : -usdt) * 100_000_000n;
  const postings = [{ from, to, assetId, units }];
  await post(ledger, { scope: 'test', key: `owe-${randomUUID()}`, kind: 'test', reference: null, postings });
}

async function payBoris(currency: string) {
  const order = { to: boris.username, currency, amount: '10', amountConfirm: '10' };
  const input = { ...order, payPassword: goodPayPassword };
  return await api.call('transfer/internal', input, { token: anna.token });
}

it('whoever owes for a deposit that its chain took back pays out what is above it, until it is settled', async () => {
  const transfers = transfersOf(api, anna);
  await owe(anna, 1480n);
  expect((await payBoris('USDT')).ok).toBe(true);
  expect(await transfers.pay()).toMatchObject({
    data: { refusal: 'funds_owed', field: 'amount', facts: { currency: 'USDT', locked: '1480.00' } },
  });
  const config = await api.call('transfer/config', { currency: 'USDT' }, { token: anna.token });
  expect(config.data).toMatchObject({ available: '1490.00000000', locked: '1480.00000000' });
  // Whatever it was changed into stays as well.
  await owe(anna, 40n);
  await api.credit(anna, 'USDC', '20');
  expect(noOf(await payBoris('USDC'))).toBe('funds_owed');
  await owe(anna, -1520n);
  expect([noOf(await payBoris('USDC')), noOf(await transfers.pay())]).toEqual(['done', 'done']);
});
