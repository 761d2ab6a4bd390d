import { dayMs, hourMs } from '@marigold/money/spans';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import type { TestPerson, TestApi } from '../../../testing/api.ts';
import { startTestApi } from '../../../testing/api.ts';
import { indexAt, type TestOrder, placeTestOrder } from '../../../tests/trade-world.ts';
import { openOwner } from '../../platform/database/database.ts';
import { caseFacts } from '../operator/case-facts.ts';
import { listTradedPairs } from '../trade/views.ts';
import { decideRisk } from './decide.ts';
import { findTradeRisks } from './trades.ts';
import { listWaitingCases } from './views.ts';

const day = dayMs;

let api: TestApi;
let owner: ReturnType<typeof openOwner>;
beforeAll(async () => {
  api = await startTestApi({ books: true });
  owner = openOwner(api.ownerUrl);
  await indexAt(api, 'BTC_USDT', '60000', await api.person());
});
afterAll(async () => {
  await owner.close();
  await api.close();
});
// Each test has people of its own, and asks about nobody else's trades.
afterEach(async () => api.clock.move(25 * hourMs));

async function trader(): Promise<TestPerson> {
  const person = await api.person();
  await api.credit(person, 'USDT', '20000');
  await api.credit(person, 'BTC', '1');
  return person;
}
/** One buys of the other, at this price. */
async function trade(buyer: TestPerson, seller: TestPerson, price: string, amount = '0.004'): Promise<void> {
  await indexAt(api, 'BTC_USDT', '60000', buyer);
  const terms: Omit<TestOrder, 'side'> = { symbol: 'BTC_USDT', type: 'limit', price, amount };
  await placeTestOrder(api, seller, { ...terms, side: 'sell' });
  await placeTestOrder(api, buyer, { ...terms, side: 'buy' });
}
async function look(): Promise<number> {
  return await findTradeRisks({ db: api.databases.main, listPairs: listTradedPairs }, api.clock.now());
}
async function casesOf({ token }: TestPerson) {
  const answer = await api.call('risk/list', {}, { token });
  if (!answer.ok) throw new Error(answer.msg);
  return answer.data.list;
}
async function onlyCase(person: TestPerson) {
  const [one, ...others] = await casesOf(person);
  if (one === undefined || others.length > 0) throw new Error('there is not exactly one case');
  return one;
}

describe('two accounts that trade with each other far from the index', () => {
  it('are both asked once, and neither learns of whom', async () => {
    const [one, other] = [await trader(), await trader()];
    await trade(one, other, '61200');
    await trade(other, one, '58800');
    expect([await look(), await look()]).toEqual([2, 0]);
    for (const person of [one, other]) {
      expect(await casesOf(person)).toMatchObject([
        { rule: 'counterparty', object: 'trade', currency: 'USD', chain: null, address: null, state: 'open' },
      ]);
      const { id, amount } = await onlyCase(person);
      expect(Number(amount)).toBeCloseTo(480, -1);
      const detail = await api.call('risk/detail', { id }, { token: person.token });
      expect(detail).toMatchObject({ ok: true, data: { asks: ['relation', 'purpose'] } });
      const names = [one, other].filter((who) => who !== person);
      for (const { id: userId, username } of names) {
        expect(JSON.stringify(detail)).not.toContain(userId);
        expect(JSON.stringify(detail)).not.toContain(username);
      }
    }
    const waiting = await listWaitingCases(api.databases.main, caseFacts, api.clock.now() + 15 * day);
    expect(waiting.map(({ userId, other: who }) => [userId, who])).toEqual(
      expect.arrayContaining([
        [one.id, other.id],
        [other.id, one.id],
      ]),
    );
  });

  it('go on trading; a person of the house closes the case, and its owner is told', async () => {
    const [one, other] = [await trader(), await trader()];
    await trade(one, other, '61200', '0.008');
    expect(await look()).toBe(2);
    await trade(one, other, '60000');
    const { id } = await onlyCase(one);
    const decision = {
      caseId: id,
      isCleared: true,
      by: 'operator:nobody',
      reason: 'siblings',
      now: api.clock.now(),
    };
    expect(await decideRisk(owner.db, caseFacts, decision)).toBe(true);
    expect(await casesOf(one)).toMatchObject([{ state: 'cleared' }]);
    const news = await sql<{ kind: string }>`
      select kind from app.notice where user_id = ${one.id} and kind like 'risk%' order by id`.execute(
      owner.db,
    );
    expect(news.rows.map(({ kind }) => kind)).toEqual(['riskAsked', 'riskDecided']);
  });
});

describe('nobody is asked', () => {
  it('who trades with one account alone, but near the index', async () => {
    const [one, other] = [await trader(), await trader()];
    await trade(one, other, '60200', '0.05');
    expect(await look()).toBe(0);
  });

  it('who trades for less than 100 US dollars', async () => {
    const [one, other] = [await trader(), await trader()];
    await trade(one, other, '61200', '0.0016');
    expect(await look()).toBe(0);
  });

  it('who traded more than a fifth with others; the one who did not is asked beside him', async () => {
    const [one, other, third] = [await trader(), await trader(), await trader()];
    await trade(one, other, '61200');
    await trade(one, third, '60000');
    await trade(other, third, '60000');
    expect(await look()).toBe(0);
    await trade(one, other, '61200', '0.008');
    expect(await look()).toBe(0);
    await trade(one, other, '58801', '0.016');
    expect(await look()).toBe(2);
    expect(await casesOf(third)).toEqual([]);
  });

  it('about trades of more than a day ago', async () => {
    const [one, other] = [await trader(), await trader()];
    await trade(one, other, '61200');
    api.clock.move(day + 1000);
    expect(await look()).toBe(0);
  });
});
