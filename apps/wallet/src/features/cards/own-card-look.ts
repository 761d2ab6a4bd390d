/** One's own card as its person sees it: one table of what each state says and offers, and what is made of its facts. */
import { parseUnits } from '@marigold/money/amount';
import { percentOfPpm } from '@marigold/money/fee';
import { minuteMs } from '@marigold/money/spans';

import type { CardDetail, CardItem, CardOrderItem } from '../../domain/card/card-queries.ts';
import type { TagTone } from '../../ui/base/tag.tsx';
import type { TimelineStep } from '../../ui/list/timeline.tsx';

type OwnCardState = CardItem['state'];
export type OwnCardAction = CardItem['actions'][number];

type OwnCardLook = {
  readonly tone: TagTone;
  /** What lies over its face. */
  readonly veil?: 'locked' | 'ended';
  /** A note says what the state means for payments; a card that pays needs none. */
  readonly note?: 'info' | 'warn';
  /** Only people can change it: the note leads to them. */
  readonly isForPeople?: true;
};

export const ownCardLooks: Readonly<Record<OwnCardState, OwnCardLook>> = {
  pendingActive: { tone: 'info', note: 'info' },
  active: { tone: 'ok' },
  locked: { tone: 'warn', veil: 'locked', note: 'warn' },
  suspended: { tone: 'bad', veil: 'locked', note: 'warn', isForPeople: true },
  lost: { tone: 'bad', veil: 'ended', note: 'warn' },
  closed: { tone: 'neutral', veil: 'ended', note: 'info' },
  expired: { tone: 'neutral', veil: 'ended', note: 'info' },
};

export type OwnCardChange = 'activating' | 'locking' | 'unlocking';

/** By what its person wished and what it is. */
const changes: Readonly<Partial<Record<string, OwnCardChange>>> = {
  'active pendingActive': 'activating',
  'locked active': 'locking',
  'active locked': 'unlocking',
};

/** What the card company was asked for and has not said yes to yet; undefined where a card is as it was wished. */
export function ownCardChange({
  state,
  wish,
  isChanging,
}: Pick<CardItem, 'state' | 'wish' | 'isChanging'>): OwnCardChange | undefined {
  return isChanging ? changes[`${wish} ${state}`] : undefined;
}

/** The one action that makes a card pay again, where it does not and nothing is under way. */
export function restoringAction(
  card: Pick<CardItem, 'state' | 'wish' | 'isChanging' | 'actions'>,
): Exclude<OwnCardAction, 'lock'> | undefined {
  if (ownCardLooks[card.state].note === undefined || ownCardChange(card) !== undefined) return undefined;
  return card.actions.find((action) => action !== 'lock');
}

/** `UTGL elite •• 0917`; without digits where they prove that the card has arrived. */
export function ownCardName({ name, last4 }: Pick<CardItem, 'name' | 'last4'>): string {
  // It wraps as a whole before its digits.
  return last4 === null ? name : `${name} ••\u00A0${last4}`;
}

/** What was read longer ago is called old: the company is asked every ten minutes. */
export const cardStaleAfterMs = 10 * minuteMs;

/** The steps of an application, whatever the card (card/order/list). */
export const applicationSteps = 5;

/** How far an application is, in one word; before its payment it may wait for an identity first. */
export function progressWord({
  progress,
  authNo,
}: Pick<CardOrderItem, 'progress' | 'authNo'>): CardOrderItem['progress'] | 'link' {
  return progress === 'binding' && authNo === null ? 'link' : progress;
}

/** As exact as decimals of the contract may be. */
const shareScale = 18;
const unitsOfPpm = 10n ** 12n;

/** `1.2` for the share 0.012; what is less than a millionth is left out. */
export function percentOfShare(share: string): string {
  return percentOfPpm(Number((parseUnits(share, shareScale) ?? 0n) / unitsOfPpm), 0);
}

/** `09/29` as cards print it, for the last month `2029-09`. */
export function lastMonth(expiry: string): string {
  const [year = '', month = ''] = expiry.split('-');
  return `${month}/${year.slice(-2)}`;
}

type CardStep = CardDetail['steps'][number];

/** What happened to a card, the first first; what ended it has failed. */
export function ownCardSteps(
  steps: readonly CardStep[],
): (CardStep & { readonly sign: TimelineStep['state'] })[] {
  return steps
    .toSorted((one, other) => one.at - other.at)
    .map((step) => ({ ...step, sign: ownCardLooks[step.state].veil === 'ended' ? 'failed' : 'done' }));
}
