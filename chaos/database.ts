/**
 * The database of a storm, kept alive as a machine's service manager does: the product's own PostgreSQL, durable, in its
 * place whatever becomes of the programs that use it, and started again whenever it was killed. With it the harness's own
 * door: as the owner for looking and for letting time pass, as the administrator for a slow disk.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

import pg from 'pg';

import type { EmbeddedPostgres } from '../apps/server/src/platform/postgres/embedded-postgres.ts';
import {
  isProcessRunning,
  postgresProcessesIn,
} from '../apps/server/src/platform/process/process-identity.ts';

const connectTimeoutMs = 3000;
const startAgainMs = 200;
const plainTypes = { getTypeParser: () => (text: string) => text } as unknown as pg.CustomTypesConfig;

/** Every value as PostgreSQL's own text: no number is ever made of money. */
export type DatabaseRow = Readonly<Record<string, string | null>>;
export type Query = (sql: string, values?: unknown[]) => Promise<DatabaseRow[]>;

export interface StormDatabase {
  /** The settings with which a program uses it; the same in all its lives. */
  readonly settings: Readonly<Record<'DATABASE_URL' | 'DATABASE_OWNER_URL', string>>;
  /** Its processes, the postmaster first; none between two lives. */
  processes(): number[];
  /** Uses one connection as the owner or the administrator. Throws while the database is away. */
  use<Result>(role: 'owner' | 'admin', use: (query: Query) => Promise<Result>): Promise<Result>;
  /** Ends it for good and deletes it. */
  destroy(): Promise<void>;
}

type Supervisor = typeof import('../apps/server/src/platform/postgres/embedded-postgres.ts');

/**
 * The database of a repository's product. Throws when it cannot be started the first time; later that is tried until it
 * can.
 */
export async function keepDatabase(repository: string, directory: string): Promise<StormDatabase> {
  const supervisor = join(repository, 'apps/server/src/platform/postgres/embedded-postgres.ts');
  const { startEmbeddedPostgres } = (await import(pathToFileURL(supervisor).href)) as Supervisor;
  let isOver = false;
  let server = await start();
  let restarting = Promise.resolve();

  async function start(): Promise<EmbeddedPostgres> {
    return await startEmbeddedPostgres({ directory, onUnexpectedExit: () => void (restarting = restart()) });
  }

  async function restart(): Promise<void> {
    while (!isOver) {
      try {
        server = await start();
        return;
      } catch {
        await sleep(startAgainMs);
      }
    }
  }

  const { appUrl, ownerUrl } = server;
  return {
    settings: { DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl },
    processes: () => processesOf(clusterOf(directory)),
    use: async (role, use) =>
      await withClient(role === 'owner' ? ownerUrl : adminUrl(directory, ownerUrl), use),
    async destroy() {
      isOver = true;
      await restarting;
      await server.destroy();
    },
  };
}

/** Where the cluster is: in its directory, or where a note in it says. */
function clusterOf(directory: string): string {
  const note = join(directory, 'location.txt');
  return join(existsSync(note) ? readFileSync(note, 'utf8').trim() : directory, 'cluster');
}

function processesOf(cluster: string): number[] {
  const lock = join(cluster, 'postmaster.pid');
  const postmaster = existsSync(lock) ? Number.parseInt(readFileSync(lock, 'utf8'), 10) : 0;
  const pids = postgresProcessesIn(cluster).filter(isProcessRunning);
  return pids.toSorted((left, right) => Number(right === postmaster) - Number(left === postmaster));
}

function adminUrl(directory: string, ownerUrl: string): string {
  const { admin } = JSON.parse(readFileSync(join(directory, 'passwords.json'), 'utf8')) as { admin: string };
  const url = new URL(ownerUrl);
  url.username = 'marigold_admin';
  url.password = admin;
  return url.href;
}

async function withClient<Result>(url: string, use: (query: Query) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    types: plainTypes,
    application_name: 'marigold-chaos',
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await use(async (sql, values = []) => (await client.query<DatabaseRow>(sql, values)).rows);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Lets a day pass for the limits: rate buckets are full again, and payments of before count for no window. Everybody may
 * then send as fast as the program answers, while every line of the limits still runs.
 */
export async function letTimePass(query: Query): Promise<void> {
  await query('delete from app.rate_limit');
  await query(`update app.transfer set created_at = created_at - interval '40 days'
    where created_at > now() - interval '30 days'`);
}

/** What the proof looks up and the product never does; half an hour of storm is too much to look through without. */
export async function prepareProof(query: Query): Promise<void> {
  await query('create index on app.bill (transfer_id)');
  await query('create index on app.fill (trade_id)');
  await query(`create index on app.request_key ((answer->>'orderId'))`);
  await query('analyze');
}

/** A disk that takes `ms` for every commit, so that a kill falls into the middle of one. */
export async function slowCommits(query: Query, ms: number): Promise<void> {
  await query(`alter system set commit_siblings = 0`);
  await query(`alter system set commit_delay = ${Math.round(ms * 1000)}`);
  await query('select pg_reload_conf()');
}
