import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { WebSocket } from 'ws';

import { testDatabase, type TestDatabase } from '../../../testing/database.ts';
import { testCookies, testSessions } from '../../../testing/session-cookies.ts';
import { listenTo, type StreamFrame, type StreamListener } from '../../../testing/stream-listener.ts';
import { tradeFrozenUntil } from '../../modules/spending/views.ts';
import { type Databases, openDatabases } from '../database/database.ts';
import { createFindSession } from '../http/session.ts';
import { createAudiences } from './stream-audience.ts';
import type { StreamBounds } from './stream-bounds.ts';
import { type Channels, createChannels } from './stream-channels.ts';
import { createStream, type Stream } from './stream.ts';

const findSession = createFindSession(testSessions({ tradeFrozenUntil }));

/** News come in milliseconds; a machine that does other things as well takes its time. */
const heardWithin = { timeout: 10_000 };

let database: TestDatabase;
let databases: Databases;
const opened: { stream: Stream; server: Server; sockets: WebSocket[] }[] = [];

beforeAll(async () => {
  database = await testDatabase();
  databases = openDatabases(database.appUrl, 4);
});
afterEach(async () => {
  for (const { stream, server, sockets } of opened.splice(0)) {
    for (const socket of sockets) socket.terminate();
    await stream.stop();
    await new Promise((resolve) => server.close(resolve));
  }
});
afterAll(async () => {
  await databases.close();
  await database.drop();
});

