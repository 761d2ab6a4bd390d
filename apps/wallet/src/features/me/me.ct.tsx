/** The personal centre: who one is here, where every row leads, what is given away by a press, and logging out. */
import type { RiskCase } from '@marigold/contract/calls/risk';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';

import { answers, callsOf, held, lost, noAnswer } from '../../../testing/answers.ts';
import { publish } from '../../../testing/line.ts';
import { linksOf, visibleRows } from '../../../testing/look.ts';
import { hour, idOf, minute, morning, sampleFreeze, user } from '../../../testing/samples.ts';
import { openPage, pass, type ScreenSetup } from '../../../testing/screen.tsx';
import { installedVersion } from '../../lib/device/device.ts';
import { session } from '../../lib/device/session.ts';
import { storage, storageKeys } from '../../lib/device/storage.ts';
import { paths } from '../../lib/route/paths.ts';

const nothing = { money: 0, security: 0, service: 0, announcement: 0 };
const nothingUnread = { 'message/summary': { unread: nothing } } as const;

/** Money that waits for an answer of this person. */
function heldBack(number: number): RiskCase {
  return {
    id: idOf(number),
    rule: 'amount',
    object: 'deposit',
    billId: null,
    currency: 'USDT',
    chain: 'eth',
    amount: '20000',
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
    state: 'open',
    deadline: morning + hour,
    time: morning,
  };
}

async function openMe(setup: ScreenSetup = {}): Promise<void> {
  await openPage(paths.me(), setup);
}

/** What stands in the row of that name, and nothing where there is no such row. */
function rowOf(list: string, name: string): string | undefined {
  return visibleRows(list).find((row) => row.startsWith(name));
}

afterEach(() => vi.restoreAllMocks());

describe('who one is here', () => {
  it('is said by the nickname, and by a username that a glance does not give away', async () => {
    await openMe({ as: { nickname: 'Alice B', username: 'alice2026' } });
    await expect.element(page.getByRole('heading', { name: 'Alice B' })).toBeVisible();
    await expect.element(page.getByText(/^ID a\*+/)).toBeVisible();
    expect(document.body.textContent).not.toContain('alice2026');
  });

  it('is asked again when one comes back later', async () => {
    await openMe();
    answers({ 'user/info': user({ nickname: 'Alice of today' }) });
    await page.getByRole('link', { name: /^Language/ }).click();
    await expect.element(page.getByRole('heading', { name: 'Language Settings' })).toBeVisible();
    await pass(minute);
    await page.getByRole('button', { name: 'Back' }).click();
    await expect.element(page.getByRole('heading', { name: 'Alice of today' })).toBeVisible();
  });

  it('says what is paused, until when and why', async () => {
    await openMe({ as: { freezes: [sampleFreeze(), sampleFreeze({ area: 'trade' })] } });
    const note = page.getByRole('region', { name: 'sending and trading' });
    await expect.element(note.getByText('Paused: sending and trading')).toBeVisible();
    await expect.element(note.getByText('until Mon 15:00 · 5 h 0 min')).toBeVisible();
    await expect.element(note.getByText('Your login password was changed.')).toBeVisible();
  });

  it('says nothing of a pause where there is none', async () => {
    await openMe();
    await expect.element(page.getByRole('heading', { name: 'Alice' })).toBeVisible();
    expect(page.getByText(/^Paused:/).elements()).toEqual([]);
  });

  it.for([
    [true, '3 of 5 steps', 'Set'],
    [false, '2 of 5 steps', 'Not set'],
  ] as const)(
    'says how far it is protected; payment password: %s',
    async ([hasPayPassword, steps, password]) => {
      await openMe({ as: { hasPayPassword } });
      await expect.poll(() => rowOf('Account', 'Account & Security')).toBe(`Account & Security${steps}`);
      expect(rowOf('Payments', 'Wallet Password')).toBe(`Wallet Password${password}`);
    },
  );
});

