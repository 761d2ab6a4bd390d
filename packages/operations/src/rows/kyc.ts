/** Identities: who opens one leaves a trace; what decides about one takes two persons. */
import { choice, field } from '../fields.ts';
import { look, operation, usual } from '../operation.ts';

const onRecord = { ...usual, on: 'kycRecord', takes: {} } as const;
const byTwo = { asks: ['verification', 'risk'], agrees: ['admin', 'treasury'], persons: 2 } as const;

export const listKycHeld = look({
  name: 'kyc.list',
  cli: 'kyc-list',
  does: 'the identities whose review waits for a person, newest first, at most 50',
  takes: {},
  asks: ['verification', 'risk'],
});

/** No look: somebody opened an identity, and the audit log says who. */
export const showKyc = operation({
  ...onRecord,
  name: 'kyc.show',
  cli: 'kyc-show',
  does: 'open an identity: name and document masked, items, steps, hits on lists, and what was given to whom',
  asks: ['verification', 'risk', 'auditor'],
  agrees: [],
  persons: 1,
  says: 'kyc.opened',
  refusals: ['not_found', 'nameless'],
});

export const refundKyc = operation({
  ...onRecord,
  name: 'kyc.refund',
  cli: 'kyc-refund',
  does: 'end a paid check that has no result; everything that was paid comes back',
  asks: ['verification', 'support'],
  agrees: ['admin', 'treasury'],
  persons: 2,
  says: 'kyc.refunded',
  refusals: ['not_found', 'wrong_state'],
});

export const judgeKyc = operation({
  ...onRecord,
  ...byTwo,
  name: 'kyc.judge',
  cli: 'kyc-judge',
  does: 'decide a review that waits for a person: approve the identity, or refuse it for good',
  takes: { verdict: choice('pass', 'final') },
  says: { field: 'verdict', words: { pass: 'kyc.passed', final: 'kyc.rejected' } },
  refusals: [
    'not_found',
    'wrong_state',
    'incomplete',
    'expired',
    'duplicate_identity',
    'open_hit',
    'unscreened',
  ],
});

export const disableKyc = operation({
  ...onRecord,
  ...byTwo,
  name: 'kyc.disable',
  cli: 'kyc-disable',
  does: 'let an approved identity hold no longer; unless another one holds, sending and cards of its person wait',
  says: 'kyc.disabled',
  refusals: ['not_found', 'wrong_state'],
});

export const enableKyc = operation({
  ...onRecord,
  ...byTwo,
  name: 'kyc.enable',
  cli: 'kyc-enable',
  does: 'let a disabled identity hold again whose document has not run out',
  says: 'kyc.enabled',
  refusals: ['not_found', 'wrong_state', 'expired', 'erased', 'open_hit'],
});

export const holdKyc = operation({
  ...onRecord,
  ...byTwo,
  name: 'kyc.hold',
  cli: 'kyc-hold',
  does: 'keep an identity beyond its term by order of an authority (on), or no longer (off)',
  takes: { hold: choice('on', 'off') },
  says: { field: 'hold', words: { on: 'kyc.holdPlaced', off: 'kyc.holdLifted' } },
  refusals: ['not_found', 'wrong_state', 'erased'],
});

export const judgeHit = operation({
  ...onRecord,
  ...byTwo,
  name: 'kyc.hit',
  cli: 'kyc-hit',
  does: 'decide whether a person is the one of a list: cleared, the identity goes on; confirmed, it ends',
  takes: { entry: field('listed'), decision: choice('clear', 'confirm') },
  says: { field: 'decision', words: { clear: 'kyc.hitCleared', confirm: 'kyc.hitConfirmed' } },
  refusals: ['not_found', 'no_hit'],
});
