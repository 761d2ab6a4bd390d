/** Cards: where a parcel is says one person, who opens an application leaves a trace, a product goes on by two. */
import { choice, field } from '../fields.ts';
import { look, operation, usual } from '../operation.ts';

const onApplication = { ...usual, on: 'cardApplication', persons: 1, agrees: [] } as const;
const onProduct = { ...usual, on: 'cardProduct', takes: {} } as const;

export const listCardsWaiting = look({
  name: 'card.list',
  cli: 'card-list',
  does: 'the applications for cards that wait for a person: cards to be sent, parcels that came back, companies that are silent; at most 50',
  takes: {},
  asks: ['cards', 'support'],
});

/** No look: somebody opened an address, and the audit log says who. */
export const showCardApplication = operation({
  ...onApplication,
  name: 'card.show',
  cli: 'card-show',
  does: 'open an application for a card: its steps, its parcel, and where the card goes',
  takes: {},
  asks: ['cards', 'support'],
  says: 'card.opened',
  refusals: ['not_found', 'nameless'],
});

export const shipCard = operation({
  ...onApplication,
  name: 'card.ship',
  cli: 'card-ship',
  does: 'say that a card was sent, by whom and under which number',
  takes: { carrier: field('label'), tracking: field('label') },
  asks: ['cards'],
  says: 'card.shipped',
  refusals: ['not_found', 'wrong_state'],
});

export const moveCardParcel = operation({
  ...onApplication,
  name: 'card.parcel',
  cli: 'card-parcel',
  does: 'say what became of a parcel: a card that was delivered can be activated, one that came back is prepared to be sent again',
  takes: { state: choice('delivered', 'returned', 'preparing', 'lost') },
  asks: ['cards'],
  says: 'card.parcelMoved',
  refusals: ['not_found', 'wrong_state'],
});

export const judgeCardUnsent = operation({
  ...onApplication,
  name: 'card.judge',
  cli: 'card-judge',
  does: 'end an application whose company never took the wish for its card, by its own statement; what was paid comes back',
  takes: {},
  asks: ['cards', 'treasury'],
  agrees: ['admin', 'risk'],
  persons: 2,
  says: 'card.judgedUnsent',
  refusals: ['not_found', 'wrong_state', 'too_early'],
});

export const haltCardProduct = operation({
  ...onProduct,
  name: 'card.halt',
  cli: 'card-halt',
  does: 'sell a card no more, until it is resumed',
  asks: ['cards', 'treasury', 'risk'],
  agrees: [],
  persons: 1,
  says: 'card.productHalted',
  refusals: ['not_found', 'halted'],
});

export const resumeCardProduct = operation({
  ...onProduct,
  name: 'card.resume',
  cli: 'card-resume',
  does: 'sell a card again',
  asks: ['cards', 'treasury'],
  agrees: ['admin', 'risk'],
  persons: 2,
  says: 'card.productResumed',
  refusals: ['not_found', 'not_halted'],
});