async function start(bounds: Partial<StreamBounds> = {}) {
  const channels = createChannels();
  const stream = await createStream({
    db: databases.main,
    databaseUrl: database.appUrl,
    findSession,
    cookies: testCookies,
    clock: Date.now,
    log: pino({ level: 'silent' }),
    channels,
    bounds,
  });
  const server = createServer();
  stream.attach(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sockets: WebSocket[] = [];
  opened.push({ stream, server, sockets });
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/stream`;
  return { stream, channels, connect: async () => await listenTo(url, sockets) };
}

/** A channel whose data is the sum of what was told, so that a lost or doubled message shows. */
function counting(channels: Channels, channel: string) {
  let sum = 0;
  channels.open(channel, () => String(sum));
  return {
    publish(value: number, filler = '') {
      sum += value;
      channels.publish(channel, filler === '' ? String(value) : JSON.stringify({ value, filler }));
    },
    sum: () => sum,
  };
}

/** Reads frames of one channel as a client does: starts at a snapshot, adds what follows, throws at a gap. */
function rebuilt(frames: readonly StreamFrame[], channel: string): number | undefined {
  let sum: number | undefined;
  let last: unknown;
  for (const { ch, seq, prev, snapshot, data } of frames) {
    if (ch !== channel) continue;
    if (snapshot === true) sum = Number(data);
    else {
      if (prev !== last) throw new Error(`a gap: ${String(prev)} after ${String(last)}`);
      sum = (sum ?? Number.NaN) + Number((data as { value?: number }).value ?? data);
    }
    last = seq;
  }
  return sum;
}

async function subscribe(to: StreamListener, ...ch: string[]): Promise<void> {
  to.say({ op: 'sub', id: 1, ch });
  await vi.waitFor(() => expect(to.frames).toContainEqual({ op: 'ack', id: 1 }), {
    ...heardWithin,
    interval: 2,
  });
}

describe('a public channel', () => {
  it('is heard by visitors: a snapshot, then news in one sequence for all, whenever they came', async () => {
    const { channels, connect } = await start();
    const depth = counting(channels, 'depth:BTC_USDT');
    const [first, second] = [await connect(), await connect()];
    await subscribe(first, 'depth:BTC_USDT');
    depth.publish(5);
    depth.publish(7);
    await vi.waitFor(() => expect(first.frames).toHaveLength(4), heardWithin);
    await subscribe(second, 'depth:BTC_USDT');
    depth.publish(1);
    await vi.waitFor(() => expect(second.frames).toHaveLength(3), heardWithin);
    expect(first.frames.slice(1)).toEqual([
      { ch: 'depth:BTC_USDT', seq: 0, snapshot: true, data: 0 },
      { ch: 'depth:BTC_USDT', seq: 1, prev: 0, data: 5 },
      { ch: 'depth:BTC_USDT', seq: 2, prev: 1, data: 7 },
      { ch: 'depth:BTC_USDT', seq: 3, prev: 2, data: 1 },
    ]);
    expect(second.frames.slice(1)).toEqual([
      { ch: 'depth:BTC_USDT', seq: 2, snapshot: true, data: 12 },
      { ch: 'depth:BTC_USDT', seq: 3, prev: 2, data: 1 },
    ]);
  });

  it('never shows news twice to whoever comes in the same turn, nor loses them for the others', async () => {
    const { channels, connect } = await start();
    const depth = counting(channels, 'depth:BTC_USDT');
    const other = counting(channels, 'trades:BTC_USDT');
    const listeners = await Promise.all(Array.from({ length: 6 }, connect));
    // Everybody comes, leaves and asks again while news are told without a pause.
    const telling = setInterval(() => {
      for (let count = 1; count <= 3; count += 1) depth.publish(count);
      other.publish(1);
    }, 1);
    for (let round = 1; round <= 15; round += 1)
      for (const [index, listener] of listeners.entries()) {
        if ((round + index) % 5 === 0) listener.say({ op: 'unsub', id: 0, ch: ['trades:BTC_USDT'] });
        listener.say({
          op: 'sub',
          id: round,
          ch: ['depth:BTC_USDT', ...(index % 2 ? ['trades:BTC_USDT'] : [])],
        });
        await vi.waitFor(() => expect(listener.frames).toContainEqual({ op: 'ack', id: round }), {
          ...heardWithin,
          interval: 2,
        });
      }
    clearInterval(telling);
    depth.publish(0);
    for (const listener of listeners)
      await vi.waitFor(
        () => expect(rebuilt(listener.frames, 'depth:BTC_USDT')).toBe(depth.sum()),
        heardWithin,
      );
  });

  it('is told of once it is known, and starts over for all when what was told no longer holds', async () => {
    const { channels, connect } = await start();
    let book: string | undefined;
    channels.open('depth:BTC_USDT', () => book);
    const listener = await connect();
    await subscribe(listener, 'depth:BTC_USDT');
    book = '"first"';
    channels.restart('depth:BTC_USDT');
    book = undefined;
    // Nobody runs it: nothing is told, and nobody gets what was known.
    channels.restart('depth:BTC_USDT');
    const late = await connect();
    await subscribe(late, 'depth:BTC_USDT');
    book = '"second"';
    channels.restart('depth:BTC_USDT');
    await vi.waitFor(() => expect(late.frames).toHaveLength(2), heardWithin);
    expect(late.frames[1]).toEqual({ ch: 'depth:BTC_USDT', seq: 3, snapshot: true, data: 'second' });
    expect(listener.frames.slice(1)).toEqual([
      { ch: 'depth:BTC_USDT', seq: 1, snapshot: true, data: 'first' },
      { ch: 'depth:BTC_USDT', seq: 3, snapshot: true, data: 'second' },
    ]);
  });

  it('is not heard any more after it was left, and comes in messages of any length', async () => {
    const { channels, connect } = await start();
    const [depth, trades] = [counting(channels, 'depth:BTC_USDT'), counting(channels, 'trades:BTC_USDT')];
    const listener = await connect();
    await subscribe(listener, 'depth:BTC_USDT', 'trades:BTC_USDT');
    // Around the lengths at which the head of a frame grows.
    for (const from of [30, 65_430])
      for (let length = from; length < from + 60; length += 1) {
        depth.publish(1, 'ü'.repeat(length / 2));
        trades.publish(2, 'x'.repeat(length));
      }
    await vi.waitFor(
      () => expect(rebuilt(listener.frames, 'trades:BTC_USDT')).toBe(trades.sum()),
      heardWithin,
    );
    expect(rebuilt(listener.frames, 'depth:BTC_USDT')).toBe(depth.sum());
    listener.say({ op: 'unsub', id: 2, ch: ['depth:BTC_USDT'] });
    await vi.waitFor(() => expect(listener.frames.at(-1)).toEqual({ op: 'ack', id: 2 }), heardWithin);
    depth.publish(3);
    trades.publish(4);
    await vi.waitFor(
      () => expect(listener.frames.at(-1)).toMatchObject({ ch: 'trades:BTC_USDT', data: 4 }),
      heardWithin,
    );
    expect(listener.frames.at(-2)).toEqual({ op: 'ack', id: 2 });
  });
});

it('what was told in the turn in which somebody comes is for those who were there', async () => {
  const channels = createChannels();
  const audiences = createAudiences(channels);
  const depth = counting(channels, 'depth:BTC_USDT');
  const heard = { early: '', late: '' };
  const names = new Set(['depth:BTC_USDT']);
  audiences.move({ hear: (frames) => void (heard.early += frames.toString('latin1')) }, names);
  depth.publish(5);
  audiences.move({ hear: (frames) => void (heard.late += frames.toString('latin1')) }, names);
  depth.publish(7);
  await Promise.resolve();
  expect(heard.early).toContain('"data":5');
  expect(heard.early).toContain('"data":7');
  expect(heard.late).not.toContain('"data":5');
  expect(heard.late).toContain('"data":7');
});

describe('a subscription is refused', () => {
  it('as a whole when a channel is not known, not theirs, or one too many', async () => {
    const { channels, connect } = await start();
    for (let count = 1; count <= 51; count += 1) counting(channels, `depth:A${count}_USDT`);
    const visitor = await connect();
    visitor.say({ op: 'sub', id: 1, ch: ['depth:A1_USDT', 'depth:NO_SUCH'] });
    expect(await visitor.next()).toEqual({
      op: 'error',
      id: 1,
      error: 'unknown_channel',
      ch: ['depth:NO_SUCH'],
    });
    visitor.say({ op: 'sub', id: 2, ch: ['depth:A1_USDT', 'user'] });
    expect(await visitor.next()).toEqual({ op: 'error', id: 2, error: 'unauthorised', ch: ['user'] });
    await subscribe(visitor, ...Array.from({ length: 50 }, (_, index) => `depth:A${index + 1}_USDT`));
    visitor.say({ op: 'sub', id: 3, ch: ['depth:A51_USDT'] });
    await vi.waitFor(
      () =>
        expect(visitor.frames.at(-1)).toEqual({ op: 'error', id: 3, error: 'too_many_channels', max: 50 }),
      heardWithin,
    );
    expect(visitor.frames.filter(({ snapshot }) => snapshot === true)).toHaveLength(50);
  });
});

it('who asks for snapshots again and again is shown the door', async () => {
  const { channels, connect } = await start({ snapshotsMax: 6 });
  counting(channels, 'depth:BTC_USDT');
  counting(channels, 'trades:BTC_USDT');
  const [greedy, modest] = [await connect(), await connect()];
  for (let id = 1; id <= 4; id += 1) {
    greedy.say({ op: 'sub', id, ch: ['depth:BTC_USDT', 'trades:BTC_USDT'] });
    modest.say({ op: 'sub', id, ch: ['depth:BTC_USDT'] });
  }
  expect(await greedy.closed).toBe(4429);
  await vi.waitFor(() => expect(modest.frames).toHaveLength(8), heardWithin);
});

describe('a client that does not read', () => {
  it('costs little memory, holds nobody up, and is dropped to a snapshot that the news then continue', async () => {
    const bound = 64 * 1024;
    const { channels, connect, stream } = await start({
      bufferedBytesMax: bound,
      // Nothing but the line itself may tell that it is free again.
      pingEveryMs: 60_000,
      firstMessageMs: 60_000,
    });
    const [depth, trades] = [counting(channels, 'depth:BTC_USDT'), counting(channels, 'trades:BTC_USDT')];
    const [slow, quick] = [await connect(), await connect()];
    for (const listener of [slow, quick]) await subscribe(listener, 'depth:BTC_USDT', 'trades:BTC_USDT');
    slow.socket.pause();
    const filler = 'x'.repeat(2000);
    for (let batch = 1; batch <= 120; batch += 1) {
      for (let count = 1; count <= 50; count += 1) {
        depth.publish(1, filler);
        trades.publish(2, filler);
      }
      await vi.waitFor(() => expect(rebuiltLast(quick)).toBe(channels.seq('trades:BTC_USDT')), {
        ...heardWithin,
        interval: 1,
      });
    }
    expect(stream.load().bufferedBytes).toBeGreaterThan(0);
    // The news of one turn may stand above the bound.
    expect(stream.load().bufferedBytes).toBeLessThan(bound + 50 * 2 * 2200);
    slow.socket.resume();
    const caughtUp = () => slow.frames.slice(3).findIndex(({ snapshot }) => snapshot === true);
    await vi.waitFor(() => expect(caughtUp()).toBeGreaterThan(0), heardWithin);
    expect(slow.frames.length).toBeLessThan(quick.frames.length);
    depth.publish(9);
    trades.publish(9);
    await vi.waitFor(
      () => expect(rebuilt(slow.frames.slice(3 + caughtUp()), 'depth:BTC_USDT')).toBe(depth.sum()),
      heardWithin,
    );
    await vi.waitFor(
      () => expect(rebuilt(slow.frames.slice(3 + caughtUp()), 'trades:BTC_USDT')).toBe(trades.sum()),
      heardWithin,
    );
    expect(rebuilt(quick.frames, 'depth:BTC_USDT')).toBe(depth.sum());
  });
});

function rebuiltLast({ frames }: StreamListener): unknown {
  return frames.at(-1)?.['seq'];
}
