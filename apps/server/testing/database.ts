import { randomBytes } from 'node:crypto';

import pg from 'pg';
import { inject } from 'vitest';

import type { TestCluster } from './cluster.ts';
import { databaseUrl } from './cluster.ts';

export interface TestDatabase {
  /** Login of the owner on this database: migrates, grants, looks at everything. */
  readonly ownerUrl: string;
  /** Login of the program on this database: may do only what the grants say. */
  readonly appUrl: string;
  /** Removes the database, closing what is still connected to it. */
  drop(): Promise<void>;
}

/**
 * A fresh database for one test file, copied from the migrated template; `isEmpty` gives one without any migration.
 * Only in tests of the `database` project.
 */
export async function testDatabase(options: { isEmpty?: boolean } = {}): Promise<TestDatabase> {
  const template = options.isEmpty === true ? 'template1' : inject('testTemplate');
  return await databaseOf({ ownerUrl: inject('testOwnerUrl'), appUrl: inject('testAppUrl'), template });
}

/** A fresh database on a cluster of one's own. */
export async function databaseOf({
  ownerUrl,
  appUrl,
  template,
}: Omit<TestCluster, 'stop'>): Promise<TestDatabase> {
  const name = `marigold_test_${randomBytes(6).toString('hex')}`;
  await run(ownerUrl, `create database ${name} template ${template}`);
  return {
    ownerUrl: databaseUrl(ownerUrl, name),
    appUrl: databaseUrl(appUrl, name),
    async drop() {
      // Each login may end its own connections only. What cleans tables meanwhile is ended by a drop without force alone.
      const end = `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}' and usename = current_user`;
      await run(appUrl, end);
      await run(ownerUrl, end);
      await run(ownerUrl, `drop database if exists ${name}`);
    },
  };
}

async function run(url: string, statement: string): Promise<void> {
  await asOwner(url, statement);
}

/** Runs one statement with the login of an address and answers its rows: the owner sees and changes what nobody else may. */
export async function asOwner(ownerUrl: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}
