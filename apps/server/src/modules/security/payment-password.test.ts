import { isWeakPaymentPassword } from '@marigold/contract/rules/credentials';
import { dayMs, hourMs } from '@marigold/money/spans';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { TestPerson, TestApi } from '../../../testing/api.ts';
import { goodPassword, goodPayPassword, startTestApi } from '../../../testing/api.ts';

let api: TestApi;
let payee: TestPerson;
beforeAll(async () => {
  api = await startTestApi();
  payee = await api.person('PayedPerson');
});
afterAll(async () => await api.close());

type Change = { loginPassword?: string; oldPassword?: string; newPassword?: string; confirm?: string };

async function set({ token }: TestPerson, change: Change = {}) {
  const newPassword = change.newPassword ?? '731946';
  const input = { loginPassword: goodPassword, newPassword, confirm: newPassword, ...change };
  return outcomeOf(await api.call('user/paypwd/set', input, { token }));
}
async function pay({ token }: TestPerson, payPassword: string) {
  const amount = { amount: '0.01', amountConfirm: '0.01', currency: 'USDT' };
  return outcomeOf(
    await api.call('transfer/internal', { to: payee.username, ...amount, payPassword }, { token }),
  );
}
function outcomeOf({ code, data }: { code: number; data: unknown }): string {
  if (code === 200) return 'right';
  const { refusal, facts } = data as { refusal: string; facts?: { left?: number; until?: number } };
  if (facts?.left !== undefined) return `${refusal} ${facts.left}`;
  if (facts?.until !== undefined)
    return `${refusal} ${Math.round((facts.until - api.clock.now()) / hourMs)}h`;
  return refusal;
}
async function funded(options?: { payPassword: boolean }): Promise<TestPerson> {
  const person = await api.person(undefined, options);
  await api.credit(person, 'USDT', '10');
  return person;
}

describe('user/paypwd/set', () => {
  it('sets the first one with the login password', async () => {
    const person = await funded({ payPassword: false });
    expect(await pay(person, '731946')).toBe('payment_password_missing');
    expect(await set(person, { loginPassword: 'Wrong1234!' })).toBe('password_incorrect 4');
    expect(await set(person)).toBe('right');
    expect(await api.call('user/info', {}, { token: person.token })).toMatchObject({
      data: { hasPayPassword: true },
    });
    expect(await pay(person, '731946')).toBe('right');
  });

  it('changes it only with the old one', async () => {
    const person = await funded();
    expect(await set(person)).toBe('payment_password_needed');
    expect(await set(person, { oldPassword: '999998' })).toBe('payment_password_incorrect 4');
    expect(await set(person, { oldPassword: goodPayPassword })).toBe('right');
    expect(await pay(person, goodPayPassword)).toBe('payment_password_incorrect 4');
    expect(await pay(person, '731946')).toBe('right');
  });

  it('lets one of six first ones at once be set, and asks the others for it', async () => {
    const person = await api.person(undefined, { payPassword: false });
    const digits = ['731946', '842057', '953168', '164279', '275380', '386491'];
    const answers = await Promise.all(digits.map((newPassword) => set(person, { newPassword })));
    const needed = Array.from({ length: 5 }, () => 'payment_password_needed');
    expect(answers.toSorted()).toEqual([...needed, 'right']);
  });

  it('refuses what everybody tries first, and two that differ', async () => {
    const person = await api.person(undefined, { payPassword: false });
    for (const newPassword of ['111111', '000000', '123456', '654321', '012345', '567890', '098765']) {
      expect([newPassword, await set(person, { newPassword })]).toEqual([
        newPassword,
        'payment_password_weak',
      ]);
    }
    expect(await set(person, { newPassword: '731946', confirm: '731947' })).toBe('passwords_differ');
    expect(['121212', '123457', '246802', '731946'].filter(isWeakPaymentPassword)).toEqual([]);
  });

  it('counts wrong login passwords with the log-ins of this device', async () => {
    const person = await api.person('CountTogether', { payPassword: false });
    const answers = [];
    for (let index = 0; index < 5; index += 1)
      answers.push(await set(person, { loginPassword: 'Wrong1234!' }));
    expect(answers.at(-1)).toBe('account_locked 0h');
    const device = { deviceId: 'device-CountTogether' };
    const input = { account: person.username, password: goodPassword };
    expect(outcomeOf(await api.call('user/login', input, device))).toBe('account_locked 0h');
  });

  it('stores neither the digits nor anything that a table of digits would find', async () => {
    const person = await api.person();
    const rows = await sql<{ hash: string }>`
      select hash from app.payment_password where user_id = ${person.id}`.execute(api.databases.main);
    expect(rows.rows[0]?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});

describe('the payment password', () => {
  it('locks for a day after five wrong ones, the right one included', async () => {
    const person = await funded();
    const answers = [];
    for (let index = 0; index < 5; index += 1) answers.push(await pay(person, '999998'));
    const left = [4, 3, 2, 1].map((count) => `payment_password_incorrect ${count}`);
    expect(answers).toEqual([...left, 'payment_password_locked 24h']);
    expect(await pay(person, goodPayPassword)).toBe('payment_password_locked 24h');
    api.clock.move(dayMs);
    await api.refreshRates();
    expect(await pay(person, goodPayPassword)).toBe('right');
  });

  it('counts fifty parallel wrong guesses as fifty', async () => {
    const person = await funded();
    const answers = await Promise.all(Array.from({ length: 50 }, () => pay(person, '999998')));
    expect(answers.filter((answer) => answer.startsWith('payment_password_incorrect'))).toHaveLength(4);
    expect(answers.filter((answer) => answer.startsWith('payment_password_locked'))).toHaveLength(46);
    expect(await pay(person, goodPayPassword)).toBe('payment_password_locked 24h');
  });

  it('forgets the wrong ones after a right one', async () => {
    await api.refreshRates();
    const person = await funded();
    await pay(person, '999998');
    expect(await pay(person, goodPayPassword)).toBe('right');
    expect(await pay(person, '999998')).toBe('payment_password_incorrect 4');
  });
});
