/** What deposits need around them: a database, a chain in memory, people with addresses, watchers that can die. */
import type { ChainAccount, BlockTransfers, Chain } from '@marigold/chain/port';
import type { ChainDepositState } from '@marigold/chain/states';
import { fakeAccount } from '@marigold/chain/testing/fake-bytes';
import type { FakeChain } from '@marigold/chain/testing/fake-chain';
import { createFakeChain } from '@marigold/chain/testing/fake-chain';
import { audit } from '@marigold/ledger/audit';
import { sql } from 'kysely';

import { addHouseAccount, drawAddress, fillPool } from '../src/modules/chain/address/pool.ts';
import { bytesOf } from '../src/modules/chain/registry.ts';
import type { BlockListener, Crash } from '../src/modules/chain/watch/listener.ts';
import type { ChainWatcher } from '../src/modules/chain/watch/watch.ts';
import { createWatcher } from '../src/modules/chain/watch/watch.ts';
import { createDepositListener } from '../src/modules/deposit/service.ts';
import { joinOwnTransaction } from '../src/modules/payout/views.ts';
import { bookOpening } from '../src/modules/reconcile/difference.ts';
import type { Comparison } from '../src/modules/reconcile/reconcile.ts';
import { createReconciler } from '../src/modules/reconcile/reconcile.ts';
import type { Database } from '../src/platform/database/database.ts';
import { openDatabases, queryable } from '../src/platform/database/database.ts';
import { newRowId } from '../src/platform/process/ids.ts';
import { createLog } from '../src/platform/process/log.ts';
import { asOwner, testDatabase } from './database.ts';

const code = 'eth';
export const depositFinality = 30;

export type Depositor = { readonly id: string; readonly account: ChainAccount };

export type SeenDeposit = {
  readonly state: ChainDepositState;
  readonly units: bigint;
  readonly taken: bigint;
  readonly debt: bigint;
  readonly locked: bigint;
  /** Of its bill, in order; empty: it has none. */
  readonly bill: readonly string[];
};

export type DepositSetup = {
  readonly db: Database;
  readonly ownerUrl: string;
  readonly chain: FakeChain;
  /** What the node says of a block instead; undefined: the truth. */
  lie: ((found: BlockTransfers) => BlockTransfers) | undefined;
  readonly clock: { now(): number; move(ms: number): void };
  readonly tokens: Readonly<Record<'USDT' | 'USDC', ChainAccount>>;
  readonly hot: ChainAccount;
  readonly listener: BlockListener;
  readonly watcher: ChainWatcher;
  /** Another process; it may die at the named points. */
  another(
    crash?: Crash,
    options?: { readonly readAhead?: number },
  ): { watcher: ChainWatcher; listener: BlockListener };
  person(): Promise<Depositor>;
  address(userId: string): Promise<ChainAccount>;
  /** A payment of so many whole units of six decimals, mined in a block of its own. Answers its transaction. */
  pay(to: ChainAccount, usdt: number): string;
  /** Mines so many blocks and reads them. */
  blocks(count: number): Promise<void>;
  /** What came by a transaction, in the order of positions. */
  deposits(txId: string): Promise<SeenDeposit[]>;
  /** In whole USDT, as people see it; another currency in ledger units. */
  available(userId: string, asset?: string): Promise<number>;
  owed(userId: string): Promise<number>;
  bills(userId: string): Promise<string[]>;
  /** Kinds of notices, oldest first. */
  notices(userId: string): Promise<string[]>;
  halts(): Promise<string[]>;
  reconcile(): Promise<Comparison[]>;
  /** Throws where the books are broken. */
  assertBooks(): Promise<void>;
  close(): Promise<void>;
};

const whole = 100_000_000n;

export async function openDepositSetup(
  given: { readonly finalityDepth?: number; readonly reorgMax?: number; readonly seed?: string } = {},
): Promise<DepositSetup> {
  const database = await testDatabase();
  const databases = openDatabases(database.appUrl);
  const db = databases.main;
  const chain = createFakeChain({
    finalityDepth: given.finalityDepth ?? depositFinality,
    seed: given.seed ?? 0,
  });
  const tokens = { USDT: chain.createToken('good', 'USDT'), USDC: chain.createToken('taxed', 'USDC') };
  await list(database.ownerUrl, tokens, given.reorgMax ?? 64);
  let moved = 0;
  const clock = { now: () => Date.UTC(2026, 10, 1) + moved, move: (ms: number) => void (moved += ms) };
  const log = createLog(process.env['TEST_LOG'] ?? 'silent');
  const hot = fakeAccount('hot');
  await addHouseAccount(db, { family: 'evm', purpose: 'hot', account: hot, now: clock.now() });
  await fillPool(db, {
    family: 'evm',
    accountAt: (index) => fakeAccount(`deposit ${index}`),
    fingerprint: Buffer.alloc(4),
    size: 100,
    now: clock.now(),
  });
  const node: Chain = {
    ...chain,
    async transfers(block, isOurs) {
      const found = await chain.transfers(block, isOurs);
      return setup.lie?.(found) ?? found;
    },
  };
  // Before anything happens there is a block that nobody takes back.
  chain.mine(40);
  const another: DepositSetup['another'] = (crash, options) => {
    const parts = { db, chain: node, clock: clock.now, log, ...(crash === undefined ? {} : { crash }) };
    const listener = createDepositListener({ ...parts, joinOwnTransaction });
    return { watcher: createWatcher({ ...parts, ...options, code, listener, bookOpening }), listener };
  };
  const first = another();
  const address = async (userId: string): Promise<ChainAccount> => {
    const drawn = await drawAddress(db, { userId, family: 'evm', label: null, now: clock.now() });
    if (drawn === undefined) throw new Error('the pool of the test is empty');
    return drawn.account;
  };
  const setup: DepositSetup = {
    db,
    ownerUrl: database.ownerUrl,
    chain,
    lie: undefined,
    clock,
    tokens,
    hot,
    ...first,
    another,
    address,
    async person() {
      const id = newRowId();
      const name = id.replaceAll('-', '').slice(-18);
      await sql`
        insert into app.person (id, username, nickname, uid, email, password_hash, invite_code, language, created_at)
        values (${id}, ${name}, ${name}, ${nextUid()}, ${`${name}@example.com`}, 'none', ${lastInvite()}, 'en', now())`.execute(
        db,
      );
      return { id, account: await address(id) };
    },
    pay(to, usdt) {
      const txId = chain.send({ coin: tokens.USDT, to, amount: BigInt(Math.round(usdt * 1_000_000)) });
      chain.mine();
      return txId;
    },
    async blocks(count) {
      chain.mine(count);
      clock.move(count * 12_000);
      await first.watcher.catchUp();
    },
    ...createLooks(db),
    reconcile: async () => await createReconciler({ db, chain, code, clock: clock.now, log }).reconcile(),
    async assertBooks() {
      const broken = await audit(queryable(db), { full: true });
      if (broken.length > 0) throw new Error(`the books are broken: ${JSON.stringify(broken)}`);
    },
    async close() {
      await databases.close();
      await database.drop();
    },
  };
  await first.watcher.catchUp();
  return setup;
}

