/**
 * How fast deposits are read and credited: a real local chain (anvil), 100 blocks of 50 token payments to different
 * people, from the first block that was not read to the last credit, against `ledger.post` at 32 connections on the same
 * PostgreSQL with fsync. Both take turns. Then what a million watched accounts cost in memory and time. Every credit is
 * counted afterwards, and the books must be whole.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { createAccountTable } from '@marigold/chain/account-table';
import type { ChainAccount } from '@marigold/chain/port';
import { createEvmChain } from '@marigold/evm/chain';
import { demoTokens, ensureDemoTokens, sendDemo } from '@marigold/evm/demo-tokens';
import { mine, startLocalChain } from '@marigold/evm/local-chain';
import { openAccount } from '@marigold/ledger/account';
import { post } from '@marigold/ledger/journal';
import pg from 'pg';

import { fillPool } from '../apps/server/src/modules/chain/address/pool.ts';
import type { ChainWatcher } from '../apps/server/src/modules/chain/watch/watch.ts';
import { createWatcher } from '../apps/server/src/modules/chain/watch/watch.ts';
import { createDepositListener } from '../apps/server/src/modules/deposit/service.ts';
import { joinOwnTransaction } from '../apps/server/src/modules/payout/views.ts';
import { bookOpening } from '../apps/server/src/modules/reconcile/difference.ts';
import { openDatabases } from '../apps/server/src/platform/database/database.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/postgres/embedded-postgres.ts';
import { migrateDatabase } from '../apps/server/src/platform/postgres/migrate.ts';
import { createLog } from '../apps/server/src/platform/process/log.ts';
import { preparing } from '../packages/ledger/testing/preparing.ts';
import type { Measurement } from './main.ts';

const blocks = 100;
const depositsPerBlock = 50;
const people = blocks * depositsPerBlock;
const confirmations = 12;
/** Of six decimals; below every limit that asks for more than counting. */
const amount = 25_000_000n;
const creditedUnits = 2_500_000_000n;
const rounds = 3;

const connections = 32;
const postMs = 4000;
const warmUpMs = 1500;
const assetId = 1;

const watched = 1_000_000;
const lookUpRounds = 11;

interface Stage {
  readonly owner: pg.Client;
  readonly clients: readonly pg.Client[];
  readonly accounts: readonly ChainAccount[];
  readonly url: string;
  readonly watcher: ChainWatcher;
}

