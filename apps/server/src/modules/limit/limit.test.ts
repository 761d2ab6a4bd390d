/** A person's own limits: narrower ones at once, wider ones a day later, and what payments ask for meanwhile. */
import type { Contract } from '@marigold/contract/contract';
import type { WireFields } from '@marigold/contract/endpoint';
import { dayMs, hourMs } from '@marigold/money/spans';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { TestApi, TestPerson } from '../../../testing/api.ts';
import { goodPassword, goodPayPassword, startTestApi } from '../../../testing/api.ts';
import { giveGoogle } from '../../../testing/factors.ts';
import { untilWaiting } from '../../../testing/lock-waits.ts';
import { insertFreeze } from '../spending/store.ts';

let api: TestApi;
let payee: TestPerson;
let person: TestPerson;
beforeAll(async () => {
  const start = Date.now();
  api = await startTestApi({ startClock: () => start });
  payee = await api.person();
});
afterAll(async () => await api.close());
beforeEach(async () => {
  await api.refreshRates();
  person = await api.person();
});

type Values = Omit<WireFields<Contract['user/limit/set']>, 'verify'>;
type Proof = { challengeId: string; code: string };
const usual = { single: '30', total: '100', payments: 5, method: null, alwaysWait: false };
const low: Values = { single: '20', total: '80', payments: 4 };
const high: Values = { single: '50', total: '120', payments: 10 };

async function get() {
  const answer = await api.call('user/limit/get', {}, { token: person.token });
  if (!answer.ok) throw new Error(answer.msg);
  return answer.data;
}
async function set(values: Values, verify?: Proof) {
  const input = verify === undefined ? values : { ...values, verify };
  const answer = await api.call('user/limit/set', input, { token: person.token });
  return answer.ok ? answer.data : answer.data.refusal;
}
async function start(subject: Values, method: 'email' | 'google' = 'email') {
  // A second code within a minute is another test's matter.
  await sql`update app.challenge set created_at = created_at - interval '1 hour' where user_id = ${person.id}`.execute(
    api.databases.main,
  );
  return await api.call('verify/start', { kind: 'user/limit/set', subject, method }, { token: person.token });
}
async function codeFor(values: Values): Promise<Proof & { readonly mail: string }> {
  const answer = await start(values);
  if (!answer.ok) throw new Error(JSON.stringify(answer));
  const mail = await api.lastMail(person.email);
  return { challengeId: answer.data.challengeId, code: /\b(\d{6})\b/.exec(mail)?.[1] ?? '', mail };
}
/** Asks for wider limits with a code by mail. */
async function raise(values: Values = high) {
  const { challengeId, code } = await codeFor(values);
  const done = await set(values, { challengeId, code });
  if (typeof done === 'string') throw new Error(done);
  return done;
}
async function pay(amount: string) {
  const order = { to: payee.username, currency: 'USDT', amount, amountConfirm: amount };
  const answer = await api.call(
    'transfer/internal',
    { ...order, payPassword: goodPayPassword },
    { token: person.token },
  );
  return answer.ok ? 'done' : answer.data.refusal;
}
async function notices(): Promise<string[]> {
  const rows = await sql<{ kind: string }>`
    select kind from app.notice where user_id = ${person.id} and kind like 'limits%' order by id`.execute(
    api.databases.main,
  );
  return rows.rows.map(({ kind }) => kind);
}
const settle = async () => await api.server.jobs['limits']?.({});

