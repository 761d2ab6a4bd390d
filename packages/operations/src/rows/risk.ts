/** Cases of risk, and the accounts that are held back. */
import { choice } from '../fields.ts';
import { operation, usual } from '../operation.ts';

export const decideCase = operation({
  ...usual,
  name: 'risk.decide',
  cli: 'decide-case',
  does: 'decide a case of risk',
  on: 'case',
  takes: { verdict: choice('clear', 'refuse') },
  asks: ['risk'],
  agrees: ['treasury', 'admin'],
  persons: 2,
  says: { field: 'verdict', words: { clear: 'risk.cleared', refuse: 'risk.refused' } },
  refusals: ['wrong_state'],
});

export const listAccount = operation({
  ...usual,
  name: 'risk.list',
  cli: 'list-risk',
  does: 'hold back whatever comes from or goes to an account',
  on: 'riskAccount',
  takes: {},
  asks: ['risk'],
  agrees: [],
  persons: 1,
  says: 'risk.listed',
  refusals: ['no_chain', 'no_account'],
});

export const unlistAccount = operation({
  ...usual,
  name: 'risk.unlist',
  cli: 'unlist-risk',
  does: 'take an account off that list; what waits already still waits for a decision',
  on: 'riskAccount',
  takes: {},
  asks: ['risk'],
  agrees: ['admin'],
  persons: 2,
  says: 'risk.unlisted',
  refusals: ['no_chain', 'no_account', 'gone'],
});
