/** Own cards in a row: what can be spent and from when, what can be done, and what is still applied for. */
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';

import { answers, callsOf, held, lost, noAnswer } from '../../../testing/answers.ts';
import { publish } from '../../../testing/line.ts';
import { problemsOfAxe } from '../../../testing/look-axe.ts';
import { cutIn, linksOf, mainActions, visiblePairs, visibleRows } from '../../../testing/look.ts';
import { openCardOrder, otherCard, ownCardScript, sampleOwnCard } from '../../../testing/sample-own-card.ts';
import { hour, idOf, minute, morning, sampleFreeze } from '../../../testing/samples.ts';
import { openPage, pass, type ScreenSetup } from '../../../testing/screen.tsx';
import { paths } from '../../lib/route/paths.ts';

const first = idOf(1401);
const second = idOf(1402);
const state = page.getByRole('region', { name: 'Available to spend' });
const deeds = () =>
  page
    .getByRole('main')
    .getByRole('link', { name: /^(Details|Activate|Lock|Unlock)/ })
    .elements()
    .map((link) => [link.textContent, link.getAttribute('href')]);

type Cards = readonly ReturnType<typeof sampleOwnCard>[];

async function openCards(cards: Cards = [sampleOwnCard()], setup: ScreenSetup = {}): Promise<void> {
  answers(ownCardScript(...cards));
  await openPage(paths.cards(), setup);
}

describe('the card in the middle', () => {
  it('says what can be spent, from when that is, and how the card is', async () => {
    await openCards();
    await expect.element(state.getByText('$1,204.50')).toBeVisible();
    await expect.element(state.getByText('As of 09:58')).toBeVisible();
    await expect.element(state.getByText('Active')).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'UTGL elite, ends in 0917, Active' }))
      .toHaveAttribute('href', paths.cardInfo(first));
    expect(mainActions()).toEqual([]);
  });

  it('is another one when that is pressed', async () => {
    await openCards([sampleOwnCard(), sampleOwnCard(otherCard())]);
    await page
      .getByRole('link', { name: 'master, ends in 4821, Active' })
      .click({ position: { x: 8, y: 80 } });
    await expect.element(state.getByText('$86.20')).toBeVisible();
    expect(deeds()[0]).toEqual(['Details', paths.cardInfo(second)]);
    expect(window.location.pathname).toBe(paths.cards());
  });

  it('is the one that somebody comes back from', async () => {
    await openCards([sampleOwnCard(), sampleOwnCard(otherCard())]);
    await page
      .getByRole('link', { name: 'master, ends in 4821, Active' })
      .click({ position: { x: 8, y: 80 } });
    await page.getByRole('link', { name: 'Details' }).click();
    await expect.element(page.getByRole('heading', { name: /^master/ })).toBeVisible();
    await page.getByRole('button', { name: 'Back' }).click();
    await expect.element(page.getByRole('heading', { name: 'My cards' })).toBeVisible();
    await expect.element(state.getByText('$86.20')).toBeVisible();
  });

  it('carries the mark of a demonstration', async () => {
    await openCards([sampleOwnCard({ isDemo: true })]);
    await expect.element(state.getByText('Demo card')).toBeVisible();
  });

  it.for([
    ['active', 'active', ['Details', 'Lock'], null],
    ['pendingActive', 'none', ['Activate card', 'Details'], 'Activate card'],
    ['locked', 'locked', ['Unlock card', 'Details'], 'Unlock card'],
    ['suspended', 'active', ['Details'], null],
    ['lost', 'lost', ['Details'], null],
  ] as const)('that is %s offers exactly what the server lists', async ([is, wish, words, main]) => {
    await openCards([sampleOwnCard({ state: is, wish })]);
    expect(deeds().map(([word]) => word)).toEqual(words);
    expect(mainActions().map(([word]) => word)).toEqual(main === null ? [] : [main]);
  });

  it('says what is being changed in place of its state, until the company said yes', async () => {
    await openCards([sampleOwnCard({ wish: 'locked', isChanging: true })]);
    await expect.element(state.getByText('Locking…')).toBeVisible();
    expect(deeds().map(([word]) => word)).toEqual(['Details', 'Unlock']);
    expect(mainActions()).toEqual([]);
    answers(ownCardScript(sampleOwnCard({ state: 'locked' })));
    publish('card', { cardId: first });
    await expect.element(state.getByText('Locked', { exact: true })).toBeVisible();
    await expect.element(page.getByRole('img', { name: /0917, Locked$/ })).toBeVisible();
  });
});

describe('figures that are old', () => {
  it('say so, and are new after one press', async () => {
    const late = held('card/refresh');
    answers({ 'card/refresh': late.promise });
    await openCards([sampleOwnCard({ readAt: morning - 9 * minute })]);
    await expect.element(state.getByText('As of 09:51')).toBeVisible();
    await pass(2 * minute);
    await expect.element(state.getByText('This is from 09:51 and may have changed.')).toBeVisible();
    const refresh = state.getByRole('button');
    await refresh.click();
    await expect.element(refresh).toHaveAttribute('aria-busy', 'true');
    await refresh.click({ force: true });
    answers(ownCardScript(sampleOwnCard({ readAt: morning + 2 * minute, available: '1100' })));
    late.resolve({ readAt: morning + 2 * minute });
    await expect.element(state.getByText('$1,100.00')).toBeVisible();
    await expect.element(state.getByText('As of 10:02')).toBeVisible();
    expect(callsOf('card/refresh')).toMatchObject([{ cardId: first }]);
  });

  it('of a company that is silent say since when', async () => {
    await openCards([sampleOwnCard({ silentSince: morning - hour })]);
    await expect
      .element(state.getByText('The card company does not answer since 09:00. This is from 09:58.'))
      .toBeVisible();
  });

  it('stay where refreshing brought nothing newer', async () => {
    answers({ 'card/refresh': { readAt: morning - 2 * minute } });
    await openCards();
    await state.getByRole('button', { name: 'Refresh' }).click();
    await expect.element(page.getByText('The card company was asked')).toBeVisible();
  });

  it('stay without an answer', async () => {
    answers({ 'card/refresh': noAnswer });
    await openCards();
    await state.getByRole('button', { name: 'Refresh' }).click();
    await expect.element(page.getByText(/^Network error/).first()).toBeVisible();
    await expect.element(state.getByText('$1,204.50')).toBeVisible();
  });
});

