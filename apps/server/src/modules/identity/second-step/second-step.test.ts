/** Signing in on a device that is not trusted: the password alone opens nothing, and no stranger locks the owner out. */
import { halfLifeMs, overlapMs } from '@marigold/guard/session-halves';
import { minuteMs } from '@marigold/money/spans';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { TestApi, TestPerson } from '../../../../testing/api.ts';
import { goodPassword, goodPayPassword, startTestApi } from '../../../../testing/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(async () => await api.close());

let devices = 0;
const newDevice = () => `second-device-${(devices += 1)}`;

async function ask(person: TestPerson, deviceId: string, password = goodPassword) {
  const answer = await api.call('user/login', { account: person.username, password }, { deviceId });
  if (!answer.ok) throw new Error(answer.msg);
  return answer.data;
}

/** A log-in that waits for its code on a new device. */
async function waiting(person: TestPerson, deviceId = newDevice()) {
  const data = await ask(person, deviceId);
  if ('token' in data) throw new Error('nothing was asked for');
  return { deviceId, ticket: data.need.ticket, need: data.need };
}

async function send(ticket: string, deviceId: string) {
  const answer = await api.call('user/login/send', { ticket, method: 'email' }, { deviceId });
  return answer.ok ? 'sent' : answer.data.refusal;
}

async function codeOf(person: TestPerson): Promise<string> {
  return /\b(\d{6})\b/.exec(await api.lastMail(person.email))?.[1] ?? '';
}

async function enter(ticket: string, code: string, deviceId: string, trust?: boolean) {
  const input = { ticket, code, ...(trust === undefined ? {} : { trust }) };
  const answer = await api.call('user/login/second', input, { deviceId });
  return answer.ok ? 'in' : answer.data.refusal;
}

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('a device that is not trusted', () => {
  it('is asked for a code once, and never again', async () => {
    const person = await api.person();
    const { deviceId, ticket, need } = await waiting(person);
    expect(need.methods).toEqual([{ method: 'email', masked: expect.stringContaining('***') }]);
    expect(await enter(ticket, '000000', deviceId)).toBe('code_expired');
    expect(await send(ticket, deviceId)).toBe('sent');
    expect(await send(ticket, deviceId)).toBe('code_too_soon');
    const code = await codeOf(person);
    expect(await enter(ticket, wrong(code), deviceId)).toBe('code_incorrect');
    expect(await enter(ticket, code, deviceId)).toBe('in');
    expect(await enter(ticket, code, deviceId)).toBe('login_expired');
    expect(await ask(person, deviceId)).toHaveProperty('token');
    const sessions = await api.call('user/session/list', {}, { token: person.token });
    expect(sessions.ok && sessions.data.list.map(({ isTrusted }) => isTrusted)).toEqual([true, true, true]);
  });

  it('that is not to be trusted is asked each time', async () => {
    const person = await api.person();
    const { deviceId, ticket } = await waiting(person);
    await send(ticket, deviceId);
    expect(await enter(ticket, await codeOf(person), deviceId, false)).toBe('in');
    expect(await ask(person, deviceId)).toHaveProperty('need');
  });

  it('has a ticket that is good there alone, for ten minutes, for one of many at once', async () => {
    const person = await api.person();
    const { deviceId, ticket } = await waiting(person);
    await send(ticket, deviceId);
    const code = await codeOf(person);
    await ask(person, 'the-thief-1');
    expect(await enter(ticket, code, 'the-thief-1')).toBe('login_expired');
    const answers = await Promise.all(Array.from({ length: 20 }, () => enter(ticket, code, deviceId)));
    expect(answers.filter((answer) => answer === 'in')).toHaveLength(1);
    const late = await waiting(person);
    await send(late.ticket, late.deviceId);
    api.clock.move(10 * minuteMs);
    expect(await enter(late.ticket, await codeOf(person), late.deviceId)).toBe('login_expired');
  });

  it('ends with five wrong codes, over all tickets, and is written down each time', async () => {
    const person = await api.person();
    const { deviceId, ticket } = await waiting(person);
    await send(ticket, deviceId);
    const code = await codeOf(person);
    const answers = await Promise.all(Array.from({ length: 30 }, () => enter(ticket, wrong(code), deviceId)));
    expect(answers.filter((answer) => answer === 'code_incorrect')).toHaveLength(4);
    expect(await enter(ticket, code, deviceId)).toMatch(/two_step_locked|login_expired/);
    const second = await waiting(person);
    api.clock.move(minuteMs);
    await send(second.ticket, second.deviceId);
    expect(await enter(second.ticket, await codeOf(person), second.deviceId)).toBe('two_step_locked');
    const log = await api.call('user/security/log', {}, { token: person.token });
    const failed = log.ok ? log.data.list.filter(({ event }) => event === 'loginCodeFailed') : [];
    expect(failed).toHaveLength(5);
    // The owner's own device is not concerned.
    expect(await ask(person, `device-${person.username}`)).toHaveProperty('token');
  });

  it('is let in by no ticket from before the password changed', async () => {
    const person = await api.person();
    const { deviceId, ticket } = await waiting(person);
    await send(ticket, deviceId);
    const code = await codeOf(person);
    const started = await api.call(
      'verify/start',
      { kind: 'user/password/set', method: 'email' },
      { token: person.token },
    );
    if (!started.ok) throw new Error(started.msg);
    const verify = { challengeId: started.data.challengeId, code: await codeOf(person) };
    const newPassword = 'Marigold8!';
    const changed = await api.call(
      'user/password/set',
      { oldPassword: goodPassword, newPassword, confirm: newPassword, verify },
      { token: person.token },
    );
    expect(changed.ok).toBe(true);
    expect(await enter(ticket, code, deviceId)).toBe('login_expired');
  });

  it('loses its trust with the session that is ended from another one', async () => {
    const person = await api.person();
    const deviceId = newDevice();
    await api.login(person, { deviceId });
    expect(await ask(person, deviceId)).toHaveProperty('token');
    await api.call('user/session/revoke', { others: true }, { token: person.token });
    expect(await ask(person, deviceId)).toHaveProperty('need');
    expect(await ask(person, `device-${person.username}`)).toHaveProperty('token');
  });

  it('gets to be trusted by a right code for anything else', async () => {
    const person = await api.person();
    const deviceId = newDevice();
    const token = await api.login(person, { deviceId, trust: false });
    const started = await api.call(
      'verify/start',
      { kind: 'bill/export/email', subject: { emails: ['a@example.com'] }, method: 'email' },
      { token },
    );
    if (!started.ok) throw new Error(started.msg);
    const input = { loginPassword: goodPassword, newPassword: '471190', confirm: '471190' };
    const other = await api.call('verify/start', { kind: 'user/paypwd/reset', method: 'email' }, { token });
    expect(other.ok).toBe(false);
    api.clock.move(minuteMs);
    const reset = await api.call('verify/start', { kind: 'user/paypwd/reset', method: 'email' }, { token });
    if (!reset.ok) throw new Error(reset.msg);
    const verify = { challengeId: reset.data.challengeId, code: await codeOf(person) };
    expect((await api.call('user/paypwd/reset', { ...input, verify }, { token })).ok).toBe(true);
    expect(await ask(person, deviceId)).toHaveProperty('token');
  });
});

