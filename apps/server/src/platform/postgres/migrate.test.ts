import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { testDatabase, type TestDatabase } from '../../../testing/database.ts';
import { roleOf } from '../process/database-address.ts';
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

  const once = () => ({ ownerUrl: database.ownerUrl, appRole, mode: 'demo' as const, directory });
  const sells = (name: string, sql: string, kind: 'functions' | 'views' = 'functions') =>
    writeFileSync(join(directory, kind, `${name}.sql`), sql);
  const priceOf = (price: number) =>
    `create or replace function shop.price() returns int language sql as $$ select ${price} $$;`;
  const price = async () =>
    (await owner.query<{ price: number }>('select shop.price() as price')).rows[0]?.price;

  beforeAll(async () => {
    database = await testDatabase({ isEmpty: true });
    appRole = roleOf(database.appUrl);
    owner = new pg.Pool({ connectionString: database.ownerUrl, max: 2 });
    directory = mkdtempSync(join(tmpdir(), 'migrations-'));
    mkdirSync(join(directory, 'grants'));
    writeFileSync(join(directory, '0001-shelf.sql'), 'create schema shop; create table shop.shelf (id int);');
    writeFileSync(join(directory, 'grants', 'shop.sql'), 'grant usage on schema shop to :app_role;');
    for (const kind of ['functions', 'views']) mkdirSync(join(directory, kind));
    sells('shop.price', priceOf(1));
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
    const both = await Promise.all([migrateDatabase(once()), migrateDatabase(once())]);
    expect(both.flat()).toEqual(['0001-shelf']);
    const usage = await owner.query(
      `select has_schema_privilege('marigold_app', 'shop', 'usage') as granted`,
    );
    expect(usage.rows).toEqual([{ granted: true }]);
  });

  it('are followed by functions that nobody may call before a grant says so', async () => {
    expect(await price()).toBe(1);
    const callable = await owner.query(
      `select has_function_privilege('marigold_app', 'shop.price()', 'execute') as granted`,
    );
    expect(callable.rows).toEqual([{ granted: false }]);
  });

  it('let a start replace a function whose file changed, its grants staying', async () => {
    await owner.query('grant execute on function shop.price to marigold_app');
    sells('shop.price', priceOf(2));
    expect(await migrateDatabase(once())).toEqual([]);
    expect(await price()).toBe(2);
    const callable = await owner.query(
      `select has_function_privilege('marigold_app', 'shop.price()', 'execute') as granted`,
    );
    expect(callable.rows).toEqual([{ granted: true }]);
  });

  it('let a start leave a function whose file is as it was', async () => {
    await owner.query(priceOf(3));
    await migrateDatabase(once());
    expect(await price()).toBe(3);
  });

  it('are followed by every function, though one made it in an older form', async () => {
    writeFileSync(
      join(directory, '0002-price.sql'),
      `${priceOf(4)} create table shop.label (price int default shop.price());`,
    );
    expect(await migrateDatabase(once())).toEqual(['0002-price']);
    expect(await price()).toBe(2);
  });

  it('are followed by views, which may call functions', async () => {
    sells('shop.cheap', 'create or replace view shop.cheap as select shop.price() as price;', 'views');
    await migrateDatabase(once());
    expect((await owner.query('select price from shop.cheap')).rows).toEqual([{ price: 2 }]);
  });

  it('leave nothing behind when a function fails', async () => {
    writeFileSync(join(directory, '0003-bag.sql'), 'create table shop.bag (id int);');
    sells(
      'shop.price',
      'create or replace function shop.price() returns text language sql as $$ select 1 $$;',
    );
    await expect(migrateDatabase(once())).rejects.toThrow('return type');
    expect((await owner.query(`select to_regclass('shop.bag') as found`)).rows).toEqual([{ found: null }]);
    rmSync(join(directory, '0003-bag.sql'));
    sells('shop.price', priceOf(2));
  });

  it('leave functions alone that a newer program has put there', async () => {
    await owner.query(`insert into deployment.migration (name, run_on) values ('0003-newer', now())`);
    sells('shop.price', priceOf(5));
    expect(await migrateDatabase(once())).toEqual([]);
    expect(await price()).toBe(2);
    await owner.query(`delete from deployment.migration where name = '0003-newer'`);
  });

  it('refuse a file that would have had to run earlier', async () => {
    writeFileSync(join(directory, '0000-late.sql'), 'create table shop.late (id int);');
    await expect(migrateDatabase(once())).rejects.toThrow('0000-late comes before 0001-shelf');
    rmSync(join(directory, '0000-late.sql'));
  });

  it('keep the mode of the first migration', async () => {
    await migrateDatabase({ ownerUrl: database.ownerUrl, appRole, mode: 'production', directory });
    expect(await deploymentMode(owner)).toBe('demo');
  });

  it('leave nothing behind when a file fails', async () => {
    writeFileSync(join(directory, '0003-broken.sql'), 'create table shop.half (id int); select 1/0;');
    await expect(migrateDatabase(once())).rejects.toThrow('division by zero');
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
