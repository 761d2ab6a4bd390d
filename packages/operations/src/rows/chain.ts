/** Chains and what is listed on them: one person stops, two let go on and change what it costs. */
import { choice, field } from '../fields.ts';
import { look, operation, usual } from '../operation.ts';

const stops = ['treasury', 'risk', 'admin', 'market', 'support'] as const;

export const chainStatus = look({
  name: 'chain.status',
  cli: 'chain-status',
  does: 'how far chains were read, what halts, what the hot account holds, what waits for a person',
  takes: {},
  asks: ['treasury', 'risk', 'auditor', 'admin'],
});

export const haltAsset = operation({
  ...usual,
  name: 'asset.halt',
  cli: 'halt-asset',
  does: 'credit and pay a currency no more, until it is resumed',
  on: 'chainAsset',
  takes: {},
  asks: stops,
  agrees: [],
  persons: 1,
  says: 'chain.assetHalted',
  refusals: ['not_listed', 'halted'],
});

export const resumeAsset = operation({
  ...usual,
  name: 'asset.resume',
  cli: 'resume-asset',
  does: 'credit and pay a currency again',
  on: 'chainAsset',
  takes: {},
  asks: ['treasury'],
  agrees: ['admin'],
  persons: 2,
  emergency: true,
  says: 'chain.assetResumed',
  refusals: ['not_halted'],
});

export const haltChain = operation({
  ...usual,
  name: 'chain.halt',
  cli: 'halt-chain',
  does: 'read, credit and pay nothing on a chain, until it is resumed',
  on: 'chain',
  takes: {},
  asks: stops,
  agrees: [],
  persons: 1,
  says: 'chain.halted',
  refusals: ['halted'],
});

/** The node is asked first, outside of the transaction that writes. */
export const resumeChain = operation({
  ...usual,
  name: 'chain.resume',
  cli: 'resume-chain',
  does: 'read a halted chain again from the last block that we and the node agree on',
  on: 'chain',
  takes: {},
  asks: ['treasury'],
  agrees: ['admin'],
  persons: 2,
  emergency: true,
  says: 'chain.resumed',
  refusals: ['no_node', 'not_halted', 'no_common_block'],
});

export const rescanChain = operation({
  ...usual,
  name: 'chain.rescan',
  cli: 'rescan',
  does: 'read blocks again and take up what is missing',
  on: 'chain',
  takes: { from: field('block'), to: field('block') },
  asks: ['treasury'],
  agrees: [],
  persons: 1,
  runs: 'job',
  says: 'chain.rescanned',
  refusals: ['no_node'],
});

export const setLimit = operation({
  ...usual,
  name: 'asset.limit',
  cli: 'asset-limits',
  does: 'change a fee or a bound, in coins or US dollars (lock and risk also "none"), or open and close a way',
  on: 'chainAsset',
  takes: {
    limit: choice(
      'fee',
      'deposit-min',
      'payout-min',
      'payout-max',
      'lock-usd',
      'proof-usd',
      'review-usd',
      'risk-usd',
      'deposit',
      'payout',
    ),
    value: field('setting'),
  },
  asks: ['treasury'],
  agrees: ['admin', 'risk'],
  persons: 2,
  says: 'chain.limit',
  refusals: ['not_listed', 'unfit'],
});
