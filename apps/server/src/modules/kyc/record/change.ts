/** The one way a record changes: along the arrows of its tables, with its steps, its person's level, and they are told. */
import { levelOfRecord } from '@marigold/partners/kyc-states';

import type { Database } from '../../../platform/database/database.ts';
import { announce } from '../../../platform/database/outbox.ts';
import { lockLevel, setLevel } from '../../person/views.ts';
import { forgetDraft } from '../draft/forget.ts';
import { ownVerifier } from '../port.ts';
import { type KycRecordRow, listLevelRecords, type RecordChange, updateRecord } from './store.ts';

/** Of a record that the caller has locked. */
export async function changeRecord(db: Database, record: KycRecordRow, change: RecordChange): Promise<void> {
  const { review, provider, draftedAt } = record;
  // A company took it, or it is over: what was given here meanwhile is for nobody.
  const isLeft = review === 'draft' && (change.reviews?.length ?? 0) > 0 && provider !== ownVerifier;
  if (isLeft && draftedAt !== null) await forgetDraft(db, record.id, change.now);
  await updateRecord(db, record, change);
  await announce(db, { userId: record.userId, event: 'kyc', data: { authNo: record.authNo } });
}

/** Writes the level that a person's records give them, and answers it. */
export async function recomputeLevel(db: Database, userId: string): Promise<number> {
  await lockLevel(db, userId);
  const records = await listLevelRecords(db, userId);
  const level = Math.max(1, ...records.map((record) => levelOfRecord(record)));
  await setLevel(db, userId, level);
  return level;
}
