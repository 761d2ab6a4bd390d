import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { TestApi } from '../testing/api.ts';
import { goodPassword, startTestApi } from '../testing/api.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi({ limits: 'on' });
});
afterAll(async () => await api.close());

async function get(path: string, query: Record<string, string> = {}) {
  return await api.server.gateway.handle({
    method: 'GET',
    path,
    body: undefined,
    query,
    languageHeader: undefined,
    authorization: undefined,
    address: '127.0.0.1',
  });
}

describe('the gateway', () => {
  it('answers GET where the contract says public, and 405 everywhere else', async () => {
    expect((await get('rate/list', { fiat: 'EUR' })).body.data.data).toMatchObject({ fiat: 'EUR' });
    expect((await get('user/info')).status).toBe(405);
    expect((await get('user/login')).status).toBe(405);
  });

  it('answers an unknown path 404, and names of objects are no paths', async () => {
    for (const path of ['no/such/call', 'constructor', '__proto__', 'toString', '']) {
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    }
  });

  it.each(['zh_CN', 'zh_TW', 'ru_RU', 'ja_JP'])('speaks the language of the header %s', async (language) => {
    const { body } = await api.raw('user/info', {}, { language });
    const english = await api.raw('user/info', {}, { language: 'xx' });
    expect(english.body.data.msg).toBe('Please log in again; your money is not affected.');
    expect(body.data.msg).not.toBe(english.body.data.msg);
  });

  it('takes the loading flag out before it looks at the input', async () => {
    const { status } = await api.raw('app/ping', { _disableLoading: true });
    expect(status).toBe(200);
  });

  it('wants a requestId where a write is applied once', async () => {
    const { status, body } = await api.raw('user/prefs/set', {}, { token: (await api.person()).token });
    expect([status, body.data.data]).toEqual([400, { refusal: 'malformed', field: 'requestId', facts: {} }]);
  });

  it('answers 429 with the seconds to wait when a bucket is empty', async () => {
    const { token } = await api.person();
    const answers = [];
    for (let count = 0; count < 21; count += 1)
      answers.push(await api.raw('payee/lookup', { to: 'nobody1' }, { token }));
    const last = answers.at(-1);
    expect(answers.filter(({ status }) => status === 200).length).toBe(20);
    expect(last?.status).toBe(429);
    expect(last?.retryAfterSeconds).toBeGreaterThan(3000);
  });
});

describe('registering twice with one requestId', () => {
  it('gives one account, and the token only the first time', async () => {
    const email = 'twice@example.com';
    const input = {
      username: 'twice',
      email,
      password: goodPassword,
      confirm: goodPassword,
      code: await api.codeFor(email),
    };
    const options = { requestId: randomUUID(), deviceId: 'device-twice' };
    const first = await api.call('user/register', input, options);
    const second = await api.call('user/register', input, options);
    if (!first.ok || !second.ok) throw new Error('refused');
    expect(first.data.token).toMatch(/^[\w-]{43}$/);
    expect(second.data).toEqual({ user: first.data.user });
  });
});

describe('a session', () => {
  it('stops working the moment it is logged out, and logging out again is fine', async () => {
    const { token } = await api.person();
    expect((await api.call('user/info', {}, { token })).code).toBe(200);
    expect((await api.call('user/logout', {}, { token })).code).toBe(200);
    expect((await api.call('user/info', {}, { token })).code).toBe(401);
    expect((await api.call('user/logout', {}, { token })).code).toBe(200);
  });

  it('slides for seven days and then ends', async () => {
    const { token } = await api.person();
    const day = 24 * 60 * 60 * 1000;
    api.clock.move(6 * day);
    expect((await api.call('user/info', {}, { token })).code).toBe(200);
    api.clock.move(6 * day);
    expect((await api.call('user/info', {}, { token })).code).toBe(200);
    api.clock.move(8 * day);
    expect((await api.call('user/info', {}, { token })).code).toBe(401);
  });
});
