/** What the tests with a chain in memory promise, once more on a real node: its blocks, receipts, traces and reorganisations. */
import type { ChainAccount } from '@marigold/chain/port';
import { fakeAccount } from '@marigold/chain/testing/fake-bytes';
import { toChainUnits } from '@marigold/chain/units';
import { createEvmChain } from '@marigold/evm/chain';
import { reorg } from '@marigold/evm/local-chain';
import type { TestChain } from '@marigold/evm/testing/test-chain';
import { startTestChain } from '@marigold/evm/testing/test-chain';
import { startWithdrawingNode } from '@marigold/evm/testing/withdrawing-node';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';

import type { TestDatabase } from '../../../testing/database.ts';
import { asOwner, testDatabase } from '../../../testing/database.ts';
import type { Databases } from '../../platform/database/database.ts';
import { openDatabases } from '../../platform/database/database.ts';
import { newRowId } from '../../platform/process/ids.ts';
import { createLog } from '../../platform/process/log.ts';
import { drawAddress, fillPool } from '../chain/address/pool.ts';
import { listChainAssets } from '../chain/registry.ts';
import { resumeAsset } from '../chain/state/halt.ts';
import { isRead, readProgress } from '../chain/state/progress.ts';
import { createWatcher } from '../chain/watch/watch.ts';
import { joinOwnTransaction } from '../payout/views.ts';
import { bookOpening } from '../reconcile/difference.ts';
import { createReconciler } from '../reconcile/reconcile.ts';
import { createDepositListener } from './service.ts';

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
  await asOwner(
    database.ownerUrl,
    `insert into app.rate (asset, usd, sources, fetched_at)
     values ('USDT', 1, 3, now()), ('USDC', 1, 3, now()), ('ETH', 2000, 3, now())`,
  );
});
afterAll(async () => {
  await databases.close();
  await database.drop();
  await local.stop();
});

const watch = (parts: ReturnType<typeof partsAt>) =>
  createWatcher({
    ...parts,
    listener: createDepositListener({ ...parts, joinOwnTransaction }),
    bookOpening,
  });

