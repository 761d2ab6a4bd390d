import { afterAll, beforeAll, expect, it } from 'vitest';

import { asOwner, testDatabase, type TestDatabase } from '../testing/database.ts';
import { healthOf } from './health.ts';
import { type Databases, openDatabases } from './platform/database/database.ts';

let database: TestDatabase;
let databases: Databases;
beforeAll(async () => {
  database = await testDatabase();
  databases = openDatabases(database.appUrl);
});
afterAll(async () => {
  await databases.close();
  await database.drop();
});

const fine = {
  database: 'ok',
  money: 'ok',
  chains: 'ok',
  suspense: 'ok',
  traces: 'ok',
  deposits: 'ok',
  sms: 'ok',
  stream: 'ok',
};

it('says of every part that it is well', async () => {
  expect(await healthOf(databases.main, true)).toEqual({ live: true, ready: true, parts: fine });
});

it('says that no node tells what contracts pay from within, and what is halted', async () => {
  await asOwner(
    database.ownerUrl,
    `insert into app.chain_cursor (chain, network_id, genesis, height, hash, finalized_height, read_at, sees_inner)
     values ('eth', 1, '0x', 1, '0x01', 0, now(), false)`,
  );
  expect((await healthOf(databases.main, false)).parts).toEqual({ ...fine, traces: 'open', stream: 'down' });
});

it('is not ready without the database, and knows of nothing', async () => {
  const gone = openDatabases('postgres://nobody@127.0.0.1:1/none');
  const { ready, parts } = await healthOf(gone.main, true);
  await gone.close();
  expect([ready, new Set(Object.values({ ...parts, stream: 'down' }))]).toEqual([false, new Set(['down'])]);
});
