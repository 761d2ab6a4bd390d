/** The card shop and one of its cards: what it costs and needs, and what stands in the way of ordering it. */
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';

import { answers, callsOf, held, lost } from '../../../../testing/answers.ts';
import { problemsOfAxe } from '../../../../testing/look-axe.ts';
import { mainActions, problemsOfDetails, valueOf } from '../../../../testing/look.ts';
import {
  cardCompany,
  cardProduct,
  cardProducts,
  masterVirtual,
  sampleCardOrder,
} from '../../../../testing/sample-card.ts';
import { idOf } from '../../../../testing/samples.ts';
import { openPage, type ScreenSetup } from '../../../../testing/screen.tsx';
import { paths } from '../../../lib/route/paths.ts';
import { languageIds } from '../../../lib/text/i18n.ts';

const ready = { kycLevel: 2, hasGoogle: true, codesLeft: 10 };
const muse = { product: 'muse-platinum' };

async function openShop(setup: ScreenSetup = {}): Promise<void> {
  await openPage(paths.cardShop(), { as: ready, ...setup });
}

describe('the card shop', () => {
  it('shows a card with its price, what matters of it, and the way to its order', async () => {
    await openShop();
    await expect.element(page.getByRole('heading', { name: 'Master', exact: true })).toBeVisible();
    await expect.element(page.getByText('USD · virtual, at once')).toBeVisible();
    expect(valueOf('Daily limit')).toBe('$5,000.00');
    expect(valueOf('Recharge fee')).toBe('1%');
    expect(valueOf('Identity check')).toBe('Done');
    expect(valueOf('Two-step verification')).toBe('Bound');
    expect(mainActions()).toEqual([['Apply for Master', paths.cardProduct({ product: 'master-virtual' })]]);
    expect(await problemsOfAxe()).toEqual([]);
  });

  it('switches to another card by its face, and stays there', async () => {
    await openShop();
    const face = page.getByRole('button', { name: 'MUSE platinum Plastic' });
    await face.click();
    await expect.element(face).toHaveAttribute('aria-current', 'true');
    await expect.element(face).toHaveFocus();
    await expect.element(page.getByText('USD · mailed within 30 days')).toBeVisible();
    expect(mainActions()).toEqual([['Apply for MUSE platinum', paths.cardProduct(muse)]]);
  });

  it('says what is still needed, each with the way there and back', async () => {
    await openShop({ as: { kycLevel: 1, hasPayPassword: false } });
    const back = paths.cardShop();
    const ways = ['Level 2 needed', 'Bind first', 'Set first'].map((name) =>
      page.getByRole('link', { name }).element().getAttribute('href'),
    );
    expect(ways).toEqual([paths.kyc(), paths.googleAuth({ back }), paths.paymentPassword({ back })]);
  });

  it.for([
    ['soldOut', 'This card is sold out right now.'],
    ['halted', /^This card cannot be ordered right now/],
  ] as const)('cannot order what is %s, and says so', async ([state, words]) => {
    answers({ 'card/product/list': { list: [cardProduct({ state })] } });
    await openShop();
    await expect.element(page.getByRole('button', { name: 'Apply for MUSE platinum' })).toBeDisabled();
    await expect.element(page.getByText(words)).toBeVisible();
  });

  it('leads to the application that runs, and to the card that somebody has', async () => {
    answers({
      'card/product/list': { list: [masterVirtual(), cardProduct()] },
      'card/order/list': { list: [sampleCardOrder({ productId: 'master-virtual' })], next: null },
    });
    await openShop();
    await expect.element(page.getByText('Your application for this card is under way.')).toBeVisible();
    expect(mainActions()).toEqual([['See your application', paths.cardApplication({ id: idOf(1401) })]]);
  });

  it('has no button before it is known what somebody has', async () => {
    const late = held('card/order/list');
    answers({ 'card/order/list': late.promise });
    const opened = openShop();
    await expect.element(page.getByRole('heading', { name: 'Master', exact: true })).toBeVisible();
    expect(mainActions()).toEqual([]);
    late.resolve({ list: [], next: null });
    await opened;
    expect(mainActions()).toHaveLength(1);
  });

  it('offers the card where applications cannot be read: the server refuses what is too much', async () => {
    answers({ 'card/order/list': lost });
    await openShop();
    await expect.poll(() => mainActions()).toHaveLength(1);
  });

  it('is honest that it is a demonstration', async () => {
    answers({
      'card/product/list': { list: [cardProduct({ issuer: { ...cardCompany, isDemo: true } })] },
    });
    await openShop();
    await expect.element(page.getByText(/^This is a demonstration: no real card is issued/)).toBeVisible();
  });

  it('says that it has nothing', async () => {
    answers({ 'card/product/list': { list: [] } });
    await openShop();
    await expect.element(page.getByRole('heading', { name: 'No card is offered right now' })).toBeVisible();
  });

  it('can be read again where it failed', async () => {
    answers({ 'card/product/list': lost });
    await openShop();
    await expect.element(page.getByText('The cards could not be loaded. Nothing was changed.')).toBeVisible();
    answers({ 'card/product/list': { list: cardProducts } });
    await page.getByRole('button', { name: 'tap to retry' }).click();
    await expect.poll(() => mainActions()).toHaveLength(1);
  });
});

describe('one card of the shop', () => {
  it('names every fee and limit, what it is, its company and its agreement', async () => {
    await openPage(paths.cardProduct(muse), { as: ready });
    const facts = ['Card fee', 'Payment by card', 'Payment in another currency', 'Largest recharge', 'PIN'];
    await expect
      .poll(() => facts.map(valueOf))
      .toEqual([
        '100.00 USDT / 100.00 USDC / 100.00 USD',
        '1.5%',
        'rate of the card company that day',
        '$10,000.00',
        '6 digits',
      ]);
    await expect.element(page.getByText(/^The money on the card is held by Cards Demo/)).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Agreement of Cards Demo' }))
      .toHaveAttribute('href', paths.content({ id: 'card-demo-company' }));
    expect(mainActions()).toEqual([['Apply', paths.cardOrder(muse)]]);
    expect(await problemsOfAxe()).toEqual([]);
  });

  it('that is not there says so', async () => {
    await openPage(paths.cardProduct({ product: 'utgl-black' }), { as: ready });
    await expect.element(page.getByRole('heading', { name: 'No such card' })).toBeVisible();
    expect(callsOf('card/method')).toEqual([]);
  });

  it.for(languageIds)('cuts no word at 320 px with large letters: %s', async (language) => {
    await openPage(paths.cardProduct(muse), { as: ready, language, size: 'narrow', textPercent: 150 });
    await expect.poll(() => document.querySelectorAll('.key-values').length).toBe(4);
    expect(problemsOfDetails()).toEqual([]);
  });
});
