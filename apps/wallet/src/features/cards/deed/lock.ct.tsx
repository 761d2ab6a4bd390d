/** Locking by one tap and unlocking by a code: sent once, answered at once, and what a lost answer leaves. */
import { Refusal } from '@marigold/contract/endpoint';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { answers, callsOf, held, noAnswer, UnservedAnswer } from '../../../../testing/answers.ts';
import { publish } from '../../../../testing/line.ts';
import { problemsOfAxe } from '../../../../testing/look-axe.ts';
import { mainActions, timeLeft } from '../../../../testing/look.ts';
import { ownCardScript, sampleOwnCard } from '../../../../testing/sample-own-card.ts';
import { hour, idOf, minute, morning, sampleFreeze } from '../../../../testing/samples.ts';
import { openPage, pass, type ScreenSetup } from '../../../../testing/screen.tsx';
import { paths } from '../../../lib/route/paths.ts';

const cardId = idOf(1401);
const bound = { hasGoogle: true, codesLeft: 10 };
const dialog = page.getByRole('dialog');
const locking = sampleOwnCard({ wish: 'locked', isChanging: true });
const locked = sampleOwnCard({ state: 'locked' });
const unlocking = sampleOwnCard({ state: 'locked', wish: 'active', isChanging: true });
const movedTo = ({ state, wish, actions }: typeof locking) => ({ cardId, state, wish, actions });

