/**
 * How fast the ledger writes, side by side in one run on an embedded PostgreSQL with fsync, keys and constraints on:
 * bare one-row commits, `ledger.post` and groups as trading commits them, on spread accounts and with one hot account.
 * Rounds are interleaved and medians taken, so a noisy minute hits every side. The books are checked at the end.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { openAccount } from '@marigold/ledger/account';
import { type Journal, journalHash, type LeaseProof, post } from '@marigold/ledger/journal';
import { takeLease } from '@marigold/ledger/lease';
import { beginBatch, fillBatch } from '@marigold/ledger/post-many';
import pg from 'pg';

import { startEmbeddedPostgres } from '../apps/server/src/platform/postgres/embedded-postgres.ts';
import { migrateDatabase } from '../apps/server/src/platform/postgres/migrate.ts';
import { preparing } from '../packages/ledger/testing/preparing.ts';

const connections = 32;
const people = 1000;
const batchSize = 500;
const rounds = 7;
const phaseMs = 3500;
const warmUpMs = 1500;
const assetId = 1;
/** Longer than the bench: who holds a lease keeps it until somebody else takes it. */
const leaseMs = 600_000;

export interface BenchResult {
  readonly name: string;
  readonly figures: Readonly<Record<string, number>>;
  readonly ratios: Readonly<Record<string, number>>;
}

interface Stage {
  readonly owner: pg.Client;
  readonly app: readonly pg.Client[];
  readonly accounts: readonly bigint[];
  readonly source: bigint;
  readonly fee: bigint;
  readonly lease: LeaseProof;
}

const phases = ['raw', 'post', 'batch', 'postHot', 'batchHot'] as const;
type Phase = (typeof phases)[number];

/** Runs the whole comparison in about two minutes. Throws when the books are not whole afterwards. */
export async function run(): Promise<BenchResult> {
  const parent = join(import.meta.dirname, '../.cache/bench');
  mkdirSync(parent, { recursive: true });
  const directory = mkdtempSync(join(parent, 'ledger-'));
  const server = await startEmbeddedPostgres({ directory });
  try {
    await migrateDatabase({ ownerUrl: server.ownerUrl, appRole: 'marigold_app', mode: 'demo' });
    const stage = await prepare(server.ownerUrl, server.appUrl);
    const rates = await measure(stage);
    const journals = await checkBooks(stage);
    await Promise.all([stage.owner, ...stage.app].map((client) => client.end()));
    return report(rates, journals);
  } finally {
    await server.destroy();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function prepare(ownerUrl: string, appUrl: string): Promise<Stage> {
  const connect = async (connectionString: string) => {
    const client = new pg.Client({ connectionString });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  const owner = await connect(ownerUrl);
  const app = await Promise.all(Array.from({ length: connections }, () => connect(appUrl)));
  const [first] = app;
  if (first === undefined) throw new Error('Broken: a bench without connections');
  await requireDurable(first);
  await owner.query(
    `insert into ledger.asset (id, code, scale) values (${assetId}, 'USDT', 8) on conflict do nothing`,
  );
  await owner.query(
    'create table public.bare (id bigint primary key, account bigint not null, units numeric not null)',
  );
  await owner.query('grant insert on public.bare to marigold_app');
  const source = await openAccount(first, { owner: null, assetId, kind: 'demo' });
  const fee = await openAccount(first, { owner: null, assetId, kind: 'fee' });
  const accounts: bigint[] = [];
  for (let person = 0; person < people; person += 1) {
    accounts.push(await openAccount(first, { owner: randomUUID(), assetId, kind: 'available' }));
  }
  for (let start = 0; start < people; start += batchSize) {
    const postings = accounts
      .slice(start, start + batchSize)
      .map((to) => ({ from: source, to, assetId, units: 10n ** 15n }));
    await post(first, { ...nextKey(), postings });
  }
  await owner.query('vacuum (analyze) ledger.account');
  const epoch = await takeLease(first, { name: 'bench', holder: 'bench', ttlMs: leaseMs });
  if (epoch === undefined) throw new Error('Broken: a lease that somebody else holds');
  return { owner, app, accounts, source, fee, lease: { name: 'bench', epoch } };
}

/** A figure without a disk behind it would be worth nothing. */
async function requireDurable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit')`,
  );
  const weak = rows.filter(({ setting }) => setting !== 'on');
  if (rows.length !== 3 || weak.length > 0) throw new Error(`Not durable: ${JSON.stringify(weak)}`);
}

let keys = 0;
function nextKey() {
  keys += 1;
  return {
    scope: 'bench',
    key: `bench-${String(keys).padStart(12, '0')}`,
    kind: 'transfer',
    reference: null,
  };
}

/** A small linear generator: every run moves the same units between the same accounts. */
let seed = 7;
function below(limit: number): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 2 ** 32) * limit);
}

