import { assert } from '@marigold/money/assert';

import { one, type Queryable } from './queryable.ts';

/** A lease that is not renewed is over within this time, as ledger.take_lease has it. */
const leaseMsMax = 600_000;

/**
 * A lease lets one process at a time be the writer of something. The answered epoch travels with every journal
 * (LeaseProof): once another process has taken over, journals under the old epoch are refused as Fenced.
 * `holder` names one running process (a random id made at its start), never a machine.
 * Answers undefined while somebody else holds it. Call again well before `ttlMs` (at most 10 minutes) ends to keep it.
 */
export async function takeLease(
  db: Queryable,
  lease: { readonly name: string; readonly holder: string; readonly ttlMs: number },
): Promise<bigint | undefined> {
  assert(lease.ttlMs > 0 && lease.ttlMs <= leaseMsMax, 'a lease lasts ten minutes at most');
  const row = await one<{ epoch: bigint | string | null }>(
    db,
    `select ledger.take_lease($1::text, $2::text, $3::int * interval '1 millisecond') as epoch`,
    [lease.name, lease.holder, lease.ttlMs],
  );
  return row.epoch === null ? undefined : BigInt(row.epoch);
}

/** Gives the lease up at once, so that the next process need not wait; false when it was lost before. */
export async function releaseLease(
  db: Queryable,
  lease: { readonly name: string; readonly holder: string; readonly epoch: bigint },
): Promise<boolean> {
  const row = await one<{ released: boolean }>(
    db,
    'select ledger.release_lease($1::text, $2::text, $3::bigint) as released',
    [lease.name, lease.holder, lease.epoch],
  );
  return row.released;
}
