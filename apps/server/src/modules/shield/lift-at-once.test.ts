/** Lifting a lock of one's own with a strong factor that is older than it. */
import { hourMs, minuteMs } from '@marigold/money/spans';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';

import type { TestApi, TestPerson } from '../../../testing/api.ts';
import { goodPassword, startTestApi } from '../../../testing/api.ts';
import { giveGoogle } from '../../../testing/factors.ts';
import { freeze } from '../spending/freeze.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(async () => await api.close());

const newPassword = 'Marigold8?';
type Verify = { challengeId: string; code: string };
type Lift = { loginPassword?: string; password?: string; verify?: Verify };

async function lift({ token }: TestPerson, { loginPassword = goodPassword, password, verify }: Lift = {}) {
  const another = password === undefined ? {} : { newPassword: password, confirm: password };
  const proof = verify === undefined ? {} : { verify };
  const answer = await api.call('user/freeze/lift', { loginPassword, ...another, ...proof }, { token });
  if (answer.ok) return answer.data.freezes.map(({ area, reason }) => `${area} ${reason}`);
  return { refusal: answer.data.refusal, methods: answer.data.facts?.['methods'] };
}
async function start({ token }: TestPerson, code: string): Promise<Verify> {
  const answer = await api.call('verify/start', { kind: 'user/freeze/lift', method: 'google' }, { token });
  if (!answer.ok) throw new Error(answer.msg);
  return { challengeId: answer.data.challengeId, code };
}
async function lock({ token }: TestPerson): Promise<void> {
  const answer = await api.call('user/notme', {}, { token });
  if (!answer.ok) throw new Error(answer.msg);
}
async function isPassword({ username: account }: TestPerson, password: string): Promise<boolean> {
  return (await api.call('user/login', { account, password })).ok;
}
const lifted = ['card lifted', 'payout lifted', 'trade lifted'];

it('needs the login password and its code, no other password, and nothing waits', async () => {
  const person = await api.person();
  const { code } = await giveGoogle(api, person);
  api.clock.move(minuteMs);
  await lock(person);
  const elsewhere = await api.call('user/login', { account: person.username, password: goodPassword });
  expect(elsewhere.ok && elsewhere.data).toHaveProperty('need');
  expect(await lift(person, { loginPassword: 'Wrong-pass-1!' })).toMatchObject({
    refusal: 'password_incorrect',
  });
  expect(await lift(person)).toEqual({ refusal: 'verification_required', methods: ['google'] });
  await sql`
    update app.person set password_reset_by = 'email', password_reset_at = now() - interval '8 days'
    where id = ${person.id}`.execute(api.databases.main);
  const verify = await start(person, code());
  expect(await lift(person, { verify })).toEqual([]);
  expect(await lift(person, { verify })).toMatchObject({ refusal: 'nothing_to_lift' });
  expect(await isPassword(person, goodPassword)).toBe(true);
  expect(await api.lastMail(person.email)).toContain('Everything works again');
  const reset = await sql<{ by: string | null }>`
    select password_reset_by as by from app.person where id = ${person.id}`.execute(api.databases.main);
  expect(reset.rows).toEqual([{ by: null }]);
});

it('may set another password in the same step', async () => {
  const person = await api.person();
  const { code } = await giveGoogle(api, person);
  api.clock.move(minuteMs);
  await lock(person);
  expect(await lift(person, { password: newPassword, verify: await start(person, code()) })).toEqual([]);
  expect(await isPassword(person, newPassword)).toBe(true);
});

it('with a factor that is younger than the lock it needs another password, and a day more', async () => {
  const person = await api.person();
  await lock(person);
  api.clock.move(hourMs);
  const { code } = await giveGoogle(api, person);
  // A lock that came after it does not make the first one younger.
  await freeze(api.databases.main, {
    userId: person.id,
    reason: 'sessionCopied',
    now: api.clock.now() + hourMs,
  });
  expect(await lift(person)).toEqual({ refusal: 'new_password_needed', methods: undefined });
  const verify = await start(person, code());
  expect(await lift(person, { verify })).toEqual({ refusal: 'new_password_needed', methods: undefined });
  expect(await lift(person, { password: newPassword, verify })).toEqual(lifted);
});

it('without any, another password is asked for behind the right one', async () => {
  const person = await api.person();
  await lock(person);
  expect(await lift(person, { loginPassword: 'Wrong-pass-1!' })).toMatchObject({
    refusal: 'password_incorrect',
  });
  expect(await lift(person)).toMatchObject({ refusal: 'new_password_needed' });
  expect(await lift(person, { password: newPassword })).toEqual({
    refusal: 'verification_required',
    methods: ['email'],
  });
});