function journalOf({ accounts, fee }: Stage, isHot: boolean): Journal {
  const place = below(people);
  const other = (place + 1 + below(people - 1)) % people;
  const [from, to] = [accounts[place], accounts[other]];
  if (from === undefined || to === undefined) throw new Error('Broken: an account outside the list');
  const move = { from, to, assetId, units: BigInt(1 + below(3000)) };
  return { ...nextKey(), postings: isHot ? [move, { from, to: fee, assetId, units: 1n }] : [move] };
}

async function measure(stage: Stage): Promise<Record<Phase, number[]>> {
  const rates: Record<Phase, number[]> = { raw: [], post: [], batch: [], postHot: [], batchHot: [] };
  for (const phase of phases) await rateOf(phase, stage, warmUpMs);
  for (let round = 0; round < rounds; round += 1) {
    // Every other round runs backwards: nobody is always the one after the busiest.
    for (const phase of round % 2 === 0 ? phases : phases.toReversed()) {
      rates[phase].push(await rateOf(phase, stage, phaseMs));
    }
  }
  return rates;
}

/** What one phase commits per second. */
async function rateOf(phase: Phase, stage: Stage, forMs: number): Promise<number> {
  const started = performance.now();
  const until = started + forMs;
  const isHot = phase === 'postHot' || phase === 'batchHot';
  const done =
    phase === 'raw'
      ? await repeat(until, stage.app, insertBare)
      : phase === 'post' || phase === 'postHot'
        ? await repeat(until, stage.app, (client) => post(preparing(client), journalOf(stage, isHot)))
        : await batches(until, stage, isHot);
  return (done * 1000) / (performance.now() - started);
}

/** Every connection does one thing after another until the time is over; answers how many were done together. */
async function repeat(
  until: number,
  clients: readonly pg.Client[],
  act: (client: pg.Client) => Promise<unknown>,
): Promise<number> {
  let done = 0;
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < until) {
        await act(client);
        done += 1;
      }
    }),
  );
  return done;
}

let bareId = 0;
async function insertBare(client: pg.Client): Promise<void> {
  bareId += 1;
  await client.query({
    name: 'bare',
    text: 'insert into public.bare (id, account, units) values ($1, $2, $3)',
    values: [bareId, below(people), below(3000)],
  });
}

/** One owner of a market, as trading has it: one full group after the other, under its lease. */
async function batches(until: number, stage: Stage, isHot: boolean): Promise<number> {
  const [client] = stage.app;
  if (client === undefined) throw new Error('Broken: a bench without connections');
  let done = 0;
  while (performance.now() < until) done += await commitGroup(client, stage, isHot);
  return done;
}

/** Journals first and their postings last, in one transaction: what trade/write.ts does with the ledger. */
async function commitGroup(client: pg.Client, stage: Stage, isHot: boolean): Promise<number> {
  const db = preparing(client);
  const group = Array.from({ length: batchSize }, () => {
    const journal = journalOf(stage, isHot);
    return { journal, hash: journalHash(journal) };
  });
  await client.query('begin');
  await fillBatch(db, await beginBatch(db, group, stage.lease), group);
  await client.query('commit');
  return group.length;
}

/** Throws unless every balance is the sum of its postings and every journal asked for is there once. */
async function checkBooks({ owner }: Stage): Promise<number> {
  const broken = await owner.query('select * from ledger.broken');
  if (broken.rows.length > 0) throw new Error(`The books are broken: ${JSON.stringify(broken.rows)}`);
  const { rows } = await owner.query<{ journals: string }>(
    'select count(*)::text as journals from ledger.journal',
  );
  const journals = Number(rows[0]?.journals);
  if (journals !== keys) throw new Error(`${keys} journals were asked for and ${journals} are there.`);
  return journals;
}

function report(rates: Record<Phase, number[]>, journals: number): BenchResult {
  const raw = median(rates.raw);
  const [single, batch] = [median(rates.post), median(rates.batch)];
  const [singleHot, batchHot] = [median(rates.postHot), median(rates.batchHot)];
  return {
    name: 'ledger',
    figures: {
      rawCommitsPerSecond: Math.round(raw),
      postPerSecond: Math.round(single),
      batchPerSecond: Math.round(batch),
      postHotPerSecond: Math.round(singleHot),
      batchHotPerSecond: Math.round(batchHot),
      connections,
      batchSize,
      rounds,
      journals,
    },
    ratios: {
      groupCommit: round(batch / single),
      rawCommit: round(batch / raw),
      hotAccount: round(batchHot / singleHot),
      hotRaw: round(batchHot / raw),
    },
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function round(ratio: number): number {
  return Math.round(ratio * 100) / 100;
}
