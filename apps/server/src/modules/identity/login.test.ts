import { minuteMs } from '@marigold/money/spans';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { TestPerson, TestApi } from '../../../testing/api.ts';
import { goodPassword, startTestApi } from '../../../testing/api.ts';
import { findPayee } from '../payee/find.ts';
import { maskedName } from '../person/views.ts';
import { createPasswords } from './passwords.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(async () => await api.close());

let strangers = 0;
/** A device that nobody has used before. */
function stranger(): { deviceId: string } {
  strangers += 1;
  return { deviceId: `stranger-${strangers}` };
}
async function tryLogin(account: string, password: string, device: { deviceId: string } = stranger()) {
  const answer = await api.call('user/login', { account, password }, device);
  if (answer.code === 200) return 'right';
  const { refusal, facts } = answer.data as { refusal: string; facts: { left?: number; until?: number } };
  return refusal === 'account_locked'
    ? `locked ${Math.round(((facts.until ?? 0) - api.clock.now()) / minuteMs)}`
    : `left ${facts.left}`;
}
async function tries(count: number, account: string, device?: { deviceId: string }): Promise<string[]> {
  const answers: string[] = [];
  for (let index = 0; index < count; index += 1) answers.push(await tryLogin(account, 'Wrong1234!', device));
  return answers;
}

describe('user/login', () => {
  it('takes the username or the e-mail address in any case, and no uid', async () => {
    const person = await api.person('LoginName');
    const { uid } = (await api.call('user/info', {}, { token: person.token })).data as { uid: string };
    expect(await tryLogin('loginNAME', goodPassword)).toBe('right');
    expect(await tryLogin('LOGINname@example.com', goodPassword)).toBe('right');
    expect(await tryLogin(uid, goodPassword)).toBe('left 4');
  });

  it('answers an unknown account exactly as a wrong password, to the lock', async () => {
    const person = await api.person();
    const known = await tries(6, person.username);
    expect(known).toEqual(['left 4', 'left 3', 'left 2', 'left 1', 'locked 15', 'locked 15']);
    expect(await tries(6, 'nobodyhere')).toEqual(known);
  });

  it('takes as long for an unknown account as for a wrong password', async () => {
    const passwords = createPasswords('a key');
    const stored = await passwords.hash(goodPassword);
    const times = { known: [] as number[], unknown: [] as number[] };
    for (let round = 0; round < 9; round += 1) {
      for (const [kind, hash] of [
        ['known', stored],
        ['unknown', undefined],
      ] as const) {
        const start = performance.now();
        await passwords.matches(hash, 'Wrong1234!');
        times[kind].push(performance.now() - start);
      }
    }
    const median = (list: number[]) => list.toSorted((a, b) => a - b)[4] ?? 0;
    expect(median(times.unknown) / median(times.known)).toBeGreaterThan(0.5);
    expect(median(times.unknown) / median(times.known)).toBeLessThan(2);
  });

  it('forgets wrong tries after a right one and after fifteen minutes', async () => {
    const person = await api.person();
    expect(await tries(4, person.username)).toEqual(['left 4', 'left 3', 'left 2', 'left 1']);
    expect(await tryLogin(person.username, goodPassword)).toBe('right');
    expect(await tries(2, person.username)).toEqual(['left 4', 'left 3']);
    api.clock.move(15 * minuteMs);
    expect(await tries(1, person.username)).toEqual(['left 4']);
  });

  it('doubles the lock each time, up to a day', async () => {
    const person = await api.person();
    const locks: (string | undefined)[] = [];
    for (let round = 0; round < 9; round += 1) {
      const answers = await tries(5, person.username);
      locks.push(answers.at(-1));
      expect(await tryLogin(person.username, goodPassword)).toBe(answers.at(-1));
      api.clock.move(Number(answers.at(-1)?.split(' ')[1]) * minuteMs);
    }
    expect(locks).toEqual([15, 30, 60, 120, 240, 480, 960, 1440, 1440].map((minutes) => `locked ${minutes}`));
    expect(await tryLogin(person.username, goodPassword)).toBe('right');
    expect((await tries(5, person.username)).at(-1)).toBe('locked 15');
  });

  it('counts fifty parallel guesses as fifty', async () => {
    const person = await api.person();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => tryLogin(person.username, 'Wrong1234!')),
    );
    expect(answers.filter((answer) => answer.startsWith('left')).toSorted()).toEqual([
      'left 1',
      'left 2',
      'left 3',
      'left 4',
    ]);
    expect(answers.filter((answer) => answer.startsWith('locked'))).toHaveLength(46);
    expect(await tryLogin(person.username, goodPassword)).toBe('locked 15');
  });

  it('lets twenty right ones in at once', async () => {
    const person = await api.person();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => tryLogin(person.username, goodPassword)),
    );
    expect(new Set(answers)).toEqual(new Set(['right']));
  });

  it('never locks the owner out of a known device because of strangers, and counts that device by itself', async () => {
    const person = await api.person('KnownDevice');
    const known = { deviceId: 'device-KnownDevice' };
    await tries(5, person.username);
    expect(await tryLogin(person.username, goodPassword)).toBe('locked 15');
    expect(await tryLogin(person.username, goodPassword, known)).toBe('right');
    expect(await tries(6, person.email, known)).toEqual([
      'left 4',
      'left 3',
      'left 2',
      'left 1',
      'locked 15',
      'locked 15',
    ]);
    expect(await tryLogin(person.username, goodPassword, known)).toBe('locked 15');
  });

  it('keeps a session for 7 days, 90 when remembered', async () => {
    const person = await api.person();
    for (const [remember, days] of [
      [false, 7],
      [true, 90],
    ] as const) {
      const token = await api.login(person, { remember, trust: false });
      expect((await api.call('user/info', {}, { token })).code).toBe(200);
      const rows = await sql`
        select days from app.session where user_id = ${person.id} order by created_at desc, id desc limit 1`.execute(
        api.databases.main,
      );
      expect(rows.rows).toEqual([{ days }]);
    }
  });
});

