import { dayMs, minuteMs } from '@marigold/money/spans';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { TestPerson, TestApi } from '../../../testing/api.ts';
import { goodPassword, startTestApi } from '../../../testing/api.ts';
import { testSecretKey } from '../../../testing/session-cookies.ts';
import { findPayee } from '../payee/find.ts';
import { updatePasswordCommon, updatePasswordHash } from '../person/store.ts';
import { maskedName } from '../person/views.ts';
import { createPasswords } from './passwords.ts';
import { wrongInRowMax } from './rules.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(async () => await api.close());

let strangers = 0;
/** A device that nobody has used before, in a network of its own. */
function stranger(): { deviceId: string; address: string } {
  strangers += 1;
  return { deviceId: `stranger-${strangers}`, address: `2001:db8:${strangers.toString(16)}::1` };
}
type From = { readonly deviceId: string; readonly address?: string };
async function tryLogin(account: string, password: string, from: From = stranger()) {
  const answer = await api.call('user/login', { account, password }, from);
  if (answer.code === 200) return 'right';
  if (answer.code === 429) return `wait ${Math.round(Number(answer.data.facts?.['seconds']) / 60)}`;
  const { refusal, facts } = answer.data as { refusal: string; facts: { left?: number; until?: number } };
  if (refusal === 'account_disabled') return 'disabled';
  return refusal === 'account_locked'
    ? `locked ${Math.round(((facts.until ?? 0) - api.clock.now()) / minuteMs)}`
    : `left ${facts.left}`;
}
async function tries(count: number, account: string, from?: From): Promise<string[]> {
  const answers: string[] = [];
  for (let index = 0; index < count; index += 1) answers.push(await tryLogin(account, 'Wrong1234!', from));
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

  it('says of a password that everybody tries first that another is needed, until there is one', async () => {
    const person = await api.person('Liverpudlian');
    const isCommon = async () => {
      const answer = await api.call('user/info', {}, { token: person.token });
      return answer.ok && answer.data.isPasswordCommon;
    };
    const setTo = async (password: string) => {
      // As it was set before there was a list.
      await sql`
        update app.person set password_hash = ${await createPasswords(testSecretKey).hash(password)}
        where id = ${person.id}`.execute(api.databases.main);
    };
    expect(await tryLogin(person.username, goodPassword)).toBe('right');
    expect(await isCommon()).toBe(false);
    await setTo('Liverpool1!');
    expect(await tryLogin(person.username, 'Liverpool2!')).toBe('left 4');
    expect(await isCommon()).toBe(false);
    expect(await tryLogin(person.username, 'Liverpool1!')).toBe('right');
    expect(await isCommon()).toBe(true);
    await setTo('Liverpudlian1!');
    expect(await tryLogin(person.username, 'Liverpudlian1!')).toBe('right');
    expect(await isCommon()).toBe(true);
    await updatePasswordHash(
      api.databases.main,
      person.id,
      await createPasswords(testSecretKey).hash(goodPassword),
    );
    expect(await isCommon()).toBe(false);
  });

  it('forgets that of a password that turned out to be none, and writes nothing of one that was changed meanwhile', async () => {
    const person = await api.person();
    const { main } = api.databases;
    const read = async () => {
      const found = await sql<{ hash: string; common: boolean }>`
        select password_hash as hash, password_common as common from app.person where id = ${person.id}`.execute(
        main,
      );
      return found.rows[0];
    };
    await updatePasswordCommon(main, { userId: person.id, hash: 'another', isPasswordCommon: true });
    expect(await read()).toMatchObject({ common: false });
    await updatePasswordCommon(main, {
      userId: person.id,
      hash: (await read())?.hash ?? '',
      isPasswordCommon: true,
    });
    expect(await read()).toMatchObject({ common: true });
    expect(await tryLogin(person.username, goodPassword)).toBe('right');
    expect(await read()).toMatchObject({ common: false });
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

  it('doubles the lock each time, up to a day, and none ends before the hour of the eighth wrong one', async () => {
    const person = await api.person();
    const locks: (string | undefined)[] = [];
    for (let round = 0; round < 11; round += 1) {
      const answers = await tries(5, person.username);
      locks.push(answers.at(-1));
      expect(await tryLogin(person.username, goodPassword)).toBe(answers.at(-1));
      api.clock.move(Number(answers.at(-1)?.split(' ')[1]) * minuteMs);
    }
    // Of the second and the fourth round three are tried: with the five before them they are eight in their hour.
    const minutes = [15, 45, 30, 30, 60, 120, 240, 480, 960, 1440, 1440];
    expect(locks).toEqual(minutes.map((count) => `locked ${count}`));
    expect(await tryLogin(person.username, goodPassword)).toBe('right');
    expect((await tries(5, person.username)).at(-1)).toBe('locked 15');
  });

  it('takes eight wrong ones an hour by one typed name, somebody’s or nobody’s, and a right one starts anew', async () => {
    const person = await api.person();
    const rounds = async (name: string) => {
      const first = await tries(5, name);
      api.clock.move(15 * minuteMs);
      return [...first, ...(await tries(4, name))].slice(5);
    };
    const known = await rounds(person.username);
    expect(known).toEqual(['left 2', 'left 1', 'locked 45', 'locked 45']);
    expect(await rounds('nobodyeight')).toEqual(known);
    api.clock.move(30 * minuteMs);
    expect(await tryLogin(person.username, goodPassword)).toBe('right');
    expect(await tries(5, person.username)).toEqual(['left 4', 'left 3', 'left 2', 'left 1', 'locked 15']);
  });

  it('takes forty wrong ones in six hours from one address, whatever names they are at, and ten times of its network', async () => {
    const from = (host: number) => ({ deviceId: `device-nat-${host}`, address: `198.51.100.${host}` });
    const person = await api.person();
    for (let name = 0; name < 39; name += 1) await tryLogin(`forty${name}`, 'Wrong1234!', from(1));
    await api.login(person, from(1));
    expect(await tryLogin('forty39', 'Wrong1234!', from(1))).toBe('left 4');
    expect(await tryLogin(person.username, goodPassword, { ...from(1), deviceId: 'device-nat-new' })).toBe(
      'wait 360',
    );
    // What was not looked at is not counted against the name, and the device that is known is no stranger there.
    expect(await tryLogin('fortylast', 'Wrong1234!', from(1))).toBe('wait 360');
    expect(await tries(1, 'fortylast')).toEqual(['left 4']);
    expect(await tryLogin(person.username, goodPassword, from(1))).toBe('right');

    const of = { kind: 'login', subject: 'network:198.51.100.*' } as const;
    await sql`update app.attempt set failures = 399 where subject = ${of.subject}`.execute(
      api.databases.main,
    );
    expect(await tryLogin('wholenet1', 'Wrong1234!', from(2))).toBe('left 4');
    expect(await tryLogin('wholenet2', 'Wrong1234!', from(3))).toBe('wait 360');
    api.clock.move(6 * 60 * minuteMs);
    expect(await tryLogin('wholenet2', 'Wrong1234!', from(1))).toBe('left 4');
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

  it('lets the owner in on a known device while strangers have closed all of the names, for good too', async () => {
    const person = await api.person('WorstCase');
    const known = { deviceId: 'device-WorstCase', address: '203.0.113.5' };
    const names = [person.username, person.email, person.username.toUpperCase()];
    // Whoever keeps it up comes back the minute that a lock is over.
    const [strangers, owner]: string[][] = [[], []];
    for (let wrong = 1; wrong < wrongInRowMax; wrong += 1) {
      const answer = await tryLogin(person.username, 'Wrong1234!');
      if (answer.startsWith('locked')) api.clock.move(Number(answer.split(' ')[1]) * minuteMs);
      strangers?.push(answer.replace(/ .*/, ''));
      if (wrong % 10 === 0) owner?.push(await tryLogin(person.username, goodPassword, known));
    }
    expect([new Set(strangers), new Set(owner)]).toEqual([new Set(['left', 'locked']), new Set(['right'])]);
    expect(await tries(2, person.username)).toEqual(['disabled', 'disabled']);
    for (const name of names) expect(await tryLogin(name, goodPassword, known)).toBe('right');
    expect(await tryLogin(person.username, goodPassword)).toBe('disabled');
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

  it('ends the session that this client had before, and no other', async () => {
    const person = await api.person();
    const deviceId = `device-${person.username}`;
    const before = await api.login(person);
    const input = { account: person.username, password: goodPassword };
    const again = await api.call('user/login', input, { deviceId, token: before });
    const token = again.ok && 'token' in again.data ? again.data.token : '';
    const isOpen = async (one: string) => (await api.call('user/info', {}, { token: one })).ok;
    expect(await Promise.all([before, token, person.token].map(isOpen))).toEqual([false, true, true]);
  });

  it('takes the password as it was typed: in no other case, no shorter and no longer', async () => {
    const person = await api.person();
    const typed = [
      goodPassword.toUpperCase(),
      goodPassword.toLowerCase(),
      goodPassword.slice(0, -1),
      `${goodPassword} `,
    ];
    for (const password of typed) expect(await tryLogin(person.username, password)).toMatch(/^left/);
    expect(await tryLogin(person.username, goodPassword, { deviceId: `device-${person.username}` })).toBe(
      'right',
    );
  });

  it('takes the same password years later', async () => {
    const person = await api.person();
    api.clock.move(1000 * dayMs);
    expect(await tryLogin(person.username, goodPassword)).toBe('right');
    api.clock.move(-1000 * dayMs);
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
