/** What persons decide about a hit, and what follows: they are two, or they are the same. */
import type * as rows from '@marigold/operations/rows/kyc';

import type { Database } from '../../../platform/database/database.ts';
import type { Deed } from '../../../platform/operations/deed.ts';
import { RefusedDeed } from '../../../platform/operations/deed.ts';
import { statusAgain } from '../bind/bindable.ts';
import { isExpired } from '../expiry/expiry.ts';
import { changeRecord } from '../record/change.ts';
import { beginHolding, endHolding, holds, lockHolder } from '../record/holding.ts';
import { type KycRecordRow, lockRecordByNumber } from '../record/store.ts';
import { refuse } from '../review/end.ts';
import { lookNow, scheduleLook } from '../review/store.ts';
import { decideHit, hasOpenHit } from './store.ts';

/** What came of it: `waits` for decisions about other entries, `looked` at again now. */
export type HitOutcome = 'waits' | 'looked' | 'holds' | 'expired' | 'refused' | 'disabled' | 'noted';

type Deciding = { readonly db: Database; readonly now: number };

export const hitDeed: Deed<typeof rows.judgeHit, { readonly outcome: HitOutcome }> = {
  async act(db, { record: authNo, entry: listId, decision }, { by, now }) {
    const record = await lockRecordByNumber(db, authNo);
    if (record === undefined) return new RefusedDeed('not_found');
    if (!(await decideHit(db, { recordId: record.id, listId, decision, by, now })))
      return new RefusedDeed('no_hit');
    const outcome =
      decision === 'confirm'
        ? await confirm({ db, now }, record)
        : (await hasOpenHit(db, record.id))
          ? 'waits'
          : await clear({ db, now }, record);
    return { subject: `identity:${authNo}`, detail: { entry: listId }, facts: { outcome } };
  },
};

/** The same person: what was not approved is refused for good, what was does not hold. */
async function confirm({ db, now }: Deciding, record: KycRecordRow): Promise<HitOutcome> {
  const { id, review, reason, attempts } = record;
  if (holds(record)) {
    await endHolding(db, record, { reason: 'operator', now });
    return 'disabled';
  }
  if (review === 'approved') {
    // Its account is frozen since it was found. From here on it is as if persons had disabled it.
    if (reason === 'screening') await changeRecord(db, record, { reason: 'operator', now });
    return 'disabled';
  }
  if (review === 'final') return 'noted';
  await refuse({ db, now }, record, { reason: 'refused', attempts });
  await scheduleLook(db, { id, lookAt: null, looks: 0 });
  return 'refused';
}

/** Somebody else, and nothing more stands against them: what the hit stopped goes on. */
async function clear({ db, now }: Deciding, record: KycRecordRow): Promise<HitOutcome> {
  const { id, review, reason, provider } = record;
  if (review === 'approved' && reason === 'screening') {
    if (isExpired(record, now)) {
      await changeRecord(db, record, { reason: 'expired', now });
      return 'expired';
    }
    await lockHolder(db, record);
    await changeRecord(db, record, { status: statusAgain(record), reason: null, now });
    await beginHolding(db, record, { by: 'support', now });
    // What the company said of it meanwhile is read at once.
    await scheduleLook(db, { id, lookAt: now, looks: 0 });
    return 'holds';
  }
  if (review === 'approved' || review === 'final' || provider === null) return 'noted';
  // What the company said then is read once more, and applied.
  await lookNow(db, { id, provider, now });
  return 'looked';
}
