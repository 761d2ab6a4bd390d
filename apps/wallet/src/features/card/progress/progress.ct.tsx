/** How far an application is: its steps, live; what it asks for, what became of it, and the one next action. */
import { Refusal } from '@marigold/contract/endpoint';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';

import { answers, callsOf, held, lost, noAnswer, UnservedAnswer } from '../../../../testing/answers.ts';
import { publish } from '../../../../testing/line.ts';
import { problemsOfAxe } from '../../../../testing/look-axe.ts';
import { mainActions, problemsOfDetails, saying, valueOf } from '../../../../testing/look.ts';
import {
  paidCard,
  sampleApplication,
  sampleCardOrder,
  sampleDelivery,
} from '../../../../testing/sample-card.ts';
import { day, hour, idOf, minute, morning } from '../../../../testing/samples.ts';
import { openPage, type ScreenSetup } from '../../../../testing/screen.tsx';
import { paths } from '../../../lib/route/paths.ts';
import { languageIds } from '../../../lib/text/i18n.ts';

const id = idOf(1401);
type Application = ReturnType<typeof sampleApplication>;

async function openApplication(more: Partial<Application> = {}, setup: ScreenSetup = {}): Promise<void> {
  answers({ 'card/order/detail': sampleApplication(more) });
  await openPage(paths.cardApplication({ id }), { as: { hasGoogle: true, kycLevel: 2 }, ...setup });
}

const steps = () => [...document.querySelectorAll('.timeline b')].map(({ textContent }) => textContent);
const refused: Partial<Application> = {
  ...paidCard('closed'),
  reason: 'refused',
  isRefunded: true,
  timeline: (['binding', 'submitting', 'review', 'closed'] as const).map((progress, index) => ({
    progress,
    at: morning - (5 - index) * day,
  })),
};

describe('the progress of an application', () => {
  it.for([
    ['link', {}, 'Link your identity', 'Step 1 of 5', ['Link your identity', paths.cardOrder({ id })]],
    [
      'pay',
      { authNo: 'MK-7Q2M9XH4T0' },
      'Pay for the card',
      'Step 2 of 5',
      ['Pay for the card', paths.cardOrder({ id })],
    ],
    ['submitting', paidCard('submitting'), 'Sending your data', 'Step 3 of 5', undefined],
    ['review', paidCard('review'), 'Your identity is being checked', 'Step 3 of 5', undefined],
    ['passed', paidCard('passed'), 'Identity accepted', 'Step 3 of 5', undefined],
    ['approval', paidCard('approval'), 'Waiting for approval', 'Step 3 of 5', undefined],
    ['opening', paidCard('opening'), 'Card opening in progress', 'Step 4 of 5', undefined],
    ['opened', paidCard('opened'), 'Your card is made', 'Step 4 of 5', undefined],
    [
      'opened, virtual',
      { ...paidCard('opened'), delivery: null },
      'Your card is opened',
      'Step 4 of 5',
      undefined,
    ],
    [
      'pendingActivation',
      { ...paidCard('pendingActivation'), cardId: idOf(1501) },
      'Ready to activate',
      'Step 5 of 5',
      ['Activate', paths.activateCard(idOf(1501))],
    ],
    [
      'active',
      { ...paidCard('active'), cardId: idOf(1501) },
      'Your card is active',
      'Active',
      ['Open card', paths.cardInfo(idOf(1501))],
    ],
  ] as const)(
    'of %s says where it is and has at most one thing to do',
    async ([, more, title, tag, action]) => {
      await openApplication(more as Partial<Application>);
      await expect.element(page.getByRole('heading', { name: title })).toBeVisible();
      await expect.element(page.getByText(tag, { exact: true })).toBeVisible();
      expect(mainActions()).toEqual(action === undefined ? [] : [action]);
      expect(await problemsOfAxe()).toEqual([]);
    },
  );

  it('is five steps with what was paid, the last one by the card', async () => {
    await openApplication(paidCard('approval'));
    const five = [
      'Done: Identity linked',
      'Done: Order paid · 100.00 USDT',
      'Now: Approval',
      'To come: Card opening and mail',
      'To come: Activate with your card number',
    ];
    await expect.poll(() => steps().map((step) => step?.replaceAll('\u00A0', ' '))).toEqual(five);
    await expect.element(page.getByText('within 30 days')).toBeVisible();
  });

  it('goes on by itself when the server tells of a step', async () => {
    await openApplication(paidCard('approval'));
    await expect.element(page.getByRole('heading', { name: 'Waiting for approval' })).toBeVisible();
    answers({ 'card/order/detail': sampleApplication(paidCard('opening')) });
    publish('card', { id });
    await expect.element(page.getByRole('heading', { name: 'Card opening in progress' })).toBeVisible();
  });

  it('that is not known stands above the last known step, with when it is asked again', async () => {
    await openApplication({
      ...paidCard('review'),
      progress: 'unknown',
      silentSince: morning - day,
      nextLook: morning + 5 * minute,
    });
    await expect.element(page.getByText('Where it is now is not known')).toBeVisible();
    await expect.element(page.getByText(/has not answered since 2026-11-22 10:00/)).toBeVisible();
    await expect.element(page.getByText('We ask it again at 10:05.')).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'Your identity is being checked' })).toBeVisible();
    expect(steps()[2]).toBe('Now: Approval');
    expect(await problemsOfAxe()).toEqual([]);
  });

  it('of nobody here says so, and what cannot be read can be read again', async () => {
    answers({ 'card/order/detail': new UnservedAnswer(404, 'not_found') });
    await openPage(paths.cardApplication({ id }));
    await expect.element(page.getByRole('heading', { name: 'No such application' })).toBeVisible();
  });

  it('that cannot be read can be read again', async () => {
    answers({ 'card/order/detail': lost });
    await openPage(paths.cardApplication({ id }));
    await expect.element(page.getByText(/^The application could not be loaded/)).toBeVisible();
    answers({ 'card/order/detail': sampleApplication(paidCard('approval')) });
    await page.getByRole('button', { name: 'tap to retry' }).click();
    await expect.element(page.getByRole('heading', { name: 'Waiting for approval' })).toBeVisible();
  });

  it.for(languageIds)('cuts no word at 320 px with large letters: %s', async (language) => {
    const more = { ...paidCard('opened'), delivery: { ...sampleDelivery, state: 'shipped' as const } };
    await openApplication(
      { ...more, delivery: { ...more.delivery, carrier: 'DHL', tracking: '00340434161094022115' } },
      { language, size: 'narrow', textPercent: 150 },
    );
    await expect.poll(() => document.querySelector('.timeline')).not.toBeNull();
    expect(problemsOfDetails()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  });
});

