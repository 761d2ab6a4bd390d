import { randomUUID } from 'node:crypto';

import { Refusal } from '@marigold/contract/endpoint';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { asOwner } from '../../../testing/database.ts';
import type { TradingSetup, Trader } from '../../../testing/traders.ts';
import { keyFor, openTradingSetup, readOrderWords, requireWholeBooks } from '../../../testing/traders.ts';
import { openOwner } from '../../platform/database/database.ts';
import { listenToOutbox } from '../../platform/database/outbox-listener.ts';
import type { RequestKey } from '../../platform/http/request-key.ts';
import { takeRequestKey } from '../../platform/http/request-key.ts';
import { createLog } from '../../platform/process/log.ts';
import type { MarketRow } from '../market/registry.ts';
import type { RunningExchange } from './service.ts';

const symbol = 'BTC_USDT';
let floor: TradingSetup;
let market: MarketRow;
let running: RunningExchange;
let ann: Trader;
let bob: Trader;

beforeAll(async () => {
  floor = await openTradingSetup();
  market = await floor.market();
  running = await floor.start();
});
beforeEach(async () => {
  for (const { id: userId } of [ann, bob].filter((one) => one !== undefined))
    await running.exchange.cancelAll({ key: undefined, userId, symbol, reason: 'operator' });
  ann = await floor.trader('ann', { USDT: '1000' });
  bob = await floor.trader('bob', { BTC: '10' });
});
afterAll(async () => {
  await requireWholeBooks(floor.database);
  await floor.close();
});

type Options = { readonly key?: RequestKey };

async function place(trader: Trader, words: string, { key = keyFor(trader) }: Options = {}) {
  return await running.exchange.submit({ ...readOrderWords(market, trader, words), key });
}

async function placed(trader: Trader, words: string, options: Options = {}): Promise<string> {
  const answer = await place(trader, words, options);
  if (answer instanceof Refusal) throw new Error(`refused: ${answer.code}`);
  return answer.orderId;
}

describe('one request', () => {
  it('is done once, however often it comes, and answered the same', async () => {
    const key = keyFor(ann, randomUUID(), 'one');
    const all = await Promise.all([1, 2, 3].map(async () => await place(ann, 'buy 1 @ 99', { key })));
    const again = await place(ann, 'buy 1 @ 99', { key });
    for (const answer of all) expect(answer).toEqual(again);
    expect(await floor.book()).toEqual(['ann buy 1 @ 99']);
  });

  it('is a conflict when it asks for something else under the same id, at once and later', async () => {
    const id = randomUUID();
    const first = place(ann, 'buy 1 @ 99', { key: keyFor(ann, id, 'one') });
    const conflict = expect.objectContaining({ status: 409 });
    await expect(place(ann, 'buy 2 @ 99', { key: keyFor(ann, id, 'two') })).rejects.toEqual(conflict);
    await first;
    await expect(place(ann, 'buy 2 @ 99', { key: keyFor(ann, id, 'two') })).rejects.toEqual(conflict);
    expect(await floor.book()).toEqual(['ann buy 1 @ 99']);
  });

  it('that was refused may be asked again under the same id', async () => {
    const key = keyFor(ann);
    expect(await place(ann, 'buy 11 @ 99', { key })).toMatchObject({ code: 'insufficient_balance' });
    expect(await place(ann, 'buy 1 @ 99', { key })).toMatchObject({ status: 'wait' });
  });

  it('is known to be done after its answer was thrown away', async () => {
    const key = keyFor(ann);
    const id = await placed(ann, 'buy 1 @ 99', { key });
    await asOwner(floor.database.ownerUrl, 'update app.request_key set answer = null');
    expect(await place(ann, 'buy 1 @ 99', { key })).toMatchObject({
      code: 'already_applied',
      facts: { id },
    });
  });
});

/** Does something while another call, which is refused in the end, has these keys. */
async function whileTaken(keys: readonly RequestKey[], act: () => Promise<void>): Promise<void> {
  const owner = openOwner(floor.database.ownerUrl);
  const call = await owner.db.startTransaction().execute();
  try {
    for (const key of keys) await takeRequestKey(call, { ...key, path: 'transfer/internal' }, Date.now());
    await act();
  } finally {
    await call.rollback().execute();
    await owner.close();
  }
}

describe('an id that another call has as well, which is not done yet', () => {
  const unavailable = { status: 'rejected', reason: expect.objectContaining({ status: 503 }) };
  const waits = { status: 'fulfilled', value: expect.objectContaining({ status: 'wait' }) };

  it('holds up its own order, and nobody else', async () => {
    const key = keyFor(ann);
    await whileTaken([key], async () => {
      const options = [
        place(bob, 'sell 1 @ 101'),
        place(ann, 'buy 1 @ 99', { key }),
        place(ann, 'buy 1 @ 98'),
      ];
      expect(await Promise.allSettled(options)).toEqual([waits, unavailable, waits]);
    });
    expect(await place(ann, 'buy 1 @ 99', { key })).toMatchObject({ status: 'wait' });
    expect(await floor.book()).toEqual(['bob sell 1 @ 101', 'ann buy 1 @ 98', 'ann buy 1 @ 99']);
  });

  it('of many ends the group before all of them were waited for', async () => {
    const keys = Array.from({ length: 10 }, () => keyFor(ann));
    const options = async () =>
      await Promise.allSettled([
        ...keys.map(async (key) => await place(ann, 'buy 0.1 @ 99', { key })),
        place(bob, 'sell 1 @ 101'),
      ]);
    const everybody = (answer: object) => Array.from({ length: 11 }, () => answer);
    await whileTaken(keys, async () => expect(await options()).toEqual(everybody(unavailable)));
    expect(await floor.book()).toEqual([]);
    expect(await options()).toEqual(everybody(waits));
  });
});

