import { randomUUID } from 'node:crypto';

import { Refusal } from '@marigold/contract/endpoint';
import { openAccount } from '@marigold/ledger/account';
import { post } from '@marigold/ledger/journal';
import { takeLease } from '@marigold/ledger/lease';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { asOwner } from '../../../testing/database.ts';
import type { TradingSetup, Trader } from '../../../testing/traders.ts';
import { keyFor, openTradingSetup, readOrderWords, requireWholeBooks } from '../../../testing/traders.ts';
import { openOwner, queryable } from '../../platform/database/database.ts';
import type { RequestKey } from '../../platform/http/request-key.ts';
import type { FeedSnapshot, FeedUpdate } from '../market/feed/feed.ts';
import type { MarketRow } from '../market/registry.ts';
import type { OrderCrashPoint } from './crash.ts';
import { orderCrashPoints } from './crash.ts';
import type { RunningExchange } from './service.ts';

const symbol = 'BTC_USDT';
/** The promise itself. */
const changedWithin = { timeout: 2000, interval: 50 };
let floor: TradingSetup;
let market: MarketRow;
let ann: Trader;
let bob: Trader;

beforeEach(async () => {
  floor = await openTradingSetup();
  market = await floor.market();
  ann = await floor.trader('ann', { USDT: '1000' });
  bob = await floor.trader('bob', { BTC: '10' });
});
afterEach(async () => {
  await requireWholeBooks(floor.database, { areBillsAll: false });
  await floor.close();
});

type Options = { readonly key?: RequestKey };

async function place(
  { exchange }: RunningExchange,
  trader: Trader,
  words: string,
  { key = keyFor(trader) }: Options = {},
) {
  return await exchange.submit({ ...readOrderWords(market, trader, words), key });
}

async function placed(
  running: RunningExchange,
  trader: Trader,
  words: string,
  options: Options = {},
): Promise<string> {
  const answer = await place(running, trader, words, options);
  if (answer instanceof Refusal) throw new Error(`refused: ${answer.code}`);
  return answer.orderId;
}

/** An exchange that does something once when it comes to a point of a batch. */
async function startWith(point: OrderCrashPoint, act: () => unknown): Promise<RunningExchange> {
  let isDone = false;
  return await floor.start({
    async crash(at) {
      if (at !== point || isDone) return;
      isDone = true;
      await act();
    },
  });
}

const unavailable = expect.objectContaining({ status: 503, facts: { seconds: 1 } });

/** Asks until the market is run again. */
async function placedInTheEnd(
  running: RunningExchange,
  trader: Trader,
  words: string,
  options: Options,
): Promise<string> {
  return await vi.waitFor(async () => await placed(running, trader, words, options), {
    timeout: 10_000,
    interval: 50,
  });
}

