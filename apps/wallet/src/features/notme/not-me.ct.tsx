/** "This was not me": nothing by opening, one button, what came of it, and the way out of a lock. */
import { Refusal } from '@marigold/contract/endpoint';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';

import { answers, callsOf, noAnswer } from '../../../testing/answers.ts';
import { day, idOf, minute, morning } from '../../../testing/samples.ts';
import { openPage } from '../../../testing/screen.tsx';
import { online } from '../../lib/device/online.ts';
import { session } from '../../lib/device/session.ts';
import { paths } from '../../lib/route/paths.ts';

const ticket = 't'.repeat(43);
const link = `${paths.notMe()}#${ticket}`;
const areas = ['payout', 'trade', 'card'] as const;
const locked = areas.map((area) => ({ area, reason: 'notMe', until: null, liftedBy: 'self' }) as const);
const lock = page.getByRole('button', { name: 'Lock account' });

function heading(name: string) {
  return page.getByRole('heading', { name, exact: true });
}
async function hasTitle(name: string): Promise<void> {
  await expect.element(heading(name)).toBeVisible();
}

describe('the link of a notice', () => {
  it('does nothing when it is opened, and leaves no ticket in the address bar', async () => {
    await openPage(link, { as: 'visitor' });
    await hasTitle('Lock your account?');
    await expect.element(page.getByText('Every device is logged out.')).toBeVisible();
    expect(window.location.href).not.toContain(ticket);
    expect(window.location.pathname).toBe(paths.notMe());
    expect(callsOf('user/notme')).toEqual([]);
  });

  it('locks by one press, and leads to a new password by logging in', async () => {
    answers({ 'user/notme': { locked: [...areas], next: 'login', wasUsed: false } });
    await openPage(link, { as: 'visitor' });
    await lock.click();
    await hasTitle('Your account is locked');
    expect(callsOf('user/notme')).toEqual([expect.objectContaining({ ticket })]);
    const change = page.getByRole('link', { name: 'Change password now' });
    await expect.element(change).toHaveAttribute('href', paths.login({ back: paths.notMe() }));
    await expect.element(page.getByRole('link', { name: 'Forgot your password?' })).toBeVisible();
    for (const store of [window.localStorage, window.sessionStorage])
      expect(Object.values(store).join(' ')).not.toContain(ticket);
  });

  it.for([
    [[...areas], /Your account is locked and your balance is safe/],
    [[], /The lock was lifted since/],
  ] as const)('that was used says so, with what is locked now: %j', async ([held, words]) => {
    answers({ 'user/notme': { locked: [...held], next: 'login', wasUsed: true } });
    await openPage(link, { as: 'visitor' });
    await lock.click();
    await hasTitle('This link was already used');
    await expect.element(page.getByText(words)).toBeVisible();
  });

  it('that is over says that nothing was locked, and which ways there are', async () => {
    answers({ 'user/notme': new Refusal('ticket_expired') });
    await openPage(link, { as: 'visitor' });
    await lock.click();
    await hasTitle('This link does not work');
    await expect
      .element(page.getByText(/Nothing was locked\. Links in messages work for 30 days\./))
      .toBeVisible();
  });

  it('that was cut off, or is none, is never sent', async () => {
    await openPage(`${link.slice(0, -1)}`, { as: 'visitor' });
    await hasTitle('This link does not work');
    expect(callsOf('user/notme')).toEqual([]);
  });

  it('without any ticket asks a visitor to log in', async () => {
    await openPage(paths.notMe(), { as: 'visitor' });
    await hasTitle('This link does not work');
    const way = page.getByRole('link', { name: 'Log in', exact: true });
    await expect.element(way).toHaveAttribute('href', paths.login({ back: paths.notMe() }));
  });

  it('waits for a line, and takes the same press again after an answer that was lost', async () => {
    answers({ 'user/notme': noAnswer });
    await openPage(link, { as: 'visitor' });
    await lock.click();
    await expect.element(page.getByText(/network error/i)).toBeVisible();
    await expect.element(lock).toHaveAccessibleDescription(expect.stringContaining('Nothing is locked yet'));
    answers({ 'user/notme': { locked: [...areas], next: 'login', wasUsed: false } });
    online.answered(morning);
    await lock.click();
    await hasTitle('Your account is locked');
    const [first, second] = callsOf('user/notme');
    expect(second).toEqual(first);
  });

  it('says at the button that something else went wrong', async () => {
    answers({ 'user/notme': new Refusal('already_applied' as 'ticket_expired', { id: '' }) });
    await openPage(link, { as: 'visitor' });
    await lock.click();
    await expect.element(page.getByRole('alert')).toBeVisible();
  });
});

