import { passingEvents, userEvents } from '@marigold/contract/events';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { testDatabase, type TestDatabase } from '../../../testing/database.ts';

let database: TestDatabase;
let owner: pg.Pool;

beforeAll(async () => {
  database = await testDatabase();
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 1 });
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

it('the database takes exactly the events that the contract says are kept', async () => {
  const found = await owner.query<{ law: string }>(
    `select pg_get_constraintdef(oid) as law from pg_constraint where conname = 'outbox_event_check'`,
  );
  const taken = [...(found.rows[0]?.law ?? '').matchAll(/'(\w+)'/g)].flatMap(([, name = '']) => name);
  const passing = new Set<string>(passingEvents);
  const stored = Object.keys(userEvents).filter((name) => !passing.has(name));
  expect(taken.toSorted()).toEqual(stored.toSorted());
});
