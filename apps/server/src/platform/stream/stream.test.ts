import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';

import { testDatabase, type TestDatabase } from '../../../testing/database.ts';
import { testCookies, testHalves, testSessions } from '../../../testing/session-cookies.ts';
import { listenTo, type StreamListener } from '../../../testing/stream-listener.ts';
import { hostileTexts } from '../../../tests/hostile.ts';
import { tradeFrozenUntil } from '../../modules/spending/views.ts';
import { type Databases, openDatabases } from '../database/database.ts';
import { announce } from '../database/outbox.ts';
import { createFindSession, openSession, revokeSessions } from '../http/session.ts';
import { newRowId } from '../process/ids.ts';
import { createStream, type Stream, type StreamDependencies } from './stream.ts';

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

async function start(changes: Partial<StreamDependencies> = {}) {
  const stream = await createStream({
    db: databases.main,
    databaseUrl: database.appUrl,
    findSession,
    cookies: testCookies,
    clock: Date.now,
    log: pino({ level: 'silent' }),
    ...changes,
  });
  const server = createServer();
  stream.attach(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sockets: WebSocket[] = [];
  opened.push({ stream, server, sockets });
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/stream`;
  return { stream, url, connect: async (half?: string) => await listenTo(url, sockets, half) };
}

let people = 0;
async function signIn() {
  people += 1;
  const userId = newRowId();
  await sql`
    insert into app.person (id, username, nickname, uid, email, password_hash, invite_code, language, created_at)
    values (${userId}, ${`person${people}`}, 'Somebody', ${String(100_000_000 + people)}, ${`p${people}@example.org`}, 'x',
            ${`AAAA${10 + people}`}, 'en', now())`.execute(databases.main);
  const device = { id: newRowId(), name: 'a phone' };
  const session = await openSession(databases.main, testHalves, {
    userId,
    device,
    remember: false,
    now: Date.now(),
  });
  return { userId, ...session };
}

/** Connects, signs in, subscribes to `user` and takes the frames up to the first snapshot. */
async function follow(
  from: { connect(half?: string): Promise<StreamListener> },
  { token, half }: { readonly token: string; readonly half: string },
): Promise<StreamListener> {
  const listener = await from.connect(half);
  listener.say({ op: 'auth', token });
  listener.say({ op: 'sub', id: 1, ch: ['user'] });
  expect(await listener.next()).toEqual({ op: 'ack' });
  expect(await listener.next()).toEqual({ op: 'ack', id: 1 });
  expect(await listener.next()).toEqual({ ch: 'user', seq: 1, snapshot: true, data: {} });
  return listener;
}

describe('what a client says', () => {
  it('is answered with its id, and a visitor may upgrade later', async () => {
    const { token, half } = await signIn();
    const listener = await (await start()).connect(half);
    listener.say({ op: 'ping', id: 'p1' });
    expect(await listener.next()).toEqual({ op: 'pong', id: 'p1' });
    listener.say({ op: 'sub', id: 2, ch: ['user'] });
    expect(await listener.next()).toEqual({ op: 'error', id: 2, error: 'unauthorised', ch: ['user'] });
    listener.say({ op: 'sub', id: 3, ch: ['user', 'depth:NO_SUCH'] });
    expect(await listener.next()).toEqual({
      op: 'error',
      id: 3,
      error: 'unknown_channel',
      ch: ['depth:NO_SUCH'],
    });
    listener.say({ op: 'auth', id: 4, token });
    listener.say({ op: 'sub', id: 5, ch: ['user'] });
    expect(await listener.next()).toEqual({ op: 'ack', id: 4 });
    expect(await listener.next()).toEqual({ op: 'ack', id: 5 });
    expect(await listener.next()).toMatchObject({ ch: 'user', snapshot: true });
  });

  it('is refused without harm when it is no message of ours', async () => {
    const listener = await (await start()).connect();
    for (const nonsense of [
      '{',
      '[]',
      'null',
      '{"op":"shout"}',
      '{"op":"sub","ch":["user"]}',
      '{"op":"ping","x":1}',
    ]) {
      listener.say(nonsense);
      expect(await listener.next()).toEqual({ op: 'error', error: 'malformed' });
    }
    listener.socket.send(Buffer.from('{"op":"ping"}'), { binary: true });
    expect(await listener.next()).toEqual({ op: 'error', error: 'malformed' });
  });

  it('is refused without harm whatever characters it has', async () => {
    const { connect, stream } = await start();
    const listener = await connect();
    for (const { name, value } of hostileTexts) {
      listener.say({ op: value });
      listener.say({ op: 'sub', id: value, ch: [value] });
      listener.say({ op: 'unsub', id: 1, ch: [`tickers${value}`], [value]: 1 });
      const frames = [await listener.next(), await listener.next(), await listener.next()];
      expect([name, frames.map((frame) => (frame as { op: string }).op)]).toEqual([
        name,
        ['error', 'error', 'error'],
      ]);
    }
    listener.say({ op: 'auth', token: `a\0${'b'.repeat(40)}` });
    expect(await listener.closed).toBe(4401);
    expect(stream.isLive()).toBe(true);
  });

  it('counts the addresses of one network as one', async () => {
    let host = 0;
    const addressOf = () => `2001:db8:1:${(host += 1) > 3 ? 2 : 1}::${host}`;
    const from = await start({ bounds: { clientsPerAddressMax: 2 }, addressOf });
    const first = await from.connect();
    await from.connect();
    expect(await (await from.connect()).closed).toBe(4429);
    first.say({ op: 'ping' });
    expect(await first.next()).toEqual({ op: 'pong' });
    const elsewhere = await from.connect();
    elsewhere.say({ op: 'ping' });
    expect(await elsewhere.next()).toEqual({ op: 'pong' });
  });

  it('closes the connection when it is a wrong bearer, nothing at all, too long or too much', async () => {
    const from = await start({ bounds: { firstMessageMs: 60, messagesMax: 5, clientsPerAddressMax: 4 } });
    const [wrong, silent, long, loud] = [
      await from.connect(),
      await from.connect(),
      await from.connect(),
      await from.connect(),
    ];
    const fifth = await from.connect();
    expect(await fifth.closed).toBe(4429);
    wrong.say({ op: 'auth', token: 'x'.repeat(43) });
    long.say('x'.repeat(10_000));
    for (let count = 0; count < 6; count += 1) loud.say({ op: 'ping' });
    expect(await Promise.all([wrong.closed, silent.closed, long.closed, loud.closed])).toEqual([
      4401, 4408, 1009, 4429,
    ]);
    await vi.waitFor(() => expect(from.stream.load().clients).toBe(0), heardWithin);
    const again = await from.connect();
    again.say({ op: 'ping' });
    expect(await again.next()).toEqual({ op: 'pong' });
  });

  it('is not heard at any other path', async () => {
    const { url } = await start();
    const socket = new WebSocket(url.replace('/stream', '/other'));
    const [error] = (await once(socket, 'error')) as [Error];
    expect(error.message).toContain('404');
  });
});

describe('what a client hears', () => {
  it('is every announcement of its own user after commit, in order', async () => {
    const [anna, boris] = [await signIn(), await signIn()];
    const from = await start();
    const hears = await follow(from, anna);
    const other = await follow(from, boris);
    await databases.main.transaction().execute(async (db) => {
      await announce(db, { userId: anna.userId, event: 'balance', data: { currency: 'USDT' } });
      await announce(db, { userId: anna.userId, event: 'message', data: { kind: 'read' } });
      await sql`select pg_sleep(0.05)`.execute(db);
      expect(hears.frames).toHaveLength(3);
    });
    expect(await hears.next()).toEqual({
      ch: 'user',
      seq: 2,
      prev: 1,
      data: { event: 'balance', currency: 'USDT' },
    });
    const data = { event: 'message', kind: 'read' };
    expect(await hears.next()).toEqual({ ch: 'user', seq: 3, prev: 2, data });
    await announce(databases.main, { userId: boris.userId, event: 'balance', data: {} });
    expect(await other.next()).toEqual({ ch: 'user', seq: 2, prev: 1, data: { event: 'balance' } });
    expect(hears.frames).toHaveLength(5);
  });

  it('is nothing of a transaction that rolled back', async () => {
    const anna = await signIn();
    const hears = await follow(await start(), anna);
    const rolledBack = databases.main.transaction().execute(async (db) => {
      await announce(db, { userId: anna.userId, event: 'balance', data: { currency: 'the refused call' } });
      throw new Error('refused');
    });
    await expect(rolledBack).rejects.toThrow('refused');
    await announce(databases.main, {
      userId: anna.userId,
      event: 'balance',
      data: { currency: 'the next call' },
    });
    expect(await hears.next()).toMatchObject({ data: { currency: 'the next call' } });
  });

  it('ends with unsub and starts over with a snapshot', async () => {
    const anna = await signIn();
    const hears = await follow(await start(), anna);
    hears.say({ op: 'unsub', id: 7, ch: ['user'] });
    expect(await hears.next()).toEqual({ op: 'ack', id: 7 });
    await announce(databases.main, { userId: anna.userId, event: 'balance', data: {} });
    hears.say({ op: 'sub', id: 8, ch: ['user'] });
    expect(await hears.next()).toEqual({ op: 'ack', id: 8 });
    expect(await hears.next()).toEqual({ ch: 'user', seq: 1, snapshot: true, data: {} });
  });

  it('asks for both halves, and for those of one session: everybody else is closed', async () => {
    const [anna, boris] = [await signIn(), await signIn()];
    const from = await start();
    for (const half of [undefined, boris.half, '1.abc']) {
      const listener = await from.connect(half);
      listener.say({ op: 'auth', token: anna.token });
      expect(await listener.closed).toBe(4401);
    }
  });
});

describe('a session that ends', () => {
  it('closes its connections within a second and leaves those of other devices', async () => {
    const anna = await signIn();
    const device = { id: newRowId(), name: 'another phone' };
    const again = { userId: anna.userId, device, remember: false, now: Date.now() };
    const second = await openSession(databases.main, testHalves, again);
    const from = await start();
    const [first, other] = [await follow(from, anna), await follow(from, second)];
    const before = performance.now();
    await revokeSessions(databases.main, { userId: anna.userId, only: anna.sessionId, now: Date.now() });
    expect(await first.closed).toBe(4401);
    expect(performance.now() - before).toBeLessThan(1000);
    other.say({ op: 'ping' });
    expect(await other.next()).toEqual({ op: 'pong' });
  });

  it('is not let in by a lookup that came just before the end', async () => {
    const anna = await signIn();
    let foundIt = (): void => undefined;
    let goOn = (): void => undefined;
    const found = new Promise<void>((resolve) => (foundIt = resolve));
    const mayGoOn = new Promise<void>((resolve) => (goOn = resolve));
    const from = await start({
      async findSession(db, presented, now) {
        const session = await findSession(db, presented, now);
        if (presented.token !== anna.token) return session;
        foundIt();
        await mayGoOn;
        return session;
      },
    });
    const boris = await signIn();
    const [late, watcher] = [await from.connect(anna.half), await follow(from, boris)];
    late.say({ op: 'auth', token: anna.token });
    await found;
    await revokeSessions(databases.main, { userId: anna.userId, now: Date.now() });
    // Announcements arrive in order: whoever hears this one has heard of the end before.
    await announce(databases.main, { userId: boris.userId, event: 'balance', data: {} });
    await watcher.next();
    goOn();
    expect(await late.closed).toBe(4401);
  });

  it('is found although nobody announced it: expired, or ended while we were deaf', async () => {
    const [expired, ended] = [await signIn(), await signIn()];
    const from = await start({ bounds: { pingEveryMs: 50 } });
    const [first, second] = [await follow(from, expired), await follow(from, ended)];
    await sql`update app.session set expires_at = now() - interval '1 second' where id = ${expired.sessionId}`.execute(
      databases.main,
    );
    await sql`update app.session set revoked_at = now() where id = ${ended.sessionId}`.execute(
      databases.main,
    );
    expect(await Promise.all([first.closed, second.closed])).toEqual([4401, 4401]);
  });
});

describe('a line that breaks', () => {
  it('of ours to the database is mended within a second, and everybody fetches again', async () => {
    const anna = await signIn();
    const from = await start();
    const hears = await follow(from, anna);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'marigold-outbox' and datname = current_database()`.execute(databases.main);
    const before = performance.now();
    expect(await hears.next()).toEqual({ ch: 'user', seq: 2, snapshot: true, data: {} });
    expect(performance.now() - before).toBeLessThan(1000);
    expect(from.stream.isLive()).toBe(true);
    await announce(databases.main, { userId: anna.userId, event: 'balance', data: {} });
    expect(await hears.next()).toEqual({ ch: 'user', seq: 3, prev: 2, data: { event: 'balance' } });
  });

  it('of a client that answers no ping is cut, of one that answers it is kept', async () => {
    // Both ends are in this process: what keeps it busy for a moment must not look like silence.
    const from = await start({ bounds: { pingEveryMs: 50, deadAfterMs: 1500 } });
    const [alive, dead] = [await from.connect(), await from.connect()];
    for (const listener of [alive, dead]) {
      listener.say({ op: 'ping' });
      await listener.next();
    }
    dead.socket.pause();
    await vi.waitFor(() => expect(from.stream.load().clients).toBe(1), heardWithin);
    alive.say({ op: 'ping' });
    expect(await alive.next()).toEqual({ op: 'pong' });
  });

  it('that is too slow is dropped to a snapshot, and little waits in memory', async () => {
    const anna = await signIn();
    const bound = 64 * 1024;
    const from = await start({ bounds: { bufferedBytesMax: bound } });
    const [slow, quick] = [await follow(from, anna), await follow(from, anna)];
    slow.socket.pause();
    // 22 MB of news: more than the network itself keeps for a reader that does not read.
    const [count, batch] = [12_000, 100];
    for (let last = batch; last <= count; last += batch) {
      await sql`
        insert into app.outbox (user_id, event, data)
        select ${anna.userId}, 'balance', json_build_object('n', n, 'filler', repeat('x', 1800))
        from generate_series(${last - batch + 1}::int, ${last}::int) n`.execute(databases.main);
      await vi.waitFor(() => expect(quick.frames.at(-1)).toMatchObject({ data: { n: last } }), {
        ...heardWithin,
        interval: 2,
      });
    }
    expect(from.stream.load().bufferedBytes).toBeGreaterThan(0);
    expect(from.stream.load().bufferedBytes).toBeLessThan(bound + 4096);
    slow.socket.resume();
    await vi.waitFor(() => expect(slow.frames.slice(3).at(-1)).toMatchObject({ snapshot: true }), {
      timeout: 15_000,
    });
    const heard = slow.frames.length;
    expect(heard).toBeLessThan(count);
    await announce(databases.main, {
      userId: anna.userId,
      event: 'balance',
      data: { currency: 'after the flood' },
    });
    await vi.waitFor(() => expect(slow.frames).toHaveLength(heard + 1), heardWithin);
    const [snapshot, news] = slow.frames.slice(-2);
    expect(news).toEqual({
      ch: 'user',
      seq: Number(snapshot?.['seq']) + 1,
      prev: snapshot?.['seq'],
      data: { event: 'balance', currency: 'after the flood' },
    });
  });

  it('is closed politely when the server stops', async () => {
    const from = await start();
    const listener = await from.connect();
    listener.say({ op: 'ping' });
    await listener.next();
    await from.stream.stop();
    expect(await listener.closed).toBe(1001);
  });
});
