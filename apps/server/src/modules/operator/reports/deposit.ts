/** What is printed about deposits that wait for persons, and about risk. */
import type { Operations } from '@marigold/operations/operations';

import type { ReportsOf } from '../report.ts';

type Moved = { readonly units: bigint };

const problems = { unknown: 'Nothing happened: unknown.', wrong_state: 'Nothing happened: wrong state.' };
const noAccount = {
  no_chain: ({ chain }: { readonly chain: string }) => `There is no chain ${chain}.`,
  no_account: 'This is no account of that chain, or its checksum is wrong.',
};

export const depositReports = {
  'deposit.recover': {
    done: ({ units }: Moved) => `${units} ledger units are credited.`,
    no: {
      ...problems,
      nobody: ({ user }) => `There is nobody called ${user}.`,
      not_final: 'Nothing happened: not final.',
      not_listed: 'Nothing happened: not listed.',
      nobody_to_credit: 'Nothing happened: nobody to credit.',
    },
  },
  'deposit.retry': {
    done: () => 'It is credited with the next block, or put aside again with its reason.',
    no: { not_aside: 'That deposit was not put aside.' },
  },
  'deposit.settle': {
    done: ({ units }: Moved) => `${units} ledger units are settled.`,
    no: { ...problems, nothing_there: 'Nothing happened: nothing there.' },
  },
  'deposit.close': { done: () => 'It is closed.', no: problems },
  'risk.decide': {
    done: (_facts: undefined, { verdict }) => (verdict === 'clear' ? 'Cleared; it goes on.' : 'Refused.'),
    no: { wrong_state: 'No such case waits for a decision.' },
  },
  'risk.list': {
    done: () => 'Whatever comes from there or goes there waits for a person now.',
    no: noAccount,
  },
  'risk.unlist': {
    done: () => 'It is off the list; what waits already still waits for a decision.',
    no: { ...noAccount, gone: 'That account is not on the list.' },
  },
} as const satisfies ReportsOf<Operations, keyof Operations & `${'deposit' | 'risk'}.${string}`>;
