import { hash, randomUUID } from 'node:crypto';

import { halfLifeMs, overlapMs } from '@marigold/guard/session-halves';
import { dayMs, minuteMs } from '@marigold/money/spans';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { TestDatabase } from '../../../testing/database.ts';
import { testDatabase } from '../../../testing/database.ts';
import { testHalves, testSessions } from '../../../testing/session-cookies.ts';
import { tradeFrozenUntil } from '../../modules/spending/views.ts';
import type { Databases } from '../database/database.ts';
import { openDatabases } from '../database/database.ts';
import type { Session } from './call.ts';
import { createSessionHalves } from './session-half.ts';
import { createSessionFinder, openSession, revokeSessions, type SessionDependencies } from './session.ts';

const sessions = testSessions({ tradeFrozenUntil });
const deviceId = 'test-device';

let database: TestDatabase;
/** Two processes, neither of which listens to any news. */
let here: Databases;
let there: Databases;

beforeAll(async () => {
  database = await testDatabase();
  here = openDatabases(database.appUrl);
  there = openDatabases(database.appUrl);
});
afterAll(async () => {
  await here.close();
  await there.close();
  await database.drop();
});

let people = 0;
async function somebody() {
  people += 1;
  const userId = randomUUID();
  await sql`
    insert into app.person (id, username, nickname, uid, email, password_hash, invite_code, language, created_at)
    values (${userId}, ${`person${people}`}, 'P', ${String(100_000_000 + people)}, ${`p${people}@example.com`}, '-',
      ${`P${String(people).padStart(5, '0')}`}, 'en', now())`.execute(here.main);
  const device = { id: deviceId, name: 'test' };
  const now = Date.now();
  const opened = await openSession(here.main, testHalves, { userId, device, remember: false, now });
  return { userId, now, ...opened };
}

function finder(databases: Databases = here, changes: Partial<SessionDependencies> = {}) {
  return createSessionFinder(databases.main, { ...sessions, ...changes });
}

const unknown = { token: 'unknown-token-unknown-token', half: undefined };

describe('sessions', () => {
  it('are each their own when many are looked up at once', async () => {
    const all = await Promise.all(Array.from({ length: 30 }, somebody));
    const find = finder();
    const found = await Promise.all(
      [...all, unknown].map(({ token, half }) => find({ token, half, deviceId }, Date.now())),
    );
    expect(found.map((one) => one?.session.userId)).toEqual([...all.map(({ userId }) => userId), undefined]);
  });

  it('that end are refused from their commit on in every process, whoever hears the news', async () => {
    const { userId, token, half } = await somebody();
    const finders = [finder(here), finder(there)];
    const ask = async () =>
      await Promise.all(finders.map((find) => find({ token, half, deviceId }, Date.now())));
    expect((await ask()).map((one) => one?.session.userId)).toEqual([userId, userId]);
    // Questions that are under way while it ends may go either way; the next ones may not.
    const meanwhile = Promise.all(Array.from({ length: 20 }, ask));
    await revokeSessions(here.main, { userId, now: Date.now() });
    expect(await ask()).toEqual([undefined, undefined]);
    await meanwhile;
  });

  it('expire by the clock of the one who asks', async () => {
    const { token, half } = await somebody();
    const find = finder();
    const inEightDays = Date.now() + 8 * dayMs;
    const [now, later] = await Promise.all([
      find({ token, half, deviceId }, Date.now()),
      find({ token, half, deviceId }, inEightDays),
    ]);
    expect([now === undefined, later]).toEqual([false, undefined]);
  });

  it('live seven days from the first use of a half, and from each renewal, whatever went before', async () => {
    const { token, half, now } = await somebody();
    const find = finder();
    const endsAfter = async (shown: string, at: number) => {
      const { renewed } = (await find({ token, half: shown, deviceId }, at)) ?? {};
      const { rows } = await sql<{ end: number }>`
        select (extract(epoch from expires_at) * 1000)::float8 as "end" from app.session
        where token_hash = decode(${hash('sha256', token, 'hex')}, 'hex')`.execute(here.main);
      return { days: ((rows[0]?.end ?? 0) - at) / dayMs, next: renewed?.half ?? shown };
    };
    const first = await endsAfter(half, now + 6 * dayMs);
    const renewed = await endsAfter(first.next, now + 12 * dayMs);
    const used = await endsAfter(renewed.next, now + 18 * dayMs);
    expect([first, renewed, used].map(({ days }) => days)).toEqual([7, 7, 7]);
    expect([first.next === half, renewed.next === half]).toEqual([true, false]);
  });

  it('do not outlive their absolute end, however much they are used', async () => {
    const { token, half, now } = await somebody();
    const find = finder();
    let current = half;
    let day = 0;
    for (let at = now; day < 100; day += 6) {
      at = now + day * dayMs;
      const found = await find({ token, half: current, deviceId }, at);
      if (found === undefined) break;
      current = found.renewed?.half ?? current;
    }
    expect([day > 84, day <= 96]).toEqual([true, true]);
  });
});

