import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type TestPerson, startTestApi, type TestApi } from '../../../../testing/api.ts';
import { indexAt, placeTestOrder } from '../../../../tests/trade-world.ts';
import { averageFloor } from '../../market/steps.ts';

let api: TestApi;
let buyer: TestPerson;
let seller: TestPerson;
let orderId: string;

const order = { symbol: 'BTC_USDT', type: 'limit', price: '67000', amount: '0.001' } as const;

/** The buyer takes 0.0015 at two prices and leaves 0.0005 in the book. */
beforeAll(async () => {
  api = await startTestApi({ books: true });
  [buyer, seller] = [await api.person('buyerone'), await api.person('sellerone')];
  await api.credit(buyer, 'USDT', '1000');
  await api.credit(seller, 'BTC', '1');
  await sql`update app.person set invited_by = ${seller.id} where id = ${buyer.id}`.execute(
    api.databases.main,
  );
  await indexAt(api, 'BTC_USDT', '67000', buyer);
  await placeTestOrder(api, seller, { ...order, side: 'sell', price: '67000.01', amount: '0.001' });
  await placeTestOrder(api, seller, { ...order, side: 'sell', price: '67000.02', amount: '0.0005' });
  orderId = await placeTestOrder(api, buyer, { ...order, side: 'buy', price: '67000.02', amount: '0.002' });
});
afterAll(async () => await api.close());

async function ask<Path extends 'trade/open' | 'trade/history' | 'trade/fills'>(
  path: Path,
  input: object,
  { token }: TestPerson = buyer,
) {
  const answer = await api.call(path, input as never, { token });
  if (!answer.ok) throw new Error(JSON.stringify(answer));
  return answer.data;
}

describe('an order', () => {
  it('is told in exact decimals: what it took, what it left, what lies aside and what it cost', async () => {
    const answer = await api.call('trade/detail', { orderId }, { token: buyer.token });
    if (!answer.ok) throw new Error(answer.msg);
    expect(answer.data.order).toMatchObject({
      orderId,
      symbol: 'BTC_USDT',
      side: 'buy',
      type: 'limit',
      timeInForce: 'gtc',
      price: '67000.02',
      amount: '0.00200',
      total: null,
      filled: '0.00150',
      // 0.001 at 67000.01 and 0.0005 at 67000.02.
      filledTotal: '100.5000200',
      average: '67000.0133',
      held: '33.50001000',
      heldCurrency: 'USDT',
      // Two thousandths of what was received.
      fee: '0.00000300',
      feeCurrency: 'BTC',
      makerPercent: '0.10',
      takerPercent: '0.20',
      status: 'wait',
      reason: null,
      closedTime: null,
    });
    expect(answer.data.fills.map(({ price, amount, total, role }) => [price, amount, total, role])).toEqual([
      ['67000.02', '0.00050', '33.5000100', 'taker'],
      ['67000.01', '0.00100', '67.0000100', 'taker'],
    ]);
    expect(answer.data.billIds).toHaveLength(2);
  });

  it('stands among the open ones and in the history until it is closed, then in the history alone', async () => {
    expect((await ask('trade/open', {})).list.map((one) => one.orderId)).toEqual([orderId]);
    expect((await ask('trade/open', { symbol: 'ETH_USDT' })).list).toEqual([]);
    expect((await ask('trade/history', { status: 'over' })).list).toEqual([]);
    const done = await api.call('trade/cancel', { orderId }, { token: buyer.token });
    expect(done.ok).toBe(true);
    expect((await ask('trade/open', {})).list).toEqual([]);
    const [closed] = (await ask('trade/history', { status: 'cancel' })).list;
    expect(closed).toMatchObject({ orderId, status: 'cancel', reason: 'user', held: '0.00000000' });
    expect(closed?.closedTime).toBeGreaterThan(0);
    expect((await ask('trade/history', { status: 'over' })).list).toEqual([closed]);
    expect((await ask('trade/history', { status: 'done' })).list).toEqual([]);
  });
});

