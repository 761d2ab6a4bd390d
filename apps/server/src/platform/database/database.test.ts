import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type TestDatabase, testDatabase } from '../../../testing/database.ts';
import { type Databases, openDatabases } from './database.ts';
import { prepared } from './prepared.ts';

describe('a statement that begins with a name', () => {
  let test: TestDatabase;
  let databases: Databases;

  beforeAll(async () => {
    test = await testDatabase();
    databases = openDatabases(test.appUrl, 1);
  });
  afterAll(async () => {
    await databases.close();
    await test.drop();
  });

  it('is prepared once for a connection and answers as any other', async () => {
    const doubled = async (value: number) =>
      (
        await prepared<{ n: number }>`/* test_doubled */ select ${value}::int * 2 as n`.execute(
          databases.main,
        )
      ).rows[0]?.n;
    expect([await doubled(1), await doubled(21)]).toEqual([2, 42]);
    const statements = await sql<{ name: string; runs: bigint }>`
      select name, generic_plans + custom_plans as runs from pg_prepared_statements`.execute(databases.main);
    expect(statements.rows).toEqual([{ name: 'test_doubled', runs: 2n }]);
  });
});
