/**
 * What persons of the house say of a wish that nobody can read back: by the company's statement it never took effect. Only a
 * wish that left the house a day ago and is still unknown is theirs to judge; one that is due has not left at all.
 */
import { dayMs } from '@marigold/money/spans';

import type { Database } from '../../platform/database/database.ts';
import { awaitOpenCall, findOpenCall, settleCall } from './store.ts';

const judgeAfterMs = dayMs;

type Judged = {
  readonly provider: string;
  readonly objectId: string;
  readonly kind: string;
  readonly now: number;
};

/** Ends it as void, in the transaction that moves its object. `early`: it may still be answered. */
export async function judgeUnsent(
  db: Database,
  { now, ...which }: Judged,
): Promise<'none' | 'early' | 'void'> {
  const id = await findOpenCall(db, which);
  const call = id === undefined ? undefined : await awaitOpenCall(db, id);
  if (call === undefined) return 'none';
  if (call.state !== 'unknown' || call.sentAt === null || call.sentAt > now - judgeAfterMs) return 'early';
  await settleCall(db, { id: call.id, state: 'void', answer: { by: 'operator' }, now });
  return 'void';
}