describe('a market', () => {
  it('that is locked or hidden takes cancels alone, one that is disabled nothing, within two seconds', async () => {
    const running = await floor.start();
    const first = await placed(running, ann, 'buy 1 @ 99');
    const second = await placed(running, ann, 'buy 1 @ 98');
    const cancel = async (orderId: string) =>
      await running.exchange.cancel({ key: keyFor(ann), userId: ann.id, symbol, orderId });
    const change = async (state: string) =>
      await asOwner(
        floor.database.ownerUrl,
        `update app.market set state = '${state}' where symbol = '${symbol}'`,
      );
    const isClosed = async () =>
      expect(await place(running, bob, 'sell 1 @ 105')).toMatchObject({ code: 'market_closed' });
    await change('locked');
    await vi.waitFor(isClosed, changedWithin);
    expect(await cancel(first)).toMatchObject({ status: 'cancel' });
    await change('disabled');
    const none = { key: undefined, userId: bob.id, symbol, reason: 'operator' as const };
    const isDisabled = async () =>
      expect(await running.exchange.cancelAll(none)).toMatchObject({ code: 'market_closed' });
    await vi.waitFor(isDisabled, changedWithin);
    expect(await cancel(second)).toMatchObject({ code: 'market_closed' });
    await change('hidden');
    await vi.waitFor(
      async () => expect(await cancel(second)).toMatchObject({ status: 'cancel' }),
      changedWithin,
    );
    await isClosed();
    expect((await floor.book()).length).toBe(0);
  });

  it('asks those who come too many at once to come again', async () => {
    const running = await floor.start({ waitingMax: 3 });
    const options = Array.from({ length: 8 }, async () => await place(running, ann, 'buy 0.1 @ 99'));
    const ended = await Promise.allSettled(options);
    const refused = ended.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    for (const one of refused) expect(one).toMatchObject({ reason: unavailable });
    expect((await floor.book()).length).toBe(8 - refused.length);
  });

  it('writes what is too much for one batch in several, and everybody is answered', async () => {
    const running = await floor.start({ postingsMax: 4 });
    const twin = keyFor(ann);
    const options = Array.from({ length: 20 }, async (_none, at) => {
      return await placed(running, ann, `buy 0.1 @ ${90 + at / 10}`, at < 18 ? {} : { key: twin }).catch(
        String,
      );
    });
    // The last two are one request that came twice.
    expect(new Set(await Promise.all(options)).size).toBe(19);
    expect((await floor.book()).length).toBe(19);
    const batches = await asOwner(
      floor.database.ownerUrl,
      `select count(distinct tx)::int as count from ledger.journal where scope = 'market:${symbol}'`,
    );
    expect(batches).toEqual([{ count: 5 }]);
  });

  it('moves nothing while money is halted, and says so', async () => {
    const running = await floor.start();
    const orderId = await placed(running, ann, 'buy 1 @ 99');
    await asOwner(floor.database.ownerUrl, `select ledger.stop_money('test')`);
    expect(await place(running, bob, 'sell 1 @ 99')).toMatchObject({ code: 'money_stopped' });
    const cancel = { key: keyFor(ann), userId: ann.id, symbol, orderId };
    expect(await running.exchange.cancel(cancel)).toMatchObject({ code: 'money_stopped' });
    await asOwner(
      floor.database.ownerUrl,
      `select ledger.resume_money('first person', 'second person', 'the test went on')`,
    );
    expect(await place(running, bob, 'sell 1 @ 99')).toMatchObject({ status: 'done' });
  });

  it('is the same book again for whoever takes it over', async () => {
    const first = await floor.start();
    for (const words of ['buy 1 @ 99', 'buy 2 @ 99', 'buy 1 @ 98']) await placed(first, ann, words);
    await placed(first, bob, 'sell 0.5 @ 99');
    await placed(first, bob, 'sell 1 @ 104');
    const before = await seen(first);
    await first.stop();
    const second = await floor.start();
    expect(await seen(second)).toEqual(before);
    // Who came first is still served first, and numbers go on.
    expect(await place(second, bob, 'sell 1 @ 99')).toMatchObject({ status: 'done' });
    expect(await floor.book()).toEqual(['ann buy 1.5 @ 99', 'ann buy 1 @ 98', 'bob sell 1 @ 104']);
  });

  it('tells who follows it what changed, trades included, and nothing of what was undone', async () => {
    const running = await floor.start();
    const updates: FeedUpdate[] = [];
    const snapshots: FeedSnapshot[] = [];
    const leave = running.exchange.feed.follow(symbol, {
      onSnapshot: (snapshot) => void snapshots.push(snapshot),
      onUpdate: (update) => void updates.push(update),
      onAway: () => undefined,
    });
    expect(snapshots).toEqual([{ symbol, state: 'enabled', bids: [], asks: [] }]);
    await placed(running, ann, 'buy 2 @ 99');
    await placed(running, bob, 'sell 0.5 @ 99');
    expect(updates).toEqual([
      { symbol, state: 'enabled', bids: [[9900, 200_000]], asks: [], trades: [] },
      {
        symbol,
        state: 'enabled',
        bids: [[9900, 150_000]],
        asks: [],
        trades: [{ number: 1, price: 9900, amount: 50_000, takerSide: 'sell', time: expect.any(Number) }],
      },
    ]);
    leave();
  });

  it('shows its book to whoever comes later, and to nobody again', async () => {
    const { exchange } = await floor.start();
    const heard: string[] = [];
    const follow = (name: string) =>
      exchange.feed.follow(symbol, {
        onSnapshot: () => void heard.push(name),
        onUpdate: () => undefined,
        onAway: () => undefined,
      });
    const leaves = ['first', 'second', 'third'].map(follow);
    expect(heard).toEqual(['first', 'second', 'third']);
    for (const leave of leaves) leave();
  });
});

/** The book as a follower is told of it. */
async function seen({ exchange }: RunningExchange): Promise<FeedSnapshot> {
  return await new Promise((resolve) => {
    const leave = exchange.feed.follow(symbol, {
      onSnapshot(snapshot) {
        resolve(snapshot);
        queueMicrotask(() => leave());
      },
      onUpdate: () => undefined,
      onAway: () => undefined,
    });
  });
}

