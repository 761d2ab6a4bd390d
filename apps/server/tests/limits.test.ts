/**
 * Each limit as it is promised, to its last call that is answered and its first that is not, through the gateway and the
 * counters in the database. Time stands still but for what a test moves it on.
 */
import { randomUUID } from 'node:crypto';

import { uploadFile } from '@marigold/contract/calls/file';
import { contract } from '@marigold/contract/contract';
import type { Endpoint } from '@marigold/contract/endpoint';
import { dayMs } from '@marigold/money/spans';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import type { GatewayAnswer } from '../src/platform/http/answer.ts';
import { createLimits, networkFactor } from '../src/platform/http/limits.ts';
import { type TestCallOptions, startTestApi, type TestApi } from '../testing/api.ts';
import { baseRequests } from './base-requests.ts';
import { type PromisedLimit, promisedLimits, wholeInterface } from './promised-limits.ts';
import type { RequestWorld } from './requests/base-request.ts';
import { createWorld } from './world.ts';

let api: TestApi;
let world: RequestWorld;

beforeAll(async () => {
  api = await startTestApi({ limits: 'on', books: true });
  world = await createWorld(api);
  await rememberSessions();
  await keepIndexFresh();
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.now() });
});
afterAll(async () => {
  vi.useRealTimers();
  await api?.close();
});

type Row = PromisedLimit;

/** Everybody of the world stays logged in however far the time moves on. */
async function rememberSessions(): Promise<void> {
  const expiresAt = new Date(api.clock.now() + 90 * dayMs);
  await sql`update app.session set days = 90, expires_at = ${expiresAt}`.execute(api.databases.main);
}

/** Lets orders be placed however far the time moves on; the books read the index by themselves, so each is waited for. */
async function keepIndexFresh(): Promise<void> {
  const order = { symbol: 'BTC_USDT', side: 'buy', type: 'limit', price: '67000', amount: '0.001' } as const;
  const isStale = async () => {
    const answer = await api.call('trade/estimate', order, { token: world.owner.token });
    // An answer that a limit refused says nothing about the index.
    if (!answer.ok && String(answer.data.refusal) === 'rate_limited') throw new Error('asked too often');
    return !answer.ok && answer.data.refusal === 'index_stale';
  };
  for (const [seenAt, isStaleThen] of [
    [new Date(0), true],
    [new Date(api.clock.now() + 90 * dayMs), false],
  ] as const) {
    await sql`update app.index_price set seen_at = ${seenAt}`.execute(api.databases.main);
    await vi.waitFor(async () => expect(await isStale()).toBe(isStaleThen), { timeout: 20_000 });
  }
}

/** Calls of one row: who is counted stays, whatever the row does not count is another one with each call. */
type Caller = (number: number) => TestCallOptions;

function callerOf({ per }: Row, token: string): Caller {
  const [device, network] = [randomUUID(), randomNetwork()];
  return (number) => ({
    ...(per === 'user' ? { token } : {}),
    deviceId: per === 'device' ? device : randomUUID(),
    address: `${per === 'address' ? network : randomNetwork()}::${number}`,
  });
}

function randomNetwork(): string {
  const [, second, third, fourth] = randomUUID().split('-');
  return `2001:${second}:${third}:${fourth}`;
}

/** A call that is counted and then refused for its form: the cheapest. */
async function callBadly({ path }: Row, options: TestCallOptions): Promise<GatewayAnswer> {
  return path === 'file/upload' ? await upload(options) : await api.raw(path, { surplus: true }, options);
}

/** A call as people make it. */
async function callWell({ path }: Row, options: TestCallOptions): Promise<GatewayAnswer> {
  if (path === 'file/upload') return await upload(options);
  await api.refreshRates();
  const input = await baseRequests[path].input(world);
  return await api.raw(
    path,
    contract[path].idempotent ? { ...input, requestId: randomUUID() } : input,
    options,
  );
}

/** The one call without an envelope; what it would do with the picture is of no matter here. */
async function upload({ token = '', address = '' }: TestCallOptions): Promise<GatewayAnswer> {
  const incoming = {
    path: '',
    languageHeader: undefined,
    ...(await api.headers(token)),
    address,
  };
  const done = { fileId: randomUUID(), url: '/', size: 1, type: 'image/webp' };
  return await api.server.gateway.beside(uploadFile, incoming, async () => done);
}

/** Waits out whatever was counted for rows before. */
function startAnew({ path }: Row): void {
  const counted = [...promisedLimits.filter((row) => row.path === path), wholeInterface];
  vi.advanceTimersByTime(Math.max(...counted.map(({ seconds }) => seconds * 1000)));
}