describe('limits', () => {
  it('are the usual ones of whoever set none, with nothing used', async () => {
    expect(await get()).toEqual({
      values: usual,
      methods: ['email'],
      used: { usd: '0', payments: 0, since: null },
      pending: null,
      bounds: { total: '2000', payments: 50 },
    });
  });

  it.each<[Values, string]>([
    [{ single: '90', total: '80', payments: 4 }, 'limits_differ'],
    [{ single: '90', total: '2000.01', payments: 4 }, 'limit_above_level'],
    [{ single: '1.001', total: '80', payments: 4 }, 'too_many_decimals'],
    [{ ...low, method: 'google' }, 'method_not_bound'],
    [{ ...low, method: 'sms' }, 'method_not_bound'],
  ])('are not %o, and no code goes out for it', async (values, no) => {
    expect(await set(values)).toBe(no);
    const begun = await start(values);
    expect(begun.ok ? undefined : begun.data.refusal).toBe(no);
    expect((await get()).values).toEqual(usual);
  });

  it('are narrower at once, without a proof, and payments ask by them', async () => {
    await api.credit(person, 'USDT', '500');
    expect(await set({ ...low, alwaysWait: true })).toMatchObject({
      values: { ...low, method: null, alwaysWait: true },
      pending: null,
    });
    expect(await pay('20.1')).toBe('verification_required');
    // A little below: the rate of the demo is a few cents of a hundred dollars off its parity.
    for (let paid = 1; paid <= 3; paid += 1) expect(await pay('19.9')).toBe('done');
    const { used } = await get();
    expect(used).toEqual({ usd: expect.stringMatching(/^59\.[67]\d?$/), payments: 3, since: null });
    expect(await pay('19.9')).toBe('done');
    expect(await pay('1')).toBe('verification_required');
    expect(await notices()).toEqual(['limitsChanged']);
  });

  it('of 0 let every payment ask', async () => {
    await api.credit(person, 'USDT', '500');
    await set({ single: '0', total: '0', payments: 1 });
    expect(await pay('1')).toBe('verification_required');
  });

  it('are counted by their own number of payments', async () => {
    await api.credit(person, 'USDT', '500');
    await set({ single: '30', total: '100', payments: 2 });
    expect([await pay('1'), await pay('1'), await pay('1')]).toEqual([
      'done',
      'done',
      'verification_required',
    ]);
  });

  it('are narrower also while credentials are frozen, and not wider', async () => {
    const now = api.clock.now();
    await insertFreeze(api.databases.main, {
      id: crypto.randomUUID(),
      userId: person.id,
      area: 'credentials',
      reason: 'operator',
      now,
      until: now + hourMs,
    });
    expect(await set(high)).toBe('credentials_frozen');
    expect(await set(low)).toMatchObject({ values: low });
  });
});

describe('a raise', () => {
  it.each<Values>([
    { ...high, total: '100', payments: 5 },
    { single: '30', total: '100.01', payments: 5 },
    { single: '1', total: '1', payments: 6 },
  ])('is %o, which needs a proof', async (values) => {
    expect(await set(values)).toBe('verification_required');
    expect((await get()).pending).toBeNull();
  });

  it('holds from its day on, to the millisecond, and is told then once', async () => {
    const { pending, values } = await raise();
    expect(values).toEqual(usual);
    expect(pending).toEqual({
      ...high,
      method: null,
      alwaysWait: false,
      effectiveAt: api.clock.now() + dayMs,
    });
    expect(await api.lastMail(person.email)).toContain('/pages/user/notme#');
    api.clock.move(dayMs - 1);
    await settle();
    expect(await get()).toMatchObject({ values: usual, pending });
    api.clock.move(1);
    expect(await get()).toMatchObject({ values: high, pending: null });
    await Promise.all([settle(), settle()]);
    await settle();
    expect(await get()).toMatchObject({ values: high, pending: null });
    expect(await notices()).toEqual(['limitsRaised', 'limitsInForce']);
  });

  it('lets payments go by it from its moment on, before any job ran', async () => {
    await api.credit(person, 'USDT', '500');
    await raise();
    api.clock.move(dayMs - 1);
    await api.refreshRates();
    expect(await pay('49.9')).toBe('verification_required');
    api.clock.move(1);
    expect(await pay('49.9')).toBe('done');
  });

  it('is made by a code for these values and no others, which its words name', async () => {
    const other = { ...high, total: '121' };
    const { mail, ...verify } = await codeFor(high);
    expect(mail).toContain('50 USD in one payment, 120 USD in a day, 10 payments');
    expect(await set(other, verify)).toBe('verification_void');
    expect(await set(high, verify)).toBe('verification_void');
    expect((await get()).pending).toBeNull();
  });

  it('is ended by whoever cancels it, in any session', async () => {
    await raise();
    const token = await api.login(person);
    const answer = await api.call('user/limit/cancel', {}, { token });
    expect(answer).toMatchObject({ ok: true, data: { values: usual, pending: null } });
    api.clock.move(dayMs);
    expect((await get()).values).toEqual(usual);
  });

  it('that is in force is not cancelled any more', async () => {
    await raise();
    api.clock.move(dayMs);
    const answer = await api.call('user/limit/cancel', {}, { token: person.token });
    expect(answer).toMatchObject({ ok: true, data: { values: high } });
    expect(await notices()).toEqual(['limitsRaised', 'limitsInForce']);
  });

  it('is ended by narrower limits, and replaced by another raise', async () => {
    await raise();
    await raise({ ...high, single: '60' });
    expect((await get()).pending).toMatchObject({ single: '60' });
    expect(await set(low)).toMatchObject({ values: low, pending: null });
    api.clock.move(dayMs);
    expect((await get()).values).toMatchObject(low);
  });

  it('is ended by "this was not me", also when it was asked for under the lock', async () => {
    await raise();
    await api.call('user/notme', {}, { token: person.token });
    expect((await get()).pending).toBeNull();
    await raise();
    await api.call('user/notme', {}, { token: person.token });
    expect((await get()).pending).toBeNull();
  });

  it('is ended by a reset of the payment password', async () => {
    await raise();
    const start = await api.call(
      'verify/start',
      { kind: 'user/paypwd/reset', method: 'email' },
      { token: person.token },
    );
    if (start.ok) throw new Error('a second code within a minute');
    await sql`update app.challenge set created_at = created_at - interval '1 hour' where user_id = ${person.id}`.execute(
      api.databases.main,
    );
    const again = await api.call(
      'verify/start',
      { kind: 'user/paypwd/reset', method: 'email' },
      { token: person.token },
    );
    if (!again.ok) throw new Error(again.msg);
    const code = /\b(\d{6})\b/.exec(await api.lastMail(person.email))?.[1] ?? '';
    const digits = { newPassword: '731946', confirm: '731946' };
    const verify = { challengeId: again.data.challengeId, code };
    const done = await api.call(
      'user/paypwd/reset',
      { loginPassword: goodPassword, ...digits, verify },
      { token: person.token },
    );
    expect(done.ok).toBe(true);
    expect((await get()).pending).toBeNull();
  });
});

