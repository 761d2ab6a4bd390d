import { dayMs, minuteMs } from '@marigold/money/spans';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { TestPerson, TestApi } from '../../../testing/api.ts';
import { goodPassword, goodPayPassword, startTestApi } from '../../../testing/api.ts';
import { untilWaiting } from '../../../testing/lock-waits.ts';
import type { Database } from '../../platform/database/database.ts';
import { revokeSessions } from '../../platform/http/session.ts';
import { createPasswords } from '../identity/passwords.ts';
import { updatePasswordHash } from '../person/store.ts';
import { freeze } from '../spending/freeze.ts';
import { storePaymentPassword } from './payment-password.ts';

let api: TestApi;
let payee: TestPerson;
beforeAll(async () => {
  api = await startTestApi();
  payee = await api.person('PaidForSecrets');
});
afterAll(async () => await api.close());

const newPassword = 'Marigold8?';
const newDigits = '731946';
type Kind = 'user/password/set' | 'user/paypwd/reset';
type Proof = { challengeId: string; code: string };

async function codeFor({ token, email }: TestPerson, kind: Kind): Promise<Proof> {
  const answer = await api.call('verify/start', { kind, method: 'email' }, { token });
  if (!answer.ok) throw new Error(answer.msg);
  const code = /\b(\d{6})\b/.exec(await api.lastMail(email))?.[1] ?? '';
  return { challengeId: answer.data.challengeId, code };
}
async function change(
  { token }: TestPerson,
  verify?: Proof,
  more: { oldPassword?: string; password?: string } = {},
) {
  const { oldPassword = goodPassword, password = newPassword } = more;
  const input = { oldPassword, newPassword: password, confirm: password };
  return await api.call('user/password/set', verify === undefined ? input : { ...input, verify }, { token });
}
async function resetDigits({ token }: TestPerson, verify?: Proof, loginPassword = goodPassword) {
  const input = { loginPassword, newPassword: newDigits, confirm: newDigits };
  return await api.call('user/paypwd/reset', verify === undefined ? input : { ...input, verify }, { token });
}
async function login(account: string, password: string) {
  return await api.call('user/login', { account, password }, { deviceId: `device-${account}` });
}
async function pay({ token }: TestPerson, payPassword: string) {
  const order = { to: payee.username, currency: 'USDT', amount: '1', amountConfirm: '1', payPassword };
  return await api.call('transfer/internal', order, { token });
}
function refusalOf(answer: { ok: boolean; data: unknown }): string {
  return answer.ok ? 'right' : (answer.data as { refusal: string }).refusal;
}
async function events({ token }: TestPerson): Promise<string[]> {
  const answer = await api.call('user/security/log', {}, { token });
  return answer.ok ? answer.data.list.map(({ event }) => event) : [];
}
async function notices({ id }: TestPerson): Promise<string[]> {
  const found = await sql<{ kind: string }>`select kind from app.notice where user_id = ${id}`.execute(
    api.databases.main,
  );
  return found.rows.map(({ kind }) => kind);
}
/** Changes the payment password, for which the old one must not be locked. */
async function changeDigits({ token }: TestPerson, oldPassword: string): Promise<string> {
  const [loginPassword, digits] = [goodPassword, goodPayPassword];
  const input = { loginPassword, oldPassword, newPassword: digits, confirm: digits };
  return refusalOf(await api.call('user/paypwd/set', input, { token }));
}

