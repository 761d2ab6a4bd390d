import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { roleOf } from './config.ts';
import {
  deploymentMode,
  grantToApp,
  migrateDatabase,
  migrationHashes,
  migrationsDirectory,
} from './migrate.ts';

describe('migrations', () => {
  let database: TestDatabase;
  let owner: pg.Pool;
  let directory: string;
  let appRole: string;

  beforeAll(async () => {
    database = await testDatabase({ isEmpty: true });
    appRole = roleOf(database.appUrl);
    owner = new pg.Pool({ connectionString: database.ownerUrl, max: 2 });
    directory = mkdtempSync(join(tmpdir(), 'migrations-'));
    mkdirSync(join(directory, 'grants'));
    writeFileSync(join(directory, '0001-shelf.sql'), 'create schema shop; create table shop.shelf (id int);');
    writeFileSync(join(directory, 'grants', 'shop.sql'), 'grant usage on schema shop to :app_role;');
  });
  afterAll(async () => {
    await owner.end();
    await database.drop();
    rmSync(directory, { recursive: true });
  });

  it('knows no mode before the first migration', async () => {
    expect(await deploymentMode(owner)).toBeUndefined();
  });

  it('run once, in order, and grant at every start', async () => {
    const once = { ownerUrl: database.ownerUrl, appRole, mode: 'demo' as const, directory };
    const both = await Promise.all([migrateDatabase(once), migrateDatabase(once)]);
    expect(both.flat()).toEqual(['0001-shelf']);
    const usage = await owner.query(
      `select has_schema_privilege('marigold_app', 'shop', 'usage') as granted`,
    );
    expect(usage.rows).toEqual([{ granted: true }]);
  });

  it('keep the mode of the first migration', async () => {
    await migrateDatabase({ ownerUrl: database.ownerUrl, appRole, mode: 'production', directory });
    expect(await deploymentMode(owner)).toBe('demo');
  });

  it('leave nothing behind when a file fails', async () => {
    writeFileSync(join(directory, '0002-broken.sql'), 'create table shop.half (id int); select 1/0;');
    const failing = { ownerUrl: database.ownerUrl, appRole, mode: 'demo' as const, directory };
    await expect(migrateDatabase(failing)).rejects.toThrow('division by zero');
    const half = await owner.query(`select to_regclass('shop.half') as found`);
    expect(half.rows).toEqual([{ found: null }]);
  });

  it('refuse a role name that is none', async () => {
    const client = await owner.connect();
    await expect(grantToApp(client, 'app; drop schema shop', directory)).rejects.toThrow('is no name');
    client.release();
  });

  it('never change after they were committed', () => {
    const committed: unknown = JSON.parse(readFileSync(join(migrationsDirectory, 'hashes.json'), 'utf8'));
    // A new file: `node scripts/hash-migrations.ts`. A changed one: write another migration instead.
    expect(migrationHashes()).toEqual(committed);
  });
});
