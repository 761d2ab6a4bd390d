/** What a person reads about the database is what the database is. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { schemaDirectory, schemaTexts } from '../../../scripts/schema/schema-text.ts';
import { migrationsDirectory } from '../src/platform/postgres/migrate.ts';
import { readRoutines } from '../src/platform/postgres/routines.ts';
import { testDatabase, type TestDatabase } from '../testing/database.ts';

const ours = `in ('app'::regnamespace, 'audit'::regnamespace, 'ledger'::regnamespace)`;

describe('the schema', () => {
  let database: TestDatabase;
  let owner: pg.Client;

  beforeAll(async () => {
    database = await testDatabase();
    owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
  });
  afterAll(async () => {
    await owner.end();
    await database.drop();
  });

  it('stands in schema/ as the migrations made it; `node scripts/schema.ts` writes it down anew', async () => {
    const files = globSync('**/*', { cwd: schemaDirectory });
    const written = Object.fromEntries(
      files.map((file) => [file, readFileSync(join(schemaDirectory, file), 'utf8')]),
    );
    expect(written).toEqual(await schemaTexts(owner));
  });

  it('has each function and view in a file of its name, and nothing else there', async () => {
    const { rows } = await owner.query<{ name: string }>(
      `select 'functions/' || pronamespace::regnamespace || '.' || proname as name from pg_proc where pronamespace ${ours}
       union all select 'views/' || relnamespace::regnamespace || '.' || relname from pg_class
         where relkind in ('v', 'm') and relnamespace ${ours}`,
    );
    const files = readRoutines(migrationsDirectory).map(({ name }) => name);
    expect(rows.map(({ name }) => name).toSorted()).toEqual(files.toSorted());
  });

  it('lets functions be called by whom a grant names alone, and none look names up where its caller says', async () => {
    const { rows } = await owner.query<{ name: string }>(
      `select oid::regprocedure::text as name from pg_proc where pronamespace ${ours}
         and (exists (select from aclexplode(coalesce(proacl, acldefault('f', proowner))) where grantee = 0)
           or not exists (select from unnest(proconfig) set where set like 'search_path=%'))`,
    );
    expect(rows).toEqual([]);
  });
});
