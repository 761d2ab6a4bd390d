/** What the tests with a chain in memory promise, once more on a real node: its blocks, receipts, traces and reorganisations. */
import type { Account } from '@marigold/chain/port';
import { fakeAccount } from '@marigold/chain/testing/fake-bytes';
import { createEvmChain } from '@marigold/evm/chain';
import { reorg } from '@marigold/evm/local-chain';
import type { TestChain } from '@marigold/evm/testing/test-chain';
import { startTestChain } from '@marigold/evm/testing/test-chain';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';

import type { TestDatabase } from '../../../testing/database.ts';
import { asOwner, testDatabase } from '../../../testing/database.ts';
import type { Databases } from '../../platform/database.ts';
import { openDatabases } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { createLog } from '../../platform/log.ts';
import { drawAddress, fillPool } from '../chain/addresses.ts';
import { createReconciler } from '../chain/reconcile.ts';
import { createWatcher } from '../chain/watch.ts';
import { createDepositBook } from './book.ts';

let local: TestChain;
let database: TestDatabase;
let databases: Databases;
beforeAll(async () => {
  local = await startTestChain();
  database = await testDatabase();
  databases = openDatabases(database.appUrl);
  for (const [asset, token] of [
    ['USDT', local.tokens.tether],
    ['USDC', local.tokens.taxed],
  ]) {
    await asOwner(
      database.ownerUrl,
      `update app.chain_asset set contract = '\\x${token?.slice(2) ?? ''}' where asset = '${asset ?? ''}'`,
    );
  }
});
afterAll(async () => {
  await databases.close();
  await database.drop();
  await local.stop();
});

it('credits what came once, though its blocks were replaced before', async () => {
  const { url, tokens, payer } = local;
  const db = databases.main;
  const [userId, account] = await person();
  const parts = {
    db,
    chain: createEvmChain({ urls: [url], code: 'eth' }),
    code: 'eth',
    clock: () => Date.now(),
    log: createLog('silent'),
  };
  await sql`
    insert into app.rate (asset, usd, sources, fetched_at)
    values ('USDT', 1, 3, now()), ('USDC', 1, 3, now()), ('ETH', 2000, 3, now())`.execute(db);
  const watcher = createWatcher({ ...parts, book: createDepositBook(parts) });
  await watcher.catchUp();
  await local.send({ coin: tokens.tether, to: account, amount: 50_000_000n });
  await local.send({ coin: tokens.taxed, to: account, amount: 100_000_000n });
  await local.send({ coin: tokens.silent, to: account, amount: 70_000_000n });
  const inner = { kind: 'pay', coin: 'native', from: payer, to: account, amount: 10n ** 16n } as const;
  await local.send([inner, { kind: 'log' }, inner]);
  await local.mine(6);
  await watcher.catchUp();
  await reorg(url, 6, { isKept: true });
  await watcher.catchUp();
  expect(await states(userId)).toEqual(['confirming', 'confirming', 'confirming', 'confirming']);
  await local.mine(10);
  await watcher.catchUp();
  expect(await balances(userId)).toEqual({ USDT: '5000000000', USDC: '9900000000', ETH: '2000000' });
  await watcher.catchUp();
  await local.mine(80);
  await watcher.catchUp();
  expect(await balances(userId)).toEqual({ USDT: '5000000000', USDC: '9900000000', ETH: '2000000' });
  expect(await states(userId)).toEqual(['success', 'success', 'success', 'success']);
  const compared = await createReconciler(parts).reconcile();
  expect(compared.map(({ asset, found, expected }) => [asset, found - expected])).toEqual([
    ['USDT', 0n],
    ['USDC', 0n],
    ['ETH', 0n],
  ]);
}, 60_000);

async function person(): Promise<readonly [string, Account]> {
  const db = databases.main;
  const id = newId();
  const now = Date.now();
  await sql`
    insert into app.person (id, username, nickname, uid, email, password_hash, invite_code, language, created_at)
    values (${id}, 'anna', 'Anna', '100000001', 'anna@example.com', 'none', 'ANNA01', 'en', now())`.execute(
    db,
  );
  await fillPool(db, {
    family: 'evm',
    accountAt: (index) => fakeAccount(`local ${index}`),
    fingerprint: Buffer.alloc(4),
    size: 1,
    now,
  });
  const drawn = await drawAddress(db, { userId: id, family: 'evm', label: null, now });
  if (drawn === undefined) throw new Error('the pool of the test is empty');
  return [id, drawn.account];
}

async function states(userId: string): Promise<string[]> {
  const found = await sql<{ state: string }>`
    select state from app.deposit where user_id = ${userId} order by tx_id, position`.execute(databases.main);
  return found.rows.map(({ state }) => state);
}

async function balances(userId: string): Promise<Record<string, string>> {
  const found = await sql<{ code: string; balance: string }>`
    select a.code, l.balance from ledger.account l join app.asset a on a.ledger_id = l.asset_id
    where l.owner_id = ${userId} and l.kind = 'available'`.execute(databases.main);
  return Object.fromEntries(found.rows.map(({ code, balance }) => [code, balance]));
}
