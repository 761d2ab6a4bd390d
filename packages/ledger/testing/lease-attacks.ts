/** Attacks on the rule that one process writes at a time: each is refused with the SQLSTATE beside it. */
import { type Attack, batch, check, key, missing, post } from './calls.ts';

export const leaseAttacks: readonly Attack[] = [
  { name: 'post under a stale epoch', sql: (setup) => post(setup, { lease: `'market', 0` }), code: 'MG004' },
  { name: 'post under a future epoch', sql: (setup) => post(setup, { lease: `'market', 2` }), code: 'MG004' },
  {
    name: 'post under a lease without an epoch',
    sql: (setup) => post(setup, { lease: `'market', null` }),
    code: 'MG004',
  },
  {
    name: 'post under an epoch without a lease',
    sql: (setup) => post(setup, { lease: 'null, 1' }),
    code: 'MG004',
  },
  {
    name: 'post under an unknown lease',
    sql: (setup) => post(setup, { lease: `'nobody', 1` }),
    code: 'MG004',
  },
  {
    name: 'post_batch under a stale epoch',
    sql: (setup) => batch(setup, { lease: `'market', 0` }),
    code: 'MG004',
  },
  { name: 'begin_batch under a stale epoch', sql: () => begin(`'market', 0`), code: 'MG004' },
  { name: 'begin_batch without a lease', sql: () => begin('null, null'), code: 'MG004' },
  { name: 'begin_batch without the postings', sql: () => begin(`'market', 1`), code: 'MG002' },
  {
    name: 'begin_batch with the postings of one journal of two',
    sql: (setup) => `with begun as materialized (${begin(`'market', 1`)} as ids)
      select ledger.fill_batch(ids, array[1], array[1]::smallint[], array[${setup.alice}]::bigint[],
        array[${setup.bob}]::bigint[], array[1]::smallint[], array[1]) from begun`,
    code: 'MG002',
  },
  {
    name: 'fill_batch a journal of another transaction',
    sql: (setup) => `select ledger.fill_batch(array[(select max(id) from ledger.journal)], array[1],
      array[9]::smallint[], array[${setup.alice}]::bigint[], array[${setup.bob}]::bigint[], array[1]::smallint[], array[1])`,
    code: 'MG003',
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

function begin(lease: string): string {
  return `select ledger.begin_batch(array['attack', 'attack'], array['${key()}', '${key()}'],
    array[sha256('a'), sha256('b')], array['attack', 'attack'], array[null, null], ${lease})`;
}