describe('a batch that', () => {
  it.each(orderCrashPoints.slice(0, 5))(
    'loses its connection at %s is not there, and may be asked again',
    async (point) => {
      const running = await startWith(point, cutConnections);
      const key = keyFor(ann);
      const id = await placedInTheEnd(running, ann, 'buy 1 @ 99', { key });
      expect(await placedInTheEnd(running, ann, 'buy 1 @ 99', { key })).toBe(id);
      expect((await floor.book()).filter((one) => one.startsWith('ann'))).toEqual(['ann buy 1 @ 99']);
    },
  );

  it('was committed but never answered is found under its key, and the book knows it', async () => {
    const running = await startWith('order.after-commit', () => {
      throw new Error('nobody hears of the commit');
    });
    const key = keyFor(ann);
    await expect(place(running, ann, 'buy 1 @ 99', { key })).rejects.toEqual(unavailable);
    const id = await placedInTheEnd(running, ann, 'buy 1 @ 99', { key });
    expect(await floor.book()).toEqual(['ann buy 1 @ 99']);
    const cancel = { key: keyFor(ann), userId: ann.id, symbol, orderId: id };
    expect(await running.exchange.cancel(cancel)).toMatchObject({ status: 'cancel' });
  });

  it('belongs to somebody who lost the market writes nothing', async () => {
    const running = await startWith('order.before-journal', async () => await stealLease());
    await expect(place(running, ann, 'buy 1 @ 99')).rejects.toEqual(unavailable);
    expect(await floor.book()).toEqual([]);
    await expect(place(running, ann, 'buy 1 @ 99')).rejects.toEqual(unavailable);
    await releaseStolen();
    await placedInTheEnd(running, ann, 'buy 1 @ 99', {});
    expect(await floor.book()).toEqual(['ann buy 1 @ 99']);
  });

  it('meets a transfer that was faster is decided again, and nobody else is refused', async () => {
    const running = await startWith('order.before-journal', async () => await spend(ann, '950'));
    const answers = await Promise.all([
      place(running, ann, 'buy 1 @ 99'),
      place(running, bob, 'sell 1 @ 101'),
      place(running, ann, 'buy 0.5 @ 99'),
    ]);
    expect(answers).toEqual([
      expect.objectContaining({ code: 'insufficient_balance' }),
      expect.objectContaining({ status: 'wait' }),
      expect.objectContaining({ status: 'wait' }),
    ]);
    expect(await floor.balances(ann)).toBe('USDT 0.5, USDT order 49.5');
  });

  it('waits for money longer than for keys', async () => {
    const running = await floor.start();
    const owner = openOwner(floor.database.ownerUrl);
    const transfer = await owner.db.startTransaction().execute();
    await sql`select from ledger.account where owner_id = ${ann.id} for update`.execute(transfer);
    const options = place(running, ann, 'buy 1 @ 99');
    try {
      await vi.waitFor(async () => expect(await longestWaitMs()).toBeGreaterThan(500), {
        timeout: 10_000,
        interval: 50,
      });
    } finally {
      await transfer.rollback().execute();
      await owner.close();
    }
    expect(await options).toMatchObject({ status: 'wait' });
  });

  it('races with transfers of the same money never lends nor loses any', async () => {
    const running = await floor.start();
    const moves = Array.from({ length: 40 }, async (_none, at) => {
      if (at % 4 === 0) return await spend(ann, '20').catch(() => undefined);
      if (at % 4 === 1) return await place(running, bob, 'sell 0.3 @ 99');
      return await place(running, ann, 'buy 0.4 @ 99');
    });
    await Promise.all(moves);
    const sum = await asOwner(
      floor.database.ownerUrl,
      `select s.code, sum(a.balance)::text as sum, min(a.balance) filter (where a.kind <> 'demo') >= 0 as is_fine
       from ledger.account a join ledger.asset s on s.id = a.asset_id where a.moves > 0 group by s.code order by s.code`,
    );
    expect(sum).toEqual([
      { code: 'BTC', sum: '0', is_fine: true },
      { code: 'USDT', sum: '0', is_fine: true },
    ]);
  });
});

/** How long the program has waited for a lock. */
async function longestWaitMs(): Promise<number> {
  const found = await sql<{ ms: number }>`
    select coalesce(max(extract(epoch from clock_timestamp() - query_start)::float8 * 1000), 0) as ms
    from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    floor.databases.main,
  );
  return found.rows[0]?.ms ?? 0;
}

/** Ends every transaction of the program that is under way, as a database that restarts does. */
async function cutConnections(): Promise<void> {
  await asOwner(
    floor.database.ownerUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and state = 'idle in transaction'`,
  );
}

/** Money that leaves by another way. */
async function spend(trader: Trader, amount: string): Promise<void> {
  const ledger = queryable(floor.databases.main);
  const from = await openAccount(ledger, { owner: trader.id, assetId: 1, kind: 'available' });
  const to = await openAccount(ledger, { owner: null, assetId: 1, kind: 'suspense' });
  const units = BigInt(amount) * 10n ** 8n;
  const postings = [{ from, to, assetId: 1, units }];
  await post(ledger, {
    scope: 'test',
    key: `spend-${randomUUID()}`,
    kind: 'demo',
    reference: null,
    postings,
  });
}

const lease = `market:${symbol}`;

/** As if this process had slept for too long. */
async function stealLease(): Promise<void> {
  await asOwner(
    floor.database.ownerUrl,
    `select ledger.release_lease(name, holder, epoch) from ledger.lease where name = '${lease}'`,
  );
  const epoch = await takeLease(queryable(floor.databases.main), {
    name: lease,
    holder: 'thief',
    ttlMs: 60_000,
  });
  expect(epoch).toBeDefined();
}

async function releaseStolen(): Promise<void> {
  await asOwner(
    floor.database.ownerUrl,
    `select ledger.release_lease(name, 'thief', epoch) from ledger.lease where name = '${lease}'`,
  );
}
