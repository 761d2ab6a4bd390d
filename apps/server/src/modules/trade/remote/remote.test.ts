import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Refusal } from '@marigold/contract/endpoint';
import { takeLease } from '@marigold/ledger/lease';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import type { TradingSetup, Trader } from '../../../../testing/traders.ts';
import { keyFor, openTradingSetup, readOrderWords, requireWholeBooks } from '../../../../testing/traders.ts';
import { queryable } from '../../../platform/database/database.ts';
import { choosePort } from '../../../platform/process/free-port.ts';
import { createLog } from '../../../platform/process/log.ts';
import type { FeedSnapshot, FeedUpdate } from '../../market/feed/feed.ts';
import type { MarketRow } from '../../market/registry.ts';
import type { RunningExchange } from '../service.ts';

const symbol = 'BTC_USDT';
const folder = mkdtempSync(join(tmpdir(), 'mg-'));
/** What changes is heard in milliseconds; a machine that does other things as well takes its time. */
const heardWithin = { timeout: 10_000 };
let floor: TradingSetup;
let market: MarketRow;
let ann: Trader;
let bob: Trader;
const started: RunningExchange[] = [];

beforeAll(async () => {
  floor = await openTradingSetup();
  market = await floor.market();
});
beforeEach(async () => {
  ann = await floor.trader('ann', { USDT: '1000' });
  bob = await floor.trader('bob', { BTC: '10' });
});
afterEach(async () => {
  for (const one of started.splice(0).toReversed()) await one.stop();
  await requireWholeBooks(floor.database);
});
afterAll(async () => {
  await floor.close();
  rmSync(folder, { recursive: true, force: true });
});

let sockets = 0;

/** A process that runs what it can get. */
async function engine(): Promise<{ running: RunningExchange; path: string }> {
  sockets += 1;
  const path = join(folder, `${sockets}.sock`);
  const running = await floor.start({ listen: { path } });
  started.push(running);
  return { running, path };
}

/** A process that only asks. */
async function asker(secretKey?: string): Promise<RunningExchange> {
  const running = await floor.start({ runsBooks: false, ...(secretKey === undefined ? {} : { secretKey }) });
  started.push(running);
  return running;
}

async function place({ exchange }: RunningExchange, trader: Trader, words: string, key = keyFor(trader)) {
  return await exchange.submit({ ...readOrderWords(market, trader, words), key });
}

async function placed(running: RunningExchange, trader: Trader, words: string): Promise<string> {
  const answer = await place(running, trader, words);
  if (answer instanceof Refusal) throw new Error(`refused: ${answer.code}`);
  return answer.orderId;
}

const unavailable = expect.objectContaining({ status: 503 });

