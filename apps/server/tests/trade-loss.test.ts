/** How much the orders of a day may give away against the index, and how somebody allows more with a code. */
import { randomUUID } from 'node:crypto';

import { hourMs } from '@marigold/money/spans';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { freeze } from '../src/modules/spending/freeze.ts';
import type { Pieces } from '../src/modules/trade/decide/loss.ts';
import { addLoss, pieceMs } from '../src/modules/trade/decide/loss.ts';
import { listLosses } from '../src/modules/trade/engine/store.ts';
import type { TestPerson, TestApi } from '../testing/api.ts';
import { startTestApi } from '../testing/api.ts';
import { indexAt, type TestOrder } from './trade-world.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ books: true });
  await indexAt(api, 'BTC_USDT', '60000', await api.person());
});
afterAll(async () => await api.close());

const market = { symbol: 'BTC_USDT', type: 'limit' } as const;
/** Gives away a hundredth of its worth of 606 USDT: 6 USDT. */
const dear: TestOrder = { ...market, side: 'buy', price: '60600', amount: '0.01' };

/** Gives away 2.4 USDT. */
const small: TestOrder = { ...market, side: 'buy', price: '61200', amount: '0.002' };
const buyAtMarket: TestOrder = { symbol: 'BTC_USDT', side: 'buy', type: 'market', amount: '0.01' };

const everybody: TestPerson[] = [];
afterEach(async () => {
  for (const { token } of everybody.splice(0))
    await api.call('trade/cancel/all', { symbol: 'BTC_USDT' }, { token });
});

async function trader(usdt = '10000'): Promise<TestPerson> {
  const person = await api.person();
  await api.credit(person, 'USDT', usdt);
  everybody.push(person);
  return person;
}
async function offerDear(seller: TestPerson): Promise<void> {
  everybody.push(seller);
  await api.credit(seller, 'BTC', '1');
  expect(await refusalIn(seller, { ...market, side: 'sell', price: '61200', amount: '0.03' })).toBe('wait');
}
async function place({ token }: TestPerson, order: TestOrder, requestId = randomUUID()) {
  return await api.call('trade/submit', order, { token, requestId });
}
async function refusalIn(person: TestPerson, order: TestOrder): Promise<string> {
  const answer = await place(person, order);
  return answer.ok ? answer.data.status : answer.data.refusal;
}
/** Places so many orders that give away 6 USDT each. */
async function giveAway(person: TestPerson, times: number): Promise<string[]> {
  const answers: string[] = [];
  for (let done = 0; done < times; done += 1) answers.push(await refusalIn(person, dear));
  return answers;
}
async function codeOf({ token, email }: TestPerson, amount: string) {
  const subject = { symbol: 'BTC_USDT', amount };
  const started = await api.call(
    'verify/start',
    { kind: 'trade/allow', subject, method: 'email' },
    { token },
  );
  if (!started.ok) throw new Error(started.msg);
  const mail = await api.lastMail(email);
  return {
    mail,
    verify: { challengeId: started.data.challengeId, code: /\b(\d{6})\b/.exec(mail)?.[1] ?? '' },
  };
}
async function allow(person: TestPerson, amount: string, verify?: { challengeId: string; code: string }) {
  const input = { symbol: 'BTC_USDT', amount, ...(verify === undefined ? {} : { verify }) };
  return await api.call('trade/allow', input, { token: person.token });
}

