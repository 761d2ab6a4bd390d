import { randomBytes } from 'node:crypto';

import pg from 'pg';
import { inject } from 'vitest';

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
  const ownerUrl = inject('testOwnerUrl');
  const template = options.isEmpty === true ? 'template1' : inject('testTemplate');
  const name = `marigold_test_${randomBytes(6).toString('hex')}`;
  await run(ownerUrl, `create database ${name} template ${template}`);
  return {
    ownerUrl: databaseUrl(ownerUrl, name),
    appUrl: databaseUrl(inject('testAppUrl'), name),
    async drop() {
      // An owner may end its own connections only; those of the program are ended by its own login.
      await run(
        inject('testAppUrl'),
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and usename = current_user`,
      );
      await run(ownerUrl, `drop database if exists ${name} with (force)`);
    },
  };
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