describe('whoever is signed in', () => {
  it('locks without a ticket, stays, and goes on to the way out', async () => {
    answers({ 'user/notme': { locked: [...areas], next: 'password', wasUsed: false } });
    await openPage(paths.notMe());
    await expect.element(page.getByText('Every other device is logged out; this one stays.')).toBeVisible();
    await lock.click();
    await hasTitle('Your account is locked');
    expect(session.state.get().user?.freezes).toEqual(locked);
    await page.getByRole('button', { name: 'Change password now' }).click();
    await hasTitle('Unlock your account');
  });

  const old = page.getByLabelText('Current password', { exact: true });
  const goOn = page.getByRole('button', { name: 'Continue' });
  const unlock = page.getByRole('button', { name: 'Set password and unlock' });

  async function fillIn(): Promise<void> {
    await openPage(paths.notMe(), { as: { freezes: locked } });
    await old.fill('Secret#2026');
    await goOn.click();
  }

  /** Nothing strong is bound: another password is asked for behind the right one. */
  async function fillInBoth(): Promise<void> {
    await fillIn();
    await page.getByLabelText('New password', { exact: true }).fill('Secret#2027');
    await page.getByLabelText('Confirm password', { exact: true }).fill('Secret#2027');
    await unlock.click();
  }

  it('and has locked the account lifts it by another password and a code', async () => {
    const until = morning + day;
    answers({
      'user/freeze/lift': ({ verify, newPassword }) =>
        verify === undefined
          ? newPassword === undefined
            ? new Refusal('new_password_needed', {}, 'newPassword')
            : new Refusal('verification_required', { methods: ['email'] })
          : { freezes: areas.map((area) => ({ area, reason: 'lifted', until, liftedBy: 'time' }) as const) },
      'verify/start': {
        challengeId: idOf(951),
        masked: 'al***@example.com',
        expires: morning + 10 * minute,
        summary: { currency: null, amount: null, fee: null, payee: null, chain: null },
      },
    });
    await fillInBoth();
    await expect.element(page.getByText('Confirm the unlock')).toBeVisible();
    expect(callsOf('verify/start')).toMatchObject([{ kind: 'user/freeze/lift' }]);
    await page.getByRole('dialog').getByRole('textbox').fill('246810');
    await hasTitle('Your account is unlocked');
    await expect.element(page.getByText(/start again on 2026-11-24 10:00:00\./)).toBeVisible();
    expect(session.state.get().user?.freezes.map(({ reason }) => reason)).toEqual([
      'lifted',
      'lifted',
      'lifted',
    ]);
  });

  it('and has bound an authenticator before lifts it by its code alone, and nothing waits', async () => {
    answers({
      'user/freeze/lift': ({ verify }) =>
        verify === undefined
          ? new Refusal('verification_required', { methods: ['google'] })
          : { freezes: [] },
      'verify/start': {
        challengeId: idOf(951),
        masked: null,
        expires: morning + 10 * minute,
        summary: { currency: null, amount: null, fee: null, payee: null, chain: null },
      },
    });
    await fillIn();
    await expect.element(page.getByText('Enter the 6 digits from your authenticator app')).toBeVisible();
    await page.getByRole('dialog').getByRole('textbox').fill('246810');
    await hasTitle('Your account is unlocked');
    await expect
      .element(page.getByText('Everything works again at once. Your balance is safe.'))
      .toBeVisible();
    expect(callsOf('user/freeze/lift')).toMatchObject([
      { loginPassword: 'Secret#2026' },
      { loginPassword: 'Secret#2026', verify: { code: '246810' } },
    ]);
    expect(callsOf('user/freeze/lift')[0]).not.toHaveProperty('newPassword');
  });

  it('is told at its field that the old password is wrong', async () => {
    answers({ 'user/freeze/lift': new Refusal('password_incorrect', { left: 4 }, 'loginPassword') });
    await fillIn();
    await expect.element(old).toHaveAttribute('aria-invalid', 'true');
  });

  it('is told on the form that it has to wait', async () => {
    answers({
      'user/freeze/lift': new Refusal('credentials_frozen', { reason: 'operator', ends: 'lifted' }),
    });
    await fillIn();
    await expect.element(page.getByRole('alert')).toBeVisible();
  });

  it('finds the lock of an account beside what the house froze', async () => {
    const freezes = [{ area: 'payout', reason: 'operator', until: null, liftedBy: 'support' } as const];
    await openPage(paths.notMe(), { as: { freezes } });
    await expect.element(heading('Lock your account?')).toBeVisible();
  });
});
