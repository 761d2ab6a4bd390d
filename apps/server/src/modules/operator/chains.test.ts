import type { Chain } from '@marigold/chain/port';
import { fakeAccount } from '@marigold/chain/testing/fake-bytes';
import { createFakeChain } from '@marigold/chain/testing/fake-chain';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { readUpTo } from '../../../testing/chain-rows.ts';
import { asOwner, type TestDatabase, testDatabase } from '../../../testing/database.ts';
import { enrolled, operate } from '../../../testing/operate.ts';
import { setTokenContract, openPayoutBooks } from '../../../testing/payout-books.ts';
import { openOwner } from '../../platform/database/database.ts';
import { addHouseAccount } from '../chain/address/pool.ts';
import { bytesOf } from '../chain/registry.ts';
import { readCommand } from './command.ts';
import type { AskKey } from './keys.ts';

let database: TestDatabase;
let owner: ReturnType<typeof openOwner>;
let node: Chain | undefined;
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

const why = 'a wallet of theirs was robbed';
const one = ['--by', 'ann', '--reason', why];
const two = [...one, '--second', 'ben'];

/** What the person reads who gives the command. */
async function operator(line: string, options: readonly string[] = []) {
  return await operate(line, options, { db: owner.db, ask, chainOf: async () => node });
}

const status = async () => (await operator('chain-status')).lines.join('\n');
const events = async (action: string) =>
  await asOwner(
    database.ownerUrl,
    `select actor, subject, reason from audit.event where action = '${action}' order by id`,
  );

it('stops a currency for one person with a reason, once, and lets it go on for two', async () => {
  expect(readCommand(['halt-asset', 'eth', 'USDT'])).toBeUndefined();
  const stranger = await operator('halt-asset eth USDT', ['--by', 'carl', '--reason', why]);
  expect(stranger).toEqual({ isDone: false, lines: ['The key of carl is not right.'] });
  expect(await operator('halt-asset eth DOGE', one)).toMatchObject({ isDone: false });
  expect(await status()).not.toContain('HALTED');
  expect(await operator('halt-asset eth USDT', one)).toMatchObject({ isDone: true });
  expect(await operator('halt-asset eth USDT', one)).toMatchObject({ isDone: false });
  expect(await status()).toContain('USDT on eth HALTED');
  expect(await events('chain.assetHalted')).toEqual([
    { actor: 'operator:ann', subject: 'eth/USDT', reason: why },
  ]);
  expect(await operator('resume-asset eth USDT', two)).toMatchObject({ isDone: true });
  expect(await status()).not.toContain('HALTED');
});

it('stops a chain that is read, once', async () => {
  expect(readCommand(['halt-chain', 'eth'])).toBeUndefined();
  expect(await operator('halt-chain eth', one)).toMatchObject({ isDone: false });
  await readUpTo(owner.db, 100, { now: Date.now() });
  expect(await operator('halt-chain eth', one)).toMatchObject({ isDone: true });
  expect(await operator('halt-chain eth', one)).toMatchObject({ isDone: false });
  expect(await status()).toContain(`HALTED: ${why}`);
  expect(await events('chain.halted')).toEqual([{ actor: 'operator:ann', subject: 'eth', reason: why }]);
});

it('shows first what the books did not take, and has it tried again by two persons', async () => {
  const account = bytesOf(fakeAccount('deposit of aside'));
  const id = '00000000-0000-7000-8000-000000000003';
  await sql`
    insert into app.chain_address (family, purpose, path_index, account, key_fingerprint, created_at)
    values ('evm', 'deposit', 1, ${account}, '\\x00000000', now())`.execute(owner.db);
  await sql`
    insert into app.deposit (id, chain, tx_id, position, address_id, asset, from_account, amount, state, seen_at, aside_at,
      aside_reason)
    select ${id}, 'eth', 'bad', 0, id, 'USDT', account, 5, 'confirming', now(), now(), 'it did not fit'
    from app.chain_address where account = ${account}`.execute(owner.db);
  expect(await status()).toContain(`deposit ${id} on eth: confirming, bad, PUT ASIDE: it did not fit`);
  expect(readCommand(['retry-deposit', id, '--by', 'ann', '--reason', why])).toBeUndefined();
  expect(await operator(`retry-deposit ${id}`, two)).toMatchObject({ isDone: true });
  expect(await operator(`retry-deposit ${id}`, two)).toMatchObject({ isDone: false });
  expect(await status()).not.toContain('PUT ASIDE');
  expect(await events('deposit.takenUp')).toEqual([{ actor: 'operator:ann', subject: id, reason: why }]);
  await sql`delete from app.deposit where id = ${id}`.execute(owner.db);
  await sql`delete from app.chain_address where account = ${account}`.execute(owner.db);
});

