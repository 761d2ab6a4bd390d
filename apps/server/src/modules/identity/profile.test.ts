import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { TestPerson, TestApi } from '../../../testing/api.ts';
import { goodPassword, startTestApi } from '../../../testing/api.ts';
import { wideNetworkOf } from '../../platform/process/caller-address.ts';
import { isReservedName, readNickname } from '../person/nickname.ts';

let api: TestApi;
let anna: TestPerson;
let boris: TestPerson;
beforeAll(async () => {
  api = await startTestApi();
  anna = await api.person('annaprofile');
  boris = await api.person('borisprofile');
});
afterAll(async () => await api.close());

/** A picture that lies in the store, as an upload leaves it. */
async function pictureOf(person: TestPerson): Promise<string> {
  const now = api.clock.now();
  const content = (async function* () {
    yield Buffer.from('a picture');
  })();
  const file = { ownerId: person.id, kind: 'avatar', name: 'me.png', mediaType: 'image/webp', now } as const;
  return (await api.server.files.keep(api.databases.main, { ...file, expires: now + 60_000 }, content)).id;
}

const set = async (person: TestPerson, avatarFileId: string | null) =>
  await api.call('user/profile/set', { avatarFileId }, { token: person.token });

async function isStored(fileId: string): Promise<boolean> {
  await api.server.jobs['files']?.({});
  const rows = await sql`select 1 from app.file where id = ${fileId}`.execute(api.databases.main);
  return rows.rows.length === 1;
}

describe('a picture of a person', () => {
  it('is shown by a link that stays the same all day, and is kept', async () => {
    const fileId = await pictureOf(anna);
    const answer = await set(anna, fileId);
    expect(answer.ok && answer.data.avatar).toMatch(/^\/files\/[A-Za-z0-9_-]{74}$/);
    const again = await api.call('user/info', {}, { token: anna.token });
    expect(again.ok && answer.ok && again.data.avatar === answer.data.avatar).toBe(true);
    api.clock.move(61_000);
    expect(await isStored(fileId)).toBe(true);
  });

  it('gives way to the next one, and to none', async () => {
    const [first, second] = [await pictureOf(anna), await pictureOf(anna)];
    await set(anna, first);
    await set(anna, second);
    api.clock.move(1000);
    expect([await isStored(first), await isStored(second)]).toEqual([false, true]);
    const answer = await set(anna, null);
    expect(answer.ok && answer.data.avatar).toBeNull();
    api.clock.move(1000);
    expect(await isStored(second)).toBe(false);
  });

  it('is nobody else’s: a foreign file, an expired one and none are the same 404', async () => {
    const expired = await pictureOf(anna);
    const fresh = await pictureOf(anna);
    await set(anna, fresh);
    api.clock.move(61_000);
    const theirs = await pictureOf(boris);
    for (const fileId of [theirs, expired, '018f3c1e-0000-7000-8000-00000000ffff']) {
      const answer = await set(anna, fileId);
      expect([answer.code, answer.data]).toEqual([404, { refusal: 'not_found', facts: {} }]);
    }
    const info = await api.call('user/info', {}, { token: anna.token });
    expect(info.ok && info.data.avatar).not.toBeNull();
    await set(anna, null);
  });

  it('is never a file that was built for something else', async () => {
    const content = (async function* () {
      yield Buffer.from('bills');
    })();
    const now = api.clock.now();
    const file = { ownerId: anna.id, kind: 'export', name: 'a.csv', mediaType: 'text/csv', now } as const;
    const { id } = await api.server.files.keep(api.databases.main, { ...file, expires: null }, content);
    expect((await set(anna, id)).code).toBe(404);
  });
});

