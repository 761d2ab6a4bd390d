/** Operations where chain and books differ: what is missing is accepted into the books, a surplus is assigned. */
import { field } from '../fields.ts';
import { operation, usual } from '../operation.ts';

const byTreasury = { ...usual, asks: ['treasury'], agrees: ['admin', 'risk'], persons: 2 } as const;

export const acceptDifference = operation({
  ...byTreasury,
  name: 'books.accept',
  cli: 'accept-difference',
  does: 'take what is missing on the chain and is explained, in chain units below zero, into the books',
  on: 'chainAsset',
  takes: { amount: field('missing') },
  says: 'chain.differenceAccepted',
  refusals: ['not_listed'],
});

export const assignSurplus = operation({
  ...byTreasury,
  name: 'books.assign',
  cli: 'assign-suspense',
  does: 'credit what lay on a chain and was nobody’s to the person with this username',
  on: 'surplus',
  takes: { user: field('person') },
  says: 'chain.suspenseAssigned',
  refusals: ['nobody', 'gone'],
});

export const keepSurplus = operation({
  ...byTreasury,
  name: 'books.keep',
  cli: 'keep-suspense',
  does: 'keep what lay on a chain and is nobody’s for the house',
  on: 'surplus',
  takes: {},
  says: 'chain.suspenseKept',
  refusals: ['gone'],
});