/** Waits out whatever else would refuse the call of this number; answers the milliseconds that went by. */
function makeRoom({ path, per, seconds }: Row, number: number): number {
  const shorter = promisedLimits.filter(
    (other) => other.path === path && other.per === per && other.seconds < seconds,
  );
  const full = [...shorter, wholeInterface].filter(({ count }) => number > 1 && (number - 1) % count === 0);
  const ms = Math.max(0, ...full.map((other) => other.seconds * 1000));
  vi.advanceTimersByTime(ms);
  return ms;
}

describe('the contract', () => {
  it('declares exactly the limits that are promised', () => {
    const endpoints: readonly Endpoint[] = [...Object.values(contract), uploadFile];
    const declared = endpoints.flatMap(({ path, limits = [] }) =>
      limits.map(({ per, count, seconds }) => `${path}: ${count} per ${per} in ${seconds} s`),
    );
    const promised = promisedLimits.map(
      ({ path, per, count, seconds }) => `${path}: ${count} per ${per} in ${seconds} s`,
    );
    expect(declared.toSorted()).toEqual(promised.toSorted());
  });
});

describe.each(promisedLimits)('$path, $count per $per in $seconds s ($source)', (row) => {
  it('answers the last, refuses the next, counts nobody else, and answers again when the time is over', async () => {
    startAnew(row);
    const [caller, somebodyElse] = [callerOf(row, world.owner.token), callerOf(row, world.other.token)];
    let passedMs = 0;
    const answers: number[] = [];
    for (let number = 1; number < row.count; number += 1) {
      passedMs += makeRoom(row, number);
      answers.push((await callBadly(row, caller(number))).status);
    }
    expect(answers.filter((status) => status === 429)).toEqual([]);

    passedMs += makeRoom(row, row.count);
    expect((await callWell(row, caller(row.count))).status).toBe(200);
    passedMs += makeRoom(row, row.count + 1);
    const refused = await callWell(row, caller(row.count + 1));
    const waitSeconds = row.seconds - passedMs / 1000;
    expect([refused.status, refused.retryAfterSeconds]).toEqual([429, waitSeconds]);
    expect(refused.body.data.data).toMatchObject({
      refusal: 'rate_limited',
      facts: { seconds: waitSeconds },
    });
    expect((await callBadly(row, somebodyElse(1))).status).not.toBe(429);

    vi.advanceTimersByTime(waitSeconds * 1000 - 1);
    expect((await callBadly(row, caller(row.count + 2))).status).toBe(429);
    vi.advanceTimersByTime(1);
    expect((await callWell(row, caller(row.count + 3))).status).toBe(200);
  });
});

describe('whoever is counted by address', () => {
  const registering = promisedLimits.find(({ path, per }) => path === 'user/register' && per === 'address');
  if (registering === undefined) throw new Error('registering is counted by address');
  const most = registering.count * networkFactor;

  it.each([
    ['192.0.2', (host: number) => `192.0.2.${host}`, '192.0.3.1'],
    ['2001:db8:9 (/48)', (host: number) => `2001:db8:9:${host.toString(16)}::1`, '2001:db8:a::1'],
  ])('is counted with all of %s, ten times as high', async (_network, addressOf, elsewhere) => {
    startAnew(registering);
    const from = async (address: string) => (await callBadly(registering, { address })).status;
    // One that goes on after its own limit uses up nothing of its neighbours'.
    for (let number = 0; number < most; number += 1) await from(addressOf(0));
    const answers: number[] = [];
    for (let number = registering.count; number < most; number += 1) {
      makeRoom(registering, number + 1);
      answers.push(await from(addressOf(Math.floor(number / registering.count))));
    }
    expect(answers.filter((status) => status === 429)).toEqual([]);
    expect(await from(addressOf(200))).toBe(429);
    expect(await from(elsewhere)).not.toBe(429);
  });

  it('is so for a bucket with a name too', async () => {
    const limits = createLimits(api.databases.pool, () => Date.now());
    const take = async (host: number) => await limits.takeAddress('tried', `198.51.100.${host}`, 2, 60);
    const waits: number[] = [];
    for (let number = 0; number < 20; number += 1) waits.push(await take(Math.floor(number / 2)));
    expect(new Set(waits)).toEqual(new Set([0]));
    expect([await take(0), await take(77)]).toEqual([60_000, 60_000]);
  });
});

it(`the whole interface answers one person ${wholeInterface.count} calls a second`, async () => {
  vi.advanceTimersByTime(wholeInterface.seconds * 1000);
  const { token } = world.owner;
  const answers = [];
  for (let number = 0; number <= wholeInterface.count; number += 1)
    answers.push(await api.raw('user/info', {}, { token }));
  expect(answers.map(({ status }) => status).indexOf(429)).toBe(wholeInterface.count);
  expect(answers.at(-1)?.retryAfterSeconds).toBe(1);
  vi.advanceTimersByTime(wholeInterface.seconds * 1000);
  expect((await api.raw('user/info', {}, { token })).status).toBe(200);
});
