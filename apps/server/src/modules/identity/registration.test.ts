import { randomUUID } from 'node:crypto';

import { minuteMs } from '@marigold/money/spans';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import type { TestApi } from '../../../testing/api.ts';
import { goodPassword, startTestApi } from '../../../testing/api.ts';
import { createLimits } from '../../platform/http/limits.ts';
import { takeCodeLimits } from './code-limits.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(async () => await api.close());

const resendMs = 60_000;
const leftWithin = { timeout: 10_000, interval: 50 };
let counter = 0;
function fresh(): { username: string; email: string } {
  counter += 1;
  return { username: `Reg${counter}ister`, email: `reg${counter}@example.com` };
}
function form(over: object = {}) {
  return { ...fresh(), password: goodPassword, confirm: goodPassword, code: '000000', ...over };
}
/** A code that is not the right one. */
function wrong(code: string): string {
  return code === '000001' ? '000002' : '000001';
}
function refusalOf(answer: { code: number; data: unknown }): [string, unknown] {
  const { refusal, facts } = answer.data as { refusal: string; facts?: unknown };
  return [refusal, facts];
}

describe('user/register', () => {
  it('makes a person with the proven contact and signs in', async () => {
    const code = await api.codeFor('Mixed.Case@Example.com'.toLowerCase());
    const input = form({ username: 'MixedCase', email: 'Mixed.Case@Example.COM', code });
    const answer = await api.call('user/register', input, { language: 'ru_RU' });
    expect(answer).toMatchObject({
      code: 200,
      data: {
        token: expect.stringMatching(/^[\w-]{43}$/),
        user: {
          username: 'MixedCase',
          nickname: 'MixedCase',
          uid: expect.stringMatching(/^[1-9]\d{8}$/),
          email: 'm******************com',
          phone: null,
          hasPayPassword: false,
          isPasswordCommon: false,
          hasGoogle: false,
          codesLeft: 0,
          kycLevel: 1,
          language: 'ru',
          fiat: 'USD',
          inviteCode: expect.stringMatching(/^[A-Z0-9]{6}$/),
          freezes: [],
        },
      },
    });
    const rows = await sql`select email from app.person where username = 'MixedCase'`.execute(
      api.databases.main,
    );
    expect(rows.rows).toEqual([{ email: 'mixed.case@example.com' }]);
  });

  it('takes a phone number proven by SMS', async () => {
    await api.call('user/code/send', { scene: 'register', phone: '+4915112345678' });
    const code = /\d{6}/.exec(await api.lastMail('+4915112345678'))?.[0] ?? '';
    const { username } = fresh();
    const input = { username, phone: '+4915112345678', password: goodPassword, confirm: goodPassword, code };
    const answer = await api.call('user/register', input);
    expect(answer).toMatchObject({ code: 200, data: { user: { phone: '+**********678', email: null } } });
  });

  it('answers a replay with the same person and without the token', async () => {
    const input = form();
    const sent = { ...input, code: await api.codeFor(input.email) };
    const requestId = randomUUID();
    const first = await api.call('user/register', sent, { requestId });
    const second = await api.call('user/register', sent, { requestId });
    expect(first).toMatchObject({ code: 200, data: { token: expect.any(String) } });
    expect(second).toEqual({ ...first, data: { user: (first.data as { user: unknown }).user } });
  });

  it('says its noes in the order of the contract', async () => {
    const taken = await api.person();
    const email = fresh().email;
    const code = await api.codeFor(email);
    const bad = { username: taken.username.toUpperCase(), email, inviteCode: 'ZZZZZZ', code: wrong(code) };
    const steps = [
      [{ password: 'short', confirm: 'other' }, 'passwords_differ'],
      [{ password: 'short', confirm: 'short' }, 'password_weak'],
      [{ password: 'P@ssw0rd123', confirm: 'P@ssw0rd123' }, 'password_common'],
      [{ username: 'kornblume', password: 'Kornblume#1', confirm: 'Kornblume#1' }, 'password_common'],
      [{ email: 'kl.mohn@example.com', password: '1KlMohn!', confirm: '1KlMohn!' }, 'password_common'],
      [{}, 'code_incorrect'],
      [{ code }, 'username_taken'],
      [{ code, username: fresh().username }, 'invite_code_unknown'],
      [{ code, username: fresh().username, inviteCode: undefined }, undefined],
    ] as const;
    for (const [change, refusal] of steps) {
      const answer = await api.call('user/register', form({ ...bad, ...change }));
      expect([change, refusalOf(answer)[0]]).toEqual([change, refusal]);
    }
  });

  it('remembers who invited', async () => {
    const inviter = await api.person();
    const { inviteCode } = (await api.call('user/info', {}, { token: inviter.token })).data as {
      inviteCode: string;
    };
    const input = form({ inviteCode });
    await api.call('user/register', { ...input, code: await api.codeFor(input.email) });
    const rows = await sql`
      select invited_by from app.person where username = ${input.username}`.execute(api.databases.main);
    expect(rows.rows).toEqual([{ invited_by: inviter.id }]);
  });

  it('never gives a username that is somebody’s uid', async () => {
    const other = await api.person();
    const { uid } = (await api.call('user/info', {}, { token: other.token })).data as { uid: string };
    const input = form({ username: uid });
    const answer = await api.call('user/register', { ...input, code: await api.codeFor(input.email) });
    expect(refusalOf(answer)[0]).toBe('username_taken');
  });
});

