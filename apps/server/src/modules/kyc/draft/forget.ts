/** What was given and not sent in: forgotten after a month without a touch, or once somebody else checks. */
import { kycDraftIdleMs } from '@marigold/partners/kyc-states';

import type { Database } from '../../../platform/database/database.ts';
import { announce } from '../../../platform/database/outbox.ts';
import { letPictureGo } from '../../file/views.ts';
import { lockRecord } from '../record/store.ts';
import { forgetGiven, listIdleDrafts } from './store.ts';

/** Of a record that the caller has locked. */
export async function forgetDraft(db: Database, id: string, now: number): Promise<void> {
  for (const fileId of await forgetGiven(db, id)) await letPictureGo(db, fileId, now);
}

/** Each draft in a transaction of its own, looked at again under its lock. Its order stays paid, and can be begun anew. */
export async function runIdleDrafts(
  db: Database,
  { now, most }: { readonly now: number; readonly most: number },
): Promise<void> {
  const until = now - kycDraftIdleMs;
  for (const id of await listIdleDrafts(db, { until: new Date(until), most }))
    await db.transaction().execute(async (transaction) => {
      const record = await lockRecord(transaction, id);
      if (record?.review !== 'draft' || record.draftedAt === null || record.draftedAt > until) return;
      await forgetDraft(transaction, id, now);
      const { userId, authNo } = record;
      await announce(transaction, { userId, event: 'kyc', data: { authNo } });
    });
}
