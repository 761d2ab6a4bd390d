/** Google two-step on its pages: bound, with codes that are shown once; renewed; unbound; "bind first". */
import { Refusal } from '@marigold/contract/endpoint';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';

import { answers, callsOf, noAnswer } from '../../../testing/answers.ts';
import { threeSessions } from '../../../testing/sample-sessions.ts';
import { hour, idOf, minute, morning, user } from '../../../testing/samples.ts';
import { openPage, pass } from '../../../testing/screen.tsx';
import { paths } from '../../lib/route/paths.ts';

const noSummary = { currency: null, amount: null, fee: null, payee: null, chain: null };
const challenge = {
  challengeId: idOf(961),
  masked: null,
  expires: morning + 10 * minute,
  summary: noSummary,
};
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const offer = {
  secret,
  otpauth: `otpauth://totp/Marigold:a***6?secret=${secret}&issuer=Marigold`,
  expires: morning + 10 * minute,
};
const codes = Array.from({ length: 10 }, (_, index) => `0A1B-2C3D-000${index}`);
const paused = {
  area: 'payout',
  reason: 'googleBound',
  until: morning + 6 * hour,
  liftedBy: 'time',
} as const;
const bound = { hasGoogle: true, codesLeft: 10 };

const code = page.getByLabelText('Code from the app', { exact: true });
const password = page.getByLabelText('Login password', { exact: true });
const turnOn = page.getByRole('button', { name: 'Turn on' });
const done = page.getByRole('button', { name: 'Done' });
const logOutOthers = page.getByRole('button', { name: 'Log out everywhere else' });
const cells = page.getByRole('textbox', { name: 'Verification code' });

