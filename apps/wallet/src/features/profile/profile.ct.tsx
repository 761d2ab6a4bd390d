/** My account: what protects it beside its own value, the places where it is open and how one is closed, its history. */
import type { DeviceSession, SecurityEvent } from '@marigold/contract/calls/session';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';

import { answers, callsOf, held, lost, noAnswer, UnservedAnswer } from '../../../testing/answers.ts';
import { cutIn, visibleRows, saying } from '../../../testing/look.ts';
import { sampleSession } from '../../../testing/sample-sessions.ts';
import { day, hour, idOf, morning } from '../../../testing/samples.ts';
import { openPage, type ScreenSetup } from '../../../testing/screen.tsx';
import { paths } from '../../lib/route/paths.ts';

const here = sampleSession();
const phone: DeviceSession = {
  ...here,
  id: idOf(202),
  device: 'iPhone',
  isCurrent: false,
  country: null,
  isTrusted: false,
  lastTime: morning - hour,
};
const nameless: DeviceSession = {
  ...phone,
  id: idOf(203),
  device: '',
  address: null,
  lastTime: morning - 2 * day,
};

describe('what protects the account', () => {
  it('stands with each name beside its own value', async () => {
    await openPage(paths.profile(), { as: { phone: '+49 *** 12' } });
    await expect.element(page.getByRole('heading', { name: 'Alice' })).toBeVisible();
    expect(visibleRows('Login')).toEqual([
      'Usernamealice2026',
      'Login password',
      'PasskeysNone',
      'Phone+49 *** 12',
      'Emailal***@example.com',
    ]);
    expect(visibleRows('Payments')).toEqual([
      'Payment passwordSet',
      'Forgot the payment password',
      'Two-step verificationNot bound',
      'Second-verification limits$30.00 / $100.00 · 5 payments',
    ]);
  });

  it('has no amounts beside the limits where they did not come, and still leads there', async () => {
    answers({ 'user/limit/get': noAnswer });
    await openPage(paths.profile());
    await expect.element(page.getByText('Second-verification limits')).toBeVisible();
    expect(visibleRows('Payments')).toContain('Second-verification limits');
  });

  it('says what is not linked', async () => {
    await openPage(paths.profile(), { as: { phone: null, email: null } });
    await expect.poll(() => visibleRows('Login')).toContain('PhoneNot linked');
    expect(visibleRows('Login')).toContain('EmailNot linked');
  });

  it('is whole with two-step verification and its codes, and leads to none', async () => {
    await openPage(paths.profile(), { as: { hasGoogle: true, codesLeft: 4 } });
    await expect.element(page.getByText('Good protection')).toBeVisible();
    await expect.element(page.getByRole('img', { name: '5 of 5 steps of protection' })).toBeVisible();
    expect(page.getByRole('link', { name: /missing|Good protection/ }).elements()).toEqual([]);
  });

  it.for([
    ['2 steps are missing', {}],
    ['One step is missing', { hasGoogle: true, codesLeft: 3 }],
  ] as const)('leads to two-step verification: %s', async ([words, as]) => {
    await openPage(paths.profile(), { as });
    await expect
      .element(page.getByRole('link', { name: new RegExp(words) }))
      .toHaveAttribute('href', paths.googleAuth({ back: paths.profile() }));
  });

  it('asks first for another password where everybody would try this one', async () => {
    await openPage(paths.profile(), { as: { isPasswordCommon: true, hasPayPassword: false } });
    await expect
      .element(page.getByRole('link', { name: /4 steps are missing.*login password is easy to guess/ }))
      .toHaveAttribute('href', paths.password());
  });

  it('without a payment password lacks a step, leads to it, and has nothing to reset', async () => {
    await openPage(paths.profile(), { as: { hasPayPassword: false } });
    await expect
      .element(page.getByRole('link', { name: /3 steps are missing/ }))
      .toHaveAttribute('href', paths.paymentPassword({ back: paths.profile() }));
    await expect.element(page.getByRole('img', { name: '2 of 5 steps of protection' })).toBeVisible();
    expect(visibleRows('Payments')).toEqual([
      'Payment passwordNot set',
      'Two-step verificationNot bound',
      'Second-verification limits$30.00 / $100.00 · 5 payments',
    ]);
  });

  it.for([
    ['profile', {}, 'My Account'],
    ['security', { part: 'security' }, 'Account & Security'],
  ] as const)('is called by the way that led to it: %s', async ([, search, title]) => {
    await openPage(paths.profile(search));
    await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  });
});