describe('what the orders of a day give away', () => {
  it('is at most a hundredth of the worth, and a refusal says how much and how much a code would add', async () => {
    const person = await trader();
    expect(await giveAway(person, 16)).toEqual(Array.from({ length: 16 }, () => 'wait'));
    const refused = await place(person, dear);
    if (refused.ok) throw new Error('was placed');
    expect(refused.data).toMatchObject({ refusal: 'trade_limit', facts: { currency: 'USDT' } });
    const { limit, more } = refused.data.facts ?? {};
    for (const sum of [Number(limit), Number(more)]) expect(sum).toBeCloseTo(100, 0);
    // What gives away nothing is not asked.
    expect(await refusalIn(person, { ...dear, price: '60000', amount: '0.001' })).toBe('wait');
  });

  it('is 20 US dollars for whoever is worth little, market orders among them', async () => {
    const [person, seller] = [await trader('1900'), await api.person()];
    await offerDear(seller);
    // Each takes 0.01 at 61,200: 12 US dollars away from the index.
    expect([await refusalIn(person, buyAtMarket), await refusalIn(person, buyAtMarket)]).toEqual([
      'done',
      'trade_limit',
    ]);
    expect(await refusalIn(person, { ...dear, amount: '0.02' })).toBe('trade_limit');
    expect(await refusalIn(person, dear)).toBe('wait');
  });

  it('is free again when an order that waits is taken back', async () => {
    const person = await trader('1990');
    const first = await place(person, { ...dear, amount: '0.03' });
    if (!first.ok) throw new Error(first.msg);
    expect(await refusalIn(person, small)).toBe('trade_limit');
    await api.call('trade/cancel', { orderId: first.data.orderId }, { token: person.token });
    expect(await refusalIn(person, small)).toBe('wait');
  });

  it('is known of the orders themselves to whoever takes the market over', async () => {
    const person = await trader('1990');
    expect(await refusalIn(person, { ...dear, amount: '0.03' })).toBe('wait');
    const stored = await sql<{ index_price: string; given: string }>`
      select index_price::text, given::text from app.trade_order where user_id = ${person.id}`.execute(
      api.databases.main,
    );
    // 600 USDT away for each of 0.03 BTC, in steps of 0.01 USDT times 0.00001 BTC.
    expect(stored.rows).toEqual([{ index_price: '6000000', given: String(60_000 * 3_000) }]);
  });

  it('is read as one sum for each quarter of an hour, however many orders lie in it', async () => {
    const person = await trader();
    await giveAway(person, 3);
    api.clock.move(pieceMs);
    await indexAt(api, 'BTC_USDT', '60000', person);
    await giveAway(person, 2);
    const { main } = api.databases;
    const orders = await sql<{ created_at: number; given: bigint }>`
      select created_at, given from app.trade_order where user_id = ${person.id} and given > 0`.execute(main);
    const one: Pieces = new Map();
    for (const { created_at: at, given } of orders.rows) addLoss(one, at, Number(given));
    const query = { symbol: 'BTC_USDT', users: [person.id], since: new Date(0), pieceMs };
    const found = await listLosses(main, query);
    const other: Pieces = new Map();
    for (const { piece_at: at, given } of found) addLoss(other, at, Number(given));
    expect(orders.rows).toHaveLength(5);
    expect(found).toHaveLength(one.size);
    expect(other).toEqual(one);
  });

  it('is forgotten a day later', async () => {
    const [person, seller] = [await trader('1990'), await api.person()];
    await offerDear(seller);
    expect([await refusalIn(person, buyAtMarket), await refusalIn(person, buyAtMarket)]).toEqual([
      'done',
      'trade_limit',
    ]);
    api.clock.move(25 * hourMs);
    await indexAt(api, 'BTC_USDT', '60000', person);
    expect(await refusalIn(person, buyAtMarket)).toBe('done');
  });
});

describe('allowing more', () => {
  it('takes a code that names sum and market, and opens one more such sum', async () => {
    const person = await trader('1990');
    expect(await refusalIn(person, { ...dear, amount: '0.03' })).toBe('wait');
    expect(await refusalIn(person, small)).toBe('trade_limit');
    expect(await allow(person, '1')).toMatchObject({
      data: { refusal: 'verification_required', facts: { kind: 'trade/allow' } },
    });
    const { mail, verify } = await codeOf(person, '1');
    expect(mail).toMatch(/BTC\/USDT/);
    expect(mail).toMatch(/1 USDT/);
    expect(await allow(person, '2', verify)).toMatchObject({ ok: false });
    expect(await refusalIn(person, small)).toBe('trade_limit');
    const again = await codeOf(await aMinuteLater(person), '1');
    expect(await allow(person, '1', again.verify)).toMatchObject({ ok: true });
    expect(await refusalIn(person, small)).toBe('wait');
    // One such sum, not a door: 18 and 2.4 are given away of 21, and this would be 0.84 more.
    expect(await refusalIn(person, { ...small, amount: '0.0007' })).toBe('trade_limit');
  });

  it('allows no more than the limit once more', async () => {
    expect(await allow(await trader('1900'), '30')).toMatchObject({
      data: { refusal: 'total_above_maximum' },
    });
  });

  it('is asked for by nobody while payouts are frozen or trading is not confirmed', async () => {
    const person = await trader('1900');
    await freeze(api.databases.main, { userId: person.id, reason: 'passwordReset', now: api.clock.now() });
    expect(await allow(person, '1')).toMatchObject({ data: { refusal: 'payouts_frozen' } });
  });
});

/** Another code may be asked for a minute later. */
async function aMinuteLater(person: TestPerson): Promise<TestPerson> {
  api.clock.move(61_000);
  await indexAt(api, 'BTC_USDT', '60000', person);
  return person;
}
