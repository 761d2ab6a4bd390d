/** One card: its state with the one way to restore it, its figures, its remark, its history, and what stops it. */
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';

import { answers, callsOf, held, lost, noAnswer, UnservedAnswer } from '../../../testing/answers.ts';
import { publish } from '../../../testing/line.ts';
import { problemsOfAxe } from '../../../testing/look-axe.ts';
import { linksOf, mainActions, problemsOfDetails, valueOf } from '../../../testing/look.ts';
import { ownCardScript, sampleOwnCard } from '../../../testing/sample-own-card.ts';
import { day, hour, idOf, morning, sampleFreeze } from '../../../testing/samples.ts';
import { openPage, type ScreenSetup } from '../../../testing/screen.tsx';
import { paths } from '../../lib/route/paths.ts';

const cardId = idOf(1401);

async function openCard(
  more: Parameters<typeof sampleOwnCard>[0] = {},
  setup: ScreenSetup = {},
): Promise<void> {
  answers(ownCardScript(sampleOwnCard(more)));
  await openPage(paths.cardInfo(cardId), setup);
}

const historyNow = () => [...document.querySelectorAll('.timeline li')].map((step) => step.textContent);

describe('a card', () => {
  it('says what is on it, its limits, who holds the money, and what it costs', async () => {
    await openCard();
    await expect.element(page.getByRole('heading', { name: 'UTGL elite •• 0917' })).toBeVisible();
    expect(valueOf('Balance')).toBe('$1,210.50');
    expect(valueOf('Daily limit')).toBe('$5,000.00');
    expect(valueOf('Left today')).toBe('$4,880.00');
    expect(valueOf('Money is held by')).toBe('MusePay Ltd.');
    expect(valueOf('Phone of the card')).toBe('+49 1** *** 114');
    expect(valueOf('Valid through')).toBe('09/29');
    expect(valueOf('Recharge')).toBe('1.2%');
    expect(valueOf('Foreign currency')).toBe('rate of the day');
    expect(valueOf('Monthly')).toBe('Free');
  });

  it('says what happened to it and through whom', async () => {
    await openCard({
      state: 'lost',
      wish: 'lost',
      steps: [
        { state: 'lost', channel: 'operator', at: morning - hour },
        { state: 'pendingActive', channel: 'issuer', at: morning - 9 * day },
        { state: 'active', channel: 'app', at: morning - 8 * day },
      ],
    });
    expect(historyNow()).toEqual([
      'Done: Not activatedThe card company2026-11-14 10:00',
      'Done: ActiveYou, in the app2026-11-15 10:00',
      'Ended: Reported lostOur team09:00',
    ]);
  });

  it.for([
    ['active', 'active', /^Available to spend$/, null, true],
    ['pendingActive', 'none', /^It cannot pay before it is activated/, paths.activateCard(cardId), false],
    ['locked', 'locked', /^No payment can go through until you unlock it/, paths.unlockCard(cardId), false],
    ['suspended', 'active', /ask us why/, null, false],
    ['lost', 'lost', /never works again, also when it is found/, null, false],
    ['closed', 'closed', /^It was closed/, null, false],
    ['expired', 'active', /^Its last month is over/, null, false],
  ] as const)(
    'that is %s says what that means, with at most one way out',
    async ([state, wish, note, way, locks]) => {
      await openCard({ state, wish });
      await expect.element(page.getByText(note)).toBeVisible();
      expect(mainActions().map(([, to]) => to)).toEqual(way === null ? [] : [way]);
      const lock = page.getByRole('link', { name: 'Lock card' });
      expect(lock.elements()).toHaveLength(locks ? 1 : 0);
      expect(page.getByText('Needs a code of your authenticator').elements()).toHaveLength(
        way === null ? 0 : 1,
      );
    },
  );

  it('that people stopped leads to them', async () => {
    await openCard({ state: 'suspended' });
    await expect
      .element(page.getByRole('link', { name: 'Contact us' }))
      .toHaveAttribute('href', paths.contact());
  });

  it('can be locked by what stands last and alone', async () => {
    await openCard();
    expect(linksOf('Lock card')).toEqual([['Lock card', paths.lockCard(cardId)]]);
    const links = page.getByRole('main').getByRole('link').elements();
    expect(links.at(-1)?.textContent).toBe('Lock card');
  });

  it('keeps the digits of plastic to itself until it is activated', async () => {
    await openCard({ state: 'pendingActive', wish: 'none' });
    await expect.element(page.getByRole('heading', { name: 'UTGL elite', exact: true })).toBeVisible();
    expect(document.body.textContent).not.toContain('0917');
  });

  it('that is being changed goes on by itself', async () => {
    await openCard({ wish: 'locked', isChanging: true });
    await expect.element(page.getByText(/^The card company was asked/)).toBeVisible();
    answers(ownCardScript(sampleOwnCard({ state: 'locked' })));
    publish('card', { cardId });
    await expect.element(page.getByText(/^No payment can go through/)).toBeVisible();
  });

  it('of a demonstration says that nobody pays with it', async () => {
    await openCard({ isDemo: true });
    await expect.element(page.getByText(/^This is a demonstration: nobody can pay/)).toBeVisible();
    await expect.element(page.getByText('Demo card')).toBeVisible();
  });

  it('that is locked while cards are frozen says until when', async () => {
    await openCard({ state: 'locked' }, { as: { freezes: [sampleFreeze({ area: 'card' })] } });
    await expect.element(page.getByText('Paused: cards')).toBeVisible();
    expect(page.getByText(/^No payment can go through/).elements()).toEqual([]);
  });

  it.for([
    ['nobody here has', paths.cardInfo(cardId), new UnservedAnswer(404, 'not_found')],
    ['nobody named', '/pages/card/info', new UnservedAnswer(404, 'not_found')],
  ] as const)('that %s says so', async ([, address, answer]) => {
    answers({ 'card/info': answer });
    await openPage(address);
    await expect.element(page.getByRole('heading', { name: 'No such card' })).toBeVisible();
  });

  it('that cannot be read says that its money is safe', async () => {
    answers({ 'card/info': lost });
    await openPage(paths.cardInfo(cardId));
    await expect
      .element(page.getByText(/^The card could not be loaded\. The money on it is safe/))
      .toBeVisible();
  });
});