/** Runs everything in about three minutes. Throws when a credit is missing or the books are broken. */
export async function run(): Promise<Measurement> {
  const table = measureTable();
  const parent = join(import.meta.dirname, '../.cache/bench');
  mkdirSync(parent, { recursive: true });
  const directory = mkdtempSync(join(parent, 'chains-'));
  const server = await startEmbeddedPostgres({ directory: join(directory, 'postgres') });
  const local = await startLocalChain({ folder: join(directory, 'chain'), blockMs: 0 });
  const databases = openDatabases(server.appUrl);
  try {
    await migrateDatabase({ ownerUrl: server.ownerUrl, appRole: 'marigold_app', mode: 'demo' });
    await ensureDemoTokens(local.url);
    const chain = createEvmChain({ urls: [local.url], code: 'eth' });
    const parts = { db: databases.main, chain, clock: Date.now, log: createLog('warn') };
    const watcher = createWatcher({
      ...parts,
      code: 'eth',
      listener: createDepositListener({ ...parts, joinOwnTransaction }),
      bookOpening,
    });
    const stage = { ...(await prepare(server.ownerUrl, server.appUrl)), url: local.url, watcher };
    const rates = await measure(stage);
    await check(stage.owner);
    await Promise.all([stage.owner, ...stage.clients].map(async (client) => await client.end()));
    return {
      name: 'chains',
      figures: {
        depositsPerSecond: Math.round(rates.deposits),
        postPerSecond: Math.round(rates.posts),
        millisecondsPerBlock: Math.round((1000 * depositsPerBlock) / rates.deposits),
        ...table,
        blocks,
        depositsPerBlock,
        rounds,
        connections,
      },
      ratios: { deposits: Math.round((rates.deposits / rates.posts) * 1000) / 1000 },
    };
  } finally {
    await databases.close();
    await local.stop();
    await server.destroy();
    rmSync(directory, { recursive: true, force: true });
  }

  async function prepare(ownerUrl: string, appUrl: string) {
    const owner = await connect(ownerUrl);
    const clients = await Promise.all(Array.from({ length: connections }, async () => await connect(appUrl)));
    await requireDurable(owner);
    for (const [asset, token] of Object.entries(demoTokens)) {
      await owner.query('update app.chain_asset set contract = $1 where asset = $2', [bytes(token), asset]);
    }
    await owner.query(
      `insert into app.rate (asset, usd, sources, fetched_at)
       values ('USDT', 1, 3, now()), ('USDC', 1, 3, now()), ('ETH', 3000, 3, now())`,
    );
    const accounts = Array.from({ length: people }, (_, index) => accountOf(`person ${index}`));
    const order = { family: 'evm', fingerprint: Buffer.alloc(4), size: people, now: Date.now() } as const;
    const accountAt = (index: number): ChainAccount => accounts[index] ?? accountOf(`spare ${index}`);
    for (let made = 1; made > 0;) made = await fillPool(databases.main, { ...order, accountAt });
    await owner.query(
      `insert into app.person (id, username, nickname, uid, email, password_hash, invite_code, language, created_at)
       select gen_random_uuid(), 'bench' || n, 'Bench', (100000000 + n)::text, 'bench' || n || '@example.com', 'none',
         upper(lpad(to_hex(n), 6, 'Z')), 'en', now()
       from generate_series(0, ${people - 1}) n`,
    );
    await owner.query(
      `update app.chain_address a set user_id = p.id, given_id = gen_random_uuid(), given_at = now()
       from app.person p where p.username = 'bench' || a.path_index`,
    );
    await owner.query('vacuum (analyze)');
    return { owner, clients, accounts };
  }
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** A figure without a disk behind it would be worth nothing. */
async function requireDurable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit')`,
  );
  const weak = rows.filter(({ setting }) => setting !== 'on');
  if (rows.length !== 3 || weak.length > 0) throw new Error(`Not durable: ${JSON.stringify(weak)}`);
}

async function measure(stage: Stage): Promise<{ readonly deposits: number; readonly posts: number }> {
  await stage.watcher.catchUp();
  const accounts = await openPayers(stage);
  await postsOf(stage.clients, accounts, warmUpMs);
  const deposits: number[] = [];
  const posts: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    posts.push(await postsOf(stage.clients, accounts, postMs));
    deposits.push(await depositsOf(stage, round));
    console.log(
      `deposits ${Math.round(deposits.at(-1) ?? 0)}/s, ledger.post ${Math.round(posts.at(-1) ?? 0)}/s`,
    );
  }
  return { deposits: median(deposits), posts: median(posts) };
}

/** Everybody is paid once, in another order each time; nothing of it was read when the clock starts. */
async function depositsOf({ owner, accounts, url, watcher }: Stage, round: number): Promise<number> {
  for (let block = 0; block < blocks; block += 1) {
    const place = ((block + round * 7) % blocks) * depositsPerBlock;
    const paid = accounts.slice(place, place + depositsPerBlock);
    await Promise.all(paid.map(async (to) => await sendDemo(url, { coin: demoTokens.USDT, to, amount })));
    await mine(url);
  }
  await mine(url, confirmations - 1);
  const startedAt = performance.now();
  while ((await watcher.catchUp()) === 'moved');
  const seconds = (performance.now() - startedAt) / 1000;
  const { rows } = await owner.query<{ credited: string }>(
    `select count(*)::text as credited from app.deposit where state = 'success' and units = ${creditedUnits}`,
  );
  const expected = people * (round + 1);
  if (Number(rows[0]?.credited) !== expected) {
    throw new Error(`${expected} deposits were sent and ${rows[0]?.credited} are credited.`);
  }
  return people / seconds;
}

