import { fakeAccount } from '@marigold/chain/testing/fake-bytes';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { asOwner, type TestDatabase, testDatabase } from '../../../testing/database.ts';
import { enrolled, operate } from '../../../testing/operate.ts';
import { openOwner } from '../../platform/database/database.ts';
import { findChainAsset } from '../chain/registry.ts';
import { readCommand } from './command.ts';
import type { AskKey } from './keys.ts';

let database: TestDatabase;
let owner: ReturnType<typeof openOwner>;
let ask: AskKey;
beforeAll(async () => {
  database = await testDatabase();
  owner = openOwner(database.ownerUrl);
  ({ ask } = await enrolled(owner.db, ['ann', 'ben']));
});
afterAll(async () => {
  await owner.close();
  await database.drop();
});

const one = ['--by', 'ann', '--reason', 'as the plan says'];
const two = [...one, '--second', 'ben'];

/** What the person reads who gives the command. */
async function operator(line: string, options: readonly string[] = two) {
  return await operate(line, options, { db: owner.db, ask });
}

const events = async (action: string) =>
  await asOwner(
    database.ownerUrl,
    `select actor, subject, detail from audit.event where action = '${action}' order by id`,
  );
const listed = async () => await findChainAsset(owner.db, 'eth', 'USDT');
const rows = async () =>
  await asOwner(database.ownerUrl, 'select * from app.chain_asset order by chain, asset');

it('takes a limit from two persons alone, and only a field that there is', () => {
  for (const given of [
    ['asset-limits', 'eth', 'USDT', 'fee', '6', ...one],
    ['asset-limits', 'eth', 'USDT', 'contract', '0x00', ...two],
    ['asset-limits', 'eth', 'USDT', 'fee', ...two],
    ['unlist-risk', 'eth', fakeAccount('robber'), ...one],
  ])
    expect(readCommand(given), given.join(' ')).toBeUndefined();
});

it('changes fee, bounds, worths and ways of a currency, each told with what was before', async () => {
  expect(await operator('asset-limits eth USDT fee 6.5')).toEqual({
    isDone: true,
    lines: ['USDT on eth: fee is 6.5, it was 5.00000000.'],
  });
  for (const line of [
    'payout-min 25',
    'payout-max 9000',
    'deposit-min 0.5',
    'lock-usd none',
    'proof-usd 2500.50',
    'review-usd 0',
    'risk-usd none',
    'deposit closed',
    'payout closed',
  ])
    expect(await operator(`asset-limits eth USDT ${line}`), line).toMatchObject({ isDone: true });
  expect(await listed()).toMatchObject({
    feeUnits: 650_000_000n,
    payoutMin: 2_500_000_000n,
    payoutMax: 900_000_000_000n,
    depositMin: 50_000_000n,
    lockUsd: null,
    proofUsd: '2500.50',
    reviewUsd: '0',
    depositIsOpen: false,
    payoutIsOpen: false,
  });
  expect(await operator('asset-limits eth USDT payout open')).toEqual({
    isDone: true,
    lines: ['USDT on eth: payout is open, it was closed.'],
  });
  expect((await events('chain.limit'))[0]).toEqual({
    actor: 'operator:ann',
    subject: 'eth/USDT',
    detail: { second: 'ben', words: 'eth USDT fee 6.5', before: '5.00000000' },
  });
  expect(await events('chain.limit')).toHaveLength(11);
});

it('refuses what no transfer could be counted with; nothing is changed or told', async () => {
  const before = [await rows(), await events('chain.limit')];
  for (const line of [
    'USDT fee 25',
    // Its contract counts six decimals, the books eight: what arrives could not be moved.
    'USDT fee 0.00000001',
    'USDT payout-min 6.5',
    'USDT payout-min 9000.000001',
    'USDT payout-max 24',
    'USDT payout-min 0',
    'USDT deposit-min 0',
    'USDT deposit-min 1e3',
    'USDT payout-max 100000000000000000000000',
    'USDT lock-usd 10.001',
    'USDT review-usd none',
    'USDT risk-usd much',
    'USDT payout off',
    'DOGE fee 1',
  ])
    expect(await operator(`asset-limits eth ${line}`), line).toMatchObject({ isDone: false });
  expect([await rows(), await events('chain.limit')]).toEqual(before);
});

it('takes an account off the list of risk for two persons, once', async () => {
  const account = fakeAccount('robber');
  const onList = async () => await asOwner(database.ownerUrl, 'select from app.risk_account');
  expect(await operator(`unlist-risk eth ${account}`)).toMatchObject({ isDone: false });
  await operator(`list-risk eth ${account}`, one);
  expect(await onList()).toHaveLength(1);
  expect(await operator(`unlist-risk eth ${account}`)).toMatchObject({ isDone: true });
  expect(await onList()).toHaveLength(0);
  expect(await operator(`unlist-risk eth ${account}`)).toMatchObject({ isDone: false });
  expect(await operator('unlist-risk eth 0x12')).toMatchObject({ isDone: false });
  expect(await events('risk.unlisted')).toMatchObject([
    { actor: 'operator:ann', subject: account, detail: { second: 'ben' } },
  ]);
});
