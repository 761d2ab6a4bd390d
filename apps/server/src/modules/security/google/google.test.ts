import { randomUUID } from 'node:crypto';

import { needs, needsOf, type PageNeed, pageNeeds } from '@marigold/guard/page-needs';
import { hourMs, minuteMs } from '@marigold/money/spans';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { CallAnswer, TestApi, TestPerson } from '../../../../testing/api.ts';
import { goodPassword, startTestApi } from '../../../../testing/api.ts';
import { codeAt, stepMs } from '../../../../testing/authenticator-code.ts';
import { bindAuthenticator, mailedProof, toNextStep } from '../../../../testing/bind-two-step.ts';

let api: TestApi;
beforeAll(async () => (api = await startTestApi()));
afterAll(async () => await api.close());

const db = () => api.databases.main;
const loginPassword = goodPassword;

function outcomeOf({
  ok,
  data,
}: CallAnswer<'user/google/bind' | 'user/google/unbind' | 'user/google/codes'>) {
  if (ok) return 'done';
  const { refusal, facts } = data as { refusal: string; facts?: { left?: number } };
  return facts?.left === undefined ? refusal : `${refusal} ${facts.left}`;
}
async function offer({ token }: TestPerson): Promise<string> {
  const answer = await api.call('user/google/new', {}, { token });
  if (!answer.ok) throw new Error(answer.msg);
  return answer.data.secret;
}
async function proven({ token }: TestPerson, kind: 'user/google/unbind' | 'user/google/codes', code: string) {
  const answer = await api.call('verify/start', { kind, method: 'google' }, { token });
  if (!answer.ok) throw new Error(answer.msg);
  return { challengeId: answer.data.challengeId, code };
}
async function userOf({ token }: TestPerson) {
  const answer = await api.call('user/info', {}, { token });
  if (!answer.ok) throw new Error(answer.msg);
  const { hasGoogle, codesLeft, freezes } = answer.data;
  return { hasGoogle, codesLeft, freezes: freezes.map(({ area, reason }) => `${area} ${reason}`).toSorted() };
}
async function count(what: 'notice' | 'security_event', { id }: TestPerson, kind: string): Promise<number> {
  const column = sql.ref(what === 'notice' ? 'kind' : 'event');
  const found = await sql`
    select from ${sql.table(`app.${what}`)} where user_id = ${id} and ${column} = ${kind}`.execute(db());
  return found.rows.length;
}
function wrong(code: string): string {
  return code === '000001' ? '000002' : '000001';
}

