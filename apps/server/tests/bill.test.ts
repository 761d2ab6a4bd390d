import { dayMs } from '@marigold/money/spans';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { recordBill } from '../src/modules/bill/record.ts';
import type { TestPerson, TestApi } from '../testing/api.ts';
import { startTestApi } from '../testing/api.ts';

let api: TestApi;
let anna: TestPerson;

beforeAll(async () => {
  api = await startTestApi();
  anna = await api.person();
  await api.credit(anna, 'USDT', '100');
});
afterAll(async () => await api.close());

/** A bill of one dollar's worth, so that sums can be read off. */
async function bill(
  type: 'COLLECTION' | 'TRANSFER' | 'LOCK_INCREASE' | 'LOCK_RECOVERY',
  now: number,
  asset = 'USD',
  person = anna,
) {
  await recordBill(api.databases.main, {
    userId: person.id,
    type,
    direction: type === 'TRANSFER' ? 'out' : 'in',
    asset,
    units: asset === 'USD' ? 100n : 100_000_000n,
    payType: 'internal',
    // What is only locked or unlocked was never booked.
    ...(type.startsWith('LOCK') ? {} : { journalId: 1n }),
    statuses: ['running', 'success'],
    now,
  });
}

describe('bills', () => {
  const day = dayMs;
  const start = Date.UTC(2026, 0, 1);

  beforeAll(async () => {
    for (let index = 0; index < 25; index += 1) await bill('COLLECTION', start + index * day);
    for (let index = 0; index < 5; index += 1) await bill('TRANSFER', start + index * day, 'EUR');
    await bill('LOCK_INCREASE', start);
    await bill('LOCK_RECOVERY', start);
  });

  async function list(filter: Parameters<typeof api.call<'bill/list'>>[1]) {
    const answer = await api.call('bill/list', filter, { token: anna.token });
    if (!answer.ok) throw new Error(answer.msg);
    return answer.data;
  }

  it('come newest first, page by page, each once', async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list(cursor === undefined ? { size: 10 } : { size: 10, cursor });
      seen.push(...page.list.map(({ id }) => id));
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    expect(seen.length).toBe(32);
    expect(new Set(seen).size).toBe(32);
    expect(seen).toEqual(seen.toSorted().toReversed());
  });

  it('are found by type, currency and time', async () => {
    expect((await list({ type: 'TRANSFER' })).list.length).toBe(5);
    expect((await list({ currency: 'EUR' })).list.every(({ currency }) => currency === 'EUR')).toBe(true);
    const third = await list({ from: start + 2 * day, to: start + 3 * day });
    expect(third.list.map(({ type }) => type).toSorted()).toEqual(['COLLECTION', 'TRANSFER']);
  });

  it('are summed by direction, what is only locked left out', async () => {
    const answer = await api.call('bill/summary', { currency: 'USD' }, { token: anna.token });
    expect(answer.ok && [answer.data.in, answer.data.out, answer.data.complete]).toEqual([
      '25.00',
      '0.00',
      true,
    ]);
  });

  it('are summed over all currencies, each at its rate', async () => {
    await sql`update app.rate set usd = 1, fetched_at = ${new Date(api.clock.now())} where asset in ('USDT', 'USDC')`.execute(
      api.databases.main,
    );
    const boris = await api.person();
    for (const asset of ['USD', 'USDT', 'USDC', 'USDC']) await bill('COLLECTION', start, asset, boris);
    for (const asset of ['USDT', 'USDC']) await bill('TRANSFER', start, asset, boris);
    const answer = await api.call('bill/summary', {}, { token: boris.token });
    expect(answer.ok && [answer.data.in, answer.data.out, answer.data.complete]).toEqual([
      '4.00',
      '2.00',
      true,
    ]);
  });

  it('refuse a cursor that is not one', async () => {
    const answer = await api.call('bill/list', { cursor: 'tomorrow' }, { token: anna.token });
    expect([answer.code, answer.ok ? '' : answer.data.field]).toEqual([400, 'cursor']);
  });
});
