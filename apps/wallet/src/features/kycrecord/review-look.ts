/** How far a review is and how it looks: what is decided by tables. Pure. */
import type { KycRecordDetail, KycRecordItem } from '../../domain/kyc/kyc-queries.ts';
import type { IconName } from '../../ui/base/icon-names.ts';
import type { TagTone } from '../../ui/base/tag.tsx';

export type Review = KycRecordItem['review'];

/** `silent`: the company does not answer. `disabled`: it held once, or it never came to a check. */
export type ReviewFace =
  | 'draft'
  | 'received'
  | 'automatic'
  | 'person'
  | 'silent'
  | 'again'
  | 'approved'
  | 'final'
  | 'disabled';

const faceOf: Readonly<Record<Review, ReviewFace>> = {
  draft: 'draft',
  submitted: 'received',
  review: 'automatic',
  held: 'person',
  again: 'again',
  approved: 'approved',
  final: 'final',
};

/** While it is one of these somebody else has the next step. */
export const isWaiting: Readonly<Record<Review, boolean>> = {
  draft: false,
  submitted: true,
  review: true,
  held: true,
  again: false,
  approved: false,
  final: false,
};

/**
 * Silence is never a refusal: it is told of only where somebody waits. `isOwn`: the house checks, whose persons look at
 * everything that it has received.
 */
export function reviewFace(
  { review, status, silentSince }: Pick<KycRecordDetail, 'review' | 'status' | 'silentSince'>,
  isOwn = false,
): ReviewFace {
  if (status === 'disabled') return review === 'final' ? 'final' : 'disabled';
  if (isWaiting[review] && silentSince !== null) return 'silent';
  return isOwn && review === 'review' ? 'person' : faceOf[review];
}

export type ReviewStep = {
  readonly name: 'received' | 'automatic' | 'person' | 'approved' | 'again' | 'final';
  readonly state: 'done' | 'now' | 'todo' | 'failed';
  readonly time: number | undefined;
};

type Timed = Pick<KycRecordDetail, 'review' | 'timeline'>;

const decided: ReadonlySet<Review> = new Set<Review>(['again', 'approved', 'final']);

/** What happened since the documents were asked for last; what was given before is not what is checked now. */
function lastRound({ timeline }: Timed): KycRecordDetail['timeline'] {
  const turn = timeline.findLastIndex(
    ({ review }, index) => index < timeline.length - 1 && (review === 'draft' || review === 'again'),
  );
  return timeline.slice(turn + 1);
}

/** The steps of a check by the house, oldest first: a person looks at each. */
function ownSteps(record: Timed): ReviewStep[] {
  const { review } = record;
  const at = (one: Review) => lastRound(record).find((step) => step.review === one)?.time;
  const isOver = decided.has(review);
  const isWithPerson = review === 'review' || review === 'held';
  const end = isOver ? at(review) : undefined;
  const taken = at('review') ?? at('held');
  const received: ReviewStep = {
    name: 'received',
    state: review === 'draft' ? 'todo' : 'done',
    time: at('submitted') ?? taken,
  };
  const automatic: ReviewStep = {
    name: 'automatic',
    state: isOver || isWithPerson ? 'done' : review === 'submitted' ? 'now' : 'todo',
    time: isOver || isWithPerson ? taken : undefined,
  };
  const person: ReviewStep = {
    name: 'person',
    state: isOver ? 'done' : isWithPerson ? 'now' : 'todo',
    time: end,
  };
  return [received, automatic, person, ...decisionOf(review, end)];
}

function decisionOf(review: Review, time: number | undefined): ReviewStep[] {
  return review === 'again' || review === 'approved' || review === 'final'
    ? [{ name: review, state: review === 'approved' ? 'done' : 'failed', time }]
    : [];
}

