/**
 * What a person, a broken program or somebody hostile may send as an order: refused in clear words, and nothing is held,
 * kept or taken. Over HTTP, on real books.
 */
import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

import { languageIds, languages } from '@marigold/texts/languages';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { TestPerson, TestApi } from '../testing/api.ts';
import { startTestApi } from '../testing/api.ts';
import { asOwner } from '../testing/database.ts';
import { indexAt, openOrderOf, type TestOrder, placeTestOrder } from './trade-world.ts';

let api: TestApi;
let trader: TestPerson;
let other: TestPerson;

beforeAll(async () => {
  api = await startTestApi({ books: true });
  trader = await api.person('traderone');
  other = await api.person('tradertwo');
  await api.credit(trader, 'USDT', '100000000');
  await api.credit(trader, 'BTC', '100');
  await api.credit(other, 'BTC', '100');
  await indexAt(api, 'BTC_USDT', '67000', trader);
  await placeTestOrder(api, other, { ...order, side: 'sell', price: '68000', amount: '0.5' });
  await placeTestOrder(api, trader, { ...order, price: '66500' });
});
afterAll(async () => await api.close());

const order = {
  symbol: 'BTC_USDT',
  side: 'buy',
  type: 'limit',
  price: '65000',
  amount: '0.001',
} as const satisfies TestOrder;
const market = {
  symbol: 'BTC_USDT',
  side: 'buy',
  type: 'market',
  amount: '0.001',
} as const satisfies TestOrder;

/** Everything that an order could leave behind. */
async function traces(): Promise<unknown> {
  const found = await sql`
    select (select json_agg(json_build_array(id, balance::text, moves) order by id) from ledger.account) as balances,
      (select count(*) from ledger.journal) as journals,
      (select json_agg(json_build_array(id, status, filled, held_units::text) order by id) from app.trade_order) as orders,
      (select count(*) from app.trade) as trades, (select count(*) from app.bill) as bills,
      (select count(*) from app.request_key) as keys, (select count(*) from app.outbox) as announcements,
      (select count(*) from app.broken_orders) as broken`.execute(api.databases.main);
  return found.rows[0];
}

type Bad = Readonly<Record<string, unknown>>;

/** The answer to a bad order, after making sure that it left nothing. */
async function refused(path: 'trade/submit' | 'trade/estimate' | 'trade/cancel', bad: Bad, by = trader) {
  const before = await traces();
  const answer = await api.call(path, bad as never, { token: by.token });
  expect(await traces()).toEqual(before);
  if (answer.ok) throw new Error(`taken: ${JSON.stringify(bad)}`);
  const { code, msg, data } = answer;
  expect(msg.length).toBeGreaterThan(10);
  return { code, refusal: data.refusal, field: data.field };
}

describe('what is no number', () => {
  it.each([
    '-0.001',
    'NaN',
    'Infinity',
    '1e309',
    '1e3',
    '0x10',
    '１００',
    '６５０００',
    '٦٥٠٠٠',
    '0,001',
    '0.001 ',
    ' 1',
    '.5',
    '5.',
    '+1',
    '00.1',
    '',
    '9'.repeat(21),
    `0.${'1'.repeat(19)}`,
    1,
    1e308 * 10,
    null,
    true,
    {},
    [],
  ])('is malformed at its field: %j', async (value) => {
    for (const field of ['price', 'amount'])
      expect(await refused('trade/submit', { ...order, [field]: value })).toEqual({
        code: 400,
        refusal: 'malformed',
        field,
      });
    expect(await refused('trade/submit', { ...market, amount: undefined, total: value })).toMatchObject({
      code: 400,
      field: 'total',
    });
  });
});