it('credits what came once, though its blocks were replaced before', async () => {
  const { url, tokens, payer } = local;
  const [userId, account] = await person();
  const parts = partsAt(url);
  const watcher = watch(parts);
  await watcher.catchUp();
  await local.send({ coin: tokens.tether, to: account, amount: toChainUnits(50_000_000n) });
  await local.send({ coin: tokens.taxed, to: account, amount: toChainUnits(100_000_000n) });
  await local.send({ coin: tokens.silent, to: account, amount: toChainUnits(70_000_000n) });
  const inner = { kind: 'pay', coin: 'native', from: payer, to: account, amount: 10n ** 16n } as const;
  await local.send([inner, { kind: 'log' }, inner]);
  await local.mine(6);
  await watcher.catchUp();
  await reorg(url, 6, { resends: true });
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

it('credits on where three deposits that left the chain had filled the fractions of others', async () => {
  const [anna, annas] = await person();
  const [boris, his] = await person();
  const parts = partsAt(local.url);
  const watcher = watch(parts);
  // Somebody else pays what will be taken back, so that it leaves no gap in the nonces of the others.
  const stranger = fakeAccount('stranger');
  await local.node.request('anvil_setBalance', [stranger, `0x${(10n ** 18n).toString(16)}`]);
  await local.node.request('anvil_impersonateAccount', [stranger]);
  // In tenths of a ledger unit, each in a block of its own.
  const pay = async (to: ChainAccount, tenths: bigint, from?: string): Promise<string> => {
    const amount = tenths * 10n ** 9n;
    const sent =
      from === undefined
        ? await local.send({ coin: 'native', to, amount: toChainUnits(amount) })
        : await local.node.request('eth_sendTransaction', [{ from, to, value: `0x${amount.toString(16)}` }]);
    await local.mine();
    return String(sent);
  };
  const others: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    await pay(annas, 6_000_009n, stranger);
    others.push(await pay(annas, 6_000_001n));
  }
  await local.mine(12);
  await watcher.catchUp();
  expect(await balances(anna)).toEqual({ ETH: '3600003' });
  const raw = others.map(async (id) => [await local.node.request('eth_getRawTransactionByHash', [id]), 0]);
  await local.node.request('anvil_reorg', [18, await Promise.all(raw)]);
  await local.mine(2);
  await watcher.catchUp();
  const decision = { by: 'ann', second: 'ben', reason: 'looked at it', now: Date.now() };
  expect(await resumeAsset(parts.db, { chain: 'eth', asset: 'ETH' }, decision)).toBe(true);
  await pay(annas, 5_000_020n);
  await pay(annas, 10n);
  await pay(his, 7_000_000n);
  await local.mine(80);
  await watcher.catchUp();
  expect(await balances(boris)).toEqual({ ETH: '700000' });
  const rows = await sql<{ units: string; uncredited: boolean }>`
    select units::text as units, aside_at is not null as uncredited from app.deposit
    where user_id = ${anna} and state = 'success' order by seen_at desc, units limit 2`.execute(parts.db);
  expect(rows.rows).toEqual([
    { units: '0', uncredited: false },
    { units: '500000', uncredited: false },
  ]);
  const compared = await createReconciler(parts).reconcile();
  expect(compared.map(({ found, expected }) => found - expected)).toEqual([0n, 0n, 0n]);
}, 60_000);

// Last: the node in front gives blocks hashes of its own, so nothing is read without it afterwards.
it('credits what came without a transaction, and stops nobody’s ETH for it', async () => {
  const node = await startWithdrawingNode(local.url);
  try {
    const [anna, annas] = await person();
    const [boris, his] = await person();
    const parts = partsAt(node.url);
    const watcher = watch(parts);
    await watcher.catchUp();
    // Blocks that name her for their fees, full of what strangers do; one of them pays her beside that.
    await local.node.request('anvil_setCoinbase', [annas]);
    for (let block = 0; block < 3; block += 1) {
      for (let count = 0; count < 5; count += 1)
        await local.send({ coin: local.tokens.good, to: local.rich, amount: toChainUnits(1n) });
      if (block === 1) await local.send({ coin: 'native', to: annas, amount: toChainUnits(10n ** 16n) });
      await local.mine();
    }
    await local.node.request('anvil_setCoinbase', [fakeAccount('another builder')]);
    // What her validator, and his, took out of their stakes.
    await node.withdraw(annas, 20_000_000n);
    await node.withdraw(his, 30_000_000n);
    await local.mine(1);
    // And what nobody can say the origin of.
    const held = BigInt(String(await local.node.request('eth_getBalance', [his, 'latest'])));
    await local.node.request('anvil_setBalance', [his, `0x${(held + 7n * 10n ** 15n).toString(16)}`]);
    await local.mine(80);
    await watcher.catchUp();
    const came = BigInt(String(await local.node.request('eth_getBalance', [annas, 'latest'])));
    expect(came).toBeGreaterThan(3n * 10n ** 16n);
    expect(await balances(anna)).toEqual({ ETH: String(came / 10n ** 10n) });
    expect(await balances(boris)).toEqual({ ETH: '3000000' });
    const reconciler = createReconciler(parts);
    const [, , first] = await reconciler.reconcile();
    expect((first?.found ?? 0n) - (first?.expected ?? 0n)).toBe(7n * 10n ** 15n);
    const again = await reconciler.reconcile();
    expect(again.map(({ found, expected }) => found - expected)).toEqual([0n, 0n, 0n]);
    // Neither an address nor a quote is refused to anybody: both ask this.
    const progress = (await readProgress(parts.db)).get('eth');
    const assets = await listChainAssets(parts.db, 'eth');
    expect(assets.map((asset) => isRead(asset, progress))).toEqual([true, true, true]);
    const suspense = await sql<{ amount: string; user_id: string }>`
      select f.amount::text as amount, w.user_id from app.chain_difference f
      join app.chain_address w on w.id = f.address_id`.execute(parts.db);
    expect(suspense.rows).toEqual([{ amount: '7000000000000000', user_id: boris }]);
  } finally {
    await node.stop();
  }
}, 60_000);

function partsAt(url: string) {
  return {
    db: databases.main,
    chain: createEvmChain({ urls: [url], code: 'eth' }),
    code: 'eth',
    clock: () => Date.now(),
    log: createLog('silent'),
  };
}

let people = 0;
async function person(): Promise<readonly [string, ChainAccount]> {
  const db = databases.main;
  const id = newRowId();
  const now = Date.now();
  people += 1;
  const name = `person${people}`;
  await sql`
    insert into app.person (id, username, nickname, uid, email, password_hash, invite_code, language, created_at)
    values (${id}, ${name}, ${name}, ${`10000000${people}`}, ${`${name}@example.com`}, 'none', ${`LOCAL${people}`}, 'en',
      now())`.execute(db);
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