/** Accounts of their own, so that neither side changes what the other counts. */
async function openPayers({ clients: [client] }: Stage): Promise<bigint[]> {
  if (client === undefined) throw new Error('Broken: a bench without connections');
  const source = await openAccount(client, { owner: null, assetId, kind: 'demo' });
  const accounts: bigint[] = [];
  for (let person = 0; person < 1000; person += 1) {
    accounts.push(await openAccount(client, { owner: randomUUID(), assetId, kind: 'available' }));
  }
  for (let start = 0; start < accounts.length; start += 500) {
    const postings = accounts
      .slice(start, start + 500)
      .map((to) => ({ from: source, to, assetId, units: 10n ** 15n }));
    await post(client, { ...nextKey(), postings });
  }
  return accounts;
}

let keys = 0;
function nextKey() {
  keys += 1;
  const key = `bench-${String(keys).padStart(12, '0')}`;
  return { scope: 'bench', key, kind: 'transfer', reference: null };
}

/** Journals per second by `ledger.post`, one for each commit, on spread accounts. */
async function postsOf(
  clients: readonly pg.Client[],
  accounts: readonly bigint[],
  forMs: number,
): Promise<number> {
  const startedAt = performance.now();
  let done = 0;
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < startedAt + forMs) {
        const place = below(accounts.length);
        const [from, to] = [
          accounts[place],
          accounts[(place + 1 + below(accounts.length - 1)) % accounts.length],
        ];
        if (from === undefined || to === undefined) throw new Error('Broken: an account outside the list');
        await post(preparing(client), { ...nextKey(), postings: [{ from, to, assetId, units: 1n }] });
        done += 1;
      }
    }),
  );
  return (done * 1000) / (performance.now() - startedAt);
}

/** A small linear generator: every run moves the same units between the same accounts. */
let seed = 7;
function below(limit: number): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 2 ** 32) * limit);
}

async function check(owner: pg.Client): Promise<void> {
  const broken = await owner.query('select * from ledger.broken');
  if (broken.rows.length > 0) throw new Error(`The books are broken: ${JSON.stringify(broken.rows)}`);
  const { rows } = await owner.query<{ people: string; least: string; most: string }>(
    `select count(*)::text as people, min(l.balance)::text as least, max(l.balance)::text as most
     from app.person p join ledger.account l on l.owner_id = p.id and l.kind = 'available'`,
  );
  const each = String(creditedUnits * BigInt(rounds));
  const [row] = rows;
  if (Number(row?.people) !== people || row?.least !== each || row.most !== each) {
    throw new Error(`Everybody should have ${each}: ${JSON.stringify(row)}`);
  }
}

/** A block is full of strangers; here every tenth account is one of ours, in no order. */
function measureTable() {
  const table = createAccountTable();
  for (let index = 0; index < watched; index += 1) table.add(accountOf(`watched ${index}`), index);
  const lookUps = Array.from({ length: 200_000 }, (_, index) =>
    accountOf(index % 10 === 0 ? `watched ${below(watched)}` : `stranger ${index}`),
  );
  const microseconds: number[] = [];
  for (let round = 0; round < lookUpRounds; round += 1) {
    let known = 0;
    const startedAt = performance.now();
    for (const account of lookUps) if (table.find(account) !== undefined) known += 1;
    microseconds.push(((performance.now() - startedAt) * 1000) / lookUps.length);
    if (known !== lookUps.length / 10) throw new Error(`Of ${lookUps.length} accounts ${known} are known.`);
  }
  return {
    addressMatchMicroseconds: Number(median(microseconds).toFixed(3)),
    addressTableMB: Number((table.bytes / 1e6).toFixed(1)),
  };
}

function accountOf(name: string): ChainAccount {
  const digits = createHash('sha256').update(name).digest('hex').slice(0, 40);
  // As one piece, as accounts come from a node; a text that was put together is read in two.
  return Buffer.from(`0x${digits}`).toString('latin1') as ChainAccount;
}

function bytes(account: ChainAccount): Buffer {
  return Buffer.from(account.slice(2), 'hex');
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}
