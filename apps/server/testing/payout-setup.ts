/**
 * Everything that payouts need around them: a database, a chain in memory, the signer of tests, people with money, and
 * the truth about all of it. Books and chain are compared whenever a test asks.
 */
import type { ChainAccount, Chain } from '@marigold/chain/port';
import { toChainUnits } from '@marigold/chain/units';
import { audit } from '@marigold/ledger/audit';
import { sql } from 'kysely';

import type { FakeChain } from '../../../packages/chain/testing/fake-chain.ts';
import { createFakeChain } from '../../../packages/chain/testing/fake-chain.ts';
import type { MemorySigner } from '../../../packages/chain/testing/memory-signer.ts';
import { createMemorySigner } from '../../../packages/chain/testing/memory-signer.ts';
import { toChain, toLedger } from '../src/modules/chain/registry.ts';
import type { PayoutCrashPoint } from '../src/modules/payout/context.ts';
import type { Pipeline } from '../src/modules/payout/pipeline/pipeline.ts';
import { createPipeline } from '../src/modules/payout/pipeline/pipeline.ts';
import type { Database, Databases } from '../src/platform/database/database.ts';
import { openDatabases, queryable } from '../src/platform/database/database.ts';
import { createLog } from '../src/platform/process/log.ts';
import type { TestDatabase } from './database.ts';
import { testDatabase } from './database.ts';
import type { OrderedPayout, PayoutBooks } from './payout-books.ts';
import { setTokenContract, openPayoutBooks } from './payout-books.ts';

export const finalityDepth = 20;

export type PayoutSetup = PayoutBooks & {
  readonly databases: Databases;
  readonly db: Database;
  readonly ownerUrl: string;
  readonly chain: FakeChain;
  readonly signer: MemorySigner;
  readonly pipeline: Pipeline;
  readonly clock: { now(): number; move(ms: number): void };
  readonly tokens: { readonly USDT: ChainAccount; readonly USDC: ChainAccount };
  /** Another process on the same database and chain. */
  worker(crash?: (point: PayoutCrashPoint) => Promise<void> | void, chain?: Chain): Pipeline;
  /** Holdings of an account of the house, in the chain and in the books. */
  fund(account: ChainAccount, asset: string, amount: bigint): Promise<void>;
  /** Mines and passes, block by block. */
  blocks(count: number): Promise<void>;
  /** Everything up to the finality of what is mined now. */
  finish(): Promise<void>;
  /** What a stranger got, in chain units. */
  got(payout: OrderedPayout): Promise<bigint>;
  /** Throws when the books are broken, or say something else than the chain once everything is final. */
  assertTrue(): Promise<void>;
  close(): Promise<void>;
};

export async function openPayoutSetup(
  given: { readonly database?: TestDatabase; readonly seed?: string | number } = {},
): Promise<PayoutSetup> {
  const database = given.database ?? (await testDatabase());
  const databases = openDatabases(database.appUrl);
  const db = databases.main;
  const chain = createFakeChain({ finalityDepth, seed: given.seed ?? 0 });
  const signer = createMemorySigner();
  const tokens = { USDT: chain.createToken('good', 'USDT'), USDC: chain.createToken('good', 'USDC') };
  for (const [code, token] of Object.entries(tokens)) await setTokenContract(database.ownerUrl, code, token);
  let moved = 0;
  const clock = { now: () => Date.UTC(2026, 0, 1) + moved, move: (ms: number) => void (moved += ms) };
  const log = createLog(process.env['TEST_LOG'] ?? 'silent');
  const worker: PayoutSetup['worker'] = (crash, other = chain) =>
    createPipeline({
      db,
      chain: other,
      code: 'eth',
      signer,
      clock: clock.now,
      log,
      ...(crash === undefined ? {} : { crash }),
    });
  const pipeline = worker();
  const books = openPayoutBooks(db, clock.now);
  const asset = async (code: string) => await books.asset(code);
  const setup: PayoutSetup = {
    databases,
    db,
    ownerUrl: database.ownerUrl,
    chain,
    signer,
    pipeline,
    clock,
    tokens,
    worker,
    ...books,
    async fund(account, code, amount) {
      const row = await asset(code);
      chain.give(account, row.coin, amount);
      await books.book(code, toLedger(row, toChainUnits(amount)).units);
    },
    async blocks(count) {
      for (let block = 0; block < count; block += 1) {
        chain.mine();
        await pipeline.pass();
      }
    },
    async finish() {
      await pipeline.pass();
      chain.mine(finalityDepth + 1);
      await pipeline.pass();
    },
    async got({ to, asset: code }) {
      return chain.truth.held(to, (await asset(code)).coin);
    },
    async assertTrue() {
      const broken = await audit(queryable(db), { full: true });
      if (broken.length > 0) throw new Error(`broken books: ${JSON.stringify(broken.slice(0, 3))}`);
      for (const code of ['ETH', 'USDT', 'USDC']) await assertSame(setup, code);
    },
    async close() {
      await databases.close();
      if (given.database === undefined) await database.drop();
    },
  };
  return setup;
}

/** What our accounts hold on the chain is what the books say, to the last base unit. */
async function assertSame(setup: PayoutSetup, code: string): Promise<void> {
  const row = await setup.asset(code);
  const booked = -(await setup.balance(null, code, 'chain'));
  const held = (await ours(setup)).reduce(
    (sum, account) => sum + setup.chain.truth.held(account, row.coin),
    0n,
  );
  const step = toChain(row, 1n);
  const fee = row.coin === 'native' && step !== undefined ? await roundedUp(setup, step) : 0n;
  const { units, rest } = toLedger(row, toChainUnits(held - fee));
  if (units !== booked || rest !== 0n)
    throw new Error(`${code}: ${held} on the chain, ${booked} and ${fee} in the books`);
}

/** Gas is booked rounded up to a ledger unit; what was not spent of it stays on the chain. */
async function roundedUp({ db }: PayoutSetup, step: bigint): Promise<bigint> {
  const found = await sql<{ gas_paid: string }>`
    select gas_paid from app.slot where state = 'final'`.execute(db);
  return found.rows.reduce((sum, row) => {
    const paid = BigInt(row.gas_paid);
    return sum + ((paid + step - 1n) / step) * step - paid;
  }, 0n);
}

async function ours({ db, signer }: PayoutSetup): Promise<ChainAccount[]> {
  const found = await sql<{ account: Buffer }>`
    select account from app.chain_address where purpose = 'deposit'`.execute(db);
  const deposits = found.rows.map(({ account }): ChainAccount => `0x${account.toString('hex')}`);
  return [signer.known.hot, signer.known.gas, ...deposits];
}
