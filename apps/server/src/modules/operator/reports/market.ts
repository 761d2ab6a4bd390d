/** What is printed about markets, fees, and orders that are cancelled for somebody. */
import type { Operations } from '@marigold/operations/operations';

import type { RefusedDeed } from '../../../platform/operations/deed.ts';
import type { ReportsOf } from '../report.ts';

type OfMarket = { readonly symbol: string };

const notTaken = (_words: unknown, { why }: RefusedDeed['facts']) => `Nothing changed: ${String(why)}.`;
const uncountable = (_words: unknown, { fault }: RefusedDeed['facts']) =>
  `Nothing changed: the books could not count with it (${String(fault)}).`;
const gone = ({ symbol }: OfMarket) => `There is no market ${symbol}.`;

function stateIs(state: string) {
  return {
    done: (_facts: undefined, { symbol }: OfMarket) =>
      `${symbol} is ${state}; its owner acts on it within seconds.`,
    no: { gone },
  };
}

export const marketReports = {
  'market.create': {
    done: (_facts: undefined, { symbol }) => `${symbol} is there, disabled; "market enable" opens it.`,
    no: { uncountable, not_taken: notTaken },
  },
  'market.enable': stateIs('enabled'),
  'market.hide': stateIs('hidden'),
  'market.lock': stateIs('locked'),
  'market.disable': stateIs('disabled'),
  'market.rule': {
    done: ({ before }: { readonly before: string }, { symbol, rule, value }) =>
      `${symbol}: ${rule} is ${value}, it was ${before}.`,
    no: {
      not_positive: ({ value }) => `"${value}" is no value above zero.`,
      not_whole: ({ value }) => `"${value}" is no whole number.`,
      gone,
      in_use: ({ rule, symbol }) =>
        `The ${rule} of ${symbol} changes only while it is disabled and nothing is open there.`,
      uncountable,
      not_taken: notTaken,
    },
  },
  'market.fee': {
    done: (_facts: undefined, { group, makerPercent, takerPercent }) =>
      `${group} pays ${makerPercent} and ${takerPercent} percent from the next order on.`,
    no: { not_taken: notTaken },
  },
  'person.fee-group': {
    done: (_facts: undefined, { user, group }) => `${user} is in ${group}; open orders keep their fee.`,
    no: {
      no_fees: ({ group }) => `No fees are set for a group "${group}".`,
      nobody: ({ user }) => `There is nobody called ${user}.`,
      not_taken: notTaken,
    },
  },
  'market.cancel-orders': {
    done: ({ count }: { readonly count: number }, { user, symbol }) =>
      `${count} orders of ${user} in ${symbol} were cancelled.`,
    no: {
      nobody: ({ user }) => `There is nobody called ${user}.`,
      nobody_runs: ({ symbol }) => `Nobody runs ${symbol} just now; try again in a moment.`,
      refused: (_words, { code }) => `Nothing was cancelled: ${String(code)}.`,
    },
  },
} as const satisfies ReportsOf<Operations, (keyof Operations & `market.${string}`) | 'person.fee-group'>;
