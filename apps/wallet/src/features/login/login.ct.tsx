/** Logging in: each "no" beside its field, nothing sent twice, nothing typed lost. */
import { Refusal } from '@marigold/contract/endpoint';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';

import { answers, callsOf, held, noAnswer } from '../../../testing/answers.ts';
import { hour, minute, morning, user } from '../../../testing/samples.ts';
import { openPage } from '../../../testing/screen.tsx';
import { session } from '../../lib/device/session.ts';
import { paths } from '../../lib/route/paths.ts';

describe('logging in', () => {
  const account = page.getByLabelText('Username, phone or email', { exact: true });
  const password = page.getByLabelText('Password', { exact: true });
  const submit = page.getByRole('button', { name: 'Log in', exact: true });
  async function fillIn(): Promise<void> {
    await openPage(paths.login(), { as: 'visitor' });
    await account.fill('alice2026');
    await password.fill('Secret#2026');
  }

  it('says beside each empty field what is missing, and sends nothing', async () => {
    await openPage(paths.login(), { as: 'visitor' });
    await submit.click();
    await expect
      .element(account)
      .toHaveAccessibleDescription(expect.stringContaining('Enter your username, phone or email'));
    await expect
      .element(password)
      .toHaveAccessibleDescription(expect.stringContaining('Enter your password'));
    await expect.element(account).toHaveFocus();
    expect(callsOf('user/login')).toEqual([]);
  });

  it('sends once while it runs, and leads on to where one was going', async () => {
    const late = held('user/login');
    answers({ 'user/login': late.promise });
    await openPage(paths.login({ back: paths.assets() }), { as: 'visitor' });
    await account.fill('alice2026');
    await password.fill('Secret#2026');
    await submit.click();
    const busy = page.getByRole('button', { name: 'Logging in' });
    await expect.element(busy).toHaveAttribute('aria-busy', 'true');
    await busy.click({ force: true });
    late.resolve({ token: 'token', user: user() });
    await expect.element(page.getByRole('heading', { name: 'Assets' })).toBeVisible();
    expect(callsOf('user/login')).toEqual([
      { account: 'alice2026', password: 'Secret#2026', remember: false },
    ]);
    expect(session.state.get().hasLogin).toBe(true);
  });

  it('keeps what was typed after a wrong password, and says it at the password', async () => {
    answers({ 'user/login': new Refusal('account_or_password_incorrect', { left: 4 }) });
    await fillIn();
    await submit.click();
    await expect.element(password).toHaveAttribute('aria-invalid', 'true');
    await expect.element(password).toHaveFocus();
    await expect.element(account).toHaveValue('alice2026');
    await expect.element(password).toHaveValue('Secret#2026');
  });

  describe('on a device that is new to the account', () => {
    const heading = page.getByRole('heading', { name: 'Confirm it is you' });
    const ticket = 'T'.repeat(43);
    const need = {
      ticket,
      methods: [{ method: 'email' as const, masked: 'al***@example.com' }],
      expires: morning + 10 * minute,
    };
    async function typeCode(): Promise<void> {
      await expect.element(page.getByText('Code sent to al***@example.com')).toBeVisible();
      await page.getByRole('textbox', { name: 'Verification code' }).fill('314159');
    }
    async function enterPassword(): Promise<void> {
      answers({
        'user/login': { need },
        'user/login/send': { masked: 'al***@example.com', ttl: 300, resendIn: 60 },
      });
      await openPage(paths.login({ back: paths.assets() }), { as: 'visitor' });
      await account.fill('alice2026');
      await password.fill('Secret#2026');
      await submit.click();
      await expect.element(heading).toBeVisible();
    }

    it('asks for the code of the only way there is, trusts a phone, and leads on to where one was going', async () => {
      answers({ 'user/login/second': { token: 'token', user: user() } });
      await enterPassword();
      await typeCode();
      await expect.element(page.getByRole('heading', { name: 'Assets' })).toBeVisible();
      expect(callsOf('user/login/send')).toEqual([{ ticket, method: 'email' }]);
      expect(callsOf('user/login/second')).toEqual([{ ticket, code: '314159', trust: true }]);
    });

    it('says how many tries a wrong code leaves, and takes the next one', async () => {
      answers({ 'user/login/second': new Refusal('code_incorrect', { left: 4 }, 'code') });
      await enterPassword();
      await typeCode();
      await expect.element(page.getByText(/4 tries left/)).toBeVisible();
      await expect.element(heading).toBeVisible();
    });

    it('begins anew when it has waited too long, with the sentence that says so', async () => {
      answers({ 'user/login/second': new Refusal('login_expired') });
      await enterPassword();
      await typeCode();
      await expect.element(page.getByText(/^This login has waited too long/)).toBeVisible();
      await expect.element(account).toHaveValue('alice2026');
      await expect.element(password).toHaveValue('');
    });

    it('can be left, back to the password, with the name as it was typed', async () => {
      await enterPassword();
      await page.getByRole('button', { name: 'Close' }).click();
      await expect.element(account).toHaveValue('alice2026');
    });
  });

  describe('once an authenticator is bound', () => {
    const ticket = 'T'.repeat(43);
    const digits = page.getByRole('textbox', { name: 'Verification code' });
    const paper = page.getByRole('textbox', { name: 'Recovery code' });
    async function enterPassword(methods: readonly ('google' | 'recovery')[]): Promise<void> {
      const need = {
        ticket,
        methods: methods.map((method) => ({ method, masked: null })),
        expires: morning + 10 * minute,
      };
      answers({ 'user/login': { need }, 'user/login/second': { token: 'token', user: user() } });
      await openPage(paths.login({ back: paths.assets() }), { as: 'visitor' });
      await account.fill('alice2026');
      await password.fill('Secret#2026');
      await submit.click();
    }
    async function toPaper(): Promise<void> {
      await enterPassword(['google', 'recovery']);
      await page.getByRole('button', { name: 'Another way' }).click();
      await page.getByRole('radio', { name: 'Recovery code' }).click();
      await page.getByRole('button', { name: 'Continue' }).click();
    }

    it('its code is typed at once, nothing is sent, and the device is trusted for thirty days', async () => {
      await enterPassword(['google']);
      await expect.element(page.getByText('Enter the 6 digits from your authenticator app')).toBeVisible();
      await expect.element(page.getByText('Trust this device: no code for 30 days')).toBeVisible();
      await expect.element(page.getByText(/use a recovery code/)).not.toBeInTheDocument();
      await digits.fill('314159');
      await expect.element(page.getByRole('heading', { name: 'Assets' })).toBeVisible();
      expect(callsOf('user/login/send')).toEqual([]);
      expect(callsOf('user/login/second')).toEqual([
        { ticket, code: '314159', method: 'google', trust: true },
      ]);
    });

    it('a code on paper is the other way, however it is pasted', async () => {
      await toPaper();
      await paper.fill(' 7kq2 m4xp–9tr ');
      await page.getByRole('button', { name: 'Log in', exact: true }).click();
      await expect
        .element(paper)
        .toHaveAccessibleDescription(expect.stringContaining('Enter all 12 letters and digits'));
      await paper.fill(' 7kq2 m4xp–9trz ');
      await page.getByRole('button', { name: 'Log in', exact: true }).click();
      await expect.element(page.getByRole('heading', { name: 'Assets' })).toBeVisible();
      expect(callsOf('user/login/second')).toEqual([{ ticket, recoveryCode: '7KQ2-M4XP-9TRZ', trust: true }]);
    });

    it('a wrong one says so at its field, and leads back to the other way', async () => {
      await toPaper();
      answers({ 'user/login/second': new Refusal('code_incorrect', { left: 4 }, 'recoveryCode') });
      await paper.fill('7KQ2-M4XP-9TRZ');
      await page.getByRole('button', { name: 'Log in', exact: true }).click();
      await expect.element(paper).toHaveAccessibleDescription(expect.stringContaining('4 tries left'));
      await page.getByRole('button', { name: 'Another way' }).click();
      await page.getByRole('radio', { name: 'Authenticator app' }).click();
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect.element(digits).toBeVisible();
    });
  });

  it('says until when an account is locked', async () => {
    answers({ 'user/login': new Refusal('account_locked', { until: morning + hour }) });
    await fillIn();
    await submit.click();
    await expect
      .element(page.getByText(/^Too many wrong tries, so this account is locked until .*11:00/))
      .toBeVisible();
  });

  it('says that no answer came, and can be tried again', async () => {
    answers({ 'user/login': noAnswer });
    await fillIn();
    await submit.click();
    await expect.element(page.getByText(/network error/i)).toBeVisible();
    await expect.element(submit).toBeEnabled();
  });

  it('hands the account on to whoever forgot the password', async () => {
    await fillIn();
    await expect
      .element(page.getByRole('link', { name: 'Forgot password?' }))
      .toHaveAttribute('href', paths.forgetUsername({ account: 'alice2026' }));
  });
});
