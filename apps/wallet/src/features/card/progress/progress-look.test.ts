/** How far an application is in five steps, what each of its states offers, and what is alerts of its delivery. */
import { statesOf } from '@marigold/money/states';
import { cardApplicationStates, cardStepOf } from '@marigold/partners/card-states';
import { describe, expect, it } from 'vitest';

import { paidCard, sampleApplication } from '../../../../testing/sample-card.ts';
import { day, hour, idOf, morning } from '../../../../testing/samples.ts';
import { paths } from '../../../lib/route/paths.ts';
import { progressSteps, deliveryFace, nextWay, progressFace, reachedStep } from './progress-look.ts';

const words = (more: Parameters<typeof sampleApplication>[0]) =>
  progressSteps(sampleApplication(more)).map(({ name, state }) => `${name} ${state}`);

describe('the steps of an application', () => {
  it('begin with an identity, then wait for the payment', () => {
    expect(words({})).toEqual([
      'identity now',
      'paid todo',
      'approval todo',
      'opening todo',
      'activate todo',
    ]);
    expect(words({ authNo: 'MK-7Q2M9XH4T0' }).slice(0, 2)).toEqual(['identity done', 'paid now']);
  });

  it.for(statesOf(cardApplicationStates).filter((state) => state !== 'binding' && state !== 'closed'))(
    'show the one of %s, and every one before it as done',
    (state) => {
      const steps = progressSteps(sampleApplication(paidCard(state)));
      const here = cardStepOf[state];
      const now = state === 'rejected' ? 'failed' : state === 'active' ? 'done' : 'now';
      expect(steps.map((step) => step.state)).toEqual(
        [1, 2, 3, 4, 5].map((step) => (step < here ? 'done' : step === here ? now : 'todo')),
      );
    },
  );

  it('stay where they were while the company does not answer', () => {
    const approval = paidCard('approval');
    expect(words({ ...approval, progress: 'unknown' })).toEqual(words(approval));
  });

  it('have the times at which each was done, and since when the last one goes on', () => {
    const timeline = [
      { progress: 'binding', at: morning - 3 * day },
      { progress: 'submitting', at: morning - 2 * day },
      { progress: 'review', at: morning - day },
      { progress: 'unknown', at: morning - hour },
    ] as const;
    const steps = progressSteps(sampleApplication({ ...paidCard('review'), timeline: [...timeline] }));
    expect(steps.map(({ at }) => at)).toEqual([
      morning - 2 * day,
      morning - 2 * day,
      morning - 2 * day,
      undefined,
      undefined,
    ]);
  });

  it('of what is over end where it ended', () => {
    const over = { progress: 'closed', lastKnown: 'closed', step: 1, reason: 'refused' } as const;
    expect(words(over)).toEqual(['identity failed']);
    const timeline = (['binding', 'submitting', 'review', 'closed'] as const).map((progress, index) => ({
      progress,
      at: morning + index,
    }));
    const paid = { ...paidCard('review'), ...over, timeline };
    expect(words(paid)).toEqual(['identity done', 'paid done', 'approval failed']);
    expect(progressSteps(sampleApplication(paid)).at(-1)?.at).toBe(morning + 3);
    expect(reachedStep(sampleApplication(paid))).toBe(3);
  });
});

it('one action is offered, and none where there is only waiting', () => {
  const id = idOf(1401);
  const order = paths.cardOrder({ id });
  const actions = statesOf(cardApplicationStates).map((state) => [
    state,
    nextWay(sampleApplication(state === 'binding' ? {} : { ...paidCard(state), cardId: idOf(1501) })),
  ]);
  expect(Object.fromEntries(actions.filter(([, way]) => way !== undefined))).toEqual({
    binding: { action: 'link', to: order },
    pendingActivation: { action: 'activate', to: paths.activateCard(idOf(1501)) },
    active: { action: 'open', to: paths.cardInfo(idOf(1501)) },
    closed: { action: 'again', to: paths.cardShop() },
  });
  expect(nextWay(sampleApplication({ authNo: 'MK-7Q2M9XH4T0' }))).toEqual({ action: 'pay', to: order });
  expect(nextWay(sampleApplication(paidCard('active')))).toBeUndefined();
});

it('what the head says is the state, and of an unpaid one what it waits for', () => {
  expect(progressFace(sampleApplication())).toBe('link');
  expect(progressFace(sampleApplication({ authNo: 'MK-7Q2M9XH4T0' }))).toBe('pay');
  expect(progressFace(sampleApplication({ ...paidCard('review'), progress: 'unknown' }))).toBe('review');
});

it('a delivery is late once the day that was promised is over and nothing was sent', () => {
  expect(deliveryFace({ state: null, mailBy: null }, morning)).toBe('waiting');
  expect(deliveryFace({ state: 'preparing', mailBy: morning + day }, morning)).toBe('preparing');
  expect(deliveryFace({ state: 'preparing', mailBy: morning - 1 }, morning)).toBe('late');
  expect(deliveryFace({ state: 'shipped', mailBy: morning - 1 }, morning)).toBe('shipped');
  expect(deliveryFace({ state: 'returned', mailBy: morning - 1 }, morning)).toBe('returned');
});