describe('the second half of a session', () => {
  const later = (now: number, times = 1) => now + times * (halfLifeMs + 1);

  it.each<[string, (of: { half: string; other: string }) => string | undefined]>([
    ['missing', () => undefined],
    ['of another session', ({ other }) => other],
    ['of a number that never went out', ({ half }) => half.replace(/^1/, '2')],
    ['cut off', ({ half }) => half.slice(0, -1)],
    ['with something behind it', ({ half }) => `${half}A`],
    ['empty', () => ''],
  ])('that is %s opens nothing', async (_what, halfOf) => {
    const [{ token, half, now }, { half: other }] = [await somebody(), await somebody()];
    expect(await finder()({ token, half: halfOf({ half, other }), deviceId }, now)).toBeUndefined();
  });

  it('is renewed after a quarter of an hour, and the one before is good while calls are under way', async () => {
    const { token, half, now } = await somebody();
    const find = finder();
    const ask = async (current: string, at: number) => await find({ token, half: current, deviceId }, at);
    expect(await ask(half, now)).not.toHaveProperty('renewed');
    expect(await ask(half, now + 14 * minuteMs)).not.toHaveProperty('renewed');
    const at = later(now);
    const second = (await ask(half, at))?.renewed?.half ?? '';
    expect(second).toMatch(/^2\.[\w-]{43}$/);
    // The answer was lost: the same successor goes out again, whatever the time.
    expect((await ask(half, at + dayMs))?.renewed?.half).toBe(second);
    const used = at + dayMs;
    expect(await ask(second, used)).not.toHaveProperty('renewed');
    expect(await ask(half, used + overlapMs - 1)).toEqual({ session: expect.anything() });
  });

  it('that comes after its successor was used is a copy', async () => {
    const { token, half, now } = await somebody();
    const copied: Session[] = [];
    const find = finder(here, { onCopied: async (session) => void copied.push(session) });
    const ask = async (current: string, at: number) => await find({ token, half: current, deviceId }, at);
    await ask(half, now);
    const at = later(now);
    const second = (await ask(half, at))?.renewed?.half ?? '';
    await ask(second, at);
    expect(await ask(half, at + overlapMs)).toBeUndefined();
    expect(copied).toHaveLength(1);
    // Two behind is one at any time.
    const third = (await ask(second, later(at)))?.renewed?.half ?? '';
    expect(third).toMatch(/^3\./);
    expect(await ask(half, later(at))).toBeUndefined();
    expect(copied).toHaveLength(2);
  });

  it('is the same for everybody who asks at once', async () => {
    const { token, half, now } = await somebody();
    await finder()({ token, half, deviceId }, now);
    const finders = Array.from({ length: 20 }, (_, place) => finder(place % 2 === 0 ? here : there));
    const found = await Promise.all(finders.map((find) => find({ token, half, deviceId }, later(now))));
    expect(new Set(found.map((one) => one?.renewed?.half.slice(0, 2)))).toEqual(new Set(['2.']));
  });

  it('comes once to a session from before there were halves, on its own device alone', async () => {
    const { token, sessionId, now } = await somebody();
    await sql`update app.session set half_number = 0 where id = ${sessionId}`.execute(here.main);
    const first: Session[] = [];
    const find = finder(here, { onFirstHalf: async (_db, session) => void first.push(session) });
    const old = { token, half: undefined };
    expect(await find({ ...old, deviceId: 'another-device' }, now)).toBeUndefined();
    const answers = await Promise.all(Array.from({ length: 5 }, () => find({ ...old, deviceId }, now)));
    const given = answers.filter((one) => one !== undefined);
    expect(given.map(({ renewed }) => renewed?.half)).toEqual([testHalves.make(sessionId, 1)]);
    expect(first).toHaveLength(1);
    expect(await find({ token, half: testHalves.make(sessionId, 1), deviceId }, now)).toBeDefined();
  });
});

describe('a half that was found right', () => {
  const halves = createSessionHalves('a secret key for tests, 32 bytes or more');

  it('is wrong for every other session, number and proof, also once it is remembered', () => {
    const [id, other] = [randomUUID(), randomUUID()];
    const half = halves.make(id, 3);
    for (const _time of [1, 2]) {
      expect(halves.read(id, half)).toBe(3);
      expect(halves.read(other, half)).toBeUndefined();
      expect(halves.read(id, `4${half.slice(1)}`)).toBeUndefined();
      expect(halves.read(id, `${half.slice(0, -1)}${half.endsWith('A') ? 'Q' : 'A'}`)).toBeUndefined();
    }
  });

  it('is right for longer than it is remembered', () => {
    const id = randomUUID();
    const half = halves.make(id, 1);
    for (let number = 1; number <= 10_001; number += 1)
      expect(halves.read(id, halves.make(id, number))).toBe(number);
    expect(halves.read(id, half)).toBe(1);
  });
});
