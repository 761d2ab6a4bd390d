import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import type { TestPerson, TestApi } from '../../../testing/api.ts';
import { startTestApi } from '../../../testing/api.ts';
import { addDeposit, fillTestPool, readUpTo } from '../../../testing/chain-rows.ts';

let api: TestApi;
let anna: TestPerson;

beforeAll(async () => {
  api = await startTestApi();
  await fillTestPool(api.databases.main, 10);
  await readUpTo(api.databases.main, 100, { now: api.clock.now() });
});
beforeEach(async () => {
  anna = await api.person();
});
afterAll(async () => await api.close());

async function lock(asset: string, lockUnits: bigint) {
  const own = await api.call('wallet/address/get', { currency: 'USDT', chain: 'eth' }, { token: anna.token });
  if (!own.ok) throw new Error(own.msg);
  await addDeposit(api.databases.main, {
    userId: anna.id,
    address: own.data.id,
    state: 'can-trade',
    asset,
    amount: '1',
    lockUnits,
    now: api.clock.now(),
  });
}

async function balance(currency: string, person = anna) {
  const answer = await api.call('wallet/asset/list', {}, { token: person.token });
  if (!answer.ok) throw new Error(answer.msg);
  const found = answer.data.list.find((one) => one.currency === currency);
  return [found?.available, found?.locked];
}

it('says how much of a balance payouts must leave, over all deposits that are not final', async () => {
  await api.credit(anna, 'USDT', '5000');
  expect(await balance('USDT')).toEqual(['5000.00000000', '0.00000000']);
  await lock('USDT', 100_000_000_000n);
  await lock('USDT', 200_000_000_000n);
  await lock('USDT', 0n);
  expect(await balance('USDT')).toEqual(['5000.00000000', '3000.00000000']);
  expect(await balance('USDC')).toEqual(['0.00000000', '0.00000000']);
  expect(await balance('USDT', await api.person())).toEqual(['0.00000000', '0.00000000']);
});

it('never says more than there is', async () => {
  await api.credit(anna, 'ETH', '1');
  await lock('ETH', 300_000_000n);
  expect(await balance('ETH')).toEqual(['1.00000000', '1.00000000']);
});

it('says nothing of a balance that was never opened', async () => {
  await lock('USDC', 5n);
  expect(await balance('USDC')).toEqual(['0.00000000', '0.00000000']);
});