/** The tokens of the chain in memory are those that are listed; a reorganisation goes so deep; rates are known. */
async function list(
  ownerUrl: string,
  tokens: Readonly<Record<string, ChainAccount>>,
  reorgMax: number,
): Promise<void> {
  for (const [asset, token] of Object.entries(tokens)) {
    await asOwner(
      ownerUrl,
      `update app.chain_asset set contract = '\\x${token.slice(2)}' where asset = '${asset}'`,
    );
  }
  await asOwner(ownerUrl, `update app.chain set reorg_max = ${reorgMax} where code = 'eth'`);
  await asOwner(
    ownerUrl,
    `insert into app.rate (asset, usd, sources, fetched_at)
     values ('USDT', 1, 3, now()), ('USDC', 1, 3, now()), ('ETH', 2000, 3, now())`,
  );
}

/** How a test looks at what there is. */
function createLooks(
  db: Database,
): Pick<DepositSetup, 'deposits' | 'available' | 'owed' | 'bills' | 'notices' | 'halts'> {
  const balance = async (userId: string, asset: string, kind: string): Promise<bigint> => {
    const found = await sql<{ balance: string }>`
      select l.balance from ledger.account l join app.asset a on a.ledger_id = l.asset_id
      where l.owner_id = ${userId} and a.code = ${asset} and l.kind = ${kind}`.execute(db);
    return BigInt(found.rows[0]?.balance ?? '0');
  };
  return {
    async deposits(txId) {
      const found = await sql<{
        state: ChainDepositState;
        units: string;
        taken_units: string;
        debt_units: string;
        lock_units: string;
        bill: string[] | null;
      }>`
        select d.state, d.units, d.taken_units, d.debt_units, d.lock_units,
          (select array_agg(s.status order by s.line) from app.bill_step s where s.bill_id = d.bill_id) as bill
        from app.deposit d where d.tx_id = ${txId} order by d.position, d.id`.execute(db);
      return found.rows.map((row) => ({
        state: row.state,
        units: BigInt(row.units),
        taken: BigInt(row.taken_units),
        debt: BigInt(row.debt_units),
        locked: BigInt(row.lock_units),
        bill: row.bill ?? [],
      }));
    },
    async available(userId, asset = 'USDT') {
      const units = await balance(userId, asset, 'available');
      return asset === 'USDT' ? Number(units) / Number(whole) : Number(units);
    },
    owed: async (userId) => Number(-(await balance(userId, 'USDT', 'debt'))) / Number(whole),
    async bills(userId) {
      const found = await sql<{ names: string }>`
        select type || ' ' || trim_scale(units / ${String(whole)}::numeric) || ' ' || status
          || case when journal_id is null then '' else ' booked' end as names
        from app.bill where user_id = ${userId} order by id`.execute(db);
      return found.rows.map(({ names }) => names);
    },
    async notices(userId) {
      const found = await sql<{ kind: string }>`
        select kind from app.notice where user_id = ${userId} order by created_at, id`.execute(db);
      return found.rows.map(({ kind }) => kind);
    },
    async halts() {
      const found = await sql<{ names: string }>`
        select asset || ': ' || reason as names from app.chain_halt where resumed_at is null
        union all select chain || ': ' || halted_reason from app.chain_cursor where halted_at is not null
        order by names`.execute(db);
      return found.rows.map(({ names }) => names);
    },
  };
}

/** Lists a token after the fact, as an operator's migration would. */
export async function listToken(setup: DepositSetup, asset: string, token: ChainAccount): Promise<void> {
  await asOwner(
    setup.ownerUrl,
    `update app.chain_asset set contract = '\\x${bytesOf(token).toString('hex')}' where asset = '${asset}'`,
  );
}

let people = 0;
function nextUid(): string {
  people += 1;
  return String(100_000_000 + people);
}

function lastInvite(): string {
  return people.toString(36).toUpperCase().padStart(6, 'A');
}
