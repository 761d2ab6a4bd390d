/** Money as a whole, the operators, and what the house sets for everybody. */
import { field } from '../fields.ts';
import { look, operation, usual } from '../operation.ts';

export const moneyStatus = look({
  name: 'money.status',
  cli: 'auditor status',
  does: 'whether money runs, what is proven, since when',
  takes: {},
  asks: ['treasury', 'auditor', 'admin'],
});

export const moneyAudit = look({
  name: 'money.audit',
  cli: 'auditor run',
  does: 'audit now; broken books halt money',
  takes: { full: field('flag') },
  asks: ['auditor', 'treasury', 'admin'],
});

export const resumeMoney = operation({
  ...usual,
  name: 'money.resume',
  cli: 'auditor resume',
  does: 'let money run again after a repair',
  on: 'house',
  takes: {},
  asks: ['treasury'],
  agrees: ['admin'],
  persons: 2,
  says: 'money.resumed',
  refusals: ['not_halted', 'broken'],
});

export const enrollOperator = operation({
  ...usual,
  name: 'operator.enroll',
  cli: 'operator enroll',
  does: 'enrol a person and show his key once; the first needs nobody, the second the first, all others two',
  on: 'operator',
  takes: {},
  asks: ['admin'],
  agrees: ['risk', 'treasury'],
  persons: 2,
  begins: true,
  says: 'operator.enrolled',
  refusals: ['taken'],
});

export const setConfig = operation({
  ...usual,
  name: 'config.set',
  cli: 'set-config',
  does: 'set an entry of the app’s configuration: features, banners, life, contact, downloads',
  on: 'config',
  takes: { json: field('json') },
  asks: ['content'],
  agrees: [],
  persons: 1,
  says: 'config.changed',
  refusals: ['gone', 'unfit'],
});

export const acceptRate = operation({
  ...usual,
  name: 'rate.accept',
  cli: 'accept-rate',
  does: 'take the price that jumped and waits, when the sources cannot confirm it themselves',
  on: 'rate',
  takes: {},
  asks: ['market'],
  agrees: [],
  persons: 1,
  says: 'rate.accepted',
  refusals: ['gone'],
});
