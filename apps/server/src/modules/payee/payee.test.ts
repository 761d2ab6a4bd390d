import { hourMs } from '@marigold/money/spans';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { TestPerson, TestApi } from '../../../testing/api.ts';
import { goodPayPassword, startTestApi } from '../../../testing/api.ts';

let api: TestApi;
let anna: TestPerson;

beforeAll(async () => {
  api = await startTestApi();
});
beforeEach(async () => {
  anna = await api.person();
});
afterAll(async () => await api.close());

async function add(to: string, name = 'A friend', remark?: string) {
  return await api.call(
    'payee/add',
    { name, to, ...(remark === undefined ? {} : { remark }) },
    { token: anna.token },
  );
}

async function book() {
  const answer = await api.call('payee/list', {}, { token: anna.token });
  if (!answer.ok) throw new Error(answer.msg);
  return answer.data.list;
}

async function pay(to: TestPerson) {
  await api.credit(anna, 'USDT', '1');
  const payment = {
    to: to.username,
    currency: 'USDT',
    amount: '0.1',
    amountConfirm: '0.1',
    payPassword: goodPayPassword,
  };
  const answer = await api.call('transfer/internal', payment, { token: anna.token });
  if (!answer.ok) throw new Error(answer.msg);
}

describe('the address book', () => {
  it('keeps a person under a name of its owner, with how often they were paid', async () => {
    const boris = await api.person();
    await add(boris.username, ' Boris ', 'rent');
    await pay(boris);
    await pay(boris);
    const [payee] = await book();
    expect(payee).toMatchObject({ name: 'Boris', remark: 'rent', count: 2 });
    expect(payee?.address).toMatch(/^[1-9]\d{8}$/);
    expect(payee?.masked).not.toBe(boris.username);
  });

  it('refuses oneself, somebody unknown and somebody who is there', async () => {
    const boris = await api.person();
    await add(boris.username);
    const codes = [];
    for (const to of [anna.username, 'nobodyatall', boris.email]) {
      const answer = await add(to);
      codes.push(answer.ok ? 'added' : answer.data.refusal);
    }
    expect(codes).toEqual(['payee_is_self', 'payee_not_found', 'payee_known']);
  });

  it('takes five new ones a day, also when they are taken out again or come at once', async () => {
    const first = await api.person();
    const rest: TestPerson[] = [];
    for (let index = 0; index < 6; index += 1) rest.push(await api.person());
    const gone = await add(first.username);
    if (!gone.ok) throw new Error(gone.msg);
    await api.call('payee/delete', { id: gone.data.id }, { token: anna.token });
    const answer = await Promise.all(rest.map(async ({ username }) => await add(username)));
    expect(answer.filter(({ ok }) => ok)).toHaveLength(4);
    expect(answer.flatMap((one) => (one.ok ? [] : [one.data.refusal]))).toEqual([
      'payees_too_many',
      'payees_too_many',
    ]);
  });

  it('lets a removed person come back and forgets nothing that was paid', async () => {
    const boris = await api.person();
    const added = await add(boris.username);
    if (!added.ok) throw new Error(added.msg);
    await pay(boris);
    await api.call('payee/delete', { id: added.data.id }, { token: anna.token });
    expect(await book()).toEqual([]);
    await add(boris.username, 'Again');
    expect((await book()).map(({ name, count }) => [name, count])).toEqual([['Again', 1]]);
  });

  it('changes name and remark, and only its own', async () => {
    const boris = await api.person();
    const added = await add(boris.username, 'Boris', 'rent');
    if (!added.ok) throw new Error(added.msg);
    const edited = await api.call('payee/edit', { id: added.data.id, name: 'Borya' }, { token: anna.token });
    expect(edited.ok && [edited.data.name, edited.data.remark]).toEqual(['Borya', null]);
    const foreign = await api.call('payee/edit', { id: added.data.id, name: 'Mine' }, { token: boris.token });
    expect(foreign.code).toBe(404);
    expect((await book()).map(({ name }) => name)).toEqual(['Borya']);
  });

  it('suggests the five paid last, the latest first, each once, under their names', async () => {
    const people: TestPerson[] = [];
    for (let index = 0; index < 6; index += 1) people.push(await api.person());
    for (const person of people) {
      await pay(person);
      // Six payments in one day would ask for a code.
      api.clock.move(8 * hourMs);
      await api.refreshRates();
    }
    const [, second] = people;
    if (second === undefined) throw new Error('people are there');
    await add(second.username, 'Second');
    await pay(second);
    const answer = await api.call('payee/recent', {}, { token: anna.token });
    if (!answer.ok) throw new Error(answer.msg);
    expect(answer.data.list.map(({ name, count }) => [name, count])).toEqual([
      ['Second', 2],
      [null, 1],
      [null, 1],
      [null, 1],
      [null, 1],
    ]);
  });
});