describe('the places where the account is open', () => {
  it('are named with when they were used; this one has no way to log itself out', async () => {
    answers({ 'user/session/list': { list: [here, phone, nameless] } });
    await openPage(paths.profile());
    await expect
      .poll(() => visibleRows('Devices and sessions'))
      .toEqual([
        '“Chrome”Active now · 203.0.113.*, Georgia · TrustedThis device',
        '“iPhone”Last used 09:00 · 203.0.113.*Log out: “iPhone”',
        'Unknown deviceLast used 2026-11-21 10:00Log out: Unknown device',
      ]);
  });

  it('have nothing to end where this is the only one', async () => {
    await openPage(paths.profile());
    await expect
      .poll(() => visibleRows('Devices and sessions'))
      .toEqual(['“Chrome”Active now · 203.0.113.*, Georgia · TrustedThis device']);
    expect(page.getByRole('button', { name: 'Log out everywhere else' }).elements()).toEqual([]);
  });

  it('that did not come say so, and come with another try', async () => {
    answers({ 'user/session/list': noAnswer });
    await openPage(paths.profile());
    await expect
      .element(page.getByText('The list of devices did not load. Nothing was changed.'))
      .toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'Network error' })).toBeVisible();
    answers({ 'user/session/list': { list: [here, phone] } });
    await page.getByRole('button', { name: 'tap to retry' }).click();
    await expect.poll(() => visibleRows('Devices and sessions')).toHaveLength(2);
  });
});

describe('a name as long and as wide as any', () => {
  const device = `${'W'.repeat(30)} · Android`;

  it.for(['narrow', 'phone'] as const)('can be read whole on %s screens', async (size) => {
    answers({
      'user/session/list': { list: [here, { ...phone, device }] },
      'user/security/log': {
        list: [{ id: '1', event: 'newDevice', device, address: '203.0.113.*', country: null, time: morning }],
        next: null,
      },
    });
    await openPage(paths.profile(), { size });
    for (const list of ['Devices and sessions', 'Login history']) {
      await expect.poll(() => visibleRows(list).join()).toContain(`“${device}”`);
      expect(cutIn(list)).toEqual([]);
    }
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
    await page.getByRole('button', { name: `Log out : “${device}”` }).click();
    await expect.element(page.getByRole('dialog').getByText(`Log out “${device}”?`)).toBeVisible();
    const dialog = page.getByRole('dialog').element();
    expect(dialog.scrollWidth).toBeLessThanOrEqual(dialog.clientWidth);
  });
});

