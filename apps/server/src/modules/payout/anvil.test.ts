/** The same promises on a real node with the real signer: fewer cases, no made-up chain. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { watchKey } from '@marigold/chain/hd';
import type { ChainAccount, Coin } from '@marigold/chain/port';
import type { SignerAccounts } from '@marigold/chain/signer-port';
import { fakeAccount } from '@marigold/chain/testing/fake-bytes';
import { toChainUnits } from '@marigold/chain/units';
import { createEvmChain } from '@marigold/evm/chain';
import { demoTokens, fund } from '@marigold/evm/demo-tokens';
import { reorg } from '@marigold/evm/local-chain';
import { minuteMs } from '@marigold/money/spans';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';

import type { NodeProxy } from '../../../../../packages/evm/testing/node-proxy.ts';
import { startNodeProxy } from '../../../../../packages/evm/testing/node-proxy.ts';
import type { TestChain } from '../../../../../packages/evm/testing/test-chain.ts';
import { startTestChain } from '../../../../../packages/evm/testing/test-chain.ts';
import type { TestDatabase } from '../../../testing/database.ts';
import { testDatabase } from '../../../testing/database.ts';
import type { PayoutBooks } from '../../../testing/payout-books.ts';
import { setTokenContract, openPayoutBooks } from '../../../testing/payout-books.ts';
import type { StartedSigner } from '../../adapters/signer/start.ts';
import { startSigner } from '../../adapters/signer/start.ts';
import type { Databases } from '../../platform/database/database.ts';
import { openDatabases } from '../../platform/database/database.ts';
import { createLog } from '../../platform/process/log.ts';
import { bytesOf } from '../chain/registry.ts';
import { cancelByReplacement } from './operate/operate.ts';
import type { Pipeline } from './pipeline/pipeline.ts';
import { createPipeline } from './pipeline/pipeline.ts';

const usdt = 1_000_000n;
/** A local node counts as final what is so far below its head. */
const finalBelow = 70;

let chain: TestChain;
let proxy: NodeProxy;
let database: TestDatabase;
let databases: Databases;
let signer: StartedSigner;
let known: SignerAccounts;
let books: PayoutBooks;
let pipeline: Pipeline;
let moved = 0;
const folder = mkdtempSync(join(tmpdir(), 'marigold-payouts-'));
const port = () => createEvmChain({ urls: [proxy.url], code: 'eth' });
let reader: ReturnType<typeof port>;

beforeAll(async () => {
  chain = await startTestChain();
  proxy = await startNodeProxy(chain.url);
  database = await testDatabase();
  databases = openDatabases(database.appUrl);
  await setTokenContract(database.ownerUrl, 'USDT', demoTokens.USDT);
  await setTokenContract(database.ownerUrl, 'USDC', chain.tokens.taxed);
  const settings = { folder: join(folder, 's'), databaseUrl: database.appUrl, onNotice: () => undefined };
  signer = await startSigner({ ...settings, keystore: 'demo' });
  known = await signer.signer.accounts();
  await fund(chain.url, known);
  await chain.mine(finalBelow);
  const clock = () => Date.UTC(2026, 0, 1) + moved;
  books = openPayoutBooks(databases.main, clock);
  reader = port();
  pipeline = createPipeline({
    db: databases.main,
    chain: reader,
    code: 'eth',
    signer: signer.signer,
    clock,
    log: createLog(process.env['TEST_LOG'] ?? 'silent'),
  });
});