describe('an order that breaks a rule', () => {
  const rows: readonly (readonly [name: string, bad: Bad, refusal: string, field: string | undefined])[] = [
    ['an amount of zero', { ...order, amount: '0' }, 'total_below_minimum', 'amount'],
    ['a total of zero', { ...market, amount: undefined, total: '0' }, 'total_below_minimum', 'total'],
    ['a price with three decimals', { ...order, price: '65000.001' }, 'price_too_fine', 'price'],
    ['zeros that are too many decimals', { ...order, price: '65000.000' }, 'price_too_fine', 'price'],
    ['an amount with six decimals', { ...order, amount: '0.001001' }, 'amount_too_fine', 'amount'],
    [
      'a total with eight decimals',
      { ...market, amount: undefined, total: '10.00000001' },
      'total_too_fine',
      'total',
    ],
    ['less than 5 USDT', { ...order, amount: '0.00007' }, 'total_below_minimum', 'amount'],
    ['more than 100,000 USDT', { ...order, amount: '1.6' }, 'total_above_maximum', 'amount'],
    [
      'an amount no market counts',
      { ...order, amount: '99999999999999999999' },
      'total_above_maximum',
      'amount',
    ],
    [
      'a price that multiplies beyond counting',
      { ...order, price: '73000', amount: '900000000000' },
      'total_above_maximum',
      'amount',
    ],
    ['a price too low for the index', { ...order, price: '60299.99' }, 'price_outside_band', 'price'],
    ['a price too high for the index', { ...order, price: '73700.01' }, 'price_outside_band', 'price'],
    ['a limit order without a price', { ...order, price: undefined }, 'price_missing', 'price'],
    ['a market order with a price', { ...market, price: '65000' }, 'price_not_for_market', 'price'],
    ['a market order with amount and total', { ...market, total: '100' }, 'amount_or_total', 'amount'],
    ['neither amount nor total', { ...market, amount: undefined }, 'amount_or_total', 'amount'],
    ['a limit order with a total', { ...order, total: '100' }, 'amount_or_total', 'amount'],
    ['a market order that would wait', { ...market, timeInForce: 'gtc' }, 'time_in_force', 'timeInForce'],
    ['an unknown market', { ...order, symbol: 'BTC_EUR' }, 'market_unknown', 'symbol'],
  ];
  it.each(rows)('%s', async (_name, bad, refusal, field) => {
    const answer = await refused('trade/submit', bad);
    expect(answer).toEqual({ code: 422, refusal, field });
    expect(await refused('trade/estimate', bad)).toEqual(answer);
  });

  it('more than the balance, also where the book would be cheaper', async () => {
    expect(
      await refused('trade/submit', { ...order, price: '67500', side: 'sell' }, await poor()),
    ).toMatchObject({ code: 422, refusal: 'insufficient_balance' });
    expect(await refused('trade/submit', { ...order, price: '68200' }, await poor('68.1'))).toMatchObject({
      code: 422,
      refusal: 'insufficient_balance',
    });
  });

  it('whole or not at all, never taking, and against oneself', async () => {
    const crossing = { ...order, price: '68000' };
    expect(await refused('trade/submit', { ...crossing, amount: '0.6', timeInForce: 'fok' })).toMatchObject({
      refusal: 'would_not_fill',
    });
    expect(await refused('trade/submit', { ...crossing, timeInForce: 'post' })).toMatchObject({
      refusal: 'would_take',
    });
    expect(await refused('trade/submit', { ...crossing }, other)).toMatchObject({ code: 422 });
    expect(await refused('trade/submit', { ...order, side: 'sell', price: '66500' })).toMatchObject({
      refusal: 'self_trade',
    });
  });

  it('says it in every language, with the values that explain it', async () => {
    const texts = await Promise.all(
      languageIds.map(async (language) => {
        const bad = { ...order, price: '99999' };
        const { header } = languages[language];
        return (await api.call('trade/submit', bad, { token: trader.token, language: header })).msg;
      }),
    );
    expect(new Set(texts).size).toBe(languageIds.length);
    for (const text of texts) expect(text.replaceAll(/[^\d]/g, '')).toMatch(/^6030068340/);
  });
});

/** Somebody with so much USDT and nothing else. */
async function poor(amount = '0.01'): Promise<TestPerson> {
  const person = await api.person();
  await api.credit(person, 'USDT', amount);
  return person;
}