describe('a nickname', () => {
  it.each([
    ['Anna', 'Anna'],
    ['  Anna   Ko\u0301v  ', 'Anna Kóv'],
    ['金盏花 🌼', '金盏花 🌼'],
    ['👨‍👩‍👧‍👦', '👨‍👩‍👧‍👦'],
    ['An\u200bna\ufeff', 'Anna'],
    [`Z${'\u0301'.repeat(2)}a${'\u0300'.repeat(20)}`, 'Ź́à̀̀̀'],
  ])('%j is kept as %j', (typed, stored) => {
    expect(readNickname(typed)).toBe(stored);
  });

  it.each(['', '   ', '\u200b\u200b', '\u3164', '\u2800\u2800', '\u200d', '\u0301'])(
    'must show something: %j does not',
    (typed) => {
      expect(readNickname(typed)).toMatchObject({ code: 'nickname_empty', field: 'nickname' });
    },
  );

  it.each([
    'Marigold',
    'Marigold support',
    'MARIG0LD',
    'Маrigоld',
    'mari.gold',
    'M a r i g o l d',
    'ｍａｒｉｇｏｌｄ',
    'Support',
    'Anna (admin)',
    'Служба поддержки',
    '官方客服',
    'サポート窓口',
    'Mаrigo1d',
    'ádmin',
  ])('may not look like the house: %s', (typed) => {
    expect(readNickname(typed)).toMatchObject({ code: 'nickname_reserved' });
  });

  it.each(['Mary Golden', 'Supporter of Dinamo', 'Marina', 'Team7'.replace('7', 'mate'), 'Анна', 'Gold'])(
    'may be %s',
    (typed) => {
      expect(isReservedName(typed)).toBe(false);
    },
  );

  it('is changed without touching anything else, and refused at its field', async () => {
    const answer = await api.call('user/profile/set', { nickname: 'Анна К' }, { token: anna.token });
    expect(answer.ok && [answer.data.nickname, answer.data.username]).toEqual(['Анна К', 'annaprofile']);
    const no = await api.call('user/profile/set', { nickname: 'Marigold' }, { token: anna.token });
    expect([no.code, !no.ok && no.data]).toEqual([422, { refusal: 'nickname_reserved', field: 'nickname' }]);
  });

  it('cannot be had by the way of a username', async () => {
    const email = 'fresh@example.com';
    const secret = { password: goodPassword, confirm: goodPassword, code: await api.codeFor(email) };
    const answer = await api.call('user/register', { username: 'MarigoldHelp', email, ...secret });
    expect(!answer.ok && answer.data.refusal).toBe('username_taken');
  });
});

describe('preferences', () => {
  it('keep what is not named', async () => {
    const token = anna.token;
    await api.call(
      'user/prefs/set',
      { region: 'GE', mails: { payments: true, announcements: false } },
      { token },
    );
    const answer = await api.call('user/prefs/set', { fiat: 'EUR' }, { token });
    expect(answer.ok && answer.data).toMatchObject({
      region: 'GE',
      fiat: 'EUR',
      mails: { payments: true, announcements: false },
    });
  });

  it('know the regions of the world', async () => {
    const answer = await api.call('user/prefs/set', { region: 'ZZ' }, { token: anna.token });
    expect(!answer.ok && answer.data).toEqual({ refusal: 'region_unknown', field: 'region' });
    const list = await api.call('base/country', {});
    expect(list.ok && list.data.list.find(({ code }) => code === 'GE')).toEqual({
      code: 'GE',
      area: '995',
      kyc: true,
    });
  });
});

