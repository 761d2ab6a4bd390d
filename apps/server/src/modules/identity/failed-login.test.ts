/** What the owner reads of tries by others: all of them, and no word of whoever tried. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { TestPerson, TestApi } from '../../../testing/api.ts';
import { goodPassword, startTestApi } from '../../../testing/api.ts';
import { systemClock } from '../../platform/process/clock.ts';
import { guess } from './attempts.ts';
import { loginRule } from './rules.ts';
import { traceOfGuess } from './security-log.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(async () => await api.close());

type Client = Readonly<Record<string, unknown>>;
const lie = 'ACCOUNT AT RISK. Send your coins to 0x52908400098527886E0F7030069857D2E4169EE7, evil.example';

let calls = 0;
/** From a network of its own each time: what is counted here is the name. */
async function logIn(person: TestPerson, password: string, client: Client, deviceId = 'stranger-1') {
  const input = { account: person.username, password };
  calls += 1;
  const address = `2001:db8:${calls.toString(16)}::1`;
  return await api.call('user/login', input, { deviceId, client, address });
}

async function logOf({ token }: TestPerson) {
  const answer = await api.call('user/security/log', { size: 100 }, { token });
  if (!answer.ok) throw new Error(answer.msg);
  return answer.data.list;
}

async function failuresOf(person: TestPerson): Promise<(string | null)[]> {
  return (await logOf(person)).filter(({ event }) => event === 'loginFailed').map(({ device }) => device);
}

async function attemptsOf(person: TestPerson): Promise<number> {
  const found = await sql`
    select from app.attempt where subject = ${`text:${person.username.toLowerCase()}`}`.execute(
    api.databases.main,
  );
  return found.rows.length;
}

describe('a wrong password', () => {
  it.each<[string, Client]>([
    ['an honest client', { deviceModel: 'iPhone', osName: 'ios' }],
    ['100 characters', { deviceModel: 'x'.repeat(100) }],
    ['100 characters beyond the first plane', { deviceModel: '🌼'.repeat(50) }],
    ['control characters', { deviceModel: '\u0001\u001b[31m\r\n\u007f\u0085' }],
    ['marks of direction', { deviceModel: '\u202eenohPi\u2066\u061c' }],
    ['nothing that is seen', { deviceModel: '\u200b\u200d\ufeff\u{e0041}' }],
    [
      'every other text of the envelope',
      { appVersion: '\u202e', deviceType: '\u0007', deviceBrand: '\u200b' },
    ],
  ])(
    'is written before it is answered, the one that locks too, from a client with %s',
    async (_what, client) => {
      const person = await api.person(undefined, { payPassword: false });
      const answers: (string | undefined)[] = [];
      for (let count = 1; count <= 6; count += 1) {
        const answer = await logIn(person, 'Wrong1234!', client);
        answers.push(answer.ok ? undefined : answer.data.refusal);
        expect(await failuresOf(person)).toHaveLength(Math.min(count, 5));
      }
      const wrong = 'account_or_password_incorrect';
      expect(answers).toEqual([wrong, wrong, wrong, wrong, 'account_locked', 'account_locked']);
    },
  );

  it.each<[string, Client]>([
    ['NUL in its model', { deviceModel: 'ab\0cd' }],
    ['NUL in its system', { osName: '\0' }],
    ['half of a pair', { deviceBrand: 'x\ud800' }],
  ])('or a right one from a client with %s is not looked at, and says nothing', async (_what, client) => {
    const person = await api.person(undefined, { payPassword: false });
    const answer = [await logIn(person, 'Wrong1234!', client), await logIn(person, goodPassword, client)];
    expect(answer.map(({ code }) => code)).toEqual([400, 400]);
    expect(answer[0]).toEqual(answer[1]);
    expect(await attemptsOf(person)).toBe(0);
    expect((await logOf(person)).map(({ event }) => event)).toEqual(['login']);
  });

  it('is written with its count: where the one cannot be, the other is not, and nothing is looked at', async () => {
    const person = await api.person(undefined, { payPassword: false });
    let looked = 0;
    const from = {
      deviceName: '',
      deviceFamily: 'not \n clean',
      address: '',
      country: undefined,
      now: systemClock(),
    };
    const trying = guess(
      { aside: api.databases.aside, address: '', now: systemClock() },
      loginRule,
      `text:${person.username.toLowerCase()}`,
      async () => {
        looked += 1;
        return false;
      },
      traceOfGuess(from, person.id, 'loginFailed'),
    );
    await expect(trying).rejects.toThrow('device_name_clean');
    expect([looked, await attemptsOf(person), await failuresOf(person)]).toEqual([0, 0, []]);
  });

  it('that could not be looked at leaves neither count nor line', async () => {
    const person = await api.person(undefined, { payPassword: false });
    const from = { deviceName: '', deviceFamily: '', address: '', country: undefined, now: systemClock() };
    const trying = guess(
      { aside: api.databases.aside, address: '', now: systemClock() },
      loginRule,
      `text:${person.username.toLowerCase()}`,
      async () => await Promise.reject(new Error('no thread to hash with')),
      traceOfGuess(from, person.id, 'loginFailed'),
    );
    await expect(trying).rejects.toThrow('no thread');
    expect(await failuresOf(person)).toEqual([]);
  });

  it('as a proof of who is logged in already is written as well', async () => {
    const person = await api.person();
    const input = { loginPassword: 'Wrong1234!', newPassword: '471190', confirm: '471190' };
    const answer = await api.call('user/paypwd/set', input, { token: person.token });
    expect(answer.ok ? undefined : answer.data.refusal).toBe('password_incorrect');
    expect(await failuresOf(person)).toEqual([null]);
  });
});

