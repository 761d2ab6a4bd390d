import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';

import {
  goodPassword,
  goodPayPassword,
  startTestApi,
  type TestPerson,
  type TestApi,
} from '../../../testing/api.ts';
import { notify } from './notify.ts';

let api: TestApi;
let anna: TestPerson;
let boris: TestPerson;

beforeAll(async () => {
  api = await startTestApi();
  anna = await api.person();
  boris = await api.person();
  await api.credit(anna, 'USDT', '100');
});
afterAll(async () => await api.close());

async function noticesOf(person: TestPerson, kind: string) {
  const found = await sql<{ id: string; facts: Record<string, unknown>; path: string | null }>`
    select id, facts, path from app.notice where user_id = ${person.id} and kind = ${kind} order by id`.execute(
    api.databases.main,
  );
  return found.rows;
}

async function announcedTo(person: TestPerson) {
  const found = await sql<{ data: Record<string, unknown> }>`
    select data from app.outbox where user_id = ${person.id} and event = 'message' order by id`.execute(
    api.databases.main,
  );
  return found.rows.map(({ data }) => data);
}

async function pay(amount: string, options: { payPassword?: string; requestId?: string } = {}) {
  const { payPassword = goodPayPassword, requestId = randomUUID() } = options;
  const order = { to: boris.username, currency: 'USDT', amount, amountConfirm: amount, payPassword };
  return await api.call('transfer/internal', order, { token: anna.token, requestId });
}

it('says that money came in once to whoever received it, however often the transfer is repeated', async () => {
  const requestId = randomUUID();
  expect((await pay('1.23', { requestId })).ok).toBe(true);
  expect((await pay('1.23', { requestId })).ok).toBe(true);
  const notices = await noticesOf(boris, 'received');
  expect(notices).toHaveLength(1);
  const [notice] = notices;
  expect(notice?.facts).toMatchObject({ amount: '1.23', currency: 'USDT' });
  expect(notice?.path).toBe(`/pages/exchange/billdetail?id=${String(notice?.facts['billId'])}`);
  const announced = (await announcedTo(boris)).filter(({ kind }) => kind === 'received');
  expect(announced).toHaveLength(1);
  expect(announced[0]).toMatchObject({ ...notice?.facts, topic: 'money', noticeId: notice?.id });
  expect(await noticesOf(anna, 'received')).toEqual([]);
});

it('says nothing of what did not happen', async () => {
  const before = await noticesOf(boris, 'received');
  expect((await pay('5000')).ok).toBe(false);
  expect((await pay('1', { payPassword: '999999' })).ok).toBe(false);
  await expect(
    api.databases.main.transaction().execute(async (db) => {
      await notify(db, { userId: boris.id, kind: 'payPasswordSet', facts: {}, now: api.clock.now() });
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  expect(await noticesOf(boris, 'received')).toEqual(before);
  expect(await noticesOf(boris, 'payPasswordSet')).toHaveLength(1);
});

it('mails about security always and about payments only to those who asked', async () => {
  const db = api.databases.main;
  const notice = {
    userId: boris.id,
    kind: 'received',
    facts: { amount: '0.000000017', currency: 'BTC', from: 'a***a', billId: randomUUID() },
    now: api.clock.now(),
  } as const;
  await notify(db, notice);
  expect(await api.lastMail(boris.email)).not.toContain('a***a');
  await sql`update app.person set mails_payments = true, language = 'ru' where id = ${boris.id}`.execute(db);
  await notify(db, { ...notice, facts: { ...notice.facts, from: 'b***b' } });
  expect(await api.lastMail(boris.email)).toContain('От b***b');
  const until = Date.UTC(2027, 0, 2, 3, 4);
  await notify(db, { userId: boris.id, kind: 'passwordChanged', facts: { until }, now: api.clock.now() });
  expect(await api.lastMail(boris.email)).toContain('2027');
});

it('tells of a new device once, of none when the device is known, and who guessed nothing is told nothing', async () => {
  const login = async (deviceId: string, password = goodPassword) =>
    await api.call('user/login', { account: anna.username, password }, { deviceId });
  await login(`device-${anna.username}`);
  await login('stranger-device-1', 'Wrong-pass-1!');
  expect(await noticesOf(anna, 'newDevice')).toEqual([]);
  await api.login(anna, { deviceId: 'stranger-device-1' });
  await Promise.all([login('stranger-device-1'), login('stranger-device-1'), login('stranger-device-1')]);
  expect(await noticesOf(anna, 'newDevice')).toMatchObject([
    { facts: { device: expect.stringContaining('test'), network: '127.0.0.*' }, path: '/pages/user/profile' },
  ]);
});

it('tells of sessions that were ended from another one, and of none that ended itself or was over', async () => {
  const dora = await api.person();
  const tokens: string[] = [];
  for (let time = 0; time < 2; time += 1) {
    tokens.push(await api.login(dora, { deviceId: `device-${dora.username}` }));
  }
  const [first = '', second = ''] = tokens;
  await api.call('user/session/revoke', { others: true }, { token: first });
  const ended = await noticesOf(dora, 'sessionsEnded');
  expect(ended).toMatchObject([
    { facts: { sessions: 2, network: '127.0.0.*' }, path: '/pages/user/profile' },
  ]);
  await api.call('user/session/revoke', { others: true }, { token: first });
  const listed = await api.call('user/session/list', {}, { token: first });
  const own = listed.ok ? listed.data.list[0]?.id : undefined;
  await api.call('user/session/revoke', { id: own ?? '' }, { token: first });
  expect((await api.call('user/info', {}, { token: first })).ok).toBe(false);
  expect((await api.call('user/info', {}, { token: second })).ok).toBe(false);
  expect(await noticesOf(dora, 'sessionsEnded')).toEqual(ended);
});

it('tells that the payment password is locked once, although the calls were refused', async () => {
  const carl = await api.person();
  const order = {
    to: boris.username,
    currency: 'USDT',
    amount: '1',
    amountConfirm: '1',
    payPassword: '999999',
  };
  for (let time = 0; time < 7; time += 1) await api.call('transfer/internal', order, { token: carl.token });
  expect(await noticesOf(carl, 'payPasswordLocked')).toHaveLength(1);
});

it('tells who invited that the friend is there, and whose payment password changed', async () => {
  const info = await api.call('user/info', {}, { token: anna.token });
  const inviteCode = info.ok ? info.data.inviteCode : '';
  const email = 'friend@example.com';
  const code = await api.codeFor(email);
  const secrets = { password: goodPassword, confirm: goodPassword };
  const joined = await api.call('user/register', {
    username: 'friend01',
    email,
    code,
    inviteCode,
    ...secrets,
  });
  expect(joined.ok).toBe(true);
  expect(await noticesOf(anna, 'friendJoined')).toMatchObject([{ facts: { friend: 'f****d01' } }]);
  const change = {
    loginPassword: goodPassword,
    oldPassword: goodPayPassword,
    newPassword: '314159',
    confirm: '314159',
  };
  expect((await api.call('user/paypwd/set', change, { token: boris.token })).ok).toBe(true);
  expect(await noticesOf(boris, 'payPasswordChanged')).toHaveLength(1);
});