describe('with an authenticator', () => {
  it('a contact raises nothing; its digits do', async () => {
    const digits = (await giveGoogle(api, person)).code;
    const byMail = await start(high);
    expect(byMail.ok ? undefined : byMail.data.refusal).toBe('method_not_bound');
    const begun = await start(high, 'google');
    if (!begun.ok) throw new Error(begun.msg);
    const done = await set(high, { challengeId: begun.data.challengeId, code: digits() });
    expect(done).toMatchObject({ values: usual, pending: { single: '50' } });
  });

  it('a weaker way first is a raise, and is offered first once it holds', async () => {
    const digits = (await giveGoogle(api, person)).code;
    const byMail: Values = { single: '30', total: '100', payments: 5, method: 'email' };
    expect(await set(byMail)).toBe('verification_required');
    const begun = await start(byMail, 'google');
    if (!begun.ok) throw new Error(begun.msg);
    await set(byMail, { challengeId: begun.data.challengeId, code: digits() });
    expect((await get()).methods).toEqual(['google', 'email']);
    api.clock.move(dayMs);
    expect((await get()).methods).toEqual(['email', 'google']);
    expect(await set({ ...byMail, method: 'google' })).toMatchObject({ values: { method: 'google' } });
  });

  it('"always wait" is on at once, and off a day later', async () => {
    expect(await set({ single: '30', total: '100', payments: 5, alwaysWait: true })).toMatchObject({
      values: { alwaysWait: true },
    });
    expect(await set({ single: '30', total: '100', payments: 5, alwaysWait: false })).toBe(
      'verification_required',
    );
    expect(await set({ single: '30', total: '100', payments: 5 })).toMatchObject({
      values: { alwaysWait: true },
    });
  });
});

it('of two changes at once the one follows the other: nothing wider is left behind a narrower one', async () => {
  const { challengeId, code } = await codeFor(high);
  const held = api.databases.main.transaction().execute(async (tx) => {
    await sql`select from app.person where id = ${person.id} for no key update`.execute(tx);
    const both = [set(high, { challengeId, code }), set(low)];
    await untilWaiting(api.databases.main, 2);
    return both;
  });
  const answers = await Promise.all(await held);
  expect(answers.every((answer) => typeof answer !== 'string')).toBe(true);
  const rows = await sql<{ state: string }>`
    select state from app.limit_change where user_id = ${person.id}`.execute(api.databases.main);
  const { values, pending } = await get();
  expect(values).toMatchObject(low);
  expect(rows.rows.filter(({ state }) => state === 'pending').length).toBe(pending === null ? 0 : 1);
  expect(rows.rows.length).toBe(1);
});
