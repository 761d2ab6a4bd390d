/** Hostile texts in everything around a call's data: the envelope, its keys and its sign, headers and queries. */
import { randomUUID } from 'node:crypto';

import type { Path } from '@marigold/contract/contract';
import { appRequestKeys, signRequest } from '@marigold/contract/envelope';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { md5Hex } from '../src/platform/http/envelope.ts';
import type { Incoming } from '../src/platform/http/incoming.ts';
import type { TestPerson, TestApi } from '../testing/api.ts';
import { demoSecret, goodPassword, startTestApi } from '../testing/api.ts';
import { hostileTexts, isBroken } from './hostile.ts';

let api: TestApi;
let person: TestPerson;
beforeAll(async () => {
  api = await startTestApi({ limits: 'off' });
  person = await api.person();
});
afterAll(async () => await api.close());

/** One call of each access, one that is applied once, and log-in, which keeps what the envelope says. */
const calls: readonly (readonly [path: Path, data: () => object, isSigned: boolean])[] = [
  ['user/login', () => ({ account: person.username, password: goodPassword }), false],
  ['user/login', () => ({ account: 'nobodyhere', password: 'Wrong1234!' }), false],
  ['user/info', () => ({}), true],
  ['user/session/revoke', () => ({ others: true }), true],
  ['user/prefs/set', () => ({ fiat: 'USD', requestId: randomUUID() }), true],
  ['rate/list', () => ({ fiat: 'USD' }), false],
];
const textKeys = appRequestKeys.filter((key) => key !== 'time' && key !== 'data');

/** Sends a whole envelope, whatever it holds, and answers the number. */
async function send(path: string, envelope: object, more: Partial<Incoming> = {}): Promise<number> {
  const data = Buffer.from(JSON.stringify(envelope)).toString('base64');
  const { status } = await api.server.gateway.handle({
    method: 'POST',
    path,
    body: JSON.stringify({ data }),
    query: {},
    languageHeader: undefined,
    authorization: undefined,
    address: '127.0.0.1',
    ...more,
  });
  return status;
}

function appRequestOf(data: object) {
  return {
    appVersion: '1.5.6',
    deviceType: 'h5',
    deviceModel: 'iPhone',
    deviceBrand: 'apple',
    deviceId: 'device-of-texts',
    osName: 'ios',
    time: api.clock.now(),
    data,
  };
}

describe.each(calls)('%s', (path, data, isSigned) => {
  const token = () => (isSigned ? person.token : undefined);

  it.each(textKeys)('takes any text as %s that can be kept, and refuses what cannot', async (key) => {
    const wrong: unknown[] = [];
    for (const { name, value } of hostileTexts)
      for (const text of [value, `iPhone${value}`]) {
        const { status } = await api.raw(path, data(), { token: token(), client: { [key]: text } });
        const wanted = isBroken(text) || key === 'deviceId' ? 400 : 200;
        if (status !== wanted) wrong.push({ name, text, status });
      }
    expect(wrong).toEqual([]);
  });

  it('refuses them as time, data and keys of its own', async () => {
    const wrong: unknown[] = [];
    for (const { name, value } of hostileTexts)
      for (const client of [{ time: value }, { data: value }, { [`key${value}`]: 1 }]) {
        const { status } = await api.raw(path, data(), { token: token(), client });
        if (status !== 400) wrong.push({ name, client, status });
      }
    expect(wrong).toEqual([]);
  });
});

it('refuses them as sign, and as keys beside what is signed', async () => {
  const appRequest = appRequestOf({});
  const apiSign = signRequest(appRequest, demoSecret, md5Hex);
  expect(await send('app/ping', { appRequest, apiSign })).toBe(200);
  const statuses = new Set<number>();
  for (const { value } of hostileTexts) {
    statuses.add(await send('app/ping', { appRequest, apiSign: value }));
    statuses.add(await send('app/ping', { appRequest, apiSign: apiSign + value }));
    statuses.add(await send('app/ping', { appRequest, apiSign, [value]: 1 }));
    statuses.add(await send('app/ping', { appRequest: value, apiSign }));
  }
  expect([...statuses]).toEqual([400]);
});

it('answers them in headers, paths and queries as what they are: unknown', async () => {
  const appRequest = appRequestOf({});
  const envelope = { appRequest, apiSign: signRequest(appRequest, demoSecret, md5Hex) };
  for (const { name, value } of hostileTexts) {
    const answers = [
      await send('app/ping', envelope, { languageHeader: value }),
      await send('user/info', envelope, { authorization: `Bearer ${value}` }),
      await send('user/info', envelope, { authorization: `Bearer ${person.token}${value}` }),
      await send(`app/ping${value}`, envelope),
      await send('app/content', envelope, { method: 'GET', query: { id: value } }),
      await send('app/content', envelope, { method: 'GET', query: { id: ['terms', value] } }),
      await send('app/content', envelope, { method: 'GET', query: { id: 'terms', [value]: '1' } }),
    ];
    expect([name, ...answers]).toEqual([name, 200, 401, 401, 404, 400, 400, 400]);
  }
});