describe('over the socket', () => {
  it('orders, cancels, estimates, refusals and what is missing are as in one process', async () => {
    const { path } = await engine();
    const away = await asker();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const orderId = await placed(away, ann, 'buy 1 @ 99');
    const estimate = await away.exchange.estimate(readOrderWords(market, bob, 'sell market 0.5'));
    expect(estimate).toMatchObject({ filled: 50_000, best: 9900, isWhole: true });
    expect(await place(away, ann, 'buy 50 @ 99')).toMatchObject({ code: 'insufficient_balance' });
    expect(await place(away, bob, 'sell 1 @ 9')).toMatchObject({
      code: 'price_outside_band',
      field: 'price',
      facts: { low: '10', high: '110', currency: 'USDT' },
    });
    const cancel = { key: keyFor(ann), userId: ann.id, symbol, orderId };
    await expect(away.exchange.cancel({ ...cancel, userId: bob.id })).rejects.toMatchObject({ status: 404 });
    expect(await away.exchange.cancel(cancel)).toEqual({ orderId, status: 'cancel', filled: 0 });
    expect(await away.exchange.cancel(cancel)).toEqual({ orderId, status: 'cancel', filled: 0 });
  });

  it('many are under way at once, each with its own answer', async () => {
    await engine();
    const away = await asker();
    const all = await Promise.all(
      Array.from(
        { length: 100 },
        async (_none, at) => await placed(away, ann, `buy 0.06 @ ${91 + (at % 8)}`),
      ),
    );
    expect(new Set(all).size).toBe(100);
    const done = await away.exchange.cancelAll({ key: keyFor(ann), userId: ann.id, symbol, reason: 'user' });
    expect(done).toEqual({ count: 100 });
    expect(await floor.balances(ann)).toBe('USDT 1000');
  });

  it('what changes is heard, and after another process took over, from that one', async () => {
    const first = await engine();
    const away = await asker();
    const heard: string[] = [];
    const leave = away.exchange.feed.follow(symbol, {
      onSnapshot: ({ bids }: FeedSnapshot) => void heard.push(`book ${JSON.stringify(bids)}`),
      onUpdate: ({ bids, trades }: FeedUpdate) => void heard.push(`${JSON.stringify(bids)} ${trades.length}`),
      onAway: () => void heard.push('away'),
    });
    await vi.waitFor(() => expect(heard).toEqual(['book []']), heardWithin);
    await placed(away, ann, 'buy 1 @ 99');
    await vi.waitFor(() => expect(heard.at(-1)).toBe('[[9900,100000]] 0'), heardWithin);
    const second = await engine();
    await first.running.stop();
    await vi.waitFor(() => expect(heard.at(-1)).toBe('book [[9900,100000]]'), {
      timeout: 10_000,
      interval: 50,
    });
    expect(heard).toContain('away');
    await vi.waitFor(async () => await placed(second.running, bob, 'sell 1 @ 99'), {
      timeout: 5000,
      interval: 50,
    });
    await vi.waitFor(() => expect(heard.at(-1)).toBe('[[9900,0]] 1'), heardWithin);
    leave();
  });

  it('a stopped process is followed at once, and nothing is lost or doubled under way', async () => {
    const first = await engine();
    const away = await asker();
    await engine();
    const pendingAnswers = Array.from({ length: 30 }, async (_none, at) => {
      const key = keyFor(ann);
      if (at === 15) void first.running.stop();
      return await vi.waitFor(async () => await place(away, ann, 'buy 0.06 @ 92', key), {
        timeout: 10_000,
        interval: 50,
      });
    });
    const answers = await Promise.all(pendingAnswers);
    for (const answer of answers) expect(answer).toMatchObject({ status: 'wait' });
    expect((await floor.book()).length).toBe(30);
    await away.exchange.cancelAll({ key: keyFor(ann), userId: ann.id, symbol, reason: 'user' });
  });

  it('a process that was killed is followed at once by the one that is started in its place', async () => {
    const ledger = queryable(floor.databases.main);
    const nameFile = join(folder, 'engine-owner');
    writeFileSync(nameFile, 'killed');
    await takeLease(ledger, { name: `market:${symbol}`, holder: 'killed', ttlMs: 60_000 });
    const running = await floor.start({ nameFile });
    started.push(running);
    const orderId = await placed(running, ann, 'buy 1 @ 99');
    expect(orderId).toBeTypeOf('string');
    await running.exchange.cancelAll({ key: undefined, userId: ann.id, symbol, reason: 'user' });
    const owner = await sql<{ holder: string }>`
      select holder from ledger.lease where name = ${`market:${symbol}`}`.execute(floor.databases.main);
    expect(readFileSync(nameFile, 'utf8')).toBe(owner.rows[0]?.holder);
  });

  it('a process on another machine that gives out the same address keeps its markets, and an operator is told', async () => {
    sockets += 1;
    const path = join(folder, `${sockets}.sock`);
    const ledger = queryable(floor.databases.main);
    const name = `market:${symbol}`;
    const epoch = await takeLease(ledger, { name, holder: 'elsewhere', ttlMs: 60_000 });
    await floor.databases.pool.query(
      `insert into app.market_owner (symbol, epoch, address, taken_at) values ($1, $2, $3, now())
       on conflict (symbol) do update set epoch = excluded.epoch, address = excluded.address`,
      [symbol, epoch, `unix:${path}`],
    );
    const log = createLog('silent');
    const warned = vi.spyOn(log, 'warn');
    const running = await floor.start({ listen: { path }, nameFile: join(folder, 'another-owner'), log });
    started.push(running);
    const lease = await sql<{ holder: string }>`select holder from ledger.lease where name = ${name}`.execute(
      floor.databases.main,
    );
    expect(lease.rows).toEqual([{ holder: 'elsewhere' }]);
    await expect(place(running, ann, 'buy 1 @ 99')).rejects.toEqual(unavailable);
    expect(warned).toHaveBeenCalledWith(
      { address: `unix:${path}` },
      expect.stringContaining('ENGINE_ADDRESS'),
    );
    await sql`select ledger.release_lease(${name}, 'elsewhere', ${epoch})`.execute(floor.databases.main);
  });

  it('a process that listens everywhere is reached where it says', async () => {
    const port = await choosePort();
    const listen = { host: '0.0.0.0', port, dialled: { host: '127.0.0.1', port } };
    started.push(await floor.start({ listen }));
    const away = await asker();
    expect(await placed(away, ann, 'buy 1 @ 99')).toBeTypeOf('string');
    const owner = await sql<{ address: string }>`
      select address from app.market_owner where symbol = ${symbol}`.execute(floor.databases.main);
    expect(owner.rows).toEqual([{ address: `tcp:127.0.0.1:${port}` }]);
    await away.exchange.cancelAll({ key: undefined, userId: ann.id, symbol, reason: 'user' });
  });

  it('nobody answers while nobody runs the market', async () => {
    const away = await asker();
    await expect(place(away, ann, 'buy 1 @ 99')).rejects.toEqual(unavailable);
    expect(await away.exchange.estimate(readOrderWords(market, ann, 'buy 1 @ 99'))).toMatchObject({
      code: 'market_away',
    });
  });

  it('whoever does not know the secret is told nothing', async () => {
    const { path } = await engine();
    const stranger = await asker('another secret key, as long as the first one');
    await expect(place(stranger, ann, 'buy 1 @ 99')).rejects.toEqual(unavailable);
    const heard = await new Promise<string>((resolve) => {
      let text = '';
      const socket = connect({ path });
      socket.setEncoding('utf8');
      socket.on('data', (chunk: string) => {
        text += chunk;
        socket.write(
          `${JSON.stringify({ nonce: 'mine', proof: '0'.repeat(64) })}\n${JSON.stringify({ follow: symbol })}\n`,
        );
      });
      socket.once('close', () => resolve(text));
      socket.on('error', () => undefined);
    });
    expect(heard).toMatch(/^\{"nonce":"[0-9a-f]{64}"\}\n$/);
    expect(await floor.book()).toEqual([]);
  });
});
