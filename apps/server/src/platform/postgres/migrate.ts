/**
 * Brings a database to the present: plain SQL files of apps/server/migrations in order, then its functions and views, then
 * the grants of the program's role. Run as the owner; the advisory lock lets two starting nodes take turns. Forward only.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import pg from 'pg';

import { migrateJobs } from '../jobs/jobs.ts';
import { replaceRoutines } from './routines.ts';

export const migrationsDirectory = join(import.meta.dirname, '../../../migrations');
const migrationFile = /^\d{4}-[a-z0-9-]+\.sql$/;
/** Any role name that needs no thought in SQL; pg.escapeIdentifier quotes it all the same. */
const roleName = /^[a-zA-Z_][a-zA-Z0-9_-]{0,62}$/;

export type DeploymentMode = 'demo' | 'production';

export interface MigrationOptions {
  readonly ownerUrl: string;
  /** The role that the program logs in as; gets what the files in migrations/grants say and nothing else. */
  readonly appRole: string;
  /** Written at the first migration only; later calls do not change it. */
  readonly mode: DeploymentMode;
  /** For tests of this function; the project's own folder by default. */
  readonly directory?: string;
}

/** Migrates and grants; answers the names of the migrations that ran now. Throws the database's own error. */
export async function migrateDatabase(options: MigrationOptions): Promise<string[]> {
  const directory = options.directory ?? migrationsDirectory;
  const owner = new pg.Client({ connectionString: options.ownerUrl });
  await owner.connect();
  try {
    // One lock around everything, so that a second node sees a finished database and not one without grants.
    await owner.query(`select pg_advisory_lock(hashtextextended('marigold.migrate', 0))`);
    await prepareDeployment(owner, options.mode);
    await migrateJobs(options.ownerUrl);
    const ran = await runMigrations(owner, directory);
    await grantToApp(owner, options.appRole, directory);
    return ran;
  } finally {
    await owner.end();
  }
}

/**
 * Runs the files that this database has not seen, and brings its functions and views to the present in the same transaction:
 * nobody ever meets new tables with old functions. Answers the names of the files.
 */
async function runMigrations(owner: pg.Client, directory: string): Promise<string[]> {
  await owner.query('begin');
  try {
    const { rows } = await owner.query<{ name: string }>('select name from deployment.migration order by id');
    const names = migrationFiles(directory).map((file) => file.replace('.sql', ''));
    rows.forEach(({ name }, place) => {
      const expected = names[place] ?? name;
      if (name !== expected)
        throw new Error(`The migration ${expected} comes before ${name}, which ran already.`);
    });
    const fresh = names.slice(rows.length);
    for (const name of fresh) {
      await owner.query(readFileSync(join(directory, `${name}.sql`), 'utf8'));
      await owner.query('insert into deployment.migration (name, run_on) values ($1, now())', [name]);
    }
    // A program older than its database leaves what a newer one has put there.
    const isOlder = rows.length > names.length;
    if (!isOlder) await replaceRoutines(owner, directory, { isEach: fresh.length > 0 });
    await owner.query('commit');
    return fresh;
  } catch (error) {
    await owner.query('rollback');
    throw error;
  }
}

/** What kind of deployment this database belongs to is a fact of the database, not of whoever starts a program on it. */
async function prepareDeployment(owner: pg.Client, mode: DeploymentMode): Promise<void> {
  await owner.query('begin');
  await owner.query('create schema if not exists deployment');
  await owner.query(`
    create table if not exists deployment.deployment (
      is_only_row boolean primary key default true check (is_only_row),
      mode text not null check (mode in ('demo', 'production')),
      created_at timestamptz not null default now()
    )`);
  await owner.query(`
    create table if not exists deployment.migration (
      id serial primary key,
      name varchar(255) not null,
      run_on timestamp not null
    )`);
  await owner.query(`
    create table if not exists deployment.routine (
      name text primary key,
      hash text not null
    )`);
  await owner.query('insert into deployment.deployment (mode) values ($1) on conflict do nothing', [mode]);
  await owner.query('commit');
}

/** The mode this database was made for; undefined where nothing was migrated yet. */
export async function deploymentMode(client: pg.ClientBase | pg.Pool): Promise<DeploymentMode | undefined> {
  const found = await client.query<{ present: boolean }>(
    `select to_regclass('deployment.deployment') is not null as present`,
  );
  if (found.rows[0]?.present !== true) return undefined;
  const rows = await client.query<{ mode: DeploymentMode }>('select mode from deployment.deployment');
  return rows.rows[0]?.mode;
}

/**
 * Runs every file of migrations/grants (one per schema) with `:app_role` replaced by the quoted role, in one
 * transaction. The files are written so that they can run at every start.
 */
export async function grantToApp(
  owner: pg.ClientBase,
  appRole: string,
  directory: string = migrationsDirectory,
): Promise<void> {
  if (!roleName.test(appRole)) throw new Error(`"${appRole}" is no name for the program's database role.`);
  const role = pg.escapeIdentifier(appRole);
  await owner.query('begin');
  try {
    await owner.query(`grant usage on schema deployment to ${role}`);
    await owner.query(`grant select on deployment.deployment to ${role}`);
    for (const file of grantFiles(directory)) {
      await owner.query(readFileSync(file, 'utf8').replaceAll(':app_role', () => role));
    }
    await owner.query('commit');
  } catch (error) {
    await owner.query('rollback');
    throw error;
  }
}

function grantFiles(directory: string): string[] {
  const folder = join(directory, 'grants');
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
    return names.toSorted().map((name) => join(folder, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** The SHA-256 of every migration file, by name; migrations/hashes.json holds what was committed. */
export function migrationHashes(directory: string = migrationsDirectory): Record<string, string> {
  return Object.fromEntries(
    migrationFiles(directory).map((name) => {
      const hash = createHash('sha256').update(readFileSync(join(directory, name)));
      return [name, hash.digest('hex')];
    }),
  );
}

function migrationFiles(directory: string): string[] {
  return readdirSync(directory)
    .filter((name) => migrationFile.test(name))
    .toSorted();
}