describe('lists', () => {
  it('filter by market, side and time, and go on page by page', async () => {
    const all = await ask('trade/history', {}, seller);
    expect(all.list).toHaveLength(2);
    const first = await ask('trade/history', { size: 1 }, seller);
    const second = await ask('trade/history', { size: 1, cursor: first.next }, seller);
    expect([...first.list, ...second.list]).toEqual(all.list);
    expect([first.next === null, second.next]).toEqual([false, null]);
    // Filled and cancelled alike are over.
    expect((await ask('trade/history', { status: 'over' }, seller)).list).toEqual(all.list);
    expect((await ask('trade/history', { side: 'buy' }, seller)).list).toEqual([]);
    expect((await ask('trade/history', { to: all.list[1]?.time }, seller)).list).toEqual([]);
    const fills = await ask('trade/fills', { size: 1 }, buyer);
    const more = await ask('trade/fills', { size: 1, cursor: fills.next }, buyer);
    expect([...fills.list, ...more.list].map(({ price }) => price)).toEqual(['67000.02', '67000.01']);
    expect((await ask('trade/fills', { orderId }, seller)).list).toEqual([]);
    expect((await ask('trade/fills', { side: 'sell', symbol: 'BTC_USDT' }, seller)).list).toHaveLength(2);
  });
});

describe('a fill', () => {
  it('says its role, its fee and its bills to each of the two, and nothing to anybody else', async () => {
    const [fill] = (await ask('trade/fills', {}, seller)).list;
    const tradeId = fill?.tradeId ?? '';
    const sold = await api.call('trade/fill', { tradeId }, { token: seller.token });
    expect(sold.ok && sold.data).toMatchObject({
      fill: { role: 'maker', side: 'sell', fee: '0.03350001', feeCurrency: 'USDT' },
      feePercent: '0.10',
    });
    const bought = await api.call('trade/fill', { tradeId }, { token: buyer.token });
    expect(bought.ok && bought.data).toMatchObject({
      fill: { role: 'taker', side: 'buy', orderId, fee: '0.00000100', feeCurrency: 'BTC' },
      feePercent: '0.20',
    });
    for (const answer of [sold, bought]) expect(answer.ok && answer.data.billIds.length).toBe(2);
    const stranger = await api.person('stranger');
    const read = async (id: string) =>
      await api.raw('trade/fill', { tradeId: id }, { token: stranger.token });
    expect(await read(tradeId)).toEqual(await read(randomUUID()));
  });

  it('names who invited its person: the base of commission, with the fee of that side alone', async () => {
    const found = await sql<{ inviter_id: string | null; role: string; fee_units: string; asset: string }>`
      select f.inviter_id, f.role, f.fee_units, a.code as asset
      from app.fill f join ledger.asset a on a.id = f.fee_asset order by f.role, f.price`.execute(
      api.databases.main,
    );
    expect(found.rows).toEqual([
      { inviter_id: null, role: 'maker', fee_units: '6700001', asset: 'USDT' },
      { inviter_id: null, role: 'maker', fee_units: '3350001', asset: 'USDT' },
      { inviter_id: seller.id, role: 'taker', fee_units: '200', asset: 'BTC' },
      { inviter_id: seller.id, role: 'taker', fee_units: '100', asset: 'BTC' },
    ]);
  });
});

describe('trade/config', () => {
  it('says balances, fees and open orders, and refuses a market that there is not', async () => {
    const ask = async (symbol: string) => await api.call('trade/config', { symbol }, { token: seller.token });
    const answer = await ask('BTC_USDT');
    expect(answer.ok && answer.data).toMatchObject({
      base: 'BTC',
      quote: 'USDT',
      availableBase: '0.99850000',
      // 100.50002 less a thousandth of each receipt, rounded up.
      availableQuote: '100.39951998',
      makerPercent: '0.10',
      takerPercent: '0.20',
      openOrders: 0,
      openOrdersMax: 200,
    });
    expect(await ask('BTC_EUR')).toMatchObject({ code: 422, data: { refusal: 'market_unknown' } });
  });
});

it('cuts an average, never up', () => {
  const decimals = { priceDecimals: 2, amountDecimals: 5 };
  expect(averageFloor(decimals, { filled: 3n, filledTotal: 20n })).toBe('0.0666');
  expect(averageFloor(decimals, { filled: 0n, filledTotal: 0n })).toBeNull();
});
