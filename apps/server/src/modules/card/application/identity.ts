/** Which identity an application stands on: one's own that holds, of the level that the card needs, and no other card's. */
import { Refusal } from '@marigold/contract/endpoint';
import { levelOfItems } from '@marigold/partners/kyc-states';

import type { Database } from '../../../platform/database/database.ts';
import { notFound } from '../../../platform/http/transport-error.ts';
import { bindRecord, whyNotBindable } from '../../kyc/bind/bindable.ts';
import { isExpired } from '../../kyc/expiry/expiry.ts';
import { type KycRecordRow, lockRecord, lockRecordOf } from '../../kyc/record/store.ts';
import { listItems } from '../../kyc/views.ts';
import { isIdentityTaken } from './store.ts';

export type IdentityNo = Refusal<'record_disabled' | 'record_unready' | 'record_used' | 'level_too_low'>;

type For = { readonly applicationId: string; readonly kycLevel: number };

/** Locks an identity of somebody by its number and answers why an application cannot stand on it, or the identity. */
export async function linkIdentity(
  db: Database,
  { authNo, userId }: { readonly authNo: string; readonly userId: string },
  wanted: For,
): Promise<KycRecordRow | IdentityNo> {
  const record = await lockRecordOf(db, { authNo, userId });
  if (record === undefined) throw notFound();
  return (await whyNotFor(db, record, wanted)) ?? record;
}

/** The linked identity once more, when it is paid for; `kyc_unbound` where there is none or it does not do any more. */
export async function findLinked(
  db: Database,
  { recordId }: { readonly recordId: string | null },
  wanted: For & { readonly now: number },
): Promise<KycRecordRow | Refusal<'kyc_unbound' | 'level_too_low'>> {
  const record = recordId === null ? undefined : await lockRecord(db, recordId);
  if (record === undefined) return new Refusal('kyc_unbound');
  const no = await whyNotFor(db, record, wanted);
  if (no?.code === 'level_too_low') return new Refusal('level_too_low', { level: wanted.kycLevel });
  const isOver = isExpired(record, wanted.now);
  return no === undefined && !isOver ? record : new Refusal('kyc_unbound');
}

async function whyNotFor(
  db: Database,
  record: KycRecordRow,
  { applicationId, kycLevel }: For,
): Promise<IdentityNo | undefined> {
  // One that its person bound to a card by its number waits for just this.
  const isForCard = record.status === 'normal' && record.use === 'card' && record.review === 'approved';
  const no = isForCard ? undefined : whyNotBindable(record);
  if (no !== undefined) return no;
  const accepted = (await listItems(db, record.id)).filter(({ state }) => state === 'accepted');
  if (levelOfItems(accepted.map(({ item }) => item)) < kycLevel)
    return new Refusal('level_too_low', { level: kycLevel }, 'authNo');
  const isTaken = await isIdentityTaken(db, { recordId: record.id, except: applicationId });
  return isTaken ? new Refusal('record_used', {}, 'authNo') : undefined;
}

/** From the payment on it is this card's. */
export async function bindIdentity(db: Database, record: KycRecordRow, now: number): Promise<void> {
  if (record.status === 'notBound') await bindRecord(db, record, { use: 'card', now });
}
