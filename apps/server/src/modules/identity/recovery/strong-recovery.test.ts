/** A forgotten password of whoever has more than a contact: a mailbox alone takes nothing over. */
import { dayMs, minuteMs } from '@marigold/money/spans';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { TestApi, TestPerson } from '../../../../testing/api.ts';
import { goodPassword, startTestApi } from '../../../../testing/api.ts';
import { giveGoogle } from '../../../../testing/factors.ts';
import { readOffer } from '../../factor/views.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(async () => await api.close());

const newPassword = 'Marigold8?';

async function verifyCode(person: TestPerson, typed?: string) {
  const found = await api.call('user/forget/find', { account: person.username });
  if (!found.ok) throw new Error(found.msg);
  const { ticket } = found.data;
  // The next code for one contact may leave after a minute.
  api.clock.move(minuteMs);
  await api.call('user/forget/send', { ticket, method: 'email' });
  const code = /\b(\d{6})\b/.exec(await api.lastMail(person.email))?.[1] ?? '';
  return await api.call('user/forget/verify', { ticket, code: typed ?? code });
}
async function prove(person: TestPerson) {
  const answer = await verifyCode(person);
  if (!answer.ok) throw new Error(answer.msg);
  return answer.data;
}
async function reset(ticket: string, google?: string, password = newPassword) {
  const input = { ticket, password, confirm: password, ...(google === undefined ? {} : { google }) };
  const answer = await api.call('user/forget/reset', input);
  if (answer.ok) return 'reset';
  const { refusal, facts = {} } = answer.data;
  const numbers = [facts['left'], facts['drift']].filter((fact) => typeof fact === 'number');
  return [refusal, ...numbers].join(' ');
}
async function freezesOf(person: TestPerson): Promise<string[]> {
  const found = await sql<{ what: string }>`
    select area || ' ' || reason as what from app.freeze where user_id = ${person.id} order by area`.execute(
    api.databases.main,
  );
  return found.rows.map(({ what }) => what);
}
async function resetChannelOf(person: TestPerson): Promise<string | null | undefined> {
  const found = await sql<{ by: string | null }>`
    select password_reset_by as by from app.person where id = ${person.id}`.execute(api.databases.main);
  return found.rows[0]?.by;
}

it('a forgotten password voids what was asked for before it', async () => {
  const person = await api.person();
  const input = { kind: 'user/password/set', method: 'email' } as const;
  const begun = await api.call('verify/start', input, { token: person.token });
  if (!begun.ok) throw new Error(begun.msg);
  const { ticket } = await prove(person);
  expect(await reset(ticket)).toBe('reset');
  const found = await sql<{ state: string }>`
    select state from app.challenge where id = ${begun.data.challengeId}`.execute(api.databases.main);
  expect(found.rows).toEqual([{ state: 'void' }]);
});

describe('a forgotten password beside an authenticator', () => {
  it('needs its code as well; trading and credentials are not frozen then', async () => {
    const person = await api.person();
    const { code, wrong } = await giveGoogle(api, person);
    const { ticket, need } = await prove(person);
    expect(need).toEqual(['google']);
    expect(await reset(ticket)).toBe('two_step_needed');
    expect(await reset(ticket, wrong())).toBe('code_incorrect 4');
    expect(await reset(ticket, code(2 * minuteMs))).toBe('code_incorrect 3 120');
    expect(await freezesOf(person)).toEqual([]);
    // A password that is refused leaves the code as it was.
    expect(await reset(ticket, code(), 'Password1!')).toBe('password_common');
    expect(await reset(ticket, code())).toBe('reset');
    expect(await freezesOf(person)).toEqual(['payout passwordResetStrong']);
    expect(await resetChannelOf(person)).toBe('email');
    expect(await api.lastMail(person.email)).toContain('Sending is paused until');
  });

  it('is locked with it, and takes nobody’s recovery code', async () => {
    const person = await api.person();
    const { code, wrong } = await giveGoogle(api, person);
    const { ticket } = await prove(person);
    for (let index = 0; index < 4; index += 1) await reset(ticket, wrong());
    expect(await reset(ticket, wrong())).toBe('two_step_locked');
    expect(await reset(ticket, code())).toBe('two_step_locked');
    expect(await freezesOf(person)).toEqual([]);
  });

  it('uses its code up: it opens no session afterwards', async () => {
    const person = await api.person();
    const { code } = await giveGoogle(api, person);
    const { ticket } = await prove(person);
    const shown = code();
    expect(await reset(ticket, shown)).toBe('reset');
    const login = await api.call('user/login', { account: person.username, password: newPassword });
    if (!login.ok || 'token' in login.data) throw new Error('nothing was asked for');
    const input = { ticket: login.data.need.ticket, code: shown, method: 'google' } as const;
    expect((await api.call('user/login/second', input)).ok).toBe(false);
  });

  it('is known by nobody before a contact’s code was right', async () => {
    const [plain, strong] = [await api.person(), await api.person()];
    await giveGoogle(api, strong);
    const answers = [await verifyCode(plain, '000000'), await verifyCode(strong, '000000')];
    expect(answers[0]).toEqual(answers[1]);
    expect(await prove(plain)).not.toHaveProperty('need');
  });
});

