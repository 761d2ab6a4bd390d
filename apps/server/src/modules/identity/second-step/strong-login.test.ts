/** Signing in once something strong is bound: contacts open nothing, an authenticator and a code on paper do, each once. */
import { dayMs, minuteMs } from '@marigold/money/spans';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { TestApi, TestPerson } from '../../../../testing/api.ts';
import { goodPassword, startTestApi } from '../../../../testing/api.ts';
import { giveGoogle, giveRecoveryCodes } from '../../../../testing/factors.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(async () => await api.close());

let devices = 0;
const newDevice = () => `strong-device-${(devices += 1)}`;

async function ask({ username: account }: Pick<TestPerson, 'username'>, deviceId: string) {
  const answer = await api.call('user/login', { account, password: goodPassword }, { deviceId });
  if (!answer.ok) throw new Error(answer.msg);
  return answer.data;
}
async function waiting(person: Pick<TestPerson, 'username'>, deviceId = newDevice()) {
  const data = await ask(person, deviceId);
  if ('token' in data) throw new Error('nothing was asked for');
  return { deviceId, ...data.need };
}
type Typed = { code: string; method?: 'google'; trust?: boolean } | { recoveryCode: string; trust?: boolean };
async function enter({ ticket, deviceId }: { ticket: string; deviceId: string }, shown: Typed) {
  const answer = await api.call('user/login/second', { ticket, ...shown }, { deviceId });
  if (answer.ok) return 'in';
  const { refusal, facts = {} } = answer.data;
  const numbers = [facts['left'], facts['drift']].filter((fact) => typeof fact === 'number');
  return [refusal, ...numbers].join(' ');
}
const google = (code: string) => ({ code, method: 'google' }) as const;
async function eventsOf({ id }: TestPerson): Promise<string[]> {
  const found = await sql<{ event: string }>`
    select event from app.security_event where user_id = ${id} order by id`.execute(api.databases.main);
  return found.rows.map(({ event }) => event);
}

describe('whoever bound an authenticator', () => {
  it('is asked for it and for no contact, on a device that is new', async () => {
    const person = await api.person();
    const before = await waiting(person);
    const { code, wrong } = await giveGoogle(api, person);
    const login = await waiting(person);
    expect(login.methods).toEqual([{ method: 'google', masked: null }]);
    for (const { ticket, deviceId } of [login, before]) {
      const sent = await api.call('user/login/send', { ticket, method: 'email' }, { deviceId });
      expect(sent.ok ? undefined : sent.data.refusal).toBe('method_not_bound');
    }
    expect(await enter(login, { code: code() })).toBe('login_expired');
    expect(await enter(login, google(wrong()))).toBe('code_incorrect 4');
    expect(await enter(login, google(code(2 * minuteMs)))).toBe('code_incorrect 3 120');
    expect(await enter(login, google(code()))).toBe('in');
    expect((await eventsOf(person)).filter((event) => event === 'googleFailed')).toHaveLength(2);
  });

  it('gets in by a code to a contact no more that was sent before', async () => {
    const person = await api.person();
    const login = await waiting(person);
    await api.call('user/login/send', { ticket: login.ticket, method: 'email' }, login);
    const mailed = /\b(\d{6})\b/.exec(await api.lastMail(person.email))?.[1] ?? '';
    await giveGoogle(api, person);
    expect(await enter(login, { code: mailed })).toBe('login_expired');
  });

  it('is asked again after thirty days on a device that is trusted, and only then', async () => {
    const person = await api.person();
    const { code } = await giveGoogle(api, person);
    const login = await waiting(person);
    expect(await enter(login, { ...google(code()), trust: true })).toBe('in');
    api.clock.move(30 * dayMs - minuteMs);
    expect(await ask(person, login.deviceId)).toHaveProperty('token');
    api.clock.move(minuteMs);
    const again = await waiting(person, login.deviceId);
    expect(await enter(again, google(code()))).toBe('in');
    api.clock.move(minuteMs);
    expect(await ask(person, login.deviceId)).toHaveProperty('token');
  });

  it('uses one code once: of fifty log-ins with it at the same time one gets in', async () => {
    const person = await api.person();
    const { code } = await giveGoogle(api, person);
    const logins = await Promise.all(Array.from({ length: 50 }, () => waiting(person)));
    const shown = google(code());
    const answers = await Promise.all(logins.map((login) => enter(login, shown)));
    expect(answers.filter((answer) => answer === 'in')).toHaveLength(1);
    api.clock.move(16 * minuteMs);
    expect(await enter(await waiting(person), google(code()))).toBe('in');
  });

  it('is locked for a while by five wrong codes, over all tickets', async () => {
    const person = await api.person();
    const { code, wrong } = await giveGoogle(api, person);
    const login = await waiting(person);
    for (let index = 0; index < 4; index += 1) await enter(login, google(wrong()));
    expect(await enter(await waiting(person), google(wrong()))).toBe('two_step_locked');
    expect(await enter(await waiting(person), google(code()))).toBe('two_step_locked');
    api.clock.move(15 * minuteMs);
    expect(await enter(await waiting(person), google(code()))).toBe('in');
  });
});