describe('binding', () => {
  async function fillIn(): Promise<void> {
    answers({ 'user/google/new': offer });
    await openPage(paths.googleAuth({ back: paths.assets() }));
    await code.fill('123 456');
    await password.fill('Secret#2026');
    await turnOn.click();
  }

  it('offers a seed to scan, to copy and to open, and says what it pauses', async () => {
    answers({ 'user/google/new': offer });
    await openPage(paths.googleAuth());
    await expect.element(page.getByRole('img', { name: 'QR code for an authenticator app' })).toBeVisible();
    await expect.element(page.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Open authenticator' }))
      .toHaveAttribute('href', offer.otpauth);
    await expect.element(page.getByText(/6 hours/)).toBeVisible();
    await expect.element(page.getByText(/takes over a mailbox or a phone number/)).toBeVisible();
  });

  it('asks for a second verification, shows the codes once and goes back where it was wanted', async () => {
    answers({
      'user/google/bind': ({ verify }) =>
        verify === undefined
          ? new Refusal('verification_required', { methods: ['email'] })
          : { codes, freezes: [paused] },
      'verify/start': { ...challenge, masked: 'al***@example.com' },
      'user/session/list': threeSessions,
    });
    await fillIn();
    await page.getByRole('dialog').getByRole('textbox').fill('246810');
    await expect.element(logOutOthers).toBeVisible();
    for (const one of codes) await expect.element(page.getByText(one)).toBeVisible();
    expect(callsOf('user/google/bind')).toMatchObject([
      { loginPassword: 'Secret#2026', code: '123456' },
      { verify: { challengeId: idOf(961), code: '246810' } },
    ]);
    await expect.element(done).toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('button', { name: 'Close' }).click();
    await expect.element(page.getByRole('dialog', { name: 'Leave without the codes?' })).toBeVisible();
    await page.getByRole('button', { name: 'Stay' }).click();
    await page.getByRole('switch', { name: 'I have kept them' }).click();
    await done.click();
    await expect.poll(() => window.location.pathname).toBe(paths.assets());
  });

  it('has room for the words of what is done with the codes, in the longest language', async () => {
    answers({ 'verify/start': challenge, 'user/google/codes': { codes } });
    await openPage(paths.checkCode({ for: 'user/google/codes' }), { as: bound, language: 'ru' });
    await page.getByRole('textbox').fill('135790');
    for (const name of ['Копировать', 'Сохранить', 'Печать']) {
      const button = page.getByRole('button', { name, exact: true });
      await expect.element(button).toBeVisible();
      const element = button.element();
      expect(element.scrollWidth).toBeLessThanOrEqual(element.clientWidth);
      const padding = Number.parseFloat(getComputedStyle(element).paddingInlineStart);
      const words = document.createRange();
      words.selectNodeContents(element);
      expect(words.getBoundingClientRect().width + 2 * padding).toBeLessThanOrEqual(element.clientWidth + 1);
    }
  });

  it('says at the code how wrong the clock of the phone is', async () => {
    answers({ 'user/google/bind': new Refusal('code_incorrect', { left: 4, drift: 120 }, 'code') });
    await fillIn();
    await expect
      .element(code)
      .toHaveAccessibleDescription(
        expect.stringContaining("Your phone's clock is 2 minutes ahead. Set it to automatic."),
      );
    await expect.element(password).toHaveValue('Secret#2026');
  });

  it('has another key for whoever took longer than ten minutes', async () => {
    answers({ 'user/google/new': offer });
    await openPage(paths.googleAuth());
    await expect.element(turnOn).toBeVisible();
    await pass(10 * minute);
    await expect.element(page.getByText(/^This key has expired/)).toBeVisible();
    answers({ 'user/google/new': { ...offer, secret: 'A'.repeat(32), expires: morning + hour } });
    await page.getByRole('button', { name: 'Get a new key' }).click();
    await expect.element(page.getByText(/^AAAA AAAA/)).toBeVisible();
  });

  it('can be tried again where no seed came', async () => {
    answers({ 'user/google/new': new Refusal('two_step_bound', {}) });
    await openPage(paths.googleAuth());
    await expect.element(page.getByText(/^Two-step verification is already on/)).toBeVisible();
    answers({ 'user/google/new': offer });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(turnOn).toBeVisible();
  });
});

describe('what is bound', () => {
  it('says how many codes are left, and when they are few', async () => {
    await openPage(paths.googleAuth(), { as: { ...bound, codesLeft: 3 } });
    await expect.element(page.getByText('3 left')).toBeVisible();
    await expect.element(page.getByText(/^Few codes are left/)).toBeVisible();
  });

  it('gets new codes by the digits of the app', async () => {
    answers({ 'verify/start': challenge, 'user/google/codes': { codes } });
    await openPage(paths.checkCode({ for: 'user/google/codes' }), { as: bound });
    await cells.fill('135790');
    await expect.element(page.getByText('0A1B-2C3D-0009')).toBeVisible();
    expect(callsOf('verify/start')).toEqual([{ kind: 'user/google/codes', method: 'google' }]);
    expect(callsOf('user/google/codes')).toMatchObject([
      { verify: { challengeId: idOf(961), code: '135790' } },
    ]);
  });

  it('says what is wrong with the digits, asks with the same challenge again, and waits where it is locked', async () => {
    answers({
      'verify/start': challenge,
      'user/google/codes': new Refusal('verification_incorrect', { left: 4, drift: -60 }, 'verify.code'),
    });
    await openPage(paths.checkCode({ for: 'user/google/codes' }), { as: bound });
    await cells.fill('135790');
    await expect.element(page.getByText(/4 tries left.*clock is 1 minute behind/)).toBeVisible();
    answers({
      'user/google/codes': new Refusal('two_step_locked', { until: morning + 15 * minute }, 'verify.code'),
    });
    await cells.fill('135791');
    await expect.element(page.getByText(/^A code can be entered again in 1\d:\d\d$/)).toBeVisible();
    await expect.element(cells).toHaveAttribute('readonly');
    expect(callsOf('verify/start')).toHaveLength(1);
  });

  async function toCode(): Promise<void> {
    await openPage(paths.checkCode({ for: 'user/google/unbind' }), { as: bound });
    await password.fill('Secret#2026');
    await page.getByRole('button', { name: 'Continue' }).click();
  }

  it('is unbound by the login password and the digits of the app', async () => {
    const removed = {
      area: 'payout',
      reason: 'strongRemoved',
      until: morning + hour,
      liftedBy: 'time',
    } as const;
    answers({
      'verify/start': challenge,
      'user/google/unbind': { freezes: [removed] },
      'user/google/new': offer,
    });
    await toCode();
    answers({ 'user/info': user() });
    await cells.fill('135790');
    await expect.element(page.getByRole('heading', { name: 'Two-step verification is off' })).toHaveFocus();
    await expect.element(page.getByRole('timer')).toBeVisible();
    expect(callsOf('user/google/unbind')).toMatchObject([
      { loginPassword: 'Secret#2026', verify: { challengeId: idOf(961), code: '135790' } },
    ]);
    await expect.element(logOutOthers).not.toBeInTheDocument();
    await page.getByRole('link', { name: 'Bind again' }).click();
    await expect.element(turnOn).toBeVisible();
  });

  it('that is unbound offers to log out every other device in the same step, and says that it is done', async () => {
    answers({
      'verify/start': challenge,
      'user/google/unbind': { freezes: [] },
      'user/session/list': threeSessions,
      'user/session/revoke': noAnswer,
    });
    await toCode();
    await cells.fill('135790');
    await expect.element(page.getByText('You are logged in on 2 other devices as well.')).toBeVisible();
    await logOutOthers.click();
    await expect.element(page.getByText('request network error')).toBeVisible();
    answers({ 'user/session/revoke': { ended: 2 } });
    await logOutOthers.click();
    await expect.element(page.getByText('2 devices logged out')).toHaveFocus();
    await expect.element(logOutOthers).not.toBeInTheDocument();
    expect(callsOf('user/session/revoke').at(-1)).toEqual({ others: true });
    await done.click();
    await expect.poll(() => window.location.pathname).toBe(paths.profile());
  });

  it.for([
    [0, 1],
    [1, 0],
  ] as const)('beside %i passkeys says before it is unbound what that pauses', async ([passkeys, notes]) => {
    await openPage(paths.checkCode({ for: 'user/google/unbind' }), { as: { ...bound, passkeys } });
    await expect.element(password).toBeVisible();
    expect(page.getByText('Paused for 24 hours after this: sending and cards.').elements()).toHaveLength(
      notes,
    );
  });

  it('is unbound by a recovery code as it is typed, and says a wrong one beside it', async () => {
    answers({ 'user/google/unbind': new Refusal('code_incorrect', { left: 4 }, 'recoveryCode') });
    await toCode();
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    const field = page.getByLabelText('Recovery code', { exact: true });
    const unbind = page.getByRole('button', { name: 'Unbind' });
    await field.fill('0a1b');
    await unbind.click();
    await expect.element(field).toHaveAccessibleDescription(/12 letters and digits/);
    await field.fill('0a1b 2c3d 0001');
    await unbind.click();
    await expect.element(field).toHaveAccessibleDescription(/4 tries left/);
    expect(callsOf('user/google/unbind')).toMatchObject([{ recoveryCode: '0a1b 2c3d 0001' }]);
  });

  it('asks for the password again where it was wrong', async () => {
    answers({
      'verify/start': challenge,
      'user/google/unbind': new Refusal('password_incorrect', { left: 4 }, 'loginPassword'),
    });
    await toCode();
    await cells.fill('135790');
    await expect.element(password).toHaveAttribute('aria-invalid', 'true');
  });
});

describe('"bind first"', () => {
  it('stands in place of the page, and leads back to it', async () => {
    const own = paths.checkCode({ for: 'user/google/codes', back: paths.profile() });
    await openPage(own);
    await expect
      .element(page.getByRole('link', { name: 'Bind now' }))
      .toHaveAttribute('href', paths.googleAuth({ back: own }));
    expect(cells.elements()).toEqual([]);
  });

  it('goes back to no address of others', async () => {
    answers({ 'verify/start': challenge, 'user/google/codes': {} });
    await openPage(`${paths.checkCode({ for: 'user/google/codes' })}&back=//evil.example/`, { as: bound });
    await cells.fill('135790');
    await expect.poll(() => window.location.pathname).toBe(paths.googleAuth());
  });
});