describe('what the card company asks for', () => {
  const send = page.getByRole('button', { name: /^(Send to the card company|Sending)/ });
  const info: Partial<Application> = { ...paidCard('info'), missing: ['occupation', 'residence'] };

  it('is given once, and only that', async () => {
    const late = held('card/apply/complete');
    answers({ 'card/apply/complete': late.promise });
    await openApplication(info);
    await expect.element(page.getByRole('heading', { name: '2 things are missing' })).toBeVisible();
    expect(page.getByLabelText('Annual income').elements()).toEqual([]);
    await page.getByLabelText('Occupation').selectOptions('engineer');
    await page.getByRole('link', { name: /^Country or region/ }).click();
    await page.getByRole('button', { name: /^Hong Kong/ }).click();
    await expect.element(page.getByLabelText('Occupation')).toHaveValue('engineer');
    await page.getByLabelText('City').fill('Hong Kong');
    await page.getByLabelText('Address').fill('1 Queens Road');
    await send.click();
    await expect.element(send).toHaveAttribute('aria-busy', 'true');
    await send.click({ force: true });
    answers({ 'card/order/detail': sampleApplication(paidCard('submitting')) });
    late.resolve({ ...sampleCardOrder(), missing: [] });
    await expect.element(page.getByRole('heading', { name: 'Sending your data' })).toBeVisible();
    expect(callsOf('card/apply/complete')).toHaveLength(1);
    const [{ requestId: _, ...given } = {}] = callsOf('card/apply/complete');
    expect(given).toEqual({
      applicationId: id,
      occupation: 'engineer',
      residence: { country: 'HK', city: 'Hong Kong', line: '1 Queens Road' },
    });
  });

  it('that is not filled in is named at its field, and nothing is sent', async () => {
    await openApplication(info);
    await send.click();
    await expect.element(page.getByLabelText('Occupation')).toHaveFocus();
    await expect.element(page.getByText('Please choose your occupation.')).toBeVisible();
    await expect.element(page.getByText('Please enter the postal code.')).toBeVisible();
    expect(callsOf('card/apply/complete')).toEqual([]);
    expect(await problemsOfAxe()).toEqual([]);
  });

  it('once more is only what was named, with the tries that are left', async () => {
    await openApplication({ ...paidCard('rejected'), missing: ['purpose'], triesLeft: 1 });
    await expect.element(page.getByRole('heading', { name: 'Correct one thing' })).toBeVisible();
    await expect.element(page.getByText(/1 try left/)).toBeVisible();
    expect(page.getByLabelText('Occupation').elements()).toEqual([]);
    await expect.element(page.getByLabelText('Purpose of the card')).toBeVisible();
    expect(steps()[2]).toBe('Failed: Approval');
  });

  it('without an answer is kept, and sent again as the same', async () => {
    answers({ 'card/apply/complete': noAnswer });
    await openApplication({ ...paidCard('rejected'), missing: ['purpose'], triesLeft: 1 });
    await page.getByLabelText('Purpose of the card').selectOptions('travel');
    await send.click();
    await expect.element(page.getByText(/nothing is done twice/)).toBeVisible();
    await expect.element(page.getByLabelText('Purpose of the card')).toHaveValue('travel');
    answers({ 'card/apply/complete': new Refusal('already_applied', { id }) });
    await expect.element(send).toBeEnabled();
    await send.click();
    await expect.poll(() => callsOf('card/apply/complete')).toHaveLength(2);
    expect(new Set(callsOf('card/apply/complete').map(({ requestId }) => requestId)).size).toBe(1);
  });

  it('that is not asked any more says why', async () => {
    answers({ 'card/apply/complete': new Refusal('too_late', {}) });
    await openApplication({ ...paidCard('rejected'), missing: ['purpose'], triesLeft: 1 });
    await page.getByLabelText('Purpose of the card').selectOptions('travel');
    await send.click();
    await expect.element(page.getByRole('alert').getByText(/has already begun/)).toBeVisible();
  });
});

