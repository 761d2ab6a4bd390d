import { randomUUID } from 'node:crypto';

import { dayMs } from '@marigold/money/spans';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import { openOwner } from '../src/platform/database/database.ts';
import type { TestApi } from '../testing/api.ts';
import { goodPassword, startTestApi } from '../testing/api.ts';
import { countLockWaits, untilWaiting } from '../testing/lock-waits.ts';

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

  it('names the place of a text in a query that nothing can keep, and repeats no such key', async () => {
    const fieldOf = async (query: Record<string, string>) => (await get('rate/list', query)).body.data.data;
    expect(await fieldOf({ fiat: 'EUR\0' })).toMatchObject({ refusal: 'malformed', field: 'fiat' });
    expect(await fieldOf({ 'fiat\0': 'EUR' })).toMatchObject({ refusal: 'malformed', field: 'data' });
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

  it('says no more often by a code than by looking up whether somebody has an account', async () => {
    const { token } = await api.person();
    const subject = { to: 'nobody1', currency: 'USDT', amount: '1' };
    const answers = [];
    for (let count = 0; count < 21; count += 1) {
      const input = { kind: 'transfer/internal', subject, method: 'email' };
      answers.push((await api.raw('verify/start', input, { token })).status);
    }
    expect(answers.filter((status) => status === 200).length).toBe(20);
    expect(answers.at(-1)).toBe(429);
  });

  it('counts the addresses of one network as one', async () => {
    const answer = [];
    for (let host = 1; host <= 61; host += 1) {
      const input = { scene: 'register', email: `one${host}@example.com` };
      // Devices are counted as well, and fewer for each.
      const from = { address: `2001:db8:1:2::${host}`, deviceId: `device-of-${host}` };
      const { status, body } = await api.raw('user/code/send', input, from);
      answer.push(status === 200 ? body.data.code : status);
    }
    expect([answer.indexOf(422), answer.indexOf(429)]).toEqual([30, 60]);
    const elsewhere = await api.raw(
      'user/code/send',
      { scene: 'register', email: 'other@example.com' },
      { address: '2001:db8:1:3::1' },
    );
    expect(elsewhere.body.data.code).toBe(200);
  });

  it('does not look up one made-up bearer after the other for one address', async () => {
    const { token } = await api.person();
    const guess = async (address: string) => await api.raw('user/info', {}, { token: randomUUID(), address });
    const guesses = await Promise.all(
      Array.from({ length: 100 }, async (_, host) => await guess(`2001:db8:5:5::${host}`)),
    );
    expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([401]));
    expect((await guess('2001:db8:5:5::1')).status).toBe(429);
    expect((await guess('2001:db8:5:6::1')).status).toBe(401);
    expect((await api.call('user/info', {}, { token, address: '2001:db8:5:6::1' })).code).toBe(200);
  });

  it('bounds the reads that go through all that a person ever did', async () => {
    const { token } = await api.person();
    let last = await api.raw('bill/summary', {}, { token });
    // The shield of one second answers 429 as well, and is over in one.
    for (let count = 0; count < 1000 && (last.retryAfterSeconds ?? 0) <= 1; count += 1)
      last = await api.raw('bill/summary', {}, { token });
    expect([last.status, (last.retryAfterSeconds ?? 0) > 1]).toEqual([429, true]);
  });

  it('has few long reads of one person under way, and everything else of theirs goes on', async () => {
    const { token } = await api.person();
    const owner = openOwner(api.ownerUrl);
    onTestFinished(async () => await owner.close());
    const reads = await owner.db.transaction().execute(async (tx) => {
      await sql`lock table app.bill in access exclusive mode`.execute(tx);
      const all = Promise.all(
        Array.from({ length: 12 }, async (_, index) =>
          index % 2 === 0
            ? await api.call('bill/list', {}, { token })
            : await api.call('life/insight', {}, { token }),
        ),
      );
      await untilWaiting(api.databases.main, 3);
      // Each call finds its session behind theirs: by now all twelve have come as far as they can.
      for (let turn = 0; turn < 3; turn += 1)
        expect((await api.call('user/info', {}, { token })).code).toBe(200);
      expect(await countLockWaits(api.databases.main)).toBe(3);
      return { all };
    });
    expect(new Set((await reads.all).map(({ code }) => code))).toEqual(new Set([200]));
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
    const day = dayMs;
    api.clock.move(6 * day);
    expect((await api.call('user/info', {}, { token })).code).toBe(200);
    api.clock.move(6 * day);
    expect((await api.call('user/info', {}, { token })).code).toBe(200);
    api.clock.move(8 * day);
    expect((await api.call('user/info', {}, { token })).code).toBe(401);
  });
});
