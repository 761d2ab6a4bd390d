/** The state tables of cards (identity-cards-fund-agents.md 3.2 and 3.3), and what may be done with a card. */
import { dayMs } from '@marigold/money/spans';
import type { StateOf } from '@marigold/money/states';
import { before, defineStates, statesOf } from '@marigold/money/states';

/**
 * How far an application is, by the names of the specification. `binding`: an identity is linked and the order is paid.
 * `info`: the card company needs more than it was given. `submitting`: on its way there. `review`, `rejected`, `passed`: what
 * the company says of the identity. `approval`, `opening`, `opened`: what it says of the card. `closed`: over, and what was
 * paid came back.
 */
export const cardApplicationStates = defineStates({
  thing: 'an application for a card',
  firsts: ['binding'],
  finals: ['active', 'closed'],
  next: {
    binding: ['info', 'submitting', 'closed'],
    info: ['submitting', 'closed'],
    submitting: ['review', 'rejected', 'passed', 'closed'],
    review: ['rejected', 'passed', 'closed'],
    // What the company says may change, also without anything new.
    rejected: ['submitting', 'review', 'passed', 'closed'],
    passed: ['approval', 'closed'],
    approval: ['opening', 'closed'],
    opening: ['opened'],
    opened: ['pendingActivation'],
    pendingActivation: ['active'],
    active: [],
    closed: [],
  },
});
export type CardApplicationState = StateOf<typeof cardApplicationStates>;

/**
 * What people read: the state, or `unknown` while the company does not answer for long. It stands above the state, which
 * stays where it was.
 */
export const cardProgresses = [...statesOf(cardApplicationStates), 'unknown'] as const;
export type CardProgress = CardApplicationState | 'unknown';

/** The five steps that people see (design/proto/card_apply), by how far it is. */
export const cardStepOf: Readonly<Record<CardApplicationState, 1 | 2 | 3 | 4 | 5>> = {
  binding: 1,
  info: 2,
  submitting: 3,
  review: 3,
  rejected: 3,
  passed: 3,
  approval: 3,
  opening: 4,
  opened: 4,
  pendingActivation: 5,
  active: 5,
  closed: 1,
};

/** Until the wish for the card itself is on its way, its person may let it be; what was paid comes back. */
export const cancellable: ReadonlySet<CardApplicationState> = new Set([
  'binding',
  'info',
  'submitting',
  'review',
  'rejected',
]);

/** Why an application is over. */
export const cardCloseReasons = ['cancelled', 'unpaid', 'tries', 'refused', 'identity', 'operator'] as const;
export type CardCloseReason = (typeof cardCloseReasons)[number];

/** So long an application waits for its payment. */
export const cardUnpaidForMs = 7 * dayMs;
/** So often the company may be given its person's data. */
export const cardTries = 3;
/** A company that does not answer for so long: its progress reads as unknown. */
export const cardUnknownAfterMs = dayMs;
/** Spec 9: a card is mailed within so many days. */
export const cardMailDays = 30;

/** What a card company may need beside the identity, and may name when it is not good enough. */
export const holderFields = ['occupation', 'income', 'purpose', 'residence'] as const;
export type HolderField = (typeof holderFields)[number];

/** Where a card that is made of plastic is. */
export const cardDeliveryStates = defineStates({
  thing: 'the delivery of a card',
  firsts: ['preparing'],
  finals: ['delivered', 'lost'],
  next: {
    preparing: ['shipped'],
    shipped: ['delivered', 'returned', 'lost'],
    returned: ['preparing'],
    delivered: [],
    lost: [],
  },
});
export type CardDeliveryState = StateOf<typeof cardDeliveryStates>;

/**
 * A card as it is at its company. `lost` is ours: the company knows only that it is locked or closed. What ended never
 * returns.
 */
export const cardStates = defineStates({
  thing: 'a card',
  firsts: ['pendingActive'],
  finals: ['closed', 'expired'],
  next: {
    pendingActive: ['active', 'suspended', 'lost', 'closed', 'expired'],
    active: ['locked', 'suspended', 'lost', 'closed', 'expired'],
    locked: ['active', 'suspended', 'lost', 'closed', 'expired'],
    suspended: ['active', 'locked', 'lost', 'closed', 'expired'],
    lost: ['closed', 'expired'],
    closed: [],
    expired: [],
  },
});
export type CardState = StateOf<typeof cardStates>;

/** What is wished of a card: its person's word, which the company is asked to follow. `lost` and `closed` are never weakened. */
export const cardWishes = defineStates({
  thing: 'what is wished of a card',
  firsts: ['none'],
  finals: ['closed'],
  next: {
    none: ['active', 'lost', 'closed'],
    active: ['locked', 'lost', 'closed'],
    locked: ['active', 'lost', 'closed'],
    lost: ['closed'],
    closed: [],
  },
});
export type CardWish = StateOf<typeof cardWishes>;

/** What a person may do with a card. Buttons and guards are this table. */
type Doing = { readonly to: CardWish; readonly states: readonly CardState[] };
export const cardActions = {
  activate: { to: 'active', states: ['pendingActive'] },
  // Also while the other is on its way: the last word counts.
  lock: { to: 'locked', states: ['active', 'locked'] },
  unlock: { to: 'active', states: ['active', 'locked'] },
} as const satisfies Readonly<Record<string, Doing>>;
export type CardAction = keyof typeof cardActions;
export const cardActionNames = ['activate', 'lock', 'unlock'] as const satisfies readonly CardAction[];

/** Whether it may be done with a card now: by what it is, and by what was wished of it last. */
export function mayDo(
  action: CardAction,
  { state, wish }: { readonly state: CardState; readonly wish: CardWish },
): boolean {
  const { to, states }: Doing = cardActions[action];
  return states.includes(state) && before(cardWishes, to).includes(wish);
}

/** Everything that may be done with a card now, in the order in which screens list it. */
export function actionsOf(card: { readonly state: CardState; readonly wish: CardWish }): CardAction[] {
  return cardActionNames.filter((action) => mayDo(action, card));
}

/** What each step of a card was done through. */
export const cardChannels = ['app', 'issuer', 'operator', 'clock'] as const;
export type CardChannel = (typeof cardChannels)[number];