describe('the rows', () => {
  it('lead somebody who is logged in to every page', async () => {
    answers(nothingUnread);
    await openMe({ as: { hasPayPassword: true } });
    await expect
      .poll(() => linksOf('Account'))
      .toEqual([
        ['Account & Security3 of 5 steps', paths.profile({ part: 'security' })],
        ['Identity verificationLevel 1', paths.kyc()],
        ['Change Login Password', paths.password()],
        ['Message notifications', paths.messages()],
      ]);
    expect(linksOf('Payments')).toEqual([
      ['Assets', paths.assets()],
      ['My cards', paths.cards()],
      ['Receive', paths.receive()],
      ['Transfer', paths.transfer()],
      ['Address Book', paths.payees()],
      ['Bills', paths.bills()],
      ['Export', paths.exportBills()],
      ['Transaction Bills', paths.tradeBills()],
      ['Security checks', paths.risks()],
      ['Wallet PasswordSet', paths.paymentPassword({ back: paths.me() })],
    ]);
    expect(linksOf('More')).toEqual([
      ['Exchange rates', paths.rate()],
      ['Market', paths.markets()],
      ['Life', paths.life()],
      ['My invitation code', paths.invite()],
      ['App Download', paths.downloadApp()],
    ]);
    expect(linksOf('Settings')).toEqual([
      ['LanguageEnglish', paths.language()],
      ['Personal Settings', paths.setting()],
    ]);
    expect(linksOf('Help')).toEqual([
      ['Help', paths.content()],
      ['Contact Us', paths.contact()],
      ['About Us', paths.about()],
    ]);
  });

  it('ask a visitor in, with the way back, and lead to what is for everybody', async () => {
    await openMe({ as: 'visitor' });
    const card = page.getByRole('main');
    const back = paths.me();
    await expect
      .element(card.getByRole('link', { name: 'Log in', exact: true }))
      .toHaveAttribute('href', paths.login({ back }));
    await expect
      .element(card.getByRole('link', { name: 'Create account' }))
      .toHaveAttribute('href', paths.register({ back }));
    expect(linksOf('More').map(([name]) => name)).toEqual([
      'Exchange rates',
      'Market',
      'Life',
      'App Download',
    ]);
    expect(linksOf('Settings')).toEqual([['LanguageEnglish', paths.language()]]);
    expect(linksOf('Help')).toHaveLength(3);
    expect(page.getByRole('list', { name: /^(Account|Payments)$/ }).elements()).toEqual([]);
    expect(page.getByRole('button', { name: 'Log out' }).elements()).toEqual([]);
    expect(callsOf('user/info')).toEqual([]);
    expect(callsOf('risk/list')).toEqual([]);
  });

  it.for([
    [{ money: 2, security: 1 }, '3'],
    [{ money: 60, service: 40 }, '99+'],
  ] as const)('count what is unread: %o is %s', async ([unread, badge]) => {
    answers({ 'message/summary': { unread: { ...nothing, ...unread } } });
    await openMe();
    await expect.poll(() => rowOf('Account', 'Message notifications')).toBe(`Message notifications${badge}`);
  });

  it('count what a rule holds back as soon as it does', async () => {
    await openMe();
    await expect.poll(() => rowOf('Payments', 'Security checks')).toBe('Security checks');
    answers({ 'risk/list': { list: [heldBack(1), heldBack(2)], next: null } });
    publish('bill');
    await expect.poll(() => rowOf('Payments', 'Security checks')).toBe('Security checks2');
    expect(callsOf('risk/list').at(-1)).toMatchObject({ state: 'open' });
  });
});

describe('what others need', () => {
  it.for([
    ['the internal code', 'Copy: Internal code', (): string => user().uid],
    ['the invitation', /^Invite a friend/, (): string => 'ABC234'],
  ] as const)('is copied by a press: %s', async ([, name, copied]) => {
    const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await openMe();
    await expect.element(page.getByText(user().uid, { exact: true })).toBeVisible();
    await page.getByRole('button', { name }).click();
    await expect.element(page.getByText('Content copied')).toBeVisible();
    expect(copy.mock.calls).toEqual([[copied()]]);
  });

  it('is said not to be copied where the browser refuses', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    await openMe();
    await page.getByRole('button', { name: /^Invite a friend/ }).click();
    await expect.element(page.getByText('Copy failed, please copy manually')).toBeVisible();
  });
});

describe('logging out', () => {
  const dialog = page.getByRole('dialog');
  const leave = dialog.getByRole('button', { name: /^(Log out|Logging out)/ });

  async function ask(): Promise<void> {
    await openMe();
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect.element(dialog.getByText('Log out of this device?')).toBeVisible();
  }

  it('stands over the version that runs here', async () => {
    await openMe();
    await expect.element(page.getByText(`Version ${installedVersion}`)).toBeVisible();
  });

  it('asks first, and does nothing to who stays', async () => {
    await ask();
    await dialog.getByRole('button', { name: 'Stay logged in' }).click();
    await expect.poll(() => dialog.elements()).toEqual([]);
    expect(callsOf('user/logout')).toEqual([]);
    expect(session.state.get().hasLogin).toBe(true);
  });

  it('ends the session at the server once and here, and leads home', async () => {
    const late = held('user/logout');
    answers({ 'user/logout': late.promise });
    await ask();
    await leave.click();
    await expect.element(leave).toHaveAttribute('aria-busy', 'true');
    await leave.click({ force: true });
    late.resolve({});
    await expect.poll(() => window.location.pathname).toBe(paths.home());
    expect(callsOf('user/logout')).toEqual([{}]);
    expect(session.state.get().hasLogin).toBe(false);
    expect(storage.getItem(storageKeys.token)).toBeNull();
    expect(storage.getItem(storageKeys.user)).toBeNull();
    await expect.element(page.getByRole('main').getByRole('link', { name: 'Log in' }).first()).toBeVisible();
  });

  it.for([
    ['gives no answer', noAnswer],
    ['cannot end it', lost],
  ] as const)('ends the session here where the server %s', async ([, answer]) => {
    answers({ 'user/logout': answer });
    await ask();
    await leave.click();
    await expect.poll(() => window.location.pathname).toBe(paths.home());
    expect(session.state.get().hasLogin).toBe(false);
    expect(storage.getItem(storageKeys.token)).toBeNull();
  });
});
