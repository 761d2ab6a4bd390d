/** Orders for the tests of every call: two people who traded with each other, and orders that wait. */
import type { Contract } from '@marigold/contract/contract';
import type { WireFields } from '@marigold/contract/endpoint';
import { hourMs } from '@marigold/money/spans';
import { sql } from 'kysely';
import { vi } from 'vitest';

import type { TestPerson, TestApi } from '../testing/api.ts';

export type TestOrder = WireFields<Contract['trade/submit']>;

/** Places an order that must be taken, and answers its id. */
export async function placeTestOrder(api: TestApi, { token }: TestPerson, order: TestOrder): Promise<string> {
  const answer = await api.call('trade/submit', order, { token });
  if (!answer.ok) throw new Error(`the order was not taken: ${JSON.stringify(answer)}`);
  return answer.data.orderId;
}

/** The owner of a market reads the index by itself, every second or so. */
const readWithin = { timeout: 20_000, interval: 50 };

/** Gives a market an index that stays fresh, and waits until its owner has read it. */
export async function indexAt(
  api: TestApi,
  symbol: string,
  price: string,
  person: TestPerson,
): Promise<void> {
  await sql`
    insert into app.index_price (symbol, price, sources, seen_at)
    values (${symbol}, ${price}, 1, ${new Date(api.clock.now() + hourMs)})
    on conflict (symbol) do update set price = excluded.price, seen_at = excluded.seen_at`.execute(
    api.databases.main,
  );
  const order = { symbol, side: 'buy', type: 'limit', price, amount: '1' } as const;
  // An answer that a limit refused says nothing about the index.
  const notYet = /^(index_stale|price_outside_band|market_away|rate_limited)$/;
  await vi.waitFor(async () => {
    const answer = await api.call('trade/estimate', order, { token: person.token });
    if (!answer.ok && notYet.test(answer.data.refusal))
      throw new Error(`the index is not read: ${answer.data.refusal}`);
  }, readWithin);
}

/** The buyer takes what the seller offers; answers the buyer's order and the trade. Both get what they need. */
export async function tradeBetween(
  api: TestApi,
  buyer: TestPerson,
  seller: TestPerson,
): Promise<{ readonly orderId: string; readonly tradeId: string }> {
  await api.credit(seller, 'BTC', '1');
  await api.credit(buyer, 'USDT', '1000');
  await indexAt(api, 'BTC_USDT', '67000', buyer);
  const terms = { symbol: 'BTC_USDT', type: 'limit', price: '67000', amount: '0.001' } as const;
  await placeTestOrder(api, seller, { ...terms, side: 'sell' });
  const orderId = await placeTestOrder(api, buyer, { ...terms, side: 'buy' });
  const found = await sql<{ trade_id: string }>`
    select trade_id from app.fill where order_id = ${orderId} and user_id = ${buyer.id}`.execute(
    api.databases.main,
  );
  return { orderId, tradeId: found.rows[0]?.trade_id ?? '' };
}

/** A fresh order that waits; the money for it comes with it. */
export async function openOrderOf(api: TestApi, person: TestPerson): Promise<string> {
  await api.credit(person, 'USDT', '10');
  return await placeTestOrder(api, person, {
    symbol: 'BTC_USDT',
    side: 'buy',
    type: 'limit',
    price: '62000',
    amount: '0.0001',
  });
}