describe('a code on paper', () => {
  it('opens a session once, however it is written; it is written down and everybody is told', async () => {
    const person = await api.person();
    await giveGoogle(api, person);
    const [first = '', second = ''] = await giveRecoveryCodes(api, person, 10);
    const login = await waiting(person);
    expect(login.methods).toEqual([
      { method: 'google', masked: null },
      { method: 'recovery', masked: null },
    ]);
    const other = await giveRecoveryCodes(api, await api.person(), 1);
    expect(await enter(login, { recoveryCode: other[0] ?? '' })).toBe('code_incorrect 4');
    expect(await enter(login, { recoveryCode: first.replaceAll('-', ' ').toLowerCase() })).toBe('in');
    const notices = await sql<{ facts: unknown }>`
      select facts from app.notice where user_id = ${person.id} and kind = 'recoveryCodeUsed'`.execute(
      api.databases.main,
    );
    expect(notices.rows).toEqual([{ facts: { left: 9 } }]);
    expect(await eventsOf(person)).toEqual(expect.arrayContaining(['googleFailed', 'recoveryCodeUsed']));
    expect(await enter(await waiting(person), { recoveryCode: first })).toBe('code_incorrect 4');
    const logins = await Promise.all(Array.from({ length: 12 }, () => waiting(person)));
    const answers = await Promise.all(logins.map((one) => enter(one, { recoveryCode: second })));
    expect(answers.filter((answer) => answer === 'in')).toHaveLength(1);
  });

  it('is no way in any more when the last one is used', async () => {
    const person = await api.person();
    await giveGoogle(api, person);
    const [only = ''] = await giveRecoveryCodes(api, person, 1);
    expect(await enter(await waiting(person), { recoveryCode: only })).toBe('in');
    expect((await waiting(person)).methods).toEqual([{ method: 'google', masked: null }]);
  });

  it('opens nothing for whoever never had one, and is locked by five wrong ones', async () => {
    const person = await api.person();
    const login = await waiting(person);
    for (let index = 0; index < 4; index += 1)
      expect(await enter(login, { recoveryCode: '0000-0000-0000' })).toBe(`code_incorrect ${4 - index}`);
    expect(await enter(login, { recoveryCode: '0000-0000-0000' })).toBe('two_step_locked');
  });
});

it('people of the demo are asked for nothing, until they bind something strong', async () => {
  const person = await api.person();
  await sql`update app.person set is_demo = true where id = ${person.id}`.execute(api.databases.main);
  expect(await ask(person, newDevice())).toHaveProperty('token');
  const { code } = await giveGoogle(api, person);
  expect(await enter(await waiting(person), google(code()))).toBe('in');
});
