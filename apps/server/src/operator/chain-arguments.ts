/** The commands about chains, deposits and on-chain transfers, as a table: what each takes, and who must agree. */

import type { CommandTable, TableCommand } from './command-table.ts';

export const chainCommands = {
  'chain-status': {
    takes: [],
    persons: 'none',
    help: 'how far chains were read, what halts, what the hot account holds, what waits for a person',
  },
  'approve-transfer': { takes: ['transfer'], persons: 'two', help: 'let a transfer in review go on' },
  'reject-transfer': { takes: ['transfer'], persons: 'two', help: 'refuse it; the whole amount comes back' },
  'requeue-transfer': {
    takes: ['transfer'],
    persons: 'one',
    help: 'try again one that found the hot account low',
  },
  'bump-transfer': {
    takes: ['transfer'],
    persons: 'one',
    help: 'replace one that is in no block with a higher fee',
  },
  'cancel-transfer': {
    takes: ['transfer'],
    persons: 'two',
    help: 'replace it with a transaction that pays nothing; the money comes back when that is final',
  },
  'judge-transfer': {
    takes: ['transfer', 'paid|unpaid'],
    persons: 'two',
    help: 'say what a transaction counts as that was mined without moving what was ordered',
  },
  'pause-lane': { takes: ['chain', 'account'], persons: 'one', help: 'sign nothing new for an account' },
  'resume-lane': { takes: ['chain', 'account'], persons: 'two', help: 'sign for it again' },
  'adopt-lane': {
    takes: ['chain', 'account', 'nonce'],
    persons: 'two',
    help: 'go on from a nonce that the chain knows and we do not',
  },
  restored: {
    takes: [],
    persons: 'two',
    help: 'after a restore: pause what signs, and put every transfer that may have been paid since into review',
  },
  'recognise-transfer': {
    takes: ['transfer', 'nonce', 'transaction'],
    persons: 'two',
    help: 'take a payment that the chain shows for this transfer into the books, which have forgotten it',
  },
  'release-transfer': {
    takes: ['transfer'],
    persons: 'two',
    help: 'take its nonce back, the last of its lane, for which nothing was signed; it waits in review',
  },
  'decide-case': { takes: ['case', 'clear|refuse'], persons: 'two', help: 'decide a case of risk' },
  'halt-asset': {
    takes: ['chain', 'asset'],
    persons: 'one',
    help: 'credit and pay a currency no more, until it is resumed',
  },
  'resume-asset': { takes: ['chain', 'asset'], persons: 'two', help: 'credit and pay a currency again' },
  'halt-chain': {
    takes: ['chain'],
    persons: 'one',
    help: 'read, credit and pay nothing on a chain, until it is resumed',
  },
  'resume-chain': {
    takes: ['chain'],
    persons: 'two',
    help: 'read a halted chain again from the last block that we and the node agree on',
  },
  rescan: {
    takes: ['chain', 'from', 'to'],
    persons: 'one',
    help: 'read blocks again and take up what is missing',
  },
  'accept-difference': {
    takes: ['chain', 'asset', 'amount'],
    persons: 'two',
    help: 'take what is missing on the chain and is explained, in chain units below zero, into the books',
  },
  'assign-suspense': {
    takes: ['surplus', 'user'],
    persons: 'two',
    help: 'credit what lay on a chain and was nobody’s to the person with this username',
  },
  'keep-suspense': {
    takes: ['surplus'],
    persons: 'two',
    help: 'keep what lay on a chain and is nobody’s for the house',
  },
  'recover-deposit': {
    takes: ['deposit', 'user'],
    persons: 'two',
    help: 'credit what was put aside to the person with this username',
  },
  'retry-deposit': {
    takes: ['deposit'],
    persons: 'two',
    help: 'credit one again that the books did not take, once the cause is mended',
  },
  'settle-debt': {
    takes: ['deposit', 'take|forgive'],
    persons: 'two',
    help: 'settle what an orphaned deposit owes',
  },
  'close-deposit': {
    takes: ['deposit'],
    persons: 'two',
    help: 'stop waiting for one that left the chain, was refused, or that nobody is to be credited for',
  },
  'list-risk': {
    takes: ['chain', 'account'],
    persons: 'one',
    help: 'hold back whatever comes from or goes to an account',
  },
  'unlist-risk': {
    takes: ['chain', 'account'],
    persons: 'two',
    help: 'take an account off that list; what waits already still waits for a decision',
  },
  'asset-limits': {
    takes: [
      'chain',
      'asset',
      'fee|deposit-min|payout-min|payout-max|lock-usd|proof-usd|review-usd|risk-usd|deposit|payout',
      'value',
    ],
    persons: 'two',
    help: 'change a fee or a bound, in coins or US dollars (lock and risk also "none"), or open and close a way',
  },
} as const satisfies CommandTable;

export type ChainCommandName = keyof typeof chainCommands;

export type ChainCommand = TableCommand<ChainCommandName>;
