/** Deposits that wait for persons. */
import { choice, field } from '../fields.ts';
import { operation, usual } from '../operation.ts';

const onDeposit = { ...usual, on: 'deposit', takes: {}, persons: 2 } as const;
const problems = ['unknown', 'wrong_state'] as const;

export const recoverDeposit = operation({
  ...onDeposit,
  name: 'deposit.recover',
  cli: 'recover-deposit',
  does: 'credit what was put aside to the person with this username',
  takes: { user: field('person') },
  asks: ['treasury'],
  agrees: ['risk', 'admin'],
  says: 'deposit.recovered',
  refusals: [...problems, 'nobody', 'not_final', 'not_listed', 'nobody_to_credit'],
});

export const retryDeposit = operation({
  ...onDeposit,
  name: 'deposit.retry',
  cli: 'retry-deposit',
  does: 'credit one again that the books did not take, once the cause is mended',
  asks: ['treasury'],
  agrees: ['risk', 'admin'],
  says: 'deposit.takenUp',
  refusals: ['not_aside'],
});

export const settleDebt = operation({
  ...onDeposit,
  name: 'deposit.settle',
  cli: 'settle-debt',
  does: 'settle what an orphaned deposit owes',
  takes: { how: choice('take', 'forgive') },
  asks: ['treasury'],
  agrees: ['admin', 'risk'],
  says: { field: 'how', words: { take: 'deposit.debtTaken', forgive: 'deposit.debtForgiven' } },
  refusals: [...problems, 'nothing_there'],
});

export const closeDeposit = operation({
  ...onDeposit,
  name: 'deposit.close',
  cli: 'close-deposit',
  does: 'stop waiting for one that left the chain, was refused, or that nobody is to be credited for',
  asks: ['treasury'],
  agrees: ['risk'],
  says: 'deposit.closed',
  refusals: problems,
});
