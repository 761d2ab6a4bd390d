/** What stands between a session and the books: the payment password once, and the freezes of a person. */
import { randomUUID } from 'node:crypto';

import { hourMs } from '@marigold/money/spans';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { freeze } from '../src/modules/spending/freeze.ts';
import type { TestPerson, TestApi } from '../testing/api.ts';
import { goodPassword, goodPayPassword, startTestApi } from '../testing/api.ts';
import { indexAt } from './trade-world.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ books: true });
  await indexAt(api, 'BTC_USDT', '60000', await api.person());
});
afterAll(async () => await api.close());

const order = { symbol: 'BTC_USDT', side: 'buy', type: 'limit', price: '59500', amount: '0.001' } as const;

async function place(token: string, requestId = randomUUID()): Promise<string> {
  const answer = await api.call('trade/submit', order, { token, requestId });
  return answer.ok ? answer.data.status : answer.data.refusal;
}
async function login(person: TestPerson, device = 'another-device'): Promise<string> {
  return await api.login(person, { deviceId: `${device}-${person.username}` });
}
async function confirm(token: string, payPassword = goodPayPassword): Promise<string> {
  const answer = await api.call('trade/confirm', { payPassword }, { token });
  return answer.ok ? 'confirmed' : answer.data.refusal;
}
async function trader(): Promise<TestPerson> {
  const person = await api.person();
  await api.credit(person, 'USDT', '1000');
  return person;
}
/** Changes a secret as its owner does, with the code that the mail carries. */
async function change(
  { token, email }: TestPerson,
  kind: 'user/password/set' | 'user/paypwd/reset',
): Promise<void> {
  const started = await api.call('verify/start', { kind, method: 'email' }, { token });
  if (!started.ok) throw new Error(started.msg);
  const code = /\b(\d{6})\b/.exec(await api.lastMail(email))?.[1] ?? '';
  const verify = { challengeId: started.data.challengeId, code };
  const [password, digits] = ['Marigold8?', '731946'];
  const done =
    kind === 'user/password/set'
      ? await api.call(
          kind,
          { oldPassword: goodPassword, newPassword: password, confirm: password, verify },
          { token },
        )
      : await api.call(
          kind,
          { loginPassword: goodPassword, newPassword: digits, confirm: digits, verify },
          { token },
        );
  if (!done.ok) throw new Error(done.msg);
}

describe('the first order of a session', () => {
  it('asks for the payment password, and the ones after it do not', async () => {
    const person = await trader();
    const token = await login(person);
    expect(await place(token)).toBe('trade_confirm');
    expect(await confirm(token, '000001')).toBe('payment_password_incorrect');
    expect(await place(token)).toBe('trade_confirm');
    expect(await confirm(token)).toBe('confirmed');
    expect([await place(token), await place(token)]).toEqual(['wait', 'wait']);
    expect(await place(await login(person, 'a-third-device'))).toBe('trade_confirm');
  });

  it('leads whoever has no payment password to setting one', async () => {
    const person = await api.person(undefined, { payPassword: false });
    await api.credit(person, 'USDT', '1000');
    expect([await place(person.token), await confirm(person.token)]).toEqual([
      'trade_confirm',
      'payment_password_missing',
    ]);
  });

  it('is asked for anew after a change of the login password by somebody who knew it, and trading goes on', async () => {
    const person = await trader();
    expect(await place(person.token)).toBe('wait');
    await change(person, 'user/password/set');
    expect(await place(person.token)).toBe('trade_confirm');
    expect(await confirm(person.token)).toBe('confirmed');
    expect(await place(person.token)).toBe('wait');
  });
});

describe('a freeze of trading', () => {
  it('follows a reset of the payment password; orders that wait can be cancelled, and a day later all goes on', async () => {
    const person = await trader();
    const { token } = person;
    const placed = await api.call('trade/submit', order, { token });
    if (!placed.ok) throw new Error(placed.msg);
    await change(person, 'user/paypwd/reset');
    const refused = await api.call('trade/submit', order, { token });
    const info = await api.call('user/info', {}, { token });
    if (!info.ok) throw new Error(info.msg);
    const until = info.data.freezes.find(({ area }) => area === 'trade')?.until ?? 0;
    expect(Math.round((until - api.clock.now()) / hourMs)).toBe(24);
    expect(refused).toMatchObject({ data: { refusal: 'trade_frozen', facts: { until } } });
    expect(await confirm(token, '731946')).toBe('trade_frozen');
    const cancelled = await api.call('trade/cancel', { orderId: placed.data.orderId }, { token });
    expect(cancelled).toMatchObject({ ok: true, data: { status: 'cancel' } });
    api.clock.move(24 * hourMs + 1000);
    await indexAt(api, 'BTC_USDT', '60000', person);
    expect([await confirm(token, '731946'), await place(token)]).toEqual(['confirmed', 'wait']);
  });

  it('holds in a session that is opened while it lasts, whatever is known there', async () => {
    const person = await trader();
    await freeze(api.databases.main, { userId: person.id, reason: 'passwordReset', now: api.clock.now() });
    const token = await login(person);
    expect([await place(token), await confirm(token)]).toEqual(['trade_frozen', 'trade_frozen']);
  });

  it('does not deny an order that was placed before it and is asked for once more', async () => {
    const person = await trader();
    const requestId = randomUUID();
    expect(await place(person.token, requestId)).toBe('wait');
    await freeze(api.databases.main, { userId: person.id, reason: 'passwordReset', now: api.clock.now() });
    expect(await place(person.token, requestId)).toBe('wait');
    expect(await place(person.token)).toBe('trade_frozen');
  });

  it('leaves its row when it is over, and nobody but the owner of the tables removes one', async () => {
    const db = api.databases.main;
    const tampered = async (statement: string) =>
      await sql
        .raw(statement)
        .execute(db)
        .catch((error: unknown) => String(error));
    expect(await tampered('delete from app.freeze')).toMatch(/permission denied/);
    expect(await tampered(`update app.freeze set until = now()`)).toMatch(/permission denied/);
  });
});