describe('a session in two places', () => {
  it('ends when both are used; the account is locked, everybody is told, and the device asks for a code', async () => {
    const person = await api.person();
    const { token } = person;
    const stolen = (await api.headers(token)).cookie;
    await api.call('user/info', {}, { token });
    api.clock.move(halfLifeMs + 1);
    // The owner goes on: the half is renewed, and the new one used.
    for (let call = 0; call < 2; call += 1)
      expect((await api.call('user/info', {}, { token })).code).toBe(200);
    expect((await api.call('user/info', {}, { token, cookie: stolen })).code).toBe(200);
    api.clock.move(overlapMs);
    const thieves = Array.from({ length: 5 }, () => api.call('user/info', {}, { token, cookie: stolen }));
    expect((await Promise.all(thieves)).map(({ code }) => code)).toEqual([401, 401, 401, 401, 401]);
    expect((await api.call('user/info', {}, { token })).code).toBe(401);
    const mail = await api.lastMail(person.email);
    expect(mail).toContain('the same login was used in two places');
    const later = await api.login(person, { deviceId: `device-${person.username}` });
    const info = await api.call('user/info', {}, { token: later });
    expect(info.ok && info.data.freezes).toEqual(
      ['card', 'payout', 'trade'].map((area) => ({
        area,
        reason: 'sessionCopied',
        until: null,
        liftedBy: 'self',
      })),
    );
    const order = { to: 'nobodyhere', currency: 'USDT', amount: '1', amountConfirm: '1' };
    const paid = await api.call(
      'transfer/internal',
      { ...order, payPassword: goodPayPassword },
      { token: later },
    );
    expect(paid.ok ? undefined : paid.data.refusal).toMatch(/payouts_frozen|payee_not_found/);
    const notices = await sql`
      select from app.notice where user_id = ${person.id} and kind = 'sessionCopied'`.execute(
      api.databases.main,
    );
    expect(notices.rows).toHaveLength(1);
  });
});
