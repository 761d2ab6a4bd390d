/** The accounts that sign: anybody stops one, two let it go on. */
import { field } from '../fields.ts';
import { operation, usual } from '../operation.ts';

export const pauseLane = operation({
  ...usual,
  name: 'lane.pause',
  cli: 'pause-lane',
  does: 'sign nothing new for an account',
  on: 'lane',
  takes: {},
  asks: ['treasury', 'risk', 'admin', 'market', 'support'],
  agrees: [],
  persons: 1,
  says: 'lane.paused',
  refusals: ['not_found'],
});

export const resumeLane = operation({
  ...usual,
  name: 'lane.resume',
  cli: 'resume-lane',
  does: 'sign for it again',
  on: 'lane',
  takes: {},
  asks: ['treasury'],
  agrees: ['admin'],
  persons: 2,
  emergency: true,
  says: 'lane.resumed',
  refusals: ['not_found'],
});

export const adoptLane = operation({
  ...usual,
  name: 'lane.adopt',
  cli: 'adopt-lane',
  does: 'go on from a nonce that the chain knows and we do not',
  on: 'lane',
  takes: { nonce: field('nonce') },
  asks: ['treasury'],
  agrees: ['admin'],
  persons: 2,
  says: 'lane.adopted',
  refusals: ['not_found', 'nonce_too_low', 'open_nonces'],
});