it('shows debts and what is held before coins that anybody may send', async () => {
  const account = bytesOf(fakeAccount('deposit'));
  await sql`
    insert into app.chain_address (family, purpose, path_index, account, key_fingerprint, created_at)
    values ('evm', 'deposit', 0, ${account}, '\\x00000000', now())`.execute(owner.db);
  await sql`
    insert into app.deposit (id, chain, tx_id, position, address_id, asset, from_account, amount, state, units, debt_units,
      seen_at)
    select row.id, 'eth', row.tx_id, 0, a.id, row.asset, a.account, 5, row.state, row.debt, row.debt, now()
    from app.chain_address a, (
      values ('00000000-0000-7000-8000-000000000001'::uuid, 'owed', 'USDT', 'orphaned', 5),
        ('00000000-0000-7000-8000-000000000002'::uuid, 'held', 'USDT', 'held', 0)
      union all
      select gen_random_uuid(), 'spam ' || number, null, 'unsupported', 0 from generate_series(1, 60) made (number)
    ) as row(id, tx_id, asset, state, debt)`.execute(owner.db);
  const { lines } = await operator('chain-status');
  const printed = lines
    .filter((line) => line.startsWith('deposit'))
    .map((line) => line.replace(/^.* on eth: /, ''));
  expect(printed).toHaveLength(50);
  expect(printed.slice(0, 2)).toEqual(['orphaned, 5 units of debt, owed', 'held, held']);
  expect(printed[2]).toContain('unsupported');
});

it('shows what is in suspense, and takes no surplus as an accepted difference', async () => {
  const id = '01900000-0000-7000-8000-00000000abcd';
  await asOwner(
    database.ownerUrl,
    `insert into app.chain_difference (id, chain, asset, amount, units, reason, against, height, accepted_by, accepted_at)
     values ('${id}', 'eth', 'ETH', 20000000000000000, 2000000, 'a test', 'suspense', 7, 'reconciler', now())`,
  );
  expect(await status()).toContain(
    `surplus ${id}: 0.02000000 ETH on eth at accounts of ours, in suspense since `,
  );
  expect(await operator('accept-difference eth ETH 5', two)).toMatchObject({ isDone: false });
  expect(await operator(`assign-suspense ${id} nobody9`, two)).toMatchObject({ isDone: false });
  expect(await operator('keep-suspense 7', two)).toMatchObject({ isDone: false });
  await asOwner(database.ownerUrl, `delete from app.chain_difference where id = '${id}'`);
});

it('shows what the hot account holds of each currency, what it is to hold, and what waits for it', async () => {
  const hot = fakeAccount('hot');
  await addHouseAccount(owner.db, { family: 'evm', purpose: 'hot', account: hot, now: Date.now() });
  const chain = createFakeChain();
  const books = openPayoutBooks(owner.db, () => Date.now());
  for (const asset of ['USDT', 'USDC']) {
    await setTokenContract(database.ownerUrl, asset, chain.createToken('good', asset));
  }
  const held = async (asset: string, amount: bigint) =>
    chain.give(hot, (await books.asset(asset)).coin, amount);
  await held('USDT', 4_000_000_000n);
  await held('USDC', 75_000_000_001n);
  await held('ETH', 10n ** 19n);
  for (let count = 0; count < 2; count += 1) await books.order();
  const printed = async () =>
    (await operator('chain-status')).lines
      .filter((line) => line.startsWith('hot account'))
      .map((line) => line.replace(`hot account ${hot} on eth: `, ''));
  expect((await printed())[0]).toBe(
    'USDT unknown, no node answers (least 10000.00, target 50000.00); 2 not sent yet, 90.00 in all',
  );
  node = chain;
  expect(await printed()).toEqual([
    'USDT 4000.00 (least 10000.00, target 50000.00), LOW: refill 46000.00; 2 not sent yet, 90.00 in all',
    'USDC 75000.000001 (least 10000.00, target 50000.00), 25000.000001 more than needed',
    'ETH 10.00000000 (least 10.00000000, target 50.00000000)',
  ]);
  chain.faults.isDown = true;
  expect((await printed())[2]).toBe('ETH unknown, no node answers (least 10.00000000, target 50.00000000)');
});