describe('locking', () => {
  const lock = page.getByRole('button', { name: /^Lock(ing| card)/ });

  async function openLock(setup: ScreenSetup = {}): Promise<void> {
    await openPage(paths.lockCard(cardId), setup);
    await expect.element(page.getByRole('heading', { name: 'Lock UTGL elite •• 0917?' })).toBeVisible();
  }

  it('opens over the card for who comes from there, and back leads to it', async () => {
    await openPage(paths.cardInfo(cardId));
    await page.getByRole('link', { name: 'Lock card' }).click();
    await expect.element(dialog.getByRole('heading', { name: 'Lock UTGL elite •• 0917?' })).toBeVisible();
    for (const words of [
      'New payments and cash withdrawals are refused at once.',
      'What was approved before still goes through.',
    ])
      await expect.element(dialog.getByText(words)).toBeVisible();
    expect(dialog.element().contains(document.activeElement)).toBe(true);
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => window.location.pathname + window.location.search).toBe(paths.cardInfo(cardId));
    await expect.poll(() => dialog.elements()).toEqual([]);
    expect(callsOf('card/lock')).toEqual([]);
  });

  it('is a page of its own for who opened the address', async () => {
    await openLock();
    expect(dialog.elements()).toEqual([]);
    await page.getByRole('button', { name: 'Keep it usable' }).click();
    await expect.poll(() => window.location.pathname).toBe('/pages/card/info');
  });

  it('asks for no code, is sent once, and shows at once that the company is asked', async () => {
    const late = held('card/lock');
    answers({ 'card/lock': late.promise });
    await openPage(paths.cardInfo(cardId), { as: { hasGoogle: false } });
    await page.getByRole('link', { name: 'Lock card' }).click();
    await lock.click();
    await expect.element(lock).toHaveAttribute('aria-busy', 'true');
    await lock.click({ force: true });
    answers(ownCardScript(locking));
    late.resolve(movedTo(locking));
    await expect.element(page.getByText('Locking…').first()).toBeVisible();
    await expect.poll(() => dialog.elements()).toEqual([]);
    expect(callsOf('card/lock')).toMatchObject([{ cardId }]);
    answers(ownCardScript(locked));
    publish('card', { cardId });
    await expect.element(page.getByText(/^No payment can go through/)).toBeVisible();
  });

  it('shows the change even while the card cannot be read anew', async () => {
    answers({ 'card/lock': movedTo(locking) });
    await openLock();
    answers({ 'card/info': noAnswer, 'card/list': noAnswer });
    await lock.click();
    await expect.element(page.getByText('Locking…').first()).toBeVisible();
  });

  it('without an answer is sent again as the same', async () => {
    answers({ 'card/lock': noAnswer });
    await openLock();
    await lock.click();
    await expect.element(page.getByText(/never done twice/)).toBeVisible();
    answers({ 'card/lock': movedTo(locking) });
    await lock.click();
    await expect.poll(() => window.location.pathname).toBe('/pages/card/info');
    const ids = callsOf('card/lock').map(({ requestId }) => requestId);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  it('that was done before its answer was lost is done', async () => {
    answers({ 'card/lock': new Refusal('already_applied', {}), ...ownCardScript(sampleOwnCard()) });
    await openLock();
    await lock.click();
    await expect.poll(() => window.location.pathname).toBe('/pages/card/info');
  });

  it('that the card no longer allows says so, and how the card is', async () => {
    answers({ 'card/lock': new Refusal('card_final', {}) });
    await openLock();
    answers(ownCardScript(sampleOwnCard({ state: 'closed', wish: 'closed' })));
    await lock.click();
    await expect.element(page.getByRole('heading', { name: 'Closed' })).toBeVisible();
    await expect.element(page.getByText(/^This card cannot be locked as it is now/)).toBeVisible();
  });

  it('waits for the line', async () => {
    await openLock();
    window.dispatchEvent(new Event('offline'));
    await expect.element(lock).toBeDisabled();
    await expect.element(page.getByText('This works again when you are back online.')).toBeVisible();
    expect(callsOf('card/lock')).toEqual([]);
  });

  it('of a card that nobody here has says so', async () => {
    answers({ 'card/info': new UnservedAnswer(404, 'not_found') });
    await openPage(paths.lockCard(cardId));
    await expect.element(page.getByRole('heading', { name: 'No such card' })).toBeVisible();
  });

  it.for(['sheet', 'page'] as const)('has nothing that axe finds wrong as a %s', async (kind) => {
    await openPage(kind === 'page' ? paths.lockCard(cardId) : paths.cardInfo(cardId));
    if (kind === 'sheet') await page.getByRole('link', { name: 'Lock card' }).click();
    await expect.element(lock).toBeVisible();
    expect(await problemsOfAxe()).toEqual([]);
  });
});

describe('unlocking', () => {
  const cells = page.getByRole('textbox', { name: 'Verification code' });

  async function openUnlock(setup: ScreenSetup = {}): Promise<void> {
    answers(ownCardScript(locked));
    await openPage(paths.unlockCard(cardId), { as: bound, ...setup });
  }

  it('is shut without two-step verification, with the way to it and back', async () => {
    await openUnlock({ as: {} });
    await expect
      .poll(() => mainActions().map(([, to]) => to))
      .toEqual([paths.googleAuth({ back: paths.unlockCard(cardId) })]);
    expect(callsOf('card/info')).toEqual([]);
  });

  it('opens over the card, takes a code once, and shows at once that the company is asked', async () => {
    const late = held('card/unlock');
    answers({ 'card/unlock': late.promise, ...ownCardScript(locked) });
    await openPage(paths.cardInfo(cardId), { as: bound });
    await page.getByRole('link', { name: 'Unlock card' }).click();
    await expect.element(dialog.getByRole('heading', { name: 'Unlock UTGL elite •• 0917?' })).toBeVisible();
    await cells.fill('123456');
    answers(ownCardScript(unlocking));
    late.resolve(movedTo(unlocking));
    await expect.element(page.getByText('Unlocking…').first()).toBeVisible();
    await expect.poll(() => dialog.elements()).toEqual([]);
    expect(callsOf('card/unlock')).toMatchObject([{ cardId, google: '123456' }]);
  });

  it('by a wrong code says so, and takes another one', async () => {
    answers({ 'card/unlock': new Refusal('code_incorrect', { left: 4 }) });
    await openUnlock();
    await cells.fill('111111');
    await expect.element(page.getByRole('alert')).toBeVisible();
    await expect.element(cells).toHaveValue('');
    answers({ 'card/unlock': movedTo(unlocking) });
    await cells.fill('222222');
    await expect.poll(() => window.location.pathname).toBe('/pages/card/info');
    expect(callsOf('card/unlock').map(({ google }) => google)).toEqual(['111111', '222222']);
  });

  it('is shut while nobody may guess', async () => {
    answers({ 'card/unlock': new Refusal('two_step_locked', { until: morning + 10 * minute }) });
    await openUnlock();
    await cells.fill('111111');
    await expect.poll(timeLeft).toMatch(/^Possible again in (10:00|9:5\d)$/);
    await expect.element(cells).toHaveAttribute('readonly');
    await pass(10 * minute);
    await expect.element(cells).not.toHaveAttribute('readonly');
  });

  it('waits for the end of a freeze of cards', async () => {
    await openUnlock({ as: { ...bound, freezes: [sampleFreeze({ area: 'card', until: morning + hour })] } });
    await expect.element(page.getByText('until Mon 11:00 · 1 h 0 min')).toBeVisible();
    expect(cells.elements()).toEqual([]);
  });

  it('is not possible for what was reported lost, also where that came in between', async () => {
    answers({ 'card/unlock': new Refusal('card_final', {}) });
    await openUnlock();
    const lost = sampleOwnCard({ state: 'lost', wish: 'lost' });
    answers(ownCardScript(lost));
    await cells.fill('123456');
    await expect.element(page.getByRole('heading', { name: 'Reported lost' })).toBeVisible();
    await expect.element(page.getByText(/never works again/)).toBeVisible();
  });

  it('without an answer is sent again as the same', async () => {
    answers({ 'card/unlock': noAnswer });
    await openUnlock();
    await cells.fill('123456');
    await expect.element(page.getByText(/never done twice/)).toBeVisible();
    answers({ 'card/unlock': movedTo(unlocking) });
    await cells.fill('654321');
    await expect.poll(() => window.location.pathname).toBe('/pages/card/info');
    expect(new Set(callsOf('card/unlock').map(({ requestId }) => requestId)).size).toBe(1);
  });

  it('has nothing that axe finds wrong', async () => {
    await openUnlock();
    await expect.element(cells).toBeVisible();
    expect(await problemsOfAxe()).toEqual([]);
  });
});
