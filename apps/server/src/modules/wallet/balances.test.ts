import { randomUUID } from 'node:crypto';

import { openAccount } from '@marigold/ledger/account';
import { post } from '@marigold/ledger/journal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { TestDatabase } from '../../../testing/database.ts';
import { testDatabase } from '../../../testing/database.ts';
import type { Databases } from '../../platform/database/database.ts';
import { openDatabases, queryable } from '../../platform/database/database.ts';
import { createBalances } from './balances.ts';

const assetId = 1;
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

async function credit(owner: string, units: bigint): Promise<void> {
  const ledger = queryable(databases.main);
  const from = await openAccount(ledger, { owner: null, assetId, kind: 'demo' });
  const to = await openAccount(ledger, { owner, assetId, kind: 'available' });
  const key = { scope: 'test', key: `credit-${randomUUID()}`, kind: 'demo', reference: null };
  await post(ledger, { ...key, postings: [{ from, to, assetId, units }] });
}

describe('balances read together', () => {
  it('are everybody’s own, and never older than the question', async () => {
    const { holdingsOf } = createBalances(databases.main);
    const owners = Array.from({ length: 40 }, (_, index) => ({ id: randomUUID(), step: BigInt(index + 1) }));
    const seen = await Promise.all(
      owners.map(async ({ id, step }) => {
        const found: (bigint | undefined)[] = [(await holdingsOf(id)).get(assetId)?.available];
        for (let round = 0; round < 5; round += 1) {
          await credit(id, step);
          found.push((await holdingsOf(id)).get(assetId)?.available);
        }
        return found;
      }),
    );
    const due = owners.map(({ step }) => [undefined, step, 2n * step, 3n * step, 4n * step, 5n * step]);
    expect(seen).toEqual(due);
  });
});