describe('the remark', () => {
  const field = page.getByRole('dialog').getByRole('textbox', { name: 'Remark' });
  const save = page.getByRole('dialog').getByRole('button', { name: /^Sav/ });

  async function openRemark(remark: string | null): Promise<void> {
    await openCard({ remark });
    await page.getByRole('list', { name: 'Remark' }).getByRole('button').click();
    await expect.element(field).toBeVisible();
  }

  it('is written once, at most forty characters long', async () => {
    const late = held('card/remark');
    answers({ 'card/remark': late.promise });
    await openRemark(null);
    await expect.element(field).toHaveAttribute('maxlength', '40');
    await field.fill('  For trips ');
    await save.click();
    await save.click({ force: true });
    late.resolve({ remark: 'For trips' });
    await expect.poll(() => page.getByRole('dialog').elements()).toEqual([]);
    await expect.element(page.getByText('For trips')).toBeVisible();
    expect(callsOf('card/remark')).toMatchObject([{ cardId, remark: 'For trips' }]);
  });

  it('is taken away where nothing is typed', async () => {
    answers({ 'card/remark': { remark: null } });
    await openRemark('For trips');
    await field.fill('');
    await save.click();
    await expect.element(page.getByText('Only you see it.').first()).toBeVisible();
    await expect.poll(() => page.getByText('For trips').elements()).toEqual([]);
    expect(callsOf('card/remark')).toMatchObject([{ remark: '' }]);
  });

  it('does not leave the device where it looks like the number of a card', async () => {
    answers({ 'card/remark': { remark: 'For trips' } });
    await openRemark(null);
    await field.fill('4000 0012 3456 7899');
    await save.click();
    await expect.element(page.getByRole('dialog').getByText(/looks like the number of a card/)).toBeVisible();
    expect(callsOf('card/remark')).toEqual([]);
    const stored = [localStorage, sessionStorage].flatMap((store) => Object.values<string>(store));
    expect(stored.join(' ')).not.toContain('7899');
    await field.fill('For trips');
    await save.click();
    await expect.poll(() => page.getByRole('dialog').elements()).toEqual([]);
    expect(callsOf('card/remark')).toMatchObject([{ remark: 'For trips' }]);
  });

  it('without an answer says that it may be written already', async () => {
    answers({ 'card/remark': noAnswer });
    await openRemark(null);
    await field.fill('For trips');
    await save.click();
    await expect.element(page.getByRole('dialog').getByText(/never done twice/)).toBeVisible();
  });
});

describe('its look', () => {
  it.for([
    ['light', 'phone', 'active'],
    ['dark', 'phone', 'locked'],
    ['light', 'desktop', 'lost'],
    ['dark', 'desktop', 'suspended'],
  ] as const)('has nothing that axe finds wrong: %s, %s, %s', async ([theme, size, state]) => {
    document.documentElement.dataset['theme'] = theme;
    await openCard({ state, remark: 'For trips', silentSince: morning - hour }, { size });
    expect(await problemsOfAxe()).toEqual([]);
    document.documentElement.dataset['theme'] = 'light';
  });

  it.for(['en', 'zh-Hans', 'zh-Hant', 'ja', 'ru'] as const)('fits 320 px in %s', async (language) => {
    await openCard(
      { state: 'suspended', holder: 'MAXIMILIAN-ALEXANDER KONST' },
      { language, size: 'narrow' },
    );
    expect(problemsOfDetails()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  });

  it('fits a phone in letters of twice the size', async () => {
    await openCard(
      { state: 'locked', isDemo: true, silentSince: morning - hour },
      { language: 'ru', textPercent: 200 },
    );
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(375);
    expect(problemsOfDetails()).toEqual([]);
  });
});