describe('a contact code', () => {
  it('is looked at five times, fifty parallel guesses or not', async () => {
    const input = form();
    const code = await api.codeFor(input.email);
    const guesses = await Promise.all(
      Array.from({ length: 50 }, () => api.call('user/register', { ...input, code: wrong(code) })),
    );
    const incorrect = guesses.map(refusalOf).filter(([refusal]) => refusal === 'code_incorrect');
    expect(incorrect.map(([, facts]) => (facts as { left: number }).left).toSorted((a, b) => a - b)).toEqual([
      0, 1, 2, 3, 4,
    ]);
    expect(guesses.map(refusalOf).filter(([refusal]) => refusal === 'code_expired')).toHaveLength(45);
    expect(refusalOf(await api.call('user/register', { ...input, code }))[0]).toBe('code_expired');
  });

  it('keeps its tries for whoever knows it', async () => {
    const taken = await api.person();
    const input = form();
    const code = await api.codeFor(input.email);
    for (let round = 0; round < 8; round += 1) {
      const answer = await api.call('user/register', { ...input, code, username: taken.username });
      expect(refusalOf(answer)[0]).toBe('username_taken');
    }
    expect((await api.call('user/register', { ...input, code })).code).toBe(200);
  });

  it('makes one person only, however many use it at once', async () => {
    const { email } = fresh();
    const code = await api.codeFor(email);
    const answer = await Promise.all(
      Array.from({ length: 5 }, () => api.call('user/register', form({ email, code }))),
    );
    expect(answer.filter((one) => one.code === 200)).toHaveLength(1);
    const rows = await sql`select 1 from app.person where email = ${email}`.execute(api.databases.main);
    expect(rows.rows).toHaveLength(1);
  });

  it('is good for five minutes and no longer', async () => {
    const input = form();
    const code = await api.codeFor(input.email);
    api.clock.move(5 * minuteMs);
    expect(refusalOf(await api.call('user/register', { ...input, code }))[0]).toBe('code_expired');
  });

  it('proves its own contact only', async () => {
    const mine = fresh().email;
    const theirs = fresh().email;
    await api.codeFor(theirs);
    const code = await api.codeFor(mine);
    const answer = await api.call('user/register', form({ email: theirs, code }));
    expect(refusalOf(answer)).toEqual(['code_incorrect', { left: 4 }]);
  });

  it('is stored as a digest and leaves no payload behind', async () => {
    const { email } = fresh();
    const code = await api.codeFor(email);
    const owner = new pg.Client({ connectionString: api.ownerUrl });
    await owner.connect();
    // Codes of the tests before may still be on their way.
    await vi.waitFor(async () => {
      await api.lastMail(email);
      const stored = await owner.query('select payload from graphile_worker._private_jobs');
      expect(stored.rows).toEqual([]);
    }, leftWithin);
    const rows = await owner.query('select * from app.contact_code where target = $1', [email]);
    await owner.end();
    expect(rows.rows).toHaveLength(1);
    expect(JSON.stringify(rows.rows)).not.toContain(code);
  });
});

