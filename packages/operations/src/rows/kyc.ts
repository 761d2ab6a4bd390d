/** Identities: who opens one leaves a trace; what decides about one takes two persons. */
import { choice, field, named } from '../fields.ts';
import { look, operation, usual } from '../operation.ts';

const onRecord = { ...usual, on: 'kycRecord', takes: {} } as const;
const byOne = { asks: ['verification', 'risk'], agrees: [], persons: 1 } as const;
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

/** As long as the house checks it: what was typed is read beside the pictures. */
export const readTypedKyc = operation({
  ...onRecord,
  name: 'kyc.read',
  cli: 'kyc-read',
  does: 'read what a person typed of an identity that the house checks, nothing of it masked',
  asks: ['verification', 'risk'],
  agrees: [],
  persons: 1,
  says: 'kyc.typedRead',
  refusals: ['not_found', 'nameless', 'wrong_state'],
});

export const openKycPicture = operation({
  ...onRecord,
  name: 'kyc.picture',
  cli: 'kyc-picture',
  does: 'open a picture that a person sent in of an identity: a new file, with who opened it and when across it',
  takes: {
    item: choice('idFront', 'idBack', 'addressProof', 'signature'),
    out: named({ kind: 'newFile', as: '<file>' }),
  },
  asks: ['verification', 'risk', 'auditor'],
  agrees: [],
  persons: 1,
  says: 'kyc.pictureOpened',
  refusals: ['not_found', 'nameless', 'erased', 'no_picture', 'file_exists', 'no_folder'],
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

/** What the house itself checks: what was found of an item may be changed until the whole is decided. */
export const acceptKycItem = operation({
  ...onRecord,
  ...byOne,
  name: 'kyc.accept-item',
  cli: 'kyc-accept-item',
  does: 'accept an item of an identity that the house checks itself',
  takes: { item: field('kycItem') },
  says: 'kyc.itemAccepted',
  refusals: ['not_found', 'nameless', 'wrong_state', 'item_unknown'],
});

export const askKycItemAgain = operation({
  ...onRecord,
  ...byOne,
  name: 'kyc.again',
  cli: 'kyc-again',
  does: 'ask for an item of an identity once more, and why, such as blurred',
  takes: { item: field('kycItem'), label: field('kycLabel') },
  says: 'kyc.itemAgain',
  refusals: ['not_found', 'nameless', 'wrong_state', 'item_unknown'],
});

export const readKycLines = operation({
  ...onRecord,
  ...byOne,
  name: 'kyc.mrz',
  cli: 'kyc-mrz',
  does: 'compare the lines of a document, or a file that has them, with what was typed',
  takes: { lines: field('mrz') },
  says: 'kyc.linesRead',
  refusals: ['not_found', 'nameless', 'wrong_state', 'lines_unreadable'],
});

export const decideKyc = operation({
  ...onRecord,
  ...byOne,
  name: 'kyc.decide',
  cli: 'kyc-decide',
  does: 'end a check by the house; what one person may not say alone waits for kyc-judge',
  takes: { verdict: choice('pass', 'again', 'final') },
  says: 'kyc.checked',
  refusals: [
    'not_found',
    'nameless',
    'wrong_state',
    'items_open',
    'items_again',
    'nothing_again',
    'incomplete',
  ],
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

/** Where its owner cannot answer, as of an agent's stock. */
export const judgeBinding = operation({
  ...onRecord,
  ...byTwo,
  name: 'kyc.bind',
  cli: 'kyc-bind',
  does: 'answer somebody who wants to use an identity, in the place of its owner: accept, or refuse',
  takes: { binding: field('binding'), decision: choice('accept', 'refuse') },
  says: { field: 'decision', words: { accept: 'kyc.bindAccepted', refuse: 'kyc.bindRefused' } },
  refusals: ['not_found', 'no_binding', 'wrong_state'],
});
