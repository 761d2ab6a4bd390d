/** One person's account: anybody who looks after people freezes an area of it at once, two let it go. */
import { choice, field } from '../fields.ts';
import { operation, usual } from '../operation.ts';

const area = choice('payout', 'trade', 'card', 'credentials', 'login');

export const freezePerson = operation({
  ...usual,
  name: 'person.freeze',
  cli: 'person freeze',
  does: 'freeze an area of an account for so many hours, or until it is lifted; login ends every session',
  on: 'person',
  takes: { area, hours: { ...field('hours'), as: 'hours or lifted' } },
  asks: ['risk', 'support', 'admin'],
  agrees: [],
  persons: 1,
  says: 'person.frozen',
  refusals: ['nobody'],
});

export const unfreezePerson = operation({
  ...usual,
  name: 'person.unfreeze',
  cli: 'person unfreeze',
  does: 'lift every freeze of an area, whoever or whatever froze it',
  on: 'person',
  takes: { area },
  asks: ['risk', 'support'],
  agrees: ['admin', 'treasury'],
  persons: 2,
  says: 'person.unfrozen',
  refusals: ['nobody', 'not_frozen'],
});