describe('a market that is not open', () => {
  /** Sets the state and waits until whoever runs the book has read it. */
  async function setState(state: string, isThere: (answer: { ok: boolean; refusal?: string }) => boolean) {
    await asOwner(api.ownerUrl, `update app.market set state = '${state}' where symbol = 'BTC_USDT'`);
    for (;;) {
      const answer = await api.call('trade/estimate', order, { token: trader.token });
      if (isThere(answer.ok ? { ok: true } : { ok: false, refusal: answer.data.refusal })) return;
    }
  }

  it('locked takes no order, and lets one be cancelled', async () => {
    const orderId = await openOrderOf(api, trader);
    await setState('locked', ({ refusal }) => refusal === 'market_closed');
    for (const bad of [order, market])
      expect(await refused('trade/submit', bad)).toMatchObject({ code: 422, refusal: 'market_closed' });
    const answer = await api.call('trade/cancel', { orderId }, { token: trader.token });
    expect(answer.ok).toBe(true);
    await setState('enabled', ({ ok }) => ok);
  });

  it('disabled takes nothing at all', async () => {
    const orderId = await openOrderOf(api, trader);
    await setState('disabled', ({ refusal }) => refusal === 'market_closed');
    expect(await refused('trade/submit', order)).toMatchObject({ code: 422, refusal: 'market_closed' });
    expect(await refused('trade/cancel', { orderId })).toMatchObject({ code: 422, refusal: 'market_closed' });
    await setState('enabled', ({ ok }) => ok);
    expect((await api.call('trade/cancel', { orderId }, { token: trader.token })).ok).toBe(true);
  });

  it('hidden is in no list, takes no order, and lets one be cancelled', async () => {
    const orderId = await openOrderOf(api, trader);
    await setState('hidden', ({ refusal }) => refusal === 'market_closed');
    const isListed = async () => {
      const answer = await api.call('market/list', {});
      return !answer.ok || answer.data.list.some(({ symbol }) => symbol === 'BTC_USDT');
    };
    // What is asked here needs no database: others get their turn in between.
    while (await isListed()) await setImmediate();
    for (const bad of [order, market])
      expect(await refused('trade/submit', bad)).toMatchObject({ code: 422, refusal: 'market_closed' });
    const answer = await api.call('trade/cancel', { orderId }, { token: trader.token });
    expect(answer.ok).toBe(true);
    await setState('enabled', ({ ok }) => ok);
  });

  it('without a fresh index takes what can only rest, by the index that was known last, and nothing else', async () => {
    await asOwner(api.ownerUrl, `update app.index_price set seen_at = now() - interval '2 minutes'`);
    for (;;) {
      const answer = await api.call('trade/estimate', order, { token: trader.token });
      if (!answer.ok && answer.data.refusal === 'index_stale') break;
    }
    expect(await refused('trade/submit', order)).toMatchObject({ code: 422, refusal: 'index_stale' });
    expect(await refused('trade/submit', market)).toMatchObject({ code: 422, refusal: 'index_stale' });
    const post = { ...order, side: 'sell', timeInForce: 'post' } as const;
    const given = await refused('trade/submit', { ...post, price: '65000' });
    expect(given).toMatchObject({ code: 422, refusal: 'price_outside_band' });
    const orderId = await placeTestOrder(api, trader, { ...post, price: '70000' });
    expect((await api.call('trade/cancel', { orderId }, { token: trader.token })).ok).toBe(true);
    await indexAt(api, 'BTC_USDT', '67000', trader);
  });
});

describe('an order of somebody else', () => {
  it('is as missing as one that nobody has', async () => {
    const orderId = await openOrderOf(api, trader);
    const foreign = await refused('trade/cancel', { orderId }, other);
    const missing = await refused('trade/cancel', { orderId: randomUUID() }, other);
    expect(foreign).toEqual(missing);
    expect(foreign).toMatchObject({ code: 404 });
    const read = async (id: string) => await api.raw('trade/detail', { orderId: id }, { token: other.token });
    expect(await read(orderId)).toEqual(await read(randomUUID()));
  });

  it('is refused once it is closed', async () => {
    const orderId = await openOrderOf(api, trader);
    expect((await api.call('trade/cancel', { orderId }, { token: trader.token })).ok).toBe(true);
    expect(await refused('trade/cancel', { orderId })).toMatchObject({ code: 422, refusal: 'order_closed' });
  });
});

it('the 201st open order', { timeout: 60_000 }, async () => {
  const busy = await api.person('busytrader');
  await api.credit(busy, 'USDT', '10000');
  const small = { ...order, price: '62000', amount: '0.0001' };
  await Promise.all(Array.from({ length: 200 }, async () => await placeTestOrder(api, busy, small)));
  expect(await refused('trade/submit', small, busy)).toMatchObject({
    code: 422,
    refusal: 'open_orders_full',
  });
  const answer = await api.call('trade/cancel/all', { symbol: 'BTC_USDT' }, { token: busy.token });
  expect(answer.ok && answer.data.count).toBe(200);
  expect(await api.available(busy, 'USDT')).toMatch(/^10000\.?0*$/);
});
