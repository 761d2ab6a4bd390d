/** Pictures that belong to a case: kept as long as the case is. */
import type { Database } from '../../platform/database/database.ts';
import { keepEvidenceFiles } from './store.ts';

/**
 * Keeps pictures that somebody brought as evidence and nobody used yet, in the transaction of the case; false, and none
 * is kept once that is rolled back, when one of them is missing, another's, of another kind, used or expired.
 */
export async function storeEvidence(
  db: Database,
  { ownerId, ids, now }: { readonly ownerId: string; readonly ids: readonly string[]; readonly now: number },
): Promise<boolean> {
  if (ids.length === 0) return true;
  return (await keepEvidenceFiles(db, { ownerId, ids, now })) === BigInt(ids.length);
}