describe('user/logout', () => {
  it('ends this session and no other, and tells the live connections', async () => {
    const person = await api.person();
    const token = await api.login(person);
    expect((await api.call('user/logout', {}, { token })).code).toBe(200);
    expect((await api.call('user/info', {}, { token })).code).toBe(401);
    expect((await api.call('user/info', {}, { token: person.token })).code).toBe(200);
    const notices = await sql`
      select event from app.outbox where user_id = ${person.id} and event = 'session'`.execute(
      api.databases.main,
    );
    expect(notices.rows).toHaveLength(1);
  });

  it('is no error for a visitor', async () => {
    expect((await api.call('user/logout', {})).code).toBe(200);
  });
});

describe('user/prefs/set', () => {
  it('keeps what is named and leaves the rest', async () => {
    const { token } = await api.person();
    expect(await api.call('user/prefs/set', { language: 'ja' }, { token })).toMatchObject({
      data: { language: 'ja', fiat: 'USD' },
    });
    expect(await api.call('user/prefs/set', { fiat: 'JPY' }, { token })).toMatchObject({
      data: { language: 'ja', fiat: 'JPY' },
    });
    expect(await api.call('user/info', {}, { token })).toMatchObject({
      data: { language: 'ja', fiat: 'JPY' },
    });
  });
});

describe('findPayee', () => {
  let person: TestPerson;
  beforeAll(async () => {
    person = await api.person('PayeeName');
    await sql`update app.person set phone = '+4915199999999', nickname = 'Money Friend' where id = ${person.id}`.execute(
      api.databases.main,
    );
  });

  it('finds by username, e-mail, phone and uid, and shows the masked nickname', async () => {
    const { main } = api.databases;
    const { uid } = (await api.call('user/info', {}, { token: person.token })).data as { uid: string };
    const found = { userId: person.id, masked: 'M********end' };
    expect(await findPayee(main, 'payeeNAME')).toEqual({ ...found, kind: 'username' });
    expect(await findPayee(main, 'PAYEEname@example.com')).toEqual({ ...found, kind: 'email' });
    expect(await findPayee(main, '+4915199999999')).toEqual({ ...found, kind: 'phone' });
    expect(await findPayee(main, uid)).toEqual({ ...found, kind: 'code' });
    expect(await findPayee(main, 'nobodyatall')).toBeUndefined();
    expect(await maskedName(main, person.id)).toBe(found.masked);
  });
});