describe('logging another place out', () => {
  const dialog = page.getByRole('dialog');
  const end = dialog.getByRole('button', { name: /^(Log out|Logging out)/ });

  beforeEach(() => answers({ 'user/session/list': { list: [here, phone] } }));

  async function ask(setup: ScreenSetup = {}): Promise<void> {
    await openPage(paths.profile(), setup);
    await page.getByRole('button', { name: /^Log out ?: “iPhone”$/ }).click();
    await expect.element(dialog.getByText('Log out “iPhone”?')).toBeVisible();
  }

  it('asks first, and does nothing when it is left', async () => {
    await ask();
    await expect.element(dialog.getByText(/^Whoever uses it must log in again\./)).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => dialog.elements()).toEqual([]);
    expect(callsOf('user/session/revoke')).toEqual([]);
  });

  it('is sent once however often it is pressed, and the place is gone from the list', async () => {
    const late = held('user/session/revoke');
    answers({ 'user/session/revoke': late.promise });
    await ask();
    await end.click();
    await expect.element(end).toHaveAttribute('aria-busy', 'true');
    await end.click({ force: true });
    answers({ 'user/session/list': { list: [here] } });
    late.resolve({ ended: 1 });
    await expect.element(page.getByText('1 device logged out')).toBeVisible();
    await expect
      .poll(() => visibleRows('Devices and sessions'))
      .toEqual(['“Chrome”Active now · 203.0.113.*, Georgia · TrustedThis device']);
    expect(callsOf('user/session/revoke')).toEqual([{ id: phone.id }]);
  });

  it.for([
    [0, 'It was logged out already'],
    [2, '2 devices logged out'],
  ] as const)('of every other one says what came of it: %s', async ([ended, words]) => {
    answers({ 'user/session/revoke': { ended } });
    await openPage(paths.profile());
    await page.getByRole('button', { name: 'Log out everywhere else' }).click();
    await expect.element(dialog.getByText('Log out every other device?')).toBeVisible();
    await end.click();
    await expect.element(page.getByText(words)).toBeVisible();
    expect(callsOf('user/session/revoke')).toEqual([{ others: true }]);
  });

  it.for([
    [
      'asked too often',
      new UnservedAnswer(429, 'rate_limited', { seconds: 60 }),
      'Too many requests. Please try again in 60 seconds.',
    ],
    ['left without an answer', noAnswer, 'request network error'],
  ] as const)('that was %s says so, stays asked, and can be pressed again', async ([, answer, words]) => {
    answers({ 'user/session/revoke': answer });
    await ask();
    await end.click();
    await expect.element(page.getByText(words)).toBeVisible();
    await expect.element(dialog.getByText('Log out “iPhone”?')).toBeVisible();
    answers({ 'user/session/revoke': { ended: 1 } });
    await end.click();
    await expect.element(page.getByText('1 device logged out')).toBeVisible();
    expect(callsOf('user/session/revoke')).toHaveLength(2);
  });
});

describe('the history', () => {
  const event = (more: Partial<SecurityEvent>): SecurityEvent => ({
    id: idOf(211),
    event: 'login',
    device: 'Chrome',
    address: '203.0.113.*',
    country: null,
    time: morning - hour,
    ...more,
  });

  it('says what happened, where and when, the newest first', async () => {
    const list = [
      event({ id: '1', event: 'newDevice', device: 'iPhone' }),
      event({ id: '2', event: 'loginFailed', device: null, time: morning - 2 * hour }),
      event({ id: '3', event: 'payPasswordLocked', address: null, time: morning - day }),
    ];
    answers({ 'user/security/log': { list, next: null } });
    // It begins below the window, and is there for whoever listens without scrolling.
    await openPage(paths.profile(), { size: 'narrow' });
    await expect
      .poll(() => visibleRows('Login history'))
      .toEqual([
        'Login on a new device“iPhone” · 203.0.113.*2026-11-23 09:00:00',
        'Wrong login passwordUnknown device · 203.0.113.*2026-11-23 08:00:00',
        'Payment password locked“Chrome”2026-11-22 10:00:00',
      ]);
  });

  it('has the older rows after the newer ones, and says where it ends', async () => {
    answers({
      'user/security/log': ({ cursor }) =>
        cursor === undefined
          ? { list: [event({ id: '1' })], next: 'older' }
          : { list: [event({ id: '2', event: 'passwordChanged' })], next: null },
    });
    await openPage(paths.profile(), { size: 'desktop' });
    await expect.element(page.getByText('No more records')).toBeVisible();
    await expect
      .poll(() => visibleRows('Login history'))
      .toEqual([expect.stringMatching(/^Login“Chrome”/), expect.stringMatching(/^Login password changed/)]);
  });

  it('of nothing says that there is nothing', async () => {
    await openPage(paths.profile());
    await expect.element(page.getByText('no records', { exact: true })).toBeVisible();
  });

  it('that did not come says so beside the devices that did, and comes with another try', async () => {
    answers({ 'user/security/log': lost });
    await openPage(paths.profile());
    await expect.element(page.getByText('The history did not load. Nothing was changed.')).toBeVisible();
    await expect.poll(() => visibleRows('Devices and sessions')).toHaveLength(1);
    answers({ 'user/security/log': { list: [event({})], next: null } });
    await page.getByRole('button', { name: 'tap to retry' }).click();
    await expect.element(page.getByText(saying('“Chrome” · 203.0.113.*'))).toBeVisible();
  });
});
