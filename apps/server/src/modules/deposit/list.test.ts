import { rewardName, withdrawalName } from '@marigold/chain/port';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import type { TestPerson, TestApi } from '../../../testing/api.ts';
import { startTestApi } from '../../../testing/api.ts';
import type { WrittenDeposit } from '../../../testing/chain-rows.ts';
import { addDeposit, fillTestPool, readUpTo } from '../../../testing/chain-rows.ts';

let api: TestApi;
let anna: TestPerson;
let address: { id: string; address: string };

beforeAll(async () => {
  api = await startTestApi();
  await fillTestPool(api.databases.main, 30);
});
beforeEach(async () => {
  await readUpTo(api.databases.main, 100, { now: api.clock.now() });
  anna = await api.person();
  const answer = await api.call(
    'wallet/address/get',
    { currency: 'USDT', chain: 'eth' },
    { token: anna.token },
  );
  if (!answer.ok) throw new Error(answer.msg);
  address = answer.data;
});
afterAll(async () => await api.close());

async function came(row: Partial<WrittenDeposit>) {
  return await addDeposit(api.databases.main, {
    userId: anna.id,
    address: address.id,
    state: 'confirming',
    amount: '12340000',
    now: api.clock.now(),
    ...row,
  });
}

async function list(input: Parameters<typeof api.call<'wallet/deposit/list'>>[1] = {}, person = anna) {
  const answer = await api.call('wallet/deposit/list', input, { token: person.token });
  if (!answer.ok) throw new Error(answer.msg);
  return answer.data;
}

it('says what came, from which transaction and how deep it is, and no more than is needed', async () => {
  const { id, txId } = await came({ height: 98 });
  expect((await list()).list).toEqual([
    {
      id,
      state: 'confirming',
      currency: 'USDT',
      chain: 'eth',
      amount: '12.34',
      txId,
      explorer: `https://etherscan.io/tx/${txId}`,
      origin: null,
      address: address.address,
      confirmations: 3,
      required: 12,
      billId: null,
      time: expect.any(Number),
    },
  ]);
  await readUpTo(api.databases.main, 99, { now: api.clock.now() });
  expect((await list()).list[0]?.confirmations).toBe(2);
  await readUpTo(api.databases.main, 200, { now: api.clock.now() });
  expect((await list()).list[0]?.confirmations).toBe(12);
});

it('says what it was that no transaction made', async () => {
  await came({ txId: withdrawalName(17n) });
  expect((await list()).list[0]).toMatchObject({ txId: null, explorer: null, origin: 'withdrawal' });
  await came({ txId: rewardName('0x12') });
  expect((await list()).list[0]).toMatchObject({ txId: null, explorer: null, origin: 'reward' });
});

it('counts nothing while its block is not part of the chain', async () => {
  await came({ state: 'orphaned', height: null });
  expect((await list()).list[0]).toMatchObject({ state: 'orphaned', confirmations: 0 });
});

it('shows a coin that is not listed without pretending to know its amount', async () => {
  await came({ state: 'unsupported', asset: null, amount: '9'.repeat(70) });
  expect((await list()).list[0]).toMatchObject({ currency: null, amount: null });
});

it('says of what the books did not take that it is held', async () => {
  const { id } = await came({ state: 'confirming' });
  await sql`update app.deposit set aside_at = now(), aside_reason = 'it did not fit' where id = ${id}`.execute(
    api.databases.main,
  );
  expect((await list()).list).toMatchObject([{ id, state: 'held' }]);
});

it('leaves away what is done where only what is open is asked for, and filters', async () => {
  for (const state of [
    'confirming',
    'success',
    'can-trade',
    'dust',
    'unsupported',
    'held',
    'closed',
  ] as const)
    await came({ state });
  await came({ asset: 'USDC' });
  const states = async (input: Parameters<typeof list>[0]) =>
    (await list(input)).list.map(({ state }) => state);
  expect(await states({ open: true })).toEqual(['confirming', 'held', 'can-trade', 'confirming']);
  expect(await states({ currency: 'USDC' })).toEqual(['confirming']);
  expect(await states({ chain: 'nowhere' })).toEqual([]);
  expect(await states({})).toHaveLength(8);
});

it('comes page by page, newest first, and only to its owner', async () => {
  const made = [await came({}), await came({}), await came({})];
  const one = await list({ size: 2 });
  const two = await list({ size: 2, cursor: one.next ?? '' });
  expect([...one.list, ...two.list].map(({ id }) => id)).toEqual(made.map(({ id }) => id).toReversed());
  expect(two.next).toBeNull();
  const boris = await api.person();
  expect(await list({}, boris)).toEqual({ list: [], next: null, dust: [] });
});

it('never shows what came to the house', async () => {
  await came({ state: 'house' });
  expect((await list()).list).toEqual([]);
});

it('says what waits below the minimum and how much is missing, in the chain’s own decimals', async () => {
  const wait = async (asset: string, amount: string) =>
    await sql`
      insert into app.deposit_dust (user_id, chain, asset, amount) values (${anna.id}, 'eth', ${asset}, ${amount})`.execute(
      api.databases.main,
    );
  await wait('USDT', '2500000');
  await wait('ETH', '1000000000000001');
  // Less than a ledger unit: kept, but nobody is told to send the rest of it.
  await wait('USDC', '0');
  expect((await list()).dust).toEqual([
    { currency: 'ETH', chain: 'eth', amount: '0.001000000000000001', missing: '0.003999999999999999' },
    { currency: 'USDT', chain: 'eth', amount: '2.50', missing: '7.50' },
  ]);
  await sql`update app.deposit_dust set amount = 9999999999 where asset = 'ETH'`.execute(api.databases.main);
  expect((await list()).dust.map(({ currency }) => currency)).toEqual(['USDT']);
  expect((await list({ currency: 'ETH' })).dust).toEqual([]);
});
