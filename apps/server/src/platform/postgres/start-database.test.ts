import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { testDatabase, type TestDatabase } from '../../../testing/database.ts';
import { type Config, readConfig } from '../process/config.ts';
import { roleOf } from '../process/database-address.ts';
import { databaseFacts, startDatabase } from './start-database.ts';

describe('an external database', () => {
  let database: TestDatabase;
  let config: Config;

  beforeAll(async () => {
    database = await testDatabase({ isEmpty: true });
    config = readConfig({ DATABASE_URL: database.appUrl, DATABASE_OWNER_URL: database.ownerUrl });
  });
  afterAll(async () => await database.drop());

  async function asOwner(statement: string): Promise<void> {
    const owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
    await owner.query(statement);
    await owner.end();
  }

  it('is migrated once and started again', async () => {
    const first = await startDatabase(config);
    expect(first.migrations[0]).toBe('0001-ledger');
    await first.stop();
    const second = await startDatabase(config);
    expect(second).toMatchObject({ migrations: [], ownerUrl: database.ownerUrl, appUrl: database.appUrl });
    expect((await databaseFacts(database.appUrl)).deploymentMode).toBe('demo');
  });

  it('is refused when the program could write the ledger', async () => {
    const powerful = {
      ...config,
      externalDatabase: { appUrl: database.ownerUrl, ownerUrl: database.ownerUrl },
    };
    await expect(startDatabase(powerful)).rejects.toThrow(
      `logs in as ${roleOf(database.ownerUrl)}, which can write ledger.`,
    );
  });

  it('of a demo is refused in production, with everything else that is wrong, in one list', async () => {
    const production: Config = { ...config, mode: 'production', isDemoSeeded: false };
    await expect(startDatabase(production)).rejects.toThrow(
      /production mode:\n {2}- The database holds demo data[^]*- API_SECRET is[^]*- SECRET_KEY is missing/,
    );
  });

  it('that lets commits return before they are on disk is refused in production', async () => {
    await asOwner(
      `do $$ begin execute format('alter database %I set synchronous_commit = off', current_database()); end $$`,
    );
    const production: Config = { ...config, mode: 'production', isDemoSeeded: false };
    await expect(startDatabase(production)).rejects.toThrow('not durable: synchronous_commit is off');
  });

  it('made for production never runs a demo', async () => {
    await asOwner(`update deployment.deployment set mode = 'production'`);
    await expect(startDatabase(config)).rejects.toThrow('made for production');
  });
});