describe('user/password/set', () => {
  it('needs the old password and a code; other devices are logged out, this one stays, payouts wait a day', async () => {
    const person = await api.person();
    await api.credit(person, 'USDT', '10');
    const elsewhere = await login(person.username, goodPassword);
    const { token: other } = elsewhere.data as { token: string };
    const answer = await change(person);
    expect(answer).toMatchObject({
      data: { refusal: 'verification_required', facts: { kind: 'user/password/set', methods: ['email'] } },
    });
    const done = await change(person, await codeFor(person, 'user/password/set'));
    expect(done.ok).toBe(true);
    expect((await api.call('user/info', {}, { token: person.token })).code).toBe(200);
    expect((await api.call('user/info', {}, { token: other })).code).toBe(401);
    expect(refusalOf(await pay(person, goodPayPassword))).toBe('payouts_frozen');
    expect(refusalOf(await login(person.username, goodPassword))).toBe('account_or_password_incorrect');
    expect((await login(person.username, newPassword)).ok).toBe(true);
    expect(await events(person)).toContain('passwordChanged');
    expect(await notices(person)).toContain('passwordChanged');
  });

  it('refuses a wrong old one at its field, the same one, and a code made for something else', async () => {
    const person = await api.person();
    expect(await change(person, undefined, { oldPassword: 'Wrong1234!' })).toMatchObject({
      data: { refusal: 'password_incorrect', field: 'oldPassword', facts: { left: 4 } },
    });
    expect(refusalOf(await change(person, undefined, { password: goodPassword }))).toBe('password_same');
    const other = await codeFor(person, 'user/paypwd/reset');
    expect(refusalOf(await change(person, other))).toBe('verification_void');
    await sql`update app.person set nickname = 'Löwenzahn' where id = ${person.id}`.execute(
      api.databases.main,
    );
    expect(await change(person, undefined, { password: 'Löwenzahn7!' })).toMatchObject({
      data: { refusal: 'password_common', field: 'newPassword' },
    });
    expect((await login(person.username, goodPassword)).ok).toBe(true);
  });

  it('voids the codes that were asked for before it, and so does a reset of the payment password', async () => {
    const person = await api.person();
    const early = await codeFor(person, 'user/paypwd/reset');
    api.clock.move(minuteMs);
    expect((await change(person, await codeFor(person, 'user/password/set'))).ok).toBe(true);
    expect(refusalOf(await resetDigits(person, early, newPassword))).toBe('verification_void');
    api.clock.move(minuteMs);
    const later = await codeFor(person, 'user/password/set');
    api.clock.move(minuteMs);
    const proof = await codeFor(person, 'user/paypwd/reset');
    expect((await resetDigits(person, proof, newPassword)).ok).toBe(true);
    const back = { oldPassword: newPassword, password: goodPassword };
    expect(refusalOf(await change(person, later, back))).toBe('verification_void');
  });

  it('lets one of two changes at once through', async () => {
    const person = await api.person();
    const proof = await codeFor(person, 'user/password/set');
    const answers = await Promise.all([
      change(person, proof),
      change(person, proof, { password: 'Marigold9?' }),
    ]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  });
});

describe('user/paypwd/reset', () => {
  it('needs the login password and a code; it ends the lock and freezes payouts for a day', async () => {
    const person = await api.person();
    await api.credit(person, 'USDT', '10');
    for (let index = 0; index < 5; index += 1) await pay(person, '999998');
    expect(refusalOf(await pay(person, goodPayPassword))).toBe('payment_password_locked');
    expect(refusalOf(await resetDigits(person, undefined, 'Wrong1234!'))).toBe('password_incorrect');
    expect(refusalOf(await resetDigits(person))).toBe('verification_required');
    const done = await resetDigits(person, await codeFor(person, 'user/paypwd/reset'));
    const { freezeUntil } = done.data as { freezeUntil: number };
    expect(refusalOf(await pay(person, newDigits))).toBe('payouts_frozen');
    expect(await changeDigits(person, newDigits)).toBe('right');
    expect(await events(person)).toEqual(expect.arrayContaining(['payPasswordReset', 'payPasswordLocked']));
    expect(await notices(person)).toContain('payPasswordReset');
    api.clock.move(freezeUntil - api.clock.now() + 1000);
    await api.refreshRates();
    expect(refusalOf(await pay(person, goodPayPassword))).toBe('right');
  });

  it('is not for those who never set one', async () => {
    const person = await api.person(undefined, { payPassword: false });
    expect(refusalOf(await resetDigits(person))).toBe('payment_password_missing');
  });
});

describe('what was asked before a password was hashed', () => {
  /** What is answered to a call that meets a change half-way: its password was right when it began. */
  async function meeting<Answer>(
    change: (tx: Database) => Promise<unknown>,
    ask: () => Promise<Answer>,
  ): Promise<Answer> {
    const { main } = api.databases;
    const met = await main.transaction().execute(async (tx) => {
      await change(tx);
      const answer = ask();
      await untilWaiting(main);
      return { answer };
    });
    return await met.answer;
  }

  it('opens no session once a reset has ended them all', async () => {
    const person = await api.person();
    const reset = async (tx: Database) => {
      await updatePasswordHash(tx, person.id, 'another hash');
      await revokeSessions(tx, { userId: person.id, now: api.clock.now() });
    };
    const answer = await meeting(reset, async () => await login(person.username, goodPassword));
    expect(refusalOf(answer)).toBe('account_or_password_incorrect');
    const open = await sql`
      select from app.session where user_id = ${person.id} and revoked_at is null`.execute(
      api.databases.main,
    );
    expect(open.rows).toEqual([]);
    expect(await api.call('user/info', {}, { token: person.token })).toMatchObject({ code: 401 });
  });

  it('pays nothing with a payment password that is another by then', async () => {
    const person = await api.person();
    await api.credit(person, 'USDT', '10');
    const hashOfAnother = await createPasswords('another pepper').hash(newDigits);
    const another = async (tx: Database) =>
      await storePaymentPassword(tx, person.id, hashOfAnother, api.clock.now());
    const wrong = await meeting(another, async () => await pay(person, goodPayPassword));
    expect(refusalOf(wrong)).toBe('payment_password_incorrect');
    expect(await api.available(person, 'USDT')).toMatch(/^10\.?0*$/);
  });

  it('pays nothing once payouts are frozen', async () => {
    const person = await api.person();
    await api.credit(person, 'USDT', '10');
    const change = async (tx: Database) =>
      await freeze(tx, { userId: person.id, reason: 'passwordChanged', now: api.clock.now() });
    const frozen = await meeting(change, async () => await pay(person, goodPayPassword));
    expect(refusalOf(frozen)).toBe('payouts_frozen');
    expect(await api.available(person, 'USDT')).toMatch(/^10\.?0*$/);
  });
});

describe('a hundred wrong ones in a row', () => {
  it('close the payment password until it is reset', async () => {
    const person = await api.person();
    const before = { kind: 'payPassword', subject: person.id };
    await pay(person, '999998');
    await sql`update app.attempt set wrong_in_row = 98, failures = 1
      where kind = ${before.kind} and subject = ${before.subject}`.execute(api.databases.main);
    expect(refusalOf(await pay(person, '999998'))).toBe('payment_password_incorrect');
    expect(refusalOf(await pay(person, '999998'))).toBe('payment_password_disabled');
    api.clock.move(400 * dayMs);
    const token = await api.login(person);
    const later = { ...person, token };
    expect(refusalOf(await pay(later, goodPayPassword))).toBe('payment_password_disabled');
    expect((await resetDigits(later, await codeFor(later, 'user/paypwd/reset'))).ok).toBe(true);
    expect(await changeDigits(later, newDigits)).toBe('right');
  });

  it('close the log-in for whoever guesses, known name or not, and nobody else', async () => {
    const person = await api.person();
    const answers: Record<string, string[]> = {};
    for (const account of [person.username, 'nobodyatall']) {
      const stranger = { deviceId: 'device-of-a-guesser' };
      const guess = { account, password: 'Wrong1234!' };
      await api.call('user/login', guess, stranger);
      await sql`update app.attempt set wrong_in_row = 98, failures = 1
        where kind = 'login' and subject = ${`text:${account.toLowerCase()}`}`.execute(api.databases.main);
      answers[account] = [];
      for (let index = 0; index < 3; index += 1) {
        answers[account].push(refusalOf(await api.call('user/login', guess, stranger)));
      }
    }
    expect(answers['nobodyatall']).toEqual([
      'account_or_password_incorrect',
      'account_disabled',
      'account_disabled',
    ]);
    expect(answers[person.username]).toEqual(answers['nobodyatall']);
    // The owner's own device has a count of its own.
    expect((await login(person.username, goodPassword)).ok).toBe(true);
  });
});
