/**
 * What one answer of `wallet/asset/list` costs the server, against a bare Fastify route that reads the same and against
 * node:http alone. Balances change all the time and every answer is checked; sessions are ended and must be refused.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { demoRateSource } from '../apps/server/src/modules/rate/demo-source.ts';
import { refreshRates } from '../apps/server/src/modules/rate/refresh.ts';
import { type Databases, openDatabases } from '../apps/server/src/platform/database/database.ts';
import { revokeSessions } from '../apps/server/src/platform/http/session.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/postgres/embedded-postgres.ts';
import { migrateDatabase } from '../apps/server/src/platform/postgres/migrate.ts';
import { createLog } from '../apps/server/src/platform/process/log.ts';
import { startProgram } from '../e2e/program/program.ts';
import { type BenchPerson, keepRatesFresh, makePeople, openSource } from './api/people.ts';
import { databaseCpuSeconds } from './api/processor.ts';
import {
  benchSecretKey,
  connections,
  type LoadOutcome,
  questionOf,
  type Setup,
  type ServerSide,
  type LoadTask,
} from './api/request.ts';
import type { Measurement } from './main.ts';

const people = 500;
/** Their sessions are ended while the rest is under way. */
const leaving = 20;
const rounds = 5;
const roundMs = 6000;
/** A side is warm after so many answers, or on a busy machine after so long. */
const warmAnswers = 30_000;
const warmUpMs = 3000;
const warmUpsMost = 8;
const revokeMostMs = 1000;
const sides = ['api', 'bare', 'raw'] as const;

interface Stage {
  readonly databases: Databases;
  readonly postmaster: number;
  readonly load: ChildProcess;
  readonly urls: Readonly<Record<ServerSide, string>>;
  /** A second process of the same program, which nobody but the revoke check asks. */
  readonly secondUrl: string;
  readonly leaving: readonly BenchPerson[];
}

/** What one side did in one round, per second of its server's processor time. */
interface Round {
  readonly perSecond: number;
  /** The same with the time that PostgreSQL took. */
  readonly perSecondWithDatabase: number;
  readonly outcome: LoadOutcome;
}

export async function run(): Promise<Measurement> {
  const parent = join(import.meta.dirname, '../.cache/bench');
  mkdirSync(parent, { recursive: true });
  const directory = mkdtempSync(join(parent, 'api-'));
  /** What must end, last started first. */
  const ends: (() => unknown)[] = [() => rmSync(directory, { recursive: true, force: true })];
  try {
    const stage = await setTheStage(directory, ends);
    for (const side of sides) await warmUp(stage, side);
    const measured: Record<ServerSide, Round[]> = { api: [], bare: [], raw: [] };
    for (let round = 0; round < rounds; round += 1) {
      for (const side of round % 2 === 0 ? sides : sides.toReversed())
        measured[side].push(await oneRound(stage, side, roundMs));
    }
    const revokeMs = await endSessions(stage);
    return report(measured, revokeMs);
  } finally {
    for (const end of ends.toReversed()) await end();
  }
}

async function setTheStage(directory: string, ends: (() => unknown)[]): Promise<Stage> {
  const server = await startEmbeddedPostgres({ directory: join(directory, 'postgres') });
  ends.push(server.destroy);
  const { ownerUrl, appUrl } = server;
  await migrateDatabase({ ownerUrl, appRole: 'marigold_app', mode: 'demo' });
  const databases = openDatabases(appUrl);
  ends.push(async () => await databases.close());
  await refreshRates({ db: databases.main, sources: [demoRateSource], log: createLog('warn') }, Date.now());
  const everybody = await makePeople(ownerUrl, databases, people + leaving);
  const source = String(await openSource(databases));

  const startApi = async (name: string): Promise<string> => {
    const env = {
      DATABASE_URL: appUrl,
      DATABASE_OWNER_URL: ownerUrl,
      ROLES: 'api',
      PORT: '0',
      SECRET_KEY: benchSecretKey,
    };
    const program = await startProgram({
      env: { ...env, LOCAL_CHAIN: '0', LIQUIDITY: '0', DATA_DIR: join(directory, name) },
    });
    ends.push(async () => await program.end());
    return program.url;
  };
  const startSide = async (file: string): Promise<string> => {
    const child = fork(join(import.meta.dirname, file), { env: { ...process.env, DATABASE_URL: appUrl } });
    ends.push(() => child.kill());
    return (await messageOf<{ url: string }>(child)).url;
  };
  const urls = {
    api: await startApi('first'),
    bare: await startSide('api/bare.ts'),
    raw: await startSide('api/raw.ts'),
  };
  const secondUrl = await startApi('second');
  const load = fork(join(import.meta.dirname, 'api/load.ts'));
  ends.push(() => load.kill());
  const setup: Setup = { people: everybody.slice(leaving), databaseUrl: appUrl, source };
  load.send(setup);
  await messageOf(load);
  const stage = { databases, postmaster: server.pid, load, urls, secondUrl };
  return { ...stage, leaving: everybody.slice(0, leaving) };
}

/** The next message of a child; throws when it ends instead. */
async function messageOf<Message>(child: ChildProcess): Promise<Message> {
  return await new Promise((resolve, reject) => {
    const ended = (code: number | null): void => reject(new Error(`A process of the bench ended: ${code}`));
    child.once('exit', ended);
    child.once('message', (message) => {
      child.removeListener('exit', ended);
      resolve(message as Message);
    });
  });
}