describe('binding', () => {
  it('takes the password, a code of the offered seed and a second verification, and pauses sending', async () => {
    const person = await api.person();
    const { token } = person;
    const made = await api.call('user/google/new', {}, { token });
    expect(made).toMatchObject({
      ok: true,
      data: { secret: expect.stringMatching(/^[A-Z2-7]{32}$/), expires: expect.any(Number) },
    });
    const { secret, otpauth } = (made as { data: { secret: string; otpauth: string } }).data;
    expect(otpauth).toMatch(new RegExp(`^otpauth://totp/Marigold:.+secret=${secret}&issuer=Marigold$`));
    expect(otpauth).not.toContain(person.username);
    const code = codeAt(secret, api.clock.now());
    const ask = async (verify?: { challengeId: string; code: string }) =>
      await api.call(
        'user/google/bind',
        { loginPassword, code, ...(verify === undefined ? {} : { verify }) },
        { token },
      );
    expect(await ask()).toMatchObject({
      data: { refusal: 'verification_required', facts: { methods: ['email'] } },
    });
    const bound = await ask(await mailedProof(api, person, 'user/google/bind'));
    expect(bound).toMatchObject({ ok: true, data: { freezes: [{ area: 'payout', reason: 'googleBound' }] } });
    const { codes = [] } = (bound as { data: { codes?: string[] } }).data;
    expect(new Set(codes).size).toBe(10);
    for (const one of codes) expect(one).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    expect(await userOf(person)).toEqual({ hasGoogle: true, codesLeft: 10, freezes: ['payout googleBound'] });
    expect(await count('notice', person, 'googleBound')).toBe(1);
    expect(await count('security_event', person, 'googleBound')).toBe(1);
    expect(await api.call('user/google/new', {}, { token })).toMatchObject({
      data: { refusal: 'two_step_bound' },
    });
    // The code that bound it is used up.
    const unbind = { loginPassword, verify: await proven(person, 'user/google/unbind', code) };
    expect(outcomeOf(await api.call('user/google/unbind', unbind, { token }))).toBe(
      'verification_incorrect 4',
    );
  });

  it('takes the digits that were right once, while the mailed code is waited for', async () => {
    const person = await api.person();
    const secret = await offer(person);
    const code = codeAt(secret, api.clock.now());
    const { token } = person;
    expect(outcomeOf(await api.call('user/google/bind', { loginPassword, code }, { token }))).toBe(
      'verification_required',
    );
    const verify = await mailedProof(api, person, 'user/google/bind');
    api.clock.move(4 * minuteMs);
    expect(outcomeOf(await api.call('user/google/bind', { loginPassword, code, verify }, { token }))).toBe(
      'done',
    );
  });

  it('says how wrong the clock of the phone is, and counts the try', async () => {
    const person = await api.person();
    const secret = await offer(person);
    toNextStep(api);
    const code = codeAt(secret, api.clock.now() + 4 * stepMs);
    const answer = await api.call('user/google/bind', { loginPassword, code }, { token: person.token });
    expect(answer).toMatchObject({
      data: { refusal: 'code_incorrect', field: 'code', facts: { left: 4, drift: 120 } },
    });
  });

  it('is locked by five wrong codes, and by none of another password', async () => {
    const person = await api.person();
    const { token } = person;
    const code = wrong(codeAt(await offer(person), api.clock.now()));
    const ask = async (typed: string) =>
      outcomeOf(await api.call('user/google/bind', { loginPassword: typed, code }, { token }));
    expect(await ask('Marigold8?')).toBe('password_incorrect 4');
    const answers = [];
    for (let index = 0; index < 6; index++) answers.push(await ask(loginPassword));
    expect(answers).toEqual([
      ...[4, 3, 2, 1].map((left) => `code_incorrect ${left}`),
      'two_step_locked',
      'two_step_locked',
    ]);
  });

  it('knows the newest offer alone, for ten minutes', async () => {
    const person = await api.person();
    const { token } = person;
    const ask = async (secret: string) =>
      outcomeOf(
        await api.call(
          'user/google/bind',
          { loginPassword, code: codeAt(secret, api.clock.now()) },
          { token },
        ),
      );
    expect(await ask('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP')).toBe('offer_expired');
    const first = await offer(person);
    const second = await offer(person);
    expect(await ask(first)).toBe('code_incorrect 4');
    expect(await ask(second)).toBe('verification_required');
    api.clock.move(10 * minuteMs);
    expect(await ask(second)).toBe('offer_expired');
  });

  it('ends what was begun with a code before, and says its codes once', async () => {
    const person = await api.person();
    const { token } = person;
    const old = await api.call('verify/start', { kind: 'user/password/set', method: 'email' }, { token });
    api.clock.move(minuteMs);
    await api.call(
      'user/login',
      { account: person.username, password: loginPassword },
      { deviceId: 'another-device' },
    );
    const secret = await offer(person);
    const input = {
      loginPassword,
      code: codeAt(secret, api.clock.now()),
      verify: await mailedProof(api, person, 'user/google/bind'),
    };
    const requestId = randomUUID();
    const first = await api.call('user/google/bind', input, { token, requestId });
    expect(first).toMatchObject({ ok: true, data: { codes: expect.any(Array) } });
    const again = await api.call('user/google/bind', input, { token, requestId });
    expect(again).toMatchObject({ ok: true });
    expect(again.data).not.toHaveProperty('codes');
    const states = await sql<{ state: string }>`
      select state from app.challenge where id = ${old.ok ? old.data.challengeId : ''}`.execute(db());
    expect(states.rows).toEqual([{ state: 'void' }]);
    const tickets = await sql`select from app.login_ticket where user_id = ${person.id}`.execute(db());
    expect(tickets.rows).toHaveLength(0);
  });
});

