/** Activating a card: its last four digits, the authenticator, and the company that makes it ready. */
import { Refusal } from '@marigold/contract/endpoint';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';

import { answers, callsOf, held, noAnswer } from '../../../../testing/answers.ts';
import { publish } from '../../../../testing/line.ts';
import { problemsOfAxe } from '../../../../testing/look-axe.ts';
import { mainActions, timeLeft } from '../../../../testing/look.ts';
import { ownCardScript, sampleOwnCard } from '../../../../testing/sample-own-card.ts';
import { hour, idOf, morning, sampleFreeze } from '../../../../testing/samples.ts';
import { openPage, type ScreenSetup } from '../../../../testing/screen.tsx';
import { paths } from '../../../lib/route/paths.ts';

const cardId = idOf(1401);
const bound = { hasGoogle: true, codesLeft: 10 };
const fresh = sampleOwnCard({ state: 'pendingActive', wish: 'none' });
const activating = sampleOwnCard({ state: 'pendingActive', wish: 'active', isChanging: true });
const { state, wish, actions } = activating;
const moved = { cardId, state, wish, actions };
const digits = page.getByRole('textbox', { name: 'Last four digits' });
const code = page.getByRole('textbox', { name: 'Verification code' });

async function openActivation(card = fresh, setup: ScreenSetup = {}): Promise<void> {
  answers(ownCardScript(card));
  await openPage(paths.activateCard(cardId), { as: bound, ...setup });
}

/** Both steps; the code is the one that is sent. */
async function enter(last4: string, google: string): Promise<void> {
  await digits.fill(last4);
  await code.fill(google);
}

it('is shut without two-step verification, with the way to it and back', async () => {
  await openActivation(fresh, { as: {} });
  await expect
    .poll(() => mainActions().map(([, to]) => to))
    .toEqual([paths.googleAuth({ back: paths.activateCard(cardId) })]);
});

it('sends digits and code together, once, then waits for the company and leads to the card', async () => {
  const late = held('card/activate');
  answers({ 'card/activate': late.promise });
  await openActivation();
  await expect.element(page.getByText('They stand on the card that you received.')).toBeVisible();
  await digits.fill('0917');
  await expect.element(page.getByText('It activates the card ending in 0917.')).toBeVisible();
  expect(callsOf('card/activate')).toEqual([]);
  await code.fill('123456');
  await expect.element(code).toHaveAttribute('readonly');
  answers(ownCardScript(activating));
  late.resolve(moved);
  await expect
    .element(page.getByRole('heading', { name: 'The card company is making it ready' }))
    .toBeVisible();
  expect(callsOf('card/activate')).toMatchObject([{ cardId, last4: '0917', google: '123456' }]);
  answers(ownCardScript(sampleOwnCard()));
  publish('card', { cardId });
  await expect.element(page.getByRole('heading', { name: 'UTGL elite •• 0917 is active' })).toBeVisible();
  expect(mainActions()).toEqual([['See the card', paths.cardInfo(cardId)]]);
});

it('waits with who comes back, and says it when the company is silent', async () => {
  await openActivation(activating);
  await expect.element(page.getByText(/^It can take a few minutes/)).toBeVisible();
  answers(ownCardScript({ ...activating, silentSince: morning - hour }));
  publish('card', { cardId });
  await expect.element(page.getByText(/^The card company does not answer since 09:00/)).toBeVisible();
});

it('of a card without plastic takes the digits of its picture', async () => {
  await openActivation({ ...fresh, form: 'virtual', last4: '0917' });
  await expect.element(page.getByText('They stand on the picture of the card.')).toBeVisible();
  await expect.element(page.getByRole('img', { name: /ends in 0917/ })).toBeVisible();
});

describe('a "no"', () => {
  it('to the digits says how many tries are left, and asks for them again', async () => {
    answers({ 'card/activate': new Refusal('digits_incorrect', { left: 4 }) });
    await openActivation();
    await enter('1111', '123456');
    await expect
      .element(page.getByText('These are not the last four digits of this card. 4 tries are left today.'))
      .toBeVisible();
    await expect.element(digits).toHaveValue('');
  });

  it('to digits that were wrong too often shuts them until they may be typed again', async () => {
    answers({ 'card/activate': new Refusal('digits_locked', { until: morning + hour }) });
    await openActivation();
    await enter('1111', '123456');
    await expect.poll(timeLeft).toMatch(/^Possible again in (1:00:00|59:5\d)$/);
    await expect.element(digits).toHaveAttribute('readonly');
  });

  it('to the code keeps the digits', async () => {
    answers({ 'card/activate': new Refusal('code_incorrect', { left: 4 }) });
    await openActivation();
    await enter('0917', '111111');
    await expect.element(page.getByRole('alert')).toBeVisible();
    answers({ 'card/activate': moved });
    await code.fill('222222');
    await expect.poll(() => callsOf('card/activate')).toHaveLength(2);
    expect(callsOf('card/activate')[1]).toMatchObject({ last4: '0917', google: '222222' });
  });

  it('without an answer is asked again as the same', async () => {
    answers({ 'card/activate': noAnswer });
    await openActivation();
    await enter('0917', '123456');
    await expect.element(page.getByText(/never done twice/)).toBeVisible();
    answers({ 'card/activate': moved });
    await code.fill('654321');
    await expect.poll(() => callsOf('card/activate')).toHaveLength(2);
    expect(new Set(callsOf('card/activate').map(({ requestId }) => requestId)).size).toBe(1);
  });

  it('because the card is over says how it is', async () => {
    await openActivation(sampleOwnCard({ state: 'expired' }));
    await expect.element(page.getByRole('heading', { name: 'Expired' })).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'See the card' }))
      .toHaveAttribute('href', paths.cardInfo(cardId));
  });
});

it('goes back to the digits by choice', async () => {
  await openActivation();
  await digits.fill('1111');
  await page.getByRole('button', { name: 'Other digits' }).click();
  await expect.element(digits).toHaveValue('');
  expect(callsOf('card/activate')).toEqual([]);
});

it('waits for the end of a freeze of cards, and for the line', async () => {
  await openActivation(fresh, { as: { ...bound, freezes: [sampleFreeze({ area: 'card' })] } });
  await expect.element(page.getByText('Paused: cards')).toBeVisible();
  expect(digits.elements()).toEqual([]);
});

it('waits for the line', async () => {
  await openActivation();
  window.dispatchEvent(new Event('offline'));
  await expect.element(digits).toHaveAttribute('readonly');
  await expect.element(page.getByText('This works again when you are back online.')).toBeVisible();
});

it.for([
  ['the digits', fresh],
  ['the wait', activating],
  ['the end', sampleOwnCard()],
] as const)('has nothing that axe finds wrong at %s', async ([, card]) => {
  await openActivation(card);
  expect(await problemsOfAxe()).toEqual([]);
});
