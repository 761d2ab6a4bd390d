/** Which identities can be bound, and how one is. */
import { Refusal } from '@marigold/contract/endpoint';
import type { KycPurpose, KycRecordState } from '@marigold/partners/kyc-states';

import type { Database } from '../../../platform/database/database.ts';
import { changeRecord } from '../record/change.ts';
import type { KycRecordRow } from '../record/store.ts';

type Standing = Pick<KycRecordRow, 'review' | 'status' | 'use'>;

export type BindableNo = Refusal<'record_disabled' | 'record_unready' | 'record_used'>;

/** Why one cannot be bound; undefined: it can. What was bound once is not bound again. */
export function whyNotBindable({ review, status, use }: Standing): BindableNo | undefined {
  if (status === 'disabled') return new Refusal('record_disabled', {}, 'authNo');
  if (review !== 'approved') return new Refusal('record_unready', {}, 'authNo');
  return status === 'notBound' && use === 'notUsed' ? undefined : new Refusal('record_used', {}, 'authNo');
}

/** Of a record that the caller has locked and that can be bound. */
export async function bindRecord(
  db: Database,
  record: KycRecordRow,
  { use, now }: { readonly use: KycPurpose; readonly now: number },
): Promise<void> {
  await changeRecord(db, record, { status: 'normal', use, now });
}

/** What a record is that holds again: bound, where it was. */
export function statusAgain({ use }: Pick<KycRecordRow, 'use'>): Exclude<KycRecordState, 'disabled'> {
  return use === 'card' || use === 'system' ? 'normal' : 'notBound';
}
