/** Transfers over a chain: one person hurries them or tries again, two let them go or take them back. */
import { choice, field } from '../fields.ts';
import { operation, usual } from '../operation.ts';

const onPayout = { ...usual, on: 'payout', takes: {} } as const;
const byTreasury = { asks: ['treasury'], agrees: ['risk', 'admin'], persons: 2 } as const;

export const approvePayout = operation({
  ...onPayout,
  name: 'payout.approve',
  cli: 'approve-transfer',
  does: 'let a transfer in review go on',
  asks: ['risk'],
  agrees: ['treasury', 'admin'],
  persons: 2,
  says: 'payout.approved',
  refusals: ['not_found', 'wrong_state', 'undecided_case', 'refused_case'],
});

export const rejectPayout = operation({
  ...onPayout,
  name: 'payout.reject',
  cli: 'reject-transfer',
  does: 'refuse it; the whole amount comes back',
  asks: ['risk', 'treasury'],
  agrees: ['treasury', 'risk', 'admin'],
  persons: 2,
  says: 'payout.rejected',
  refusals: ['not_found', 'wrong_state', 'undecided_case', 'sender_paused'],
});

export const requeuePayout = operation({
  ...onPayout,
  name: 'payout.requeue',
  cli: 'requeue-transfer',
  does: 'try again one that found the hot account low',
  asks: ['treasury'],
  agrees: [],
  persons: 1,
  says: 'payout.requeued',
  refusals: ['not_found', 'wrong_state'],
});

export const bumpPayout = operation({
  ...onPayout,
  name: 'payout.bump',
  cli: 'bump-transfer',
  does: 'replace one that is in no block with a higher fee',
  asks: ['treasury'],
  agrees: [],
  persons: 1,
  says: 'payout.bumped',
  refusals: ['not_found', 'wrong_state', 'not_lowest'],
});

export const cancelPayout = operation({
  ...onPayout,
  ...byTreasury,
  name: 'payout.cancel',
  cli: 'cancel-transfer',
  does: 'replace it with a transaction that pays nothing; the money comes back when that is final',
  says: 'payout.cancelled',
  refusals: ['not_found', 'wrong_state', 'mined'],
});

export const judgePayout = operation({
  ...onPayout,
  ...byTreasury,
  name: 'payout.judge',
  cli: 'judge-transfer',
  does: 'say what a transaction counts as that was mined without moving what was ordered',
  takes: { verdict: choice('paid', 'unpaid') },
  says: 'payout.judged',
  refusals: ['not_found', 'wrong_state'],
});

/** The node is asked first, outside of the transaction that writes. */
export const recognisePayout = operation({
  ...onPayout,
  ...byTreasury,
  name: 'payout.recognise',
  cli: 'recognise-transfer',
  does: 'take a payment that the chain shows for this transfer into the books, which have forgotten it',
  takes: { nonce: field('nonce'), transaction: field('transaction') },
  says: 'payout.recognised',
  refusals: [
    'not_found',
    'no_node',
    'not_paid',
    'not_final',
    'nonce_unused',
    'undecided_case',
    'transaction_taken',
    'nonce_taken',
    'wrong_state',
    'mined',
  ],
});

export const releasePayout = operation({
  ...onPayout,
  name: 'payout.release',
  cli: 'release-transfer',
  does: 'take its nonce back, the last of its lane, for which nothing was signed; it waits in review',
  asks: ['treasury'],
  agrees: ['admin'],
  persons: 2,
  says: 'payout.released',
  refusals: ['wrong_state', 'signed', 'not_last'],
});

export const holdRestored = operation({
  ...usual,
  name: 'payout.restore',
  cli: 'restored',
  does: 'after a restore: pause what signs, and put every transfer that may have been paid since into review',
  on: 'house',
  takes: {},
  asks: ['treasury'],
  agrees: ['admin'],
  persons: 2,
  says: 'payout.restored',
  refusals: [],
});
