/**
 * The harness's own door to the database of the program: as its owner for looking and for letting time pass, as the
 * administrator for a slow disk. Nothing in the product knows of it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import pg from 'pg';

import { clusterOf } from './program.ts';

const connectTimeoutMs = 3000;
const plainTypes = { getTypeParser: () => (text: string) => text } as unknown as pg.CustomTypesConfig;

/** Every value as PostgreSQL's own text: no number is ever made of money. */
export type Row = Readonly<Record<string, string | null>>;
export type Query = (sql: string, values?: unknown[]) => Promise<Row[]>;

type Place = { readonly port: number; readonly passwordOf: (role: string) => string };

function placeOf(dataDirectory: string): Place {
  const passwords = JSON.parse(
    readFileSync(join(dataDirectory, 'postgres', 'passwords.json'), 'utf8'),
  ) as Record<string, string>;
  const port = Number(readFileSync(join(clusterOf(dataDirectory), 'postmaster.pid'), 'utf8').split('\n')[3]);
  return { port, passwordOf: (role) => passwords[role] ?? '' };
}

/** The settings with which another process uses the same database; undefined while there is none. */
export function databaseSettings(dataDirectory: string): Readonly<Record<string, string>> | undefined {
  try {
    const { port, passwordOf } = placeOf(dataDirectory);
    const urlOf = (role: string): string =>
      `postgres://marigold_${role}:${encodeURIComponent(passwordOf(role))}@127.0.0.1:${port}/marigold`;
    return { DATABASE_URL: urlOf('app'), DATABASE_OWNER_URL: urlOf('owner') };
  } catch {
    return undefined;
  }
}

/** Uses one connection as the owner or the administrator. Throws while the database is away. */
export async function withDatabase<Result>(
  dataDirectory: string,
  role: 'owner' | 'admin',
  use: (query: Query) => Promise<Result>,
): Promise<Result> {
  const { port, passwordOf } = placeOf(dataDirectory);
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    database: 'marigold',
    user: `marigold_${role}`,
    password: passwordOf(role),
    connectionTimeoutMillis: connectTimeoutMs,
    types: plainTypes,
    application_name: 'marigold-chaos',
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await use(async (sql, values = []) => (await client.query<Row>(sql, values)).rows);
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

/** A disk that takes `ms` for every commit, so that a kill falls into the middle of one. */
export async function slowCommits(query: Query, ms: number): Promise<void> {
  await query(`alter system set commit_siblings = 0`);
  await query(`alter system set commit_delay = ${Math.round(ms * 1000)}`);
  await query('select pg_reload_conf()');
}
