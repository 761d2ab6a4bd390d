import { minuteMs } from '@marigold/money/spans';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { goodPayPassword, type TestPerson, startTestApi, type TestApi } from '../../../testing/api.ts';

let api: TestApi;
let anna: TestPerson;
let boris: TestPerson;
beforeAll(async () => {
  api = await startTestApi();
  anna = await api.person();
  boris = await api.person();
  await api.credit(anna, 'USD', '100');
});
afterAll(async () => await api.close());

async function send(amount: string): Promise<string> {
  const input = {
    to: boris.username,
    currency: 'USD',
    amount,
    amountConfirm: amount,
    payPassword: goodPayPassword,
  };
  const answer = await api.call('transfer/internal', input, { token: anna.token });
  if (!answer.ok) throw new Error(answer.msg);
  return answer.data.billId;
}

async function insight(person: TestPerson, input: { months?: number; timeZone?: string; fiat?: 'EUR' } = {}) {
  const answer = await api.call('life/insight', input, { token: person.token });
  if (!answer.ok) throw new Error(answer.msg);
  return answer.data;
}

const moveTo = async (bill: string, at: number) =>
  await sql`update app.bill set created_at = ${new Date(at)} where id = ${bill}`.execute(api.databases.main);

it('sums what came in and went out by month, and nobody sees more than the own bills', async () => {
  const [now] = [new Date(api.clock.now())];
  const startOf = (back: number) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1);
  await send('5');
  await moveTo(await send('7.50'), startOf(0) - 1);
  await moveTo(await send('1.25'), startOf(2));
  await moveTo(await send('9'), startOf(2) - 1);
  const failed = await send('3');
  await sql`update app.bill set status = 'failed' where id = ${failed}`.execute(api.databases.main);
  expect(await insight(anna, { months: 3 })).toEqual({
    fiat: 'USD',
    complete: true,
    list: [
      { month: startOf(0), in: '0.00', out: '5.00' },
      { month: startOf(1), in: '0.00', out: '7.50' },
      { month: startOf(2), in: '0.00', out: '1.25' },
    ],
  });
  expect((await insight(boris, { months: 1 })).list[0]).toMatchObject({ in: '25.75', out: '0.00' });
  const stranger = await api.person();
  const theirs = await insight(stranger);
  expect(theirs.list).toHaveLength(6);
  expect(theirs.list.every(({ in: came, out }) => came === '0.00' && out === '0.00')).toBe(true);
});

it('says when some amount has no fresh rate', async () => {
  api.clock.move(11 * minuteMs);
  expect(await insight(anna, { months: 1, fiat: 'EUR' })).toMatchObject({ complete: false });
  await api.refreshRates();
  expect(await insight(anna, { months: 1, fiat: 'EUR' })).toMatchObject({ complete: true });
});