describe('user/code/send', () => {
  it('sends another one only after a minute, and only one of ten at once', async () => {
    const { email } = fresh();
    const answer = await Promise.all(
      Array.from({ length: 10 }, () => api.call('user/code/send', { scene: 'register', email })),
    );
    expect(answer.filter((one) => one.code === 200)).toHaveLength(1);
    const again = await api.call('user/code/send', { scene: 'register', email });
    const [refusal, facts] = refusalOf(again);
    expect(refusal).toBe('code_too_soon');
    expect((facts as { seconds: number }).seconds).toBeGreaterThan(50);
    expect((facts as { seconds: number }).seconds).toBeLessThanOrEqual(60);
    api.clock.move(resendMs);
    expect((await api.call('user/code/send', { scene: 'register', email })).code).toBe(200);
  });

  it('answers alike for a bound contact, and tells its owner instead of sending a code', async () => {
    const owner = await api.person();
    const { email: free } = fresh();
    api.clock.move(resendMs);
    const bound = await api.call('user/code/send', { scene: 'register', email: owner.email });
    const unbound = await api.call('user/code/send', { scene: 'register', email: free });
    expect({ ...bound.data, masked: '' }).toEqual({ ...unbound.data, masked: '' });
    const mail = await api.lastMail(owner.email);
    expect(mail).toContain('already belongs to an account');
    expect(mail).not.toMatch(/\d{6}/);
    const answer = await api.call('user/register', form({ email: owner.email, code: '123456' }));
    expect(refusalOf(answer)).toEqual(['code_incorrect', { left: 4 }]);
    expect(refusalOf(await api.call('user/code/send', { scene: 'register', email: owner.email }))[0]).toBe(
      'code_too_soon',
    );
  });

  it('sends six an hour to one contact, thirty for one address, twenty for one device, and ten a day to the contact', async () => {
    const limits = createLimits(api.databases.pool, () => api.clock.now());
    const to = async (target: string, address: string, deviceId: string = randomUUID()) => {
      const no = await takeCodeLimits(limits, { target, address, deviceId });
      return no === undefined ? 'sent' : no.code;
    };
    const same: string[] = [];
    for (let index = 0; index < 7; index += 1) same.push(await to('one@example.com', `10.0.0.${index}`));
    expect(same).toEqual([...Array.from({ length: 6 }, () => 'sent'), 'code_limit']);
    const many: string[] = [];
    for (let index = 0; index < 31; index += 1) many.push(await to(`many${index}@example.com`, '10.0.1.1'));
    expect(many.filter((one) => one === 'sent')).toHaveLength(30);
    expect(many.at(-1)).toBe('code_limit');
    const device: string[] = [];
    for (let index = 0; index < 21; index += 1)
      device.push(await to(`device${index}@example.com`, `2001:db8:${index}::1`, 'one-device'));
    expect(device).toEqual([...Array.from({ length: 20 }, () => 'sent'), 'code_limit']);
    api.clock.move(60 * minuteMs);
    const later: string[] = [];
    for (let index = 0; index < 5; index += 1) later.push(await to('one@example.com', `10.0.2.${index}`));
    expect(later).toEqual(['sent', 'sent', 'sent', 'sent', 'code_limit']);
    const last = { target: 'one@example.com', address: '10.0.3.1', deviceId: randomUUID() };
    expect((await takeCodeLimits(limits, last))?.facts).toEqual({
      seconds: expect.closeTo(23 * 3600, -2) as unknown,
      hours: 23,
    });
  });
});
