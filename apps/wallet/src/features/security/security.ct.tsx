/** Changing the secrets of an account: rules, the "no" beside its field, a code where one is needed. */
import { Refusal } from '@marigold/contract/endpoint';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';

import { answers, callsOf, held } from '../../../testing/answers.ts';
import { day, idOf, minute, morning, user } from '../../../testing/samples.ts';
import { openPage } from '../../../testing/screen.tsx';
import { session, type User } from '../../lib/device/session.ts';
import { paths } from '../../lib/route/paths.ts';

const noSummary = { currency: null, amount: null, fee: null, payee: null, chain: null };
const challenge = {
  challengeId: idOf(951),
  masked: 'al***@example.com',
  expires: morning + 10 * minute,
  summary: noSummary,
};

describe('changing the login password', () => {
  const old = page.getByLabelText('Current password', { exact: true });
  const fresh = page.getByLabelText('New password', { exact: true });
  const confirm = page.getByLabelText('Confirm password', { exact: true });
  const submit = page.getByRole('button', { name: 'Change login password' });

  async function fillIn(password = 'Secret#2027', as: Partial<User> = {}): Promise<void> {
    await openPage(paths.password(), { as });
    await old.fill('Secret#2026');
    await fresh.fill(password);
    await confirm.fill(password);
  }

  it('says what each field lacks', async () => {
    await openPage(paths.password());
    await fresh.fill('short');
    await confirm.fill('other');
    await submit.click();
    for (const [field, words] of [
      [old, 'Enter your current password'],
      [fresh, 'The password does not meet all rules yet'],
      [confirm, 'The two entered passwords are inconsistent, please re-enter.'],
    ] as const)
      await expect.element(field).toHaveAccessibleDescription(expect.stringContaining(words));
    expect(callsOf('user/password/set')).toEqual([]);
  });

  const challenged = {
    'user/password/set': new Refusal('verification_required', { methods: ['email'] }),
    'verify/start': challenge,
  } as const;

  it.for(['Ab1#5678', `Ab1#${'5'.repeat(16)}`])('takes the new password %s', async (password) => {
    answers(challenged);
    await fillIn(password);
    await submit.click();
    await expect.poll(() => callsOf('user/password/set').length).toBe(1);
    // What it leads to ends within this test: a call that came late would be one that the next test has no answer for.
    await expect.poll(() => callsOf('verify/start').length).toBe(1);
  });

  it.for(['Ab1#567', `Ab1#${'5'.repeat(17)}`, 'ab1#5678', 'AB1#5678', 'Abc#efgh', 'Abc45678'])(
    'does not take the new password %s',
    async (password) => {
      await fillIn(password);
      await submit.click();
      await expect.element(fresh).toHaveAttribute('aria-invalid', 'true');
      expect(callsOf('user/password/set')).toEqual([]);
    },
  );

  it('asks for a code, and says until when sending is paused', async () => {
    answers({
      'user/password/set': ({ verify }) =>
        verify === undefined
          ? new Refusal('verification_required', { methods: ['email'] })
          : { freezeUntil: morning + day },
      'verify/start': challenge,
    });
    await fillIn('Secret#2027', { isPasswordCommon: true });
    await submit.click();
    await expect
      .element(page.getByText('The code changes your login password and works for nothing else.'))
      .toBeVisible();
    await page.getByRole('dialog').getByRole('textbox').fill('246810');
    await expect.element(page.getByText(/Sending is paused until 2026-11-24 10:00:00/)).toBeVisible();
    expect(callsOf('user/password/set')).toMatchObject([
      { oldPassword: 'Secret#2026', newPassword: 'Secret#2027' },
      { verify: { challengeId: idOf(951), code: '246810' } },
    ]);
    expect(session.state.get().user?.isPasswordCommon).toBe(false);
  });

  it('says a wrong old password at its field and keeps the new one', async () => {
    answers({ 'user/password/set': new Refusal('password_incorrect', { left: 4 }, 'oldPassword') });
    await fillIn();
    await submit.click();
    await expect.element(old).toHaveAttribute('aria-invalid', 'true');
    await expect.element(fresh).toHaveValue('Secret#2027');
  });

  it('is off while the server is not reached', async () => {
    await openPage(paths.password());
    window.dispatchEvent(new Event('offline'));
    await expect.element(submit).toBeDisabled();
  });
});

describe('the payment password', () => {
  const login = page.getByLabelText('Login password', { exact: true });
  const old = page.getByLabelText('Current payment password', { exact: true });
  const fresh = page.getByLabelText('New payment password', { exact: true });
  const confirm = page.getByLabelText('Repeat the new payment password', { exact: true });
  const set = page.getByRole('button', { name: 'Set payment password' });
  const change = page.getByRole('button', { name: 'Change payment password' });

  it.for([
    ['12345', '12345', 'The payment password has 6 digits'],
    ['135790', '135791', 'The two entered passwords are inconsistent, please re-enter.'],
  ] as const)('is not set to %s and %s', async ([first, second, words]) => {
    await openPage(paths.paymentPassword(), { as: { hasPayPassword: false } });
    await login.fill('Secret#2026');
    await fresh.fill(first);
    await confirm.fill(second);
    await set.click();
    await expect.element(page.getByText(words).first()).toBeVisible();
    expect(callsOf('user/paypwd/set')).toEqual([]);
  });

  it('is set once while it runs, and leads back to where it was needed', async () => {
    const late = held('user/paypwd/set');
    answers({ 'user/paypwd/set': late.promise });
    await openPage(paths.paymentPassword({ back: paths.assets() }), { as: { hasPayPassword: false } });
    await login.fill('Secret#2026');
    await fresh.fill('135790');
    await confirm.fill('135790');
    await set.click();
    const busy = page.getByRole('button', { name: 'Saving' });
    await expect.element(busy).toHaveAttribute('aria-busy', 'true');
    answers({ 'user/info': user() });
    late.resolve({});
    await expect.element(page.getByText('Payment password set')).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'Assets' })).toBeVisible();
    expect(callsOf('user/paypwd/set')).toMatchObject([
      { loginPassword: 'Secret#2026', newPassword: '135790', confirm: '135790' },
    ]);
  });

  it('is changed with the old one, which is said to be wrong at its field', async () => {
    answers({
      'user/paypwd/set': new Refusal('payment_password_incorrect', { left: 3 }, 'oldPassword'),
    });
    await openPage(paths.paymentPassword());
    await login.fill('Secret#2026');
    await old.fill('111222');
    await fresh.fill('135790');
    await confirm.fill('135790');
    await change.click();
    await expect.element(old).toHaveAttribute('aria-invalid', 'true');
  });

  it('that nobody has set is not reset but set', async () => {
    await openPage(paths.resetPayPassword(), { as: { hasPayPassword: false } });
    await expect.element(page.getByRole('heading', { name: 'Set payment password' })).toBeVisible();
  });
});
