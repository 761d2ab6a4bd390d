/** The way back to an account: one answer for every name, a code, a new password. */
import { Refusal } from '@marigold/contract/endpoint';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';

import { answers, callsOf } from '../../../testing/answers.ts';
import { lightWork, numberIn } from '../../../testing/puzzle.ts';
import { day, minute, morning } from '../../../testing/samples.ts';
import { openPage } from '../../../testing/screen.tsx';
import { paths } from '../../lib/route/paths.ts';

const account = page.getByLabelText('Username, phone or email', { exact: true });
const find = page.getByRole('button', { name: 'Choose where the code goes' });
const ticket = 't'.repeat(43);

beforeEach(() => {
  answers({
    'user/forget/find': {
      ticket,
      methods: [{ method: 'email', masked: 'al***@example.com' }],
      expires: morning + 10 * minute,
    },
    'user/forget/send': { masked: 'al***@example.com', ttl: 600, resendIn: 60 },
    'user/forget/verify': { ticket: 'p'.repeat(43) },
    'user/forget/reset': { freezeUntil: morning + day },
  });
});

async function toCode(): Promise<void> {
  await openPage(paths.forgetUsername({ account: 'alice2026' }), { as: 'visitor' });
  await find.click();
  await expect.element(page.getByText('al***@example.com')).toBeVisible();
  await page.getByRole('button', { name: /^Send/ }).click();
  await expect
    .element(page.getByText('If the account alice2026 exists, its code is on the way.'))
    .toBeVisible();
}

describe('a forgotten password', () => {
  it('needs the name of an account', async () => {
    await openPage(paths.forgetUsername(), { as: 'visitor' });
    await account.fill('abc');
    await find.click();
    await expect
      .element(account)
      .toHaveAccessibleDescription(expect.stringContaining('Enter your username, phone or email'));
    expect(callsOf('user/forget/find')).toEqual([]);
  });

  it('is set anew by name, code and new password, and says until when sending is paused', async () => {
    await toCode();
    await page.getByRole('textbox').fill('246810');
    const password = page.getByLabelText('Password', { exact: true });
    const confirm = page.getByLabelText('Confirm password', { exact: true });
    for (const words of [
      'Paused for 24 hours after this: sending, trading, and cards.',
      'Paused for 7 days after this: security settings.',
    ])
      await expect.element(page.getByText(words)).toBeVisible();
    await password.fill('Secret#2027');
    await confirm.fill('Secret#2027');
    await page.getByRole('button', { name: 'Set new password' }).click();
    await expect
      .element(
        page.getByText(/Sending and trading are paused until 2026-11-24 10:00:00\. Your balance is safe\./),
      )
      .toBeVisible();
    expect(callsOf('user/forget/reset')).toMatchObject([
      { ticket: 'p'.repeat(43), password: 'Secret#2027', confirm: 'Secret#2027' },
    ]);
  });

  it('does the work that is wanted in a flood before it is sent, and goes on', async () => {
    const found = {
      ticket,
      methods: [{ method: 'email' as const, masked: 'al***@example.com' }],
      expires: morning + 10 * minute,
    };
    answers({
      'user/puzzle': await lightWork(),
      'user/forget/find': ({ puzzle }) =>
        puzzle === undefined ? new Refusal('puzzle_needed', { scene: 'forget' }) : found,
    });
    await toCode();
    expect(callsOf('user/puzzle')).toEqual([{ scene: 'forget' }]);
    expect(numberIn(callsOf('user/forget/find').at(-1)?.puzzle)).toBe(7);
  });

  it('of whoever bound an authenticator needs its digits as well, beside the password', async () => {
    const wrong = new Refusal('code_incorrect', { left: 4 }, 'google');
    answers({
      'user/forget/verify': { ticket: 'p'.repeat(43), need: ['google'] },
      'user/forget/reset': ({ google }) =>
        google === undefined
          ? new Refusal('two_step_needed', {}, 'google')
          : google === '246810'
            ? { freezeUntil: morning + day }
            : wrong,
    });
    await toCode();
    await page.getByRole('textbox').fill('246810');
    await expect.element(page.getByText('Paused for 24 hours after this: sending.')).toBeVisible();
    await page.getByLabelText('Password', { exact: true }).fill('Secret#2027');
    await page.getByLabelText('Confirm password', { exact: true }).fill('Secret#2027');
    await page.getByRole('button', { name: 'Set new password' }).click();
    const sheet = page.getByRole('dialog', { name: 'Enter the code from your app' });
    await sheet.getByRole('textbox').fill('111111');
    await expect.element(sheet.getByText(/4 tries left/)).toBeVisible();
    await sheet.getByRole('textbox').fill('246810');
    await expect
      .element(page.getByText(/logged out\. Sending is paused until 2026-11-24 10:00:00\./))
      .toBeVisible();
    expect(callsOf('user/forget/reset').map(({ google }) => google)).toEqual([undefined, '111111', '246810']);
  });

  it('says that the code is wrong and takes another one', async () => {
    answers({ 'user/forget/verify': new Refusal('code_incorrect', { left: 4 }, 'code') });
    await toCode();
    await page.getByRole('textbox').fill('111111');
    await expect.element(page.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true');
    expect(callsOf('user/forget/verify')).toEqual([{ ticket, code: '111111' }]);
  });

  it('begins again where its time ran out', async () => {
    answers({ 'user/forget/verify': new Refusal('ticket_expired') });
    await toCode();
    await page.getByRole('textbox').fill('246810');
    await expect
      .element(page.getByText('This reset has expired. Your password has not changed. Please start again.'))
      .toBeVisible();
  });
});
