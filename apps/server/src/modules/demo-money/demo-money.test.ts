import { audit } from '@marigold/ledger/audit';
import { Halted } from '@marigold/ledger/errors';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { TestApi, TestPerson } from '../../../testing/api.ts';
import { startTestApi } from '../../../testing/api.ts';
import { asOwner } from '../../../testing/database.ts';
import type { Database } from '../../platform/database/database.ts';
import { queryable } from '../../platform/database/database.ts';
import type { Asset } from '../asset/asset.ts';
import { findAsset } from '../asset/views.ts';
import { creditDemo } from './credit.ts';
import { creditOpening } from './opening.ts';

let api: TestApi;
let anna: TestPerson;
let dollar: Asset;

beforeAll(async () => {
  api = await startTestApi();
  const found = await findAsset(api.databases.main, 'USDT');
  if (found === undefined) throw new Error('there is no USDT');
  dollar = found;
});
beforeEach(async () => {
  anna = await api.person();
});
afterAll(async () => await api.close());

const resume = `update ledger.halt set resumed_at = now(), resumed_by = 'one', second_by = 'two', resume_reason = 'a test'`;

/** In a transaction, as whoever credits does it. */
async function inside<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
  return await api.databases.main.transaction().execute(work);
}

async function credit(units: bigint, key = `demo-test-${anna.id}`): Promise<string | undefined> {
  return await inside(
    async (db) => await creditDemo(db, { userId: anna.id, asset: dollar, units, key, now: Date.now() }),
  );
}

async function bills() {
  const answer = await api.call('bill/list', {}, { token: anna.token });
  if (!answer.ok) throw new Error(answer.msg);
  return answer.data.list;
}

async function notices(): Promise<readonly Record<string, unknown>[]> {
  const found = await sql<{ facts: Record<string, unknown> }>`
    select facts from app.notice where user_id = ${anna.id} and kind = 'received'`.execute(
    api.databases.main,
  );
  return found.rows.map(({ facts }) => facts);
}

describe('a credit', () => {
  it('is there at once, with the bill and the notice of any other money', async () => {
    const billId = await credit(150_000_000n);
    expect(await api.available(anna, 'USDT')).toBe('1.50000000');
    const [bill, ...more] = await bills();
    expect(bill).toMatchObject({ id: billId, direction: 'in', currency: 'USDT', status: 'success' });
    expect(more).toEqual([]);
    expect(await notices()).toEqual([expect.objectContaining({ amount: '1.50', currency: 'USDT', billId })]);
  });

  it('is given once for one key, however often and however much at once it is asked for', async () => {
    const answers = await Promise.all([credit(100n), credit(100n), credit(100n)]);
    answers.push(await credit(100n));
    expect(answers.filter((billId) => billId !== undefined)).toHaveLength(1);
    expect(await api.available(anna, 'USDT')).toBe('0.00000100');
    expect([await bills(), await notices()].map(({ length }) => length)).toEqual([1, 1]);
  });

  it('comes out of the account of the demonstration, so that the books are whole', async () => {
    await credit(100n);
    expect(await audit(queryable(api.databases.main), { full: true })).toEqual([]);
  });

  it('waits while money is stopped, and leaves nothing behind', async () => {
    await asOwner(api.ownerUrl, `insert into ledger.halt (reason) values ('a test')`);
    try {
      await expect(credit(100n)).rejects.toThrow(Halted);
    } finally {
      await asOwner(api.ownerUrl, resume);
    }
    expect([await bills(), await notices()]).toEqual([[], []]);
    expect(await credit(100n)).toBeDefined();
  });
});

describe('an opening', () => {
  const open = async (opening: Readonly<Record<string, string>>) =>
    await inside(
      async (db) =>
        await creditOpening(db, { userId: anna.id, username: anna.username, opening, now: Date.now() }),
    );

  it('credits every asset that it names, once', async () => {
    await open({ USDT: '2.5', BTC: '0.05' });
    await open({ USDT: '2.5', BTC: '0.05' });
    expect([await api.available(anna, 'USDT'), await api.available(anna, 'BTC')]).toEqual([
      '2.50000000',
      '0.05000000',
    ]);
    expect(await bills()).toHaveLength(2);
  });

  it.each([
    { USDT: '2.5', GOLD: '1' },
    { USDT: '2.5', BTC: '0.000000001' },
  ])('is whole or not there at all: %j', async (opening) => {
    await expect(open(opening)).rejects.toThrow('Broken');
    expect(await api.available(anna, 'USDT')).not.toBe('2.50000000');
    expect(await bills()).toEqual([]);
  });
});