describe('sessions', () => {
  const logIn = async (person: TestPerson, deviceId: string) => await api.login(person, { deviceId });
  const list = async (token: string) => {
    const answer = await api.call('user/session/list', {}, { token });
    return answer.ok ? answer.data.list : [];
  };

  it('are listed, the one that asks first, and end one by one or all but it', async () => {
    const person = await api.person('manydevices');
    const [second, third] = [await logIn(person, 'device-second'), await logIn(person, 'device-third')];
    const seen = await list(second);
    expect(seen.map(({ isCurrent }) => isCurrent)).toEqual([true, false, false]);
    const other = (await list(third))[0]?.id ?? '';
    const one = await api.call('user/session/revoke', { id: other }, { token: second });
    expect(one.ok && one.data).toEqual({ ended: 1 });
    expect((await api.call('user/info', {}, { token: third })).code).toBe(401);
    const rest = await api.call('user/session/revoke', { others: true }, { token: second });
    expect(rest.ok && rest.data).toEqual({ ended: 1 });
    expect((await api.call('user/info', {}, { token: person.token })).code).toBe(401);
    expect(await list(second)).toHaveLength(1);
  });

  it('of somebody else are as missing ones, and stay', async () => {
    const theirs = (await list(boris.token))[0]?.id ?? '';
    const foreign = await api.call('user/session/revoke', { id: theirs }, { token: anna.token });
    const missing = await api.call(
      'user/session/revoke',
      { id: '018f3c1e-0000-7000-8000-00000000ffff' },
      { token: anna.token },
    );
    expect(foreign).toEqual(missing);
    expect(foreign.ok && foreign.data).toEqual({ ended: 0 });
    expect((await api.call('user/info', {}, { token: boris.token })).code).toBe(200);
  });
});

describe('the log of an account', () => {
  const events = async (token: string, size = 20) => {
    const answer = await api.call('user/security/log', { size }, { token });
    return answer.ok ? answer.data.list.map(({ event }) => event) : [];
  };

  it('tells of log-ins, wrong ones, new devices and ends, the newest first', async () => {
    const person = await api.person('loggedperson', { payPassword: false });
    const deviceId = 'device-loggedperson';
    const account = person.username;
    await api.call('user/login', { account, password: 'Wrong1234!' }, { deviceId, address: '203.0.113.77' });
    const again = await api.login(person, { deviceId });
    const fresh = await api.login(person, { deviceId: 'device-fresh' });
    await api.call('user/logout', {}, { token: fresh });
    await api.call('user/session/revoke', { others: true }, { token: again });
    expect(await events(again)).toEqual([
      'sessionRevoked',
      'logout',
      'newDevice',
      'login',
      'loginFailed',
      'login',
    ]);
    const answer = await api.call('user/security/log', {}, { token: again });
    const failed = answer.ok ? answer.data.list.find(({ event }) => event === 'loginFailed') : undefined;
    expect(failed).toMatchObject({ device: null, address: '203.0.113.*' });
  });

  it('goes on by pages and shows nobody anything of others', async () => {
    const { token } = boris;
    await api.call('user/session/revoke', { others: true }, { token });
    await api.login(boris);
    await api.login(boris);
    const first = await api.call('user/security/log', { size: 1 }, { token });
    const cursor = first.ok ? first.data.next : null;
    expect(await events(anna.token)).not.toContain('loginFailed');
    const second = await api.call('user/security/log', { size: 1, cursor: cursor ?? '' }, { token });
    expect(second.ok && first.ok && second.data.list[0]?.id !== first.data.list[0]?.id).toBe(true);
    const odd = await api.call('user/security/log', { cursor: 'x' }, { token });
    expect(odd.code).toBe(400);
  });

  it('does not grow by tries that meet a lock', async () => {
    const person = await api.person('lockedperson', { payPassword: false });
    const wrong = { account: person.username, password: 'Wrong1234!' };
    const tries = Array.from(
      { length: 12 },
      async () => await api.call('user/login', wrong, { deviceId: 'stranger-1' }),
    );
    await Promise.all(tries);
    expect((await events(person.token)).filter((event) => event === 'loginFailed')).toHaveLength(5);
  });

  it.each([
    ['203.0.113.7', '203.0.113.*'],
    ['::ffff:203.0.113.7', '203.0.113.*'],
    ['2001:DB8:1:2::3', '2001:db8:1:*'],
    ['2001:db8::3', '2001:db8:0:*'],
    ['::1', '0:0:0:*'],
    ['fe80::1%eth0', 'fe80:0:0:*'],
    ['unknown', undefined],
  ])('keeps of %s the network: %s', (address, network) => {
    expect(wideNetworkOf(address)).toBe(network);
  });
});