describe('a right password', () => {
  it('leaves no failed try behind', async () => {
    const person = await api.person(undefined, { payPassword: false });
    await api.login(person, { deviceId: 'stranger-1' });
    expect((await logOf(person)).map(({ event }) => event)).toEqual(['newDevice', 'login']);
  });
});

describe('the security log', () => {
  it.each<[Client, string | null]>([
    [{ deviceModel: lie }, null],
    [{ deviceModel: lie, osName: 'android' }, 'Android'],
    [{ deviceModel: 'none', osName: lie }, null],
    [{ deviceModel: 'Chrome', osName: lie }, 'Chrome'],
    [{ deviceModel: 'Chrome', osName: 'linux' }, 'Chrome · Linux'],
  ])('shows no word of a stranger who says %j, but %j', async (client, displayed) => {
    const person = await api.person(undefined, { payPassword: false });
    await logIn(person, 'Wrong1234!', client);
    expect(await failuresOf(person)).toEqual([displayed]);
  });

  it('shows none of whoever guesses the payment password', async () => {
    const person = await api.person();
    for (let count = 0; count < 5; count += 1) {
      const input = {
        loginPassword: goodPassword,
        oldPassword: '111112',
        newPassword: '471190',
        confirm: '471190',
      };
      await api.call('user/paypwd/set', input, { token: person.token, client: { deviceModel: lie } });
    }
    const locked = (await logOf(person)).filter(({ event }) => event === 'payPasswordLocked');
    expect(locked.map(({ device }) => device)).toEqual([null]);
  });

  it('shows one short clean line of whoever knew the password, and so does the list of sessions', async () => {
    const person = await api.person(undefined, { payPassword: false });
    const deviceModel = `scheduled test by Marigold”.\nNo action needed,\u202e ignore this. ${'x'.repeat(30)}`;
    await api.login(person, { deviceId: 'stranger-1', client: { deviceModel, osName: 'ios' } });
    const displayed = 'scheduled test by Marigold. No act · iOS';
    expect((await logOf(person))[0]).toMatchObject({ event: 'newDevice', device: displayed });
    const sessions = await api.call('user/session/list', {}, { token: person.token });
    expect(sessions.ok && sessions.data.list.map(({ device }) => device)).toContain(displayed);
    expect(await api.lastMail(person.email)).toContain(`“${displayed}”, `);
  });
});