describe('applications', () => {
  it('that are open say how far each is, and lead to it', async () => {
    answers({
      'card/order/list': {
        list: [openCardOrder(), openCardOrder({ applicationId: idOf(1502), progress: 'unknown', step: 4 })],
        next: null,
      },
    });
    await openCards();
    for (const words of ['Approval · step 3 of 5', 'Waiting for the card company · step 4 of 5'])
      await expect
        .element(page.getByRole('link', { name: `UTGL black ${words}`, exact: true }))
        .toBeVisible();
    expect(linksOf('In progress')[0]?.[1]).toBe(paths.cardApplication({ id: idOf(1501) }));
    expect(callsOf('card/order/list')[0]).toMatchObject({ isOpen: true });
  });

  it('stand alone while there is no card yet', async () => {
    answers({ 'card/order/list': { list: [openCardOrder()], next: null } });
    await openCards([]);
    expect(visibleRows('In progress')).toHaveLength(1);
    expect(page.getByText('No card yet').elements()).toEqual([]);
    await expect
      .element(page.getByRole('link', { name: 'Get a card' }))
      .toHaveAttribute('href', paths.cardShop());
  });

  it('that cannot be read keep no card away', async () => {
    answers({ 'card/order/list': lost });
    await openCards();
    await expect.element(page.getByText(/^Your applications could not be loaded/)).toBeVisible();
    await expect.element(state.getByText('$1,204.50')).toBeVisible();
  });
});

it('without card and application there is one way: to the shop', async () => {
  await openCards([]);
  await expect.element(page.getByRole('heading', { name: 'No card yet' })).toBeVisible();
  expect(mainActions()).toEqual([['Get a card', paths.cardShop()]]);
});

it('cards that cannot be read say that the money is safe, and are read again', async () => {
  answers({ 'card/list': lost });
  await openPage(paths.cards());
  await expect
    .element(page.getByText(/^Your cards could not be loaded\. The money on them is safe/))
    .toBeVisible();
  answers(ownCardScript(sampleOwnCard()));
  await page.getByRole('button', { name: /retry/i }).click();
  await expect.element(state.getByText('$1,204.50')).toBeVisible();
});

it('a freeze of cards says until when', async () => {
  await openCards(undefined, { as: { freezes: [sampleFreeze({ area: 'card' })] } });
  await expect
    .element(page.getByRole('region', { name: 'cards' }).getByText('until Mon 15:00 · 5 h 0 min'))
    .toBeVisible();
});

it('wide screens have everything about the card in the middle beside it', async () => {
  await openCards([sampleOwnCard(), sampleOwnCard(otherCard({ dailyLimit: null, dailyLeft: null }))], {
    size: 'desktop',
  });
  await expect.poll(() => visiblePairs()).toContainEqual(['Balance', '$1,210.50']);
  await page.getByRole('link', { name: /^master/ }).click({ position: { x: 8, y: 80 } });
  await expect.poll(() => visiblePairs()).toContainEqual(['Daily limit', 'No limit of its own']);
});

describe('its look', () => {
  it.for([
    ['light', 'phone'],
    ['dark', 'phone'],
    ['light', 'desktop'],
  ] as const)('has nothing that axe finds wrong: %s, %s', async ([theme, size]) => {
    document.documentElement.dataset['theme'] = theme;
    answers({ 'card/order/list': { list: [openCardOrder()], next: null } });
    await openCards([sampleOwnCard({ isDemo: true }), sampleOwnCard(otherCard())], { size });
    expect(await problemsOfAxe()).toEqual([]);
    document.documentElement.dataset['theme'] = 'light';
  });

  it.for(['en', 'zh-Hans', 'zh-Hant', 'ja', 'ru'] as const)('fits 320 px in %s', async (language) => {
    answers({ 'card/order/list': { list: [openCardOrder({ progress: 'unknown' })], next: null } });
    await openCards(
      [sampleOwnCard({ wish: 'locked', isChanging: true, isDemo: true, silentSince: morning - hour })],
      {
        language,
        size: 'narrow',
      },
    );
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
    expect(cutIn(document.querySelector('.list')?.getAttribute('aria-label') ?? '')).toEqual([]);
  });

  it('fits a phone in letters of twice the size', async () => {
    answers({ 'card/order/list': { list: [openCardOrder({ progress: 'unknown' })], next: null } });
    await openCards([sampleOwnCard({ wish: 'locked', isChanging: true, isDemo: true })], {
      language: 'ru',
      textPercent: 200,
    });
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(375);
    const words = page.getByRole('link', { name: 'Разблокировать' }).element();
    expect(words.scrollWidth).toBeLessThanOrEqual(words.clientWidth);
  });
});