async function start(token: string, kind: 'user/paypwd/reset' | 'user/password/set', email: string) {
  const answer = await api.call('verify/start', { kind, method: 'email' }, { token });
  if (!answer.ok) return answer.data.refusal;
  const code = /\b(\d{6})\b/.exec(await api.lastMail(email))?.[1] ?? '';
  return { challengeId: answer.data.challengeId, code };
}
async function thawCredentials(person: TestPerson): Promise<void> {
  await sql`
    update app.freeze set lifted_at = since, lifted_by = 'support'
    where user_id = ${person.id} and area = 'credentials'`.execute(api.databases.main);
}
async function resetByMail(person: TestPerson): Promise<string> {
  const { ticket } = await prove(person);
  expect(await reset(ticket)).toBe('reset');
  const token = await api.login(person, { password: newPassword });
  api.clock.move(minuteMs);
  return token;
}

describe('the mailbox that reset the login password', () => {
  it('resets no payment password for seven days: the freeze and the offer both say so', async () => {
    const person = await api.person();
    const token = await resetByMail(person);
    expect(await resetChannelOf(person)).toBe('email');
    expect(await start(token, 'user/paypwd/reset', person.email)).toBe('credentials_frozen');
    await thawCredentials(person);
    expect(await start(token, 'user/paypwd/reset', person.email)).toBe('method_not_bound');
    const input = { loginPassword: newPassword, newPassword: '471190', confirm: '471190' };
    const request = await api.call('user/paypwd/reset', input, { token });
    expect(request.ok ? undefined : request.data).toMatchObject({
      refusal: 'verification_required',
      facts: { methods: [] },
    });
    api.clock.move(7 * dayMs);
    const later = await api.login(person, { password: newPassword });
    expect(await start(later, 'user/paypwd/reset', person.email)).toHaveProperty('code');
  });

  it('resets none at all where another class is bound', async () => {
    const person = await api.person();
    await resetByMail(person);
    await thawCredentials(person);
    await sql`update app.person set phone = '+995555012468' where id = ${person.id}`.execute(
      api.databases.main,
    );
    const later = {
      userId: person.id,
      kind: 'user/paypwd/reset',
      now: api.clock.now() + 70 * dayMs,
    } as const;
    expect((await readOffer(api.databases.main, later)).methods).toEqual(['sms']);
    await giveGoogle(api, person);
    expect((await readOffer(api.databases.main, later)).methods).toEqual(['google']);
  });

  it('stays one after another password that it approved itself, and not after one that another class approved', async () => {
    const person = await api.person();
    const token = await resetByMail(person);
    const set = async (
      oldPassword: string,
      password: string,
      verify: { challengeId: string; code: string },
    ) =>
      await api.call(
        'user/password/set',
        { oldPassword, newPassword: password, confirm: password, verify },
        { token },
      );
    const mailed = await start(token, 'user/password/set', person.email);
    if (typeof mailed === 'string') throw new Error(mailed);
    expect((await set(newPassword, goodPassword, mailed)).ok).toBe(true);
    expect(await resetChannelOf(person)).toBe('email');
    const { code } = await giveGoogle(api, person);
    const started = await api.call(
      'verify/start',
      { kind: 'user/password/set', method: 'google' },
      { token },
    );
    if (!started.ok) throw new Error(started.msg);
    const verify = { challengeId: started.data.challengeId, code: code() };
    expect((await set(goodPassword, newPassword, verify)).ok).toBe(true);
    expect(await resetChannelOf(person)).toBeNull();
  });
});
