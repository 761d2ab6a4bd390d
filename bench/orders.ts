/**
 * How fast orders are taken: by the exchange in one process, acknowledged after the commit of their journals, orders and
 * bills, against bare one-row commits and against the same code with one order in a transaction; and over HTTP, by
 * processor time of the server, against node:http alone. Sides take turns in one run; the books are checked at the end.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import pg from 'pg';

import { batchMax } from '../apps/server/src/modules/trade/engine/owner.ts';
import type { Exchange } from '../apps/server/src/modules/trade/port.ts';
import { createExchange } from '../apps/server/src/modules/trade/service.ts';
import { type Databases, openDatabases } from '../apps/server/src/platform/database/database.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/postgres/embedded-postgres.ts';
import { migrateDatabase } from '../apps/server/src/platform/postgres/migrate.ts';
import { createLog } from '../apps/server/src/platform/process/log.ts';
import type { Measurement } from './main.ts';
import { drawWorkload, priceEnd, workloadProfiles } from './matching/workload.ts';
import { createDriver, type Driver } from './orders/driver.ts';
import { httpRound, httpSides, type HttpRound, openSessions, setHttpStage } from './orders/http.ts';
import type { HttpSide } from './orders/load.ts';
import { makeTraders } from './orders/people.ts';

/** One after the other they stand for the whole exchange: each has its own book, and all meet on the house's account. */
const symbols = ['BTC_USDT', 'ETH_USDT', 'TRX_USDT', 'USDC_USDT'];
const people = 2400;
const connections = 32;
const rounds = 5;
const phaseMs = 4000;
const warmUpMs = 2000;
/** Until the program's code is compiled for good; in turns, because who waits for long begins anew. */
const httpWarmUpMs = 8000;
const httpWarmUps = 4;
const httpRounds = 7;
/** Enough askers that the next batch is full when one is committed. */
const askers = 4000;
const openAtFirst = 4000;
const seed = 7;
const commandsMost = 400_000;
const middle = priceEnd / 2;
const httpSymbol = 'BTC_USDT';

interface Stage {
  readonly databases: Databases;
  readonly owner: pg.Client;
  readonly bare: readonly pg.Client[];
  readonly drivers: readonly Driver[];
  readonly exchange: Exchange;
  readonly people: readonly string[];
  readonly stopExchange: () => Promise<void>;
}

/** Most orders of one transaction just now. */
let batchMaxNow = batchMax;

type Phase = 'raw' | 'one' | 'batch';
const phases: readonly Phase[] = ['raw', 'one', 'batch'];

export async function run(): Promise<Measurement> {
  const parent = join(import.meta.dirname, '../.cache/bench');
  mkdirSync(parent, { recursive: true });
  const directory = mkdtempSync(join(parent, 'orders-'));
  const ends: (() => unknown)[] = [() => rmSync(directory, { recursive: true, force: true })];
  try {
    const server = await startEmbeddedPostgres({ directory: join(directory, 'postgres') });
    ends.push(server.destroy);
    await migrateDatabase({ ownerUrl: server.ownerUrl, appRole: 'marigold_app', mode: 'demo' });
    const stage = await prepare(server, ends);
    const rates: Record<Phase, number[]> = { raw: [], one: [], batch: [] };
    const latencies: number[] = [];
    for (const phase of phases) await onePhase(phase, stage, warmUpMs);
    for (let round = 0; round < rounds; round += 1)
      for (const phase of round % 2 === 0 ? phases : phases.toReversed()) {
        const driven = await onePhase(phase, stage, phaseMs);
        rates[phase].push(driven.perSecond);
        if (phase === 'batch') for (const ms of driven.latencies) latencies.push(ms);
        console.log(`${phase.padEnd(5)} ${Math.round(driven.perSecond)} a second`);
      }
    const http = await measureHttp(stage, server, directory, ends);
    await checkBooks(stage);
    return report(rates, latencies, http);
  } finally {
    for (const end of ends.toReversed()) await end();
  }
}

type Http = Record<HttpSide, HttpRound[]>;

/** The program takes the markets over and is asked as the wallet asks it. */
async function measureHttp(
  stage: Stage,
  { ownerUrl, appUrl }: { readonly ownerUrl: string; readonly appUrl: string },
  directory: string,
  ends: (() => unknown)[],
): Promise<Http> {
  await stage.stopExchange();
  const sessions = await openSessions(stage.databases, stage.people);
  const http = await setHttpStage(
    {
      DATABASE_URL: appUrl,
      DATABASE_OWNER_URL: ownerUrl,
      ROLES: 'api,engine',
      DATA_DIR: join(directory, 'program'),
    },
    { sessions, symbol: httpSymbol, middle },
    ends,
  );
  const measured: Http = { entry: [], raw: [], bytes: [] };
  for (let turn = 0; turn < httpWarmUps; turn += 1)
    for (const side of httpSides) await httpRound(http, side, side === 'entry' ? httpWarmUpMs : warmUpMs);
  for (let round = 0; round < httpRounds; round += 1)
    for (const side of round % 2 === 0 ? httpSides : httpSides.toReversed())
      measured[side].push(await httpRound(http, side, phaseMs));
  return measured;
}

