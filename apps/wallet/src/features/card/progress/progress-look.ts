/** How far an application is as a person sees it: five steps, each done, now, to come or failed, and one next action. Pure. */
import { type CardApplicationState, cardStepOf } from '@marigold/partners/card-states';

import type { CardApplication } from '../../../domain/card/card-queries.ts';
import { paths } from '../../../lib/route/paths.ts';
import type { TagTone } from '../../../ui/base/tag.tsx';
import type { TimelineStep } from '../../../ui/list/timeline.tsx';

/** What the head says. The states of the application, but `binding` is two: no identity is linked, or nothing was paid. */
export type ProgressFace = Exclude<CardApplicationState, 'binding'> | 'link' | 'pay';

type Standing = Pick<
  CardApplication,
  'lastKnown' | 'step' | 'authNo' | 'isPaid' | 'timeline' | 'created' | 'applicationId' | 'cardId'
>;

export function progressFace({ lastKnown, authNo }: Pick<Standing, 'lastKnown' | 'authNo'>): ProgressFace {
  if (lastKnown !== 'binding') return lastKnown;
  return authNo === null ? 'link' : 'pay';
}

export const progressTones: Readonly<Record<ProgressFace, TagTone>> = {
  link: 'warn',
  pay: 'warn',
  info: 'warn',
  submitting: 'info',
  review: 'warn',
  rejected: 'bad',
  passed: 'info',
  approval: 'warn',
  opening: 'info',
  opened: 'info',
  pendingActivation: 'ok',
  active: 'ok',
  closed: 'neutral',
};

/** The steps in their order, by what each is about. */
export const progressStepNames = ['identity', 'paid', 'approval', 'opening', 'activate'] as const;
type StepName = (typeof progressStepNames)[number];

export type ProgressStep = {
  readonly name: StepName;
  readonly state: TimelineStep['state'];
  /** Since when it is done, or is what happens now; undefined where that is not known or still to come. */
  readonly at: number | undefined;
};

/** The step that the application has come to, from 1; of one that is over, where it ended. */
export function reachedStep({
  lastKnown,
  step,
  authNo,
  isPaid,
  timeline,
}: Omit<Standing, 'created'>): number {
  const least = isPaid || authNo !== null ? 2 : 1;
  if (lastKnown !== 'closed') return Math.max(step, least);
  const steps = timeline.map(({ progress }) => stepOf(progress) ?? least);
  return Math.max(least, ...steps);
}

/** `unknown` stands above a state that stayed where it was, and what is over was somewhere before. */
function stepOf(progress: CardApplication['progress']): number | undefined {
  return progress === 'unknown' || progress === 'closed' ? undefined : cardStepOf[progress];
}

/** The five steps; of an application that is over those that it came to, the last one failed. */
export function progressSteps(application: Standing): ProgressStep[] {
  const { lastKnown, timeline } = application;
  const reached = reachedStep(application);
  const firstAt = (isThere: (step: number) => boolean) =>
    timeline.find(({ progress }) => isThere(stepOf(progress) ?? 0))?.at;
  const endedAt = timeline.findLast(({ progress }) => progress === 'closed' || progress === 'active')?.at;
  const isOver = lastKnown === 'closed' || lastKnown === 'active';
  return progressStepNames.flatMap((name, index): ProgressStep[] => {
    const step = index + 1;
    if (step < reached) return [{ name, state: 'done', at: firstAt((one) => one > step) }];
    if (step > reached) return lastKnown === 'closed' ? [] : [{ name, state: 'todo', at: undefined }];
    const at = isOver ? endedAt : firstAt((one) => one === step);
    if (lastKnown === 'active') return [{ name, state: 'done', at }];
    const isFailed = lastKnown === 'closed' || lastKnown === 'rejected';
    return [{ name, state: isFailed ? 'failed' : 'now', at }];
  });
}

/** Where the one next action leads; undefined while there is nothing to do but wait, or a form on the page is the action. */
export function nextWay(
  application: Standing,
): { readonly action: 'link' | 'pay' | 'activate' | 'open' | 'again'; readonly to: string } | undefined {
  const { applicationId, cardId } = application;
  const face = progressFace(application);
  switch (face) {
    case 'link':
    case 'pay':
      return { action: face, to: paths.cardOrder({ id: applicationId }) };
    case 'pendingActivation':
      return cardId === null ? undefined : { action: 'activate', to: paths.activateCard(cardId) };
    case 'active':
      return cardId === null ? undefined : { action: 'open', to: paths.cardInfo(cardId) };
    case 'closed':
      return { action: 'again', to: paths.cardShop() };
    default:
      return undefined;
  }
}

/** How the delivery of a card of plastic is alerts: its state, and `late` where the day that was promised is over. */
export function deliveryFace(
  { state, mailBy }: Pick<NonNullable<CardApplication['delivery']>, 'state' | 'mailBy'>,
  nowMs: number,
): 'late' | 'waiting' | 'preparing' | 'shipped' | 'delivered' | 'returned' | 'lost' {
  const isToSend = state === null || state === 'preparing';
  if (isToSend && mailBy !== null && mailBy < nowMs) return 'late';
  return state ?? 'waiting';
}