/** The steps of the check that is under way or was the last, oldest first. */
export function reviewSteps(record: Timed, isOwn = false): ReviewStep[] {
  if (isOwn) return ownSteps(record);
  const { review } = record;
  const round = lastRound(record);
  const at = (...ones: Review[]) => round.find((step) => ones.includes(step.review))?.time;
  const end = decided.has(review) ? at(review) : undefined;
  const isOver = decided.has(review);
  const held = at('held');
  const isPersons = held !== undefined || review === 'held';
  const received: ReviewStep = {
    name: 'received',
    state: review === 'draft' ? 'todo' : 'done',
    time: at('submitted', 'review', 'held'),
  };
  const automatic: ReviewStep = {
    name: 'automatic',
    state: isOver || review === 'held' ? 'done' : review === 'review' ? 'now' : 'todo',
    time: isOver || review === 'held' ? (held ?? end) : undefined,
  };
  const person: ReviewStep = {
    name: 'person',
    state: isOver ? 'done' : review === 'held' ? 'now' : 'todo',
    time: isOver ? end : undefined,
  };
  return [received, automatic, ...(isOver && !isPersons ? [] : [person]), ...decisionOf(review, end)];
}

export const reviewPetals = 12;
const petalsOfStep = 4;

/**
 * Of twelve petals, four for each of the three steps that is done; where documents are given, a share of them for each
 * item that was accepted.
 */
export function litPetals(
  { review, items }: Pick<KycRecordDetail, 'review' | 'items'>,
  isOwn = false,
): number {
  if (review === 'approved') return reviewPetals;
  if (review === 'held' || (isOwn && review === 'review')) return 2 * petalsOfStep;
  if (isWaiting[review]) return petalsOfStep;
  const accepted = items.filter(({ state }) => state === 'accepted').length;
  return items.length === 0 ? 0 : Math.floor((reviewPetals * accepted) / items.length);
}

/** DESIGN.md 4: not bound wants a deed, normal holds, disabled does not. */
export const statusTone: Readonly<Record<KycRecordItem['status'], TagTone>> = {
  notBound: 'warn',
  normal: 'ok',
  disabled: 'bad',
};

export const toneOfUse: Readonly<Record<KycRecordItem['use'], TagTone>> = {
  notUsed: 'neutral',
  unusable: 'neutral',
  card: 'info',
  system: 'info',
};

export const reviewTone: Readonly<Record<Review, TagTone>> = {
  draft: 'neutral',
  submitted: 'info',
  review: 'warn',
  held: 'warn',
  again: 'bad',
  approved: 'ok',
  final: 'bad',
};

export const purposeIcon: Readonly<Record<KycRecordItem['purpose'], IconName>> = {
  system: 'user-circle',
  card: 'credit-card',
};

type ItemState = KycRecordDetail['items'][number]['state'];

export const itemLook: Readonly<Record<ItemState, { readonly icon: IconName; readonly tone: string }>> = {
  accepted: { icon: 'check-circle-fill', tone: 'text-ok' },
  again: { icon: 'warning-circle-fill', tone: 'text-bad' },
  given: { icon: 'clock-counter-clockwise', tone: 'text-ink-3' },
  missing: { icon: 'circle', tone: 'text-ink-3' },
};

const itemOrder: readonly ItemState[] = ['again', 'missing', 'given', 'accepted'];

/** What is asked comes first; the order of the rest stays. */
export function sortItems(items: KycRecordDetail['items']): KycRecordDetail['items'] {
  return items.toSorted((one, other) => itemOrder.indexOf(one.state) - itemOrder.indexOf(other.state));
}

/** The history of a record: each change, the last one still going on where somebody waits. */
export function historySteps({ timeline, review }: Timed): {
  readonly review: Review;
  readonly state: 'done' | 'now' | 'failed';
  readonly time: number;
}[] {
  return timeline.map((step, index) => {
    const isLast = index === timeline.length - 1;
    const isFailed = step.review === 'again' || step.review === 'final';
    const isNow = isLast && isWaiting[review];
    return { ...step, state: isFailed ? 'failed' : isNow ? 'now' : 'done' };
  });
}
