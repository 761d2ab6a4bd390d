/** A demonstration that is started again on the same data with its clock moved on (CLOCK_OFFSET_MS). */
import { randomUUID } from 'node:crypto';

import { dayMs } from '@marigold/money/spans';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { pruneOnce } from '../src/platform/database/prune.ts';
import { movedClock } from '../src/platform/process/clock.ts';
import { pruneSteps } from '../src/prune.ts';
import type { TestPerson, TestApi } from '../testing/api.ts';
import { goodPassword, startTestApi } from '../testing/api.ts';
import { testDatabase, type TestDatabase } from '../testing/database.ts';

const newDigits = '731946';
const lookUpsAnHour = 20;
const email = 'later@example.com';

let database: TestDatabase;
/** The program that runs now. */
let api: TestApi;
beforeEach(async () => {
  database = await testDatabase();
  api = await startTestApi({ limits: 'on', database });
});
afterEach(async () => {
  await api.close();
  await database.drop();
});

/** Ends the program and starts it again on the same data, with its clock so far ahead. */
async function startAgain(offsetMs: number): Promise<void> {
  await api.close();
  api = await startTestApi({ limits: 'on', database, startClock: movedClock(offsetMs) });
}

function outcomeOf(answer: { readonly ok: boolean; readonly code: number; readonly data: unknown }): string {
  if (answer.ok) return 'done';
  return (answer.data as { readonly refusal?: string } | null)?.refusal ?? String(answer.code);
}

async function pay({ token }: TestPerson, to: TestPerson, requestId: string = randomUUID()): Promise<string> {
  const amounts = { amount: '1', amountConfirm: '1', payPassword: newDigits };
  const order = { to: to.username, currency: 'USDT', ...amounts };
  return outcomeOf(await api.call('transfer/internal', order, { token, requestId }));
}

/** Changes the payment password with a code, which freezes payments for a day. */
async function freeze({ token, email: address }: TestPerson): Promise<void> {
  const started = await api.call('verify/start', { kind: 'user/paypwd/reset', method: 'email' }, { token });
  if (!started.ok) throw new Error(started.msg);
  const code = /\b\d{6}\b/.exec(await api.lastMail(address))?.[0] ?? '';
  const verify = { challengeId: started.data.challengeId, code };
  const digits = { newPassword: newDigits, confirm: newDigits };
  const input = { loginPassword: goodPassword, ...digits, verify };
  expect(outcomeOf(await api.call('user/paypwd/reset', input, { token }))).toBe('done');
}

async function lookUp({ token }: TestPerson, to: TestPerson): Promise<string> {
  return outcomeOf(await api.call('payee/lookup', { to: to.username }, { token }));
}

async function register(code: string): Promise<string> {
  const input = { username: 'latecomer', email, password: goodPassword, confirm: goodPassword, code };
  return outcomeOf(await api.call('user/register', input, { deviceId: 'device-later' }));
}

describe('a day later', () => {
  it('freezes are over, codes have expired and limits are fresh', async () => {
    const [anna, bert] = [await api.person(), await api.person()];
    await api.credit(anna, 'USDT', '10');
    await freeze(anna);
    const code = await api.codeFor(email);
    const looked: string[] = [];
    for (let index = 0; index <= lookUpsAnHour; index += 1) looked.push(await lookUp(anna, bert));
    expect(looked).toEqual([...Array.from({ length: lookUpsAnHour }, () => 'done'), 'rate_limited']);
    expect(await pay(anna, bert)).toBe('payouts_frozen');

    await startAgain(0);
    expect(await lookUp(anna, bert)).toBe('rate_limited');
    expect(await pay(anna, bert)).toBe('payouts_frozen');

    await startAgain(dayMs);
    expect(await lookUp(anna, bert)).toBe('done');
    expect(await pay(anna, bert)).toBe('done');
    expect(await register(code)).toBe('code_expired');
  });

  it('answers are kept for a day of the moved clock, and no shorter', async () => {
    await startAgain(3 * dayMs);
    const [anna, bert] = [await api.person(undefined, { payPassword: false }), await api.person()];
    const digits = { newPassword: newDigits, confirm: newDigits };
    const set = { loginPassword: goodPassword, ...digits };
    expect(outcomeOf(await api.call('user/paypwd/set', set, { token: anna.token }))).toBe('done');
    await api.credit(anna, 'USDT', '10');
    const requestId = randomUUID();
    expect(await pay(anna, bert, requestId)).toBe('done');

    await pruneOnce(api.databases.main, pruneSteps, api.clock.now());
    expect(await pay(anna, bert, requestId)).toBe('done');
    expect(await api.available(anna, 'USDT')).toBe('9.00000000');

    await startAgain(4 * dayMs + 60_000);
    await pruneOnce(api.databases.main, pruneSteps, api.clock.now());
    expect(await pay(anna, bert, requestId)).toBe('already_applied');
    expect(await api.available(anna, 'USDT')).toBe('9.00000000');
  });
});