describe('an order of somebody else', () => {
  it('is as little there as one that never was; one that is closed says so to its owner alone', async () => {
    const orderId = await placed(ann, 'buy 1 @ 99');
    const cancel = async (trader: Trader, id: string) =>
      await running.exchange.cancel({ key: keyFor(trader), userId: trader.id, symbol, orderId: id });
    const missing = expect.objectContaining({ status: 404 });
    await expect(cancel(bob, orderId)).rejects.toEqual(missing);
    await expect(cancel(bob, randomUUID())).rejects.toEqual(missing);
    expect(await cancel(ann, orderId)).toMatchObject({ status: 'cancel' });
    expect(await cancel(ann, orderId)).toMatchObject({ code: 'order_closed' });
    await expect(cancel(bob, orderId)).rejects.toEqual(missing);
  });
});

describe('all orders of somebody', () => {
  it('are taken back by one request; an operator leaves his word as the reason', async () => {
    for (const price of [91, 92, 93]) await placed(ann, `buy 1 @ ${price}`);
    await placed(bob, 'sell 1 @ 101');
    const all = { key: keyFor(ann), userId: ann.id, symbol, reason: 'user' as const };
    expect(await running.exchange.cancelAll(all)).toEqual({ count: 3 });
    await placed(ann, 'buy 1 @ 94');
    expect(await running.exchange.cancelAll(all)).toEqual({ count: 3 });
    expect(await floor.book()).toEqual(['bob sell 1 @ 101', 'ann buy 1 @ 94']);
    const theirs = { key: undefined, userId: ann.id, symbol, reason: 'operator' as const };
    expect(await running.exchange.cancelAll(theirs)).toEqual({ count: 1 });
    const reasons = await asOwner(
      floor.database.ownerUrl,
      `select distinct reason from app.trade_order where user_id = '${ann.id}' and reason is not null order by reason`,
    );
    expect(reasons).toEqual([{ reason: 'operator' }, { reason: 'user' }]);
  });

  it('are told to their owner where an operator ended them: each of a few, the number of many', async () => {
    const notices = async () =>
      await asOwner(
        floor.database.ownerUrl,
        `select kind, facts, path from app.notice where user_id = '${ann.id}' order by id`,
      );
    const mine = { key: keyFor(ann), userId: ann.id, symbol, reason: 'user' as const };
    await placed(ann, 'buy 1 @ 91');
    expect(await running.exchange.cancelAll(mine)).toEqual({ count: 1 });
    expect(await notices()).toEqual([]);
    const theirs = { key: undefined, userId: ann.id, symbol, reason: 'operator' as const };
    const orderId = await placed(ann, 'buy 2 @ 92');
    expect(await running.exchange.cancelAll(theirs)).toEqual({ count: 1 });
    const one = {
      kind: 'orderEnded',
      facts: { side: 'buy', amount: '2', base: 'BTC', price: '92', quote: 'USDT', orderId },
      path: `/pages/transaction/detail?id=${orderId}`,
    };
    expect(await notices()).toEqual([one]);
    for (const price of [91, 92, 93, 94]) await placed(ann, `buy 1 @ ${price}`);
    expect(await running.exchange.cancelAll(theirs)).toEqual({ count: 4 });
    // Nothing is open any more, and nothing is said of it.
    expect(await running.exchange.cancelAll(theirs)).toEqual({ count: 0 });
    const many = {
      kind: 'ordersEnded',
      facts: { orders: 4, base: 'BTC', quote: 'USDT' },
      path: '/pages/transaction/bill?tab=history&pair=BTC_USDT',
    };
    expect(await notices()).toEqual([one, many]);
  });
});

describe('a batch', () => {
  it('tells each person of a batch once that money moved, beside the orders and fills', async () => {
    const heard: string[] = [];
    const listener = await listenToOutbox({
      databaseUrl: floor.database.appUrl,
      onNews: ({ userId, event, data }) =>
        void heard.push(
          `${userId === ann.id ? 'ann' : 'bob'} ${event} ${JSON.stringify('symbol' in data ? data.symbol : undefined)}`,
        ),
      onRecovered: () => undefined,
      log: createLog('silent'),
    });
    try {
      await Promise.all([place(ann, 'buy 1 @ 99'), place(ann, 'buy 1 @ 98'), place(bob, 'sell 0.5 @ 99')]);
      await vi.waitFor(() => expect(heard).toHaveLength(6));
    } finally {
      await listener.stop();
    }
    expect(heard.toSorted()).toEqual(
      ['ann', 'bob'].flatMap((name) =>
        ['balance', 'fill', 'order'].map((event) => `${name} ${event} "${symbol}"`),
      ),
    );
  });
});