describe('an application that is over', () => {
  it.for([
    [
      'refused',
      refused,
      /^The card company decided not to issue/,
      saying('100.00 USDT is back in your balance.'),
    ],
    ['out of tries', { ...refused, reason: 'tries' }, /no try is left/, saying('is back in your balance.')],
    [
      'cancelled',
      { ...refused, reason: 'cancelled' },
      'You cancelled it.',
      saying('is back in your balance.'),
    ],
    [
      'unpaid',
      {
        progress: 'closed',
        lastKnown: 'closed',
        reason: 'unpaid',
        prices: [],
        expires: null,
        canCancel: false,
      },
      'It was not paid in time.',
      'Nothing was charged.',
    ],
  ] as const)('as %s says why, and where the money is', async ([, more, why, money]) => {
    await openApplication(more as Partial<Application>);
    await expect.element(page.getByText(why)).toBeVisible();
    await expect.element(page.getByText(money)).toBeVisible();
    expect(mainActions()).toEqual([['Choose a card', paths.cardShop()]]);
    expect(page.getByRole('button', { name: 'Cancel application' }).elements()).toEqual([]);
  });

  it('has the bill of what was paid', async () => {
    await openApplication(refused);
    await expect
      .element(page.getByRole('link', { name: 'See the bill' }))
      .toHaveAttribute('href', paths.billDetail(idOf(301)));
    expect(steps().at(-1)).toBe('Failed: Approval');
  });

  it('by its own person asks once, and says that the money is back', async () => {
    answers({ 'card/apply/cancel': { applicationId: id, isRefunded: true } });
    await openApplication(paidCard('review'));
    await page.getByRole('button', { name: 'Cancel application' }).click();
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByText(/^What you paid comes back to your balance/)).toBeVisible();
    expect(callsOf('card/apply/cancel')).toEqual([]);
    answers({ 'card/order/detail': sampleApplication({ ...refused, reason: 'cancelled' }) });
    await dialog.getByRole('button', { name: 'Cancel application' }).click();
    await expect.element(page.getByText('You cancelled it.')).toBeVisible();
  });

  it('cannot be cancelled once the card company has begun', async () => {
    answers({ 'card/apply/cancel': new Refusal('too_late', {}) });
    await openApplication(paidCard('review'));
    await page.getByRole('button', { name: 'Cancel application' }).click();
    answers({ 'card/order/detail': sampleApplication(paidCard('approval')) });
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel application' }).click();
    await expect.element(page.getByText(/has already begun/)).toBeVisible();
    await expect.poll(() => page.getByRole('dialog').elements()).toEqual([]);
    await expect.element(page.getByRole('link', { name: 'See the bill' })).toBeVisible();
    expect(page.getByRole('button', { name: 'Cancel application' }).elements()).toEqual([]);
  });
});

describe('the delivery of a card', () => {
  const made = paidCard('opened');
  const at = (more: Partial<NonNullable<Application['delivery']>>) => ({
    ...made,
    delivery: { ...sampleDelivery, ...more },
  });

  it('on its way names the carrier and the number to follow it by', async () => {
    const shipped = {
      state: 'shipped',
      carrier: 'DHL',
      tracking: '00340434161094022115',
      shipped: morning - hour,
    };
    await openApplication(at({ ...shipped, mailBy: morning + day } as never));
    await expect.poll(() => valueOf('Carrier')).toBe('DHL');
    expect(valueOf('Tracking number')).toBe('00340434161094022115');
    expect(valueOf('Sent')).toBe('Today');
    expect(valueOf('To be mailed by')).toBeUndefined();
  });

  it('that is late is called late', async () => {
    await openApplication(at({ state: 'preparing', mailBy: morning - day }));
    await expect.element(page.getByText('Late', { exact: true })).toBeVisible();
    await expect.element(page.getByText(/^It was to be mailed by Yesterday and has not been/)).toBeVisible();
  });

  it.for([
    ['returned', /^It came back to us/],
    ['lost', /^The carrier lost it/],
  ] as const)('that is %s says what happens next', async ([state, words]) => {
    await openApplication(at({ state }));
    await expect.element(page.getByText(words)).toBeVisible();
  });

  it('to pick up names the place', async () => {
    await openApplication(at({ method: 'pickup' }));
    await expect.element(page.getByText('Pick up in Berlin, Germany')).toBeVisible();
    expect(page.getByText('Residential address').elements()).toEqual([]);
    expect(steps()[3]).toBe('Now: Card opening and pick-up');
  });
});