async function warmUp(stage: Stage, side: ServerSide): Promise<void> {
  let answers = 0;
  for (let count = 0; count < warmUpsMost && answers < warmAnswers; count += 1)
    answers += (await oneRound(stage, side, warmUpMs)).outcome.answers;
}

async function oneRound(stage: Stage, side: ServerSide, forMs: number): Promise<Round> {
  await keepRatesFresh(stage.databases);
  const url = stage.urls[side];
  const before = { server: await cpuSeconds(side, url), database: databaseCpuSeconds(stage.postmaster) };
  const task: LoadTask = { side, url, forMs };
  stage.load.send(task);
  const outcome = await messageOf<LoadOutcome>(stage.load);
  const server = (await cpuSeconds(side, url)) - before.server;
  const database = databaseCpuSeconds(stage.postmaster) - before.database;
  if (outcome.wrong.length > 0) throw new Error(outcome.wrong.join('\n'));
  const { answers } = outcome;
  console.log(
    `${side.padEnd(4)} ${answers} answers, ${server.toFixed(2)} s, database ${database.toFixed(2)} s: ` +
      `${Math.round(answers / server)} a second, ${((server * 1e6) / answers).toFixed(1)} µs each`,
  );
  return {
    perSecond: answers / server,
    perSecondWithDatabase: answers / (server + database),
    outcome,
  };
}

/** Processor seconds of a server process since its start, garbage collection included. */
async function cpuSeconds(side: ServerSide, url: string): Promise<number> {
  if (side !== 'api') {
    const { user, system } = (await (await fetch(`${url}/cpu`)).json()) as NodeJS.CpuUsage;
    return (user + system) / 1e6;
  }
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const seconds = /^process_cpu_seconds_total (\S+)/m.exec(metrics)?.[1];
  if (seconds === undefined) throw new Error('The program does not tell its processor time.');
  return Number(seconds);
}

/** Ends sessions while the load goes on; answers the longest time after the commit in which one was still taken. */
async function endSessions(stage: Stage): Promise<number> {
  await keepRatesFresh(stage.databases);
  stage.load.send({ side: 'api', url: stage.urls.api, forMs: leaving * 250 } satisfies LoadTask);
  const loaded = messageOf<LoadOutcome>(stage.load);
  let longest = 0;
  for (const person of stage.leaving) longest = Math.max(longest, await endSession(stage, person));
  const { wrong } = await loaded;
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  if (longest > revokeMostMs) throw new Error(`An ended session was taken for ${longest} ms.`);
  return longest;
}

async function endSession(stage: Stage, person: BenchPerson): Promise<number> {
  const places = [
    { side: 'api', url: stage.urls.api },
    { side: 'api', url: stage.secondUrl },
    { side: 'bare', url: stage.urls.bare },
  ] as const;
  const runs = places.map(({ side, url }) => askUntilRefused(side, url, person));
  await Promise.all(runs.map(async ({ welcome }) => await welcome));
  await revokeSessions(stage.databases.main, { userId: person.id, now: Date.now() });
  const endedAt = performance.now();
  const last = await Promise.all(runs.map(async ({ lastTaken }) => await lastTaken));
  return Math.max(0, ...last.map((at) => at - endedAt));
}

/** Asks again and again. `welcome` when the session was taken five times, `lastTaken` after its first refusal. */
function askUntilRefused(side: 'api' | 'bare', url: string, { token, half, name }: BenchPerson) {
  const known = Promise.withResolvers<void>();
  const ask = async (): Promise<number> => {
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      cookie: `marigold=${half}`,
    };
    const startedAt = performance.now();
    let last = 0;
    for (let count = 1; performance.now() - startedAt < 10 * revokeMostMs; count += 1) {
      const sentAt = performance.now();
      const { path, body } = questionOf(side, name);
      const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body });
      await answer.text();
      if (answer.status === 401) return last;
      if (answer.status !== 200) throw new Error(`${side} answered ${answer.status}`);
      last = sentAt;
      if (count === 5) known.resolve();
    }
    throw new Error('An ended session is never refused.');
  };
  const lastTaken = ask();
  lastTaken.catch((error: unknown) => known.reject(error));
  return { welcome: known.promise, lastTaken };
}

function report(measured: Record<ServerSide, Round[]>, revokeMs: number): Measurement {
  const rateOf = (side: ServerSide, pick: (round: Round) => number): number =>
    median(measured[side].map(pick));
  const perSecond = (side: ServerSide): number => rateOf(side, (round) => round.perSecond);
  const withDatabase = (side: ServerSide): number => rateOf(side, (round) => round.perSecondWithDatabase);
  const all = [...measured.api, ...measured.bare];
  const sumOf = (pick: (outcome: LoadOutcome) => number): number =>
    all.reduce((sum, { outcome }) => sum + pick(outcome), 0);
  return {
    name: 'api',
    figures: {
      apiPerCpuSecond: Math.round(perSecond('api')),
      barePerCpuSecond: Math.round(perSecond('bare')),
      rawPerCpuSecond: Math.round(perSecond('raw')),
      apiCpuMicros: rounded(1e6 / perSecond('api')),
      checkedAnswers: sumOf(({ answers }) => answers),
      balanceChanges: sumOf(({ posts }) => posts),
      askedRightAfterChange: sumOf(({ sharp }) => sharp),
      revokeMs: rounded(revokeMs),
      people,
      connections,
      rounds,
    },
    ratios: {
      bareFastify: rounded(perSecond('api') / perSecond('bare')),
      rawHttp: rounded(perSecond('api') / perSecond('raw')),
      bareFastifyWithDatabase: rounded(withDatabase('api') / withDatabase('bare')),
    },
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