describe('unbinding', () => {
  it('takes the authenticator itself; the codes are void and sending and cards wait a day', async () => {
    const person = await api.person();
    const { token } = person;
    const { secret } = await bindAuthenticator(api, person);
    api.clock.move(6 * hourMs);
    expect(outcomeOf(await api.call('user/google/unbind', { loginPassword }, { token }))).toBe(
      'verification_required',
    );
    expect(
      await api.call('verify/start', { kind: 'user/google/unbind', method: 'email' }, { token }),
    ).toMatchObject({ data: { refusal: 'method_not_bound' } });
    const verify = await proven(person, 'user/google/unbind', codeAt(secret, api.clock.now()));
    expect(outcomeOf(await api.call('user/google/unbind', { loginPassword, verify }, { token }))).toBe(
      'done',
    );
    expect(await userOf(person)).toEqual({
      hasGoogle: false,
      codesLeft: 0,
      freezes: ['card strongRemoved', 'payout strongRemoved'],
    });
    expect(await count('notice', person, 'googleUnbound')).toBe(1);
    expect(outcomeOf(await api.call('user/google/unbind', { loginPassword }, { token }))).toBe(
      'two_step_missing',
    );
  });

  it('takes a recovery code however it is typed, and of fifty at once one', async () => {
    const person = await api.person();
    const { token } = person;
    const { codes } = await bindAuthenticator(api, person);
    const recoveryCode = (codes[3] ?? '').toLowerCase().replaceAll('-', ' ');
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () =>
        outcomeOf(await api.call('user/google/unbind', { loginPassword, recoveryCode }, { token })),
      ),
    );
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
    expect(await count('security_event', person, 'recoveryCodeUsed')).toBe(1);
    expect(await count('security_event', person, 'googleUnbound')).toBe(1);
  });

  it('counts wrong recovery codes and then waits', async () => {
    const person = await api.person();
    const { codes } = await bindAuthenticator(api, person);
    const ask = async (recoveryCode: string) =>
      await api.call('user/google/unbind', { loginPassword, recoveryCode }, { token: person.token });
    const answers = [];
    for (let index = 0; index < 5; index++) answers.push(outcomeOf(await ask('0000-0000-0000')));
    expect(answers).toEqual([...[4, 3, 2, 1].map((left) => `code_incorrect ${left}`), 'two_step_locked']);
    expect(await ask(codes[0] ?? '')).toMatchObject({
      data: { refusal: 'two_step_locked', field: 'recoveryCode', facts: { until: expect.any(Number) } },
    });
    expect((await userOf(person)).hasGoogle).toBe(true);
  });
});

describe('new recovery codes', () => {
  it('take the place of the old ones, by the authenticator', async () => {
    const person = await api.person();
    const { token } = person;
    const { secret, codes: before } = await bindAuthenticator(api, person);
    const verify = await proven(person, 'user/google/codes', codeAt(secret, api.clock.now()));
    const answer = await api.call('user/google/codes', { verify }, { token });
    const codes = answer.ok ? (answer.data.codes ?? []) : [];
    expect(codes).toHaveLength(10);
    expect(await userOf(person)).toMatchObject({ hasGoogle: true, codesLeft: 10 });
    expect(await count('notice', person, 'recoveryCodesMade')).toBe(1);
    const unbind = async (recoveryCode = '') =>
      outcomeOf(await api.call('user/google/unbind', { loginPassword, recoveryCode }, { token }));
    expect(await unbind(before[0])).toBe('code_incorrect 4');
    expect(await unbind(codes[0])).toBe('done');
  });

  it('are for nobody without two-step verification', async () => {
    const { token } = await api.person();
    expect(outcomeOf(await api.call('user/google/codes', {}, { token }))).toBe('two_step_missing');
  });
});

describe('whoever has not bound what a page needs', () => {
  const inputs = {
    'user/google/unbind': { loginPassword },
    'user/google/codes': {},
    'user/paypwd/reset': { loginPassword, newPassword: '258036', confirm: '258036' },
    'trade/confirm': { payPassword: '258036' },
    'transfer/internal': { currency: 'USDT', amount: '1', amountConfirm: '1', payPassword: '258036' },
  } as const;

  it.each(Object.keys(inputs) as (keyof typeof inputs)[])(
    'is refused %s in the words of the table',
    async (path) => {
      const { token } = await api.person(undefined, { payPassword: false });
      const payee = path === 'transfer/internal' ? { to: (await api.person()).username } : {};
      const answer = await api.call(path, { ...inputs[path], ...payee } as never, { token });
      const needed = Object.values<PageNeed>(pageNeeds).flatMap((row) =>
        needsOf(row).filter((need) => row.calls[need]?.includes(path)),
      );
      const [first] = needed;
      expect(answer).toMatchObject({
        data: { refusal: first === undefined ? 'no row' : needs[first].refusal },
      });
    },
  );
});