afterAll(async () => {
  await signer.stop();
  await databases.close();
  await database.drop();
  await proxy.stop();
  await chain.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function mined(blocks: number): Promise<void> {
  await chain.mine(blocks);
  await pipeline.pass();
}
async function finish(): Promise<void> {
  await pipeline.pass();
  await mined(1);
  await mined(finalBelow);
}
const held = async (account: ChainAccount, coin: Coin) => await reader.balance(account, coin);
const attemptsOf = async ({ id }: { readonly id: string }) =>
  (
    await sql<{ kind: string; tx: string }>`
      select a.kind, a.tx_id as tx from app.slot_attempt a
      join app.slot s on s.chain = a.chain and s.account = a.account and s.nonce = a.nonce
      where s.payout_id = ${id} order by a.line`.execute(databases.main)
  ).rows;

it('confirms in one block, completes in twelve and settles at finality, in tokens and in ether', async () => {
  const payouts = [
    await books.order({ units: 5_000_000_000n, feeUnits: 500_000_000n }),
    await books.order({ asset: 'ETH', units: 50_000_000n, feeUnits: 50_000n }),
  ] as const;
  const states = async () => await Promise.all(payouts.map(async (one) => await books.state(one)));
  await pipeline.pass();
  expect(await states()).toEqual(['sending', 'sending']);
  await mined(1);
  expect(await states()).toEqual(['confirming', 'confirming']);
  await mined(10);
  expect(await states()).toEqual(['confirming', 'confirming']);
  await mined(1);
  expect(await states()).toEqual(['completed', 'completed']);
  await mined(finalBelow);
  expect(await states()).toEqual(['settled', 'settled']);
  expect(await held(payouts[0].to, demoTokens.USDT)).toBe(45n * usdt);
  expect(await held(payouts[1].to, 'native')).toBe(49_950_000n * 10n ** 10n);
  expect(await books.balance(null, 'ETH', 'gas')).toBeLessThan(0n);
});

it('pays once when answers are lost, the node is away, and the pool forgets', async () => {
  const payout = await books.order();
  proxy.behave = ({ method }) => (method === 'eth_sendRawTransaction' ? { kind: 'lost' } : undefined);
  await pipeline.pass();
  await pipeline.pass();
  proxy.behave = () => ({ kind: 'down' });
  expect(await pipeline.pass()).toBe('unavailable');
  const [sent] = await attemptsOf(payout);
  await chain.node.request('anvil_dropTransaction', [sent?.tx]);
  await chain.mine(25);
  expect(await books.state(payout)).toBe('sending');
  proxy.behave = () => undefined;
  await finish();
  expect(await books.state(payout)).toBe('settled');
  expect(await held(payout.to, demoTokens.USDT)).toBe(45n * usdt);
  expect(await attemptsOf(payout)).toHaveLength(1);
}, 60_000);

it('replaces by the rule of the main network when fees rise sixty times, one nonce after the other', async () => {
  const payouts = [await books.order(), await books.order()];
  await pipeline.pass();
  const setBase = async () =>
    await chain.node.request('anvil_setNextBlockBaseFeePerGas', [`0x${(60n * 10n ** 9n).toString(16)}`]);
  for (let block = 0; block < 4; block += 1) {
    await setBase();
    await mined(1);
  }
  await finish();
  for (const payout of payouts) {
    expect(await books.state(payout)).toBe('settled');
    expect(await held(payout.to, demoTokens.USDT)).toBe(45n * usdt);
    expect((await attemptsOf(payout)).map(({ kind }) => kind)).toEqual(['pay', 'pay']);
  }
}, 60_000);

it('is sent again after a reorganisation of five blocks and paid once', async () => {
  const payout = await books.order();
  await pipeline.pass();
  await mined(5);
  expect(await books.state(payout)).toBe('confirming');
  await reorg(chain.url, 5);
  await pipeline.pass();
  expect(await books.state(payout)).toBe('sending');
  await finish();
  expect(await books.state(payout)).toBe('settled');
  expect(await held(payout.to, demoTokens.USDT)).toBe(45n * usdt);
}, 60_000);

it('cancels by a replacement that the pool takes, and gives the money back', async () => {
  const payout = await books.order();
  await pipeline.pass();
  await databases.main
    .transaction()
    .execute(async (db) => await cancelByReplacement(db, { payoutId: payout.id, now: 1 }));
  await pipeline.pass();
  await finish();
  expect(await books.state(payout)).toBe('failed');
  expect(await held(payout.to, demoTokens.USDT)).toBe(0n);
  expect(await books.refunds(payout)).toEqual([{ units: '5000000000', status: 'success' }]);
});

it('sends nothing to a contract that refuses, and gives all of it back', async () => {
  const to = fakeAccount('refusing');
  await chain.node.request('anvil_setCode', [to, '0x60006000fd']);
  const [refused, other] = [
    await books.order({ asset: 'ETH', units: 1_000_000n, feeUnits: 50_000n, to }),
    await books.order(),
  ];
  const before = await held(known.hot, 'native');
  await pipeline.pass();
  expect(await books.state(refused)).toBe('rejected');
  expect(await attemptsOf(refused)).toEqual([]);
  expect(await held(known.hot, 'native')).toBe(before);
  expect(await books.balance(refused.userId, 'ETH', 'available')).toBe(1_000_000n);
  await finish();
  expect(await books.state(other)).toBe('settled');
});

it('keeps from the fee the gas that a contract burns once it is mined, and pays the next one', async () => {
  const to = fakeAccount('burning');
  await chain.node.request('anvil_setCode', [to, '0x00']);
  const burnt = await books.order({ asset: 'ETH', units: 1_000_000n, feeUnits: 50_000n, to });
  await pipeline.pass();
  expect(await books.state(burnt)).toBe('sending');
  await chain.node.request('anvil_setCode', [to, '0xfe']);
  const before = await held(known.hot, 'native');
  const chainBefore = await books.balance(null, 'ETH', 'chain');
  await finish();
  expect(await books.state(burnt)).toBe('failed');
  const found = await sql<{ gas: string; retained: bigint; booked: string }>`
    select s.gas_paid::text as gas, p.kept_units::bigint as retained, ceil(s.gas_paid / 10000000000)::text as booked
    from app.slot s join app.payout p on p.id = s.payout_id where p.id = ${burnt.id}`.execute(databases.main);
  const { gas, retained, booked } = found.rows[0] ?? { gas: '0', retained: 0n, booked: '-1' };
  expect(before - (await held(known.hot, 'native'))).toBe(BigInt(gas));
  // All the gas that it was given, for nothing, and the house bears none of it.
  expect(retained).toBe(BigInt(booked));
  expect(retained).toBeGreaterThan(0n);
  expect((await books.balance(null, 'ETH', 'chain')) - chainBefore).toBe(retained);
  expect(await books.balance(burnt.userId, 'ETH', 'available')).toBe(1_000_000n - retained);
  const next = await books.order({ asset: 'ETH', units: 1_000_000n, feeUnits: 50_000n });
  await finish();
  expect(await books.state(next)).toBe('settled');
}, 60_000);

it('sends gas ahead and empties a deposit address into the hot account', async () => {
  const found = await sql<{ account: Buffer }>`
    insert into app.chain_address (family, purpose, path_index, account, key_fingerprint, created_at)
    values ('evm', 'deposit', 7, ${bytesOf(watchKey(known.depositKey).accountAt(7))}, '\\x00000000', now()) returning account`.execute(
    databases.main,
  );
  const account: ChainAccount = `0x${found.rows[0]?.account.toString('hex') ?? ''}`;
  const txId = await chain.send({ coin: demoTokens.USDT, to: account, amount: toChainUnits(700n * usdt) });
  await chain.mine(1);
  const { height, hash } = await reader.head();
  await sql`
    insert into app.deposit (id, chain, tx_id, position, address_id, asset, from_account, amount, state, height, block_hash,
      seen_at)
    select gen_random_uuid(), 'eth', ${txId}, 0, id, 'USDT', account, 700000000, 'success', ${height}, ${hash}, now()
    from app.chain_address where account = ${bytesOf(account)}`.execute(databases.main);
  const before = await held(known.hot, demoTokens.USDT);
  await chain.mine(finalBelow);
  for (let step = 0; step < 4; step += 1) {
    moved += minuteMs;
    await pipeline.pass();
    await mined(1);
  }
  await finish();
  expect(await held(account, demoTokens.USDT)).toBe(0n);
  expect(await held(known.hot, demoTokens.USDT)).toBe(before + 700n * usdt);
  const sweeps = await sql<{ state: string }>`select state from app.sweep`.execute(databases.main);
  expect(sweeps.rows).toEqual([{ state: 'done' }]);
}, 60_000);

it('halts the asset when the token keeps a part of what was signed', async () => {
  await chain.send({ coin: chain.tokens.taxed, to: known.hot, amount: toChainUnits(1_000n * usdt) });
  await chain.mine(1);
  const payout = await books.order({ asset: 'USDC' });
  await finish();
  expect(await books.state(payout)).toBe('confirming');
  expect(await books.balance(payout.userId, 'USDC', 'held')).toBe(5_000_000_000n);
  expect((await books.asset('USDC')).isHalted).toBe(true);
});
