/** Attacks on the rule that one process writes at a time: each is refused with the SQLSTATE beside it. */
import { type Attack, batch, check, missing, post } from './calls.ts';

export const leaseAttacks: readonly Attack[] = [
  { name: 'post under a stale epoch', sql: (scene) => post(scene, { lease: `'market', 0` }), code: 'MG004' },
  { name: 'post under a future epoch', sql: (scene) => post(scene, { lease: `'market', 2` }), code: 'MG004' },
  {
    name: 'post under a lease without an epoch',
    sql: (scene) => post(scene, { lease: `'market', null` }),
    code: 'MG004',
  },
  {
    name: 'post under an epoch without a lease',
    sql: (scene) => post(scene, { lease: 'null, 1' }),
    code: 'MG004',
  },
  {
    name: 'post under an unknown lease',
    sql: (scene) => post(scene, { lease: `'nobody', 1` }),
    code: 'MG004',
  },
  {
    name: 'post_batch under a stale epoch',
    sql: (scene) => batch(scene, { lease: `'market', 0` }),
    code: 'MG004',
  },
  {
    name: 'take a lease for a year',
    sql: () => `select ledger.take_lease('x', 'me', '1 year')`,
    code: 'MG006',
  },
  { name: 'take a lease backwards', sql: () => `select ledger.take_lease('x', 'me', '-1 s')`, code: 'MG006' },
  {
    name: 'take a lease without an end',
    sql: () => `select ledger.take_lease('x', 'me', null)`,
    code: 'MG006',
  },
  {
    name: 'take a lease without a holder',
    sql: () => `select ledger.take_lease('x', null, '1 s')`,
    code: missing,
  },
  {
    name: 'take a lease without a name',
    sql: () => `select ledger.take_lease(null, 'me', '1 s')`,
    code: missing,
  },
  {
    name: 'take a lease under an endless name',
    sql: () => `select ledger.take_lease(repeat('x', 81), 'me', '1 s')`,
    code: check,
  },
];