async function prepare(
  { ownerUrl, appUrl }: { readonly ownerUrl: string; readonly appUrl: string },
  ends: (() => unknown)[],
): Promise<Stage> {
  const databases = openDatabases(appUrl);
  ends.push(async () => await databases.close());
  const owner = await connect(ownerUrl);
  const bare = await Promise.all(Array.from({ length: connections }, async () => await connect(appUrl)));
  ends.push(async () => await Promise.all([owner, ...bare].map(async (client) => await client.end())));
  await requireDurable(owner);
  await owner.query(
    'create table public.bare (id bigint primary key, account bigint not null, units numeric not null)',
  );
  await owner.query('grant insert on public.bare to marigold_app');
  // The middle of the workload's prices, fresh for as long as the bench runs.
  await owner.query(
    `insert into app.index_price (symbol, price, sources, seen_at)
     select symbol, ${middle} / power(10::numeric, price_decimals), 1, now() + interval '1 day' from app.market`,
  );
  // Without it nobody may give away anything: takers would be refused.
  await owner.query(`insert into app.rate (asset, usd, sources, fetched_at) values ('USDT', 1, 1, now())`);
  const running = await createExchange({
    db: databases.main,
    clock: Date.now,
    log: createLog('warn'),
    secretKey: 'the secret key of a bench, not of anybody',
    runsBooks: true,
    batchMax: () => batchMaxNow,
  });
  let isStopped = false;
  const stopExchange = async (): Promise<void> => {
    if (!isStopped) await running.stop();
    isStopped = true;
  };
  ends.push(stopExchange);
  const ids = await makeTraders(ownerUrl, databases, people);
  const drivers = symbols.map((symbol, at) => {
    const workload = drawWorkload(
      { ...workloadProfiles.normal, target: openAtFirst },
      seed + at,
      commandsMost,
    );
    return createDriver(workload, symbol, ids);
  });
  const preload = { forMs: Infinity, commands: openAtFirst, atOnce: askers / symbols.length };
  await Promise.all(drivers.map(async (driver) => await driver.drive(running.exchange, preload)));
  const stage = {
    databases,
    owner,
    bare,
    drivers,
    exchange: running.exchange,
    people: ids,
    stopExchange,
  };
  await owner.query('vacuum (analyze)');
  return stage;
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

type Timed = { readonly perSecond: number; readonly latencies: readonly number[] };

async function onePhase(phase: Phase, stage: Stage, forMs: number): Promise<Timed> {
  if (phase === 'raw') return { perSecond: await bareRate(stage, forMs), latencies: [] };
  batchMaxNow = phase === 'one' ? 1 : batchMax;
  const startedAt = performance.now();
  const atOnce = (phase === 'one' ? connections : askers) / symbols.length;
  const all = await Promise.all(
    stage.drivers.map(
      async (driver) => await driver.drive(stage.exchange, { forMs, commands: Infinity, atOnce }),
    ),
  );
  const done = all.reduce((sum, driven) => sum + driven.done, 0);
  const perSecond = (done * 1000) / (performance.now() - startedAt);
  return { perSecond, latencies: all.flatMap(({ latencies }) => latencies) };
}

let bareId = 0;

/** One row, one commit, 32 connections. */
async function bareRate({ bare }: Stage, forMs: number): Promise<number> {
  const startedAt = performance.now();
  const first = bareId;
  await Promise.all(
    bare.map(async (client) => {
      while (performance.now() < startedAt + forMs) {
        bareId += 1;
        await client.query({
          name: 'bare',
          text: 'insert into public.bare (id, account, units) values ($1, $2, $3)',
          values: [bareId, bareId % people, bareId % 3000],
        });
      }
    }),
  );
  return ((bareId - first) * 1000) / (performance.now() - startedAt);
}

/** Throws unless every balance is the sum of its postings and every order account is what open orders set aside. */
async function checkBooks({ owner }: Stage): Promise<void> {
  const broken = await owner.query(
    'select what::text, id::text from ledger.broken union all select what, id::text from app.broken_orders',
  );
  if (broken.rows.length > 0) throw new Error(`The books are broken: ${JSON.stringify(broken.rows)}`);
}

function report(rates: Record<Phase, number[]>, latencies: readonly number[], http: Http): Measurement {
  const perCpuSecond = (side: HttpSide): number => median(http[side].map((round) => round.perCpuSecond));
  const entryMs = http.entry.flatMap(({ outcome }) => outcome.latencies);
  const [raw, one, batch] = [median(rates.raw), median(rates.one), median(rates.batch)];
  return {
    name: 'orders',
    figures: {
      rawCommitsPerSecond: Math.round(raw),
      oneByOnePerSecond: Math.round(one),
      inProcessPerSecond: Math.round(batch),
      p50Ms: rounded(quantile(latencies, 0.5)),
      p99Ms: rounded(quantile(latencies, 0.99)),
      entryPerCpuSecond: Math.round(perCpuSecond('entry')),
      rawHttpPerCpuSecond: Math.round(perCpuSecond('raw')),
      bytesHttpPerCpuSecond: Math.round(perCpuSecond('bytes')),
      entryP50Ms: rounded(quantile(entryMs, 0.5)),
      entryP99Ms: rounded(quantile(entryMs, 0.99)),
      markets: symbols.length,
      connections,
      askers,
      people,
      rounds,
      httpRounds,
    },
    ratios: {
      inProcess: rounded(batch / raw),
      oneByOne: rounded(batch / one),
      httpEntry: rounded(perCpuSecond('entry') / perCpuSecond('raw')),
    },
  };
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length * share)] ?? Number.NaN;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
