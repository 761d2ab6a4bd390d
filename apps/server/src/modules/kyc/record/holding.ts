/**
 * What a record that holds gives its person, and what follows when it does not any more: the level, an account that waits
 * for another identity, and words about both. Whoever begins here has locked the record.
 */
import type { Database } from '../../../platform/database/database.ts';
import { notify } from '../../message/notify.ts';
import { freeze, liftIdentityFreeze } from '../../spending/freeze.ts';
import { lockForFreeze } from '../../spending/store.ts';
import { changeRecord, recomputeLevel } from './change.ts';
import type { KycReason, KycRecordRow, RecordChange } from './store.ts';

/** Why a record stops to hold that was approved. */
export type EndOfHolding = Extract<KycReason, 'withdrawn' | 'operator' | 'expired' | 'screening'>;

export function holds({ review, status }: Pick<KycRecordRow, 'review' | 'status'>): boolean {
  return review === 'approved' && status !== 'disabled';
}

/** Of a record that holds from now on: writes the level and answers it; whatever waited for an identity goes on. */
export async function beginHolding(
  db: Database,
  { userId }: Pick<KycRecordRow, 'userId'>,
  { by, now }: { readonly by: 'identity' | 'support'; readonly now: number },
): Promise<number> {
  const level = await recomputeLevel(db, userId);
  if (level > 1) await liftIdentityFreeze(db, { userId, by, now });
  return level;
}

/**
 * Records of one person begin and end to hold one after the other, or two that end at once would each find the other
 * holding. Taken before orders and the ledger, as payments do.
 */
export async function lockHolder(db: Database, { userId }: Pick<KycRecordRow, 'userId'>): Promise<void> {
  await lockForFreeze(db, userId);
}

/** Ends a record that holds. Its account is frozen unless another record of its person holds, and never silently. */
export async function endHolding(
  db: Database,
  record: KycRecordRow,
  change: RecordChange & { readonly reason: EndOfHolding },
): Promise<void> {
  const { userId, authNo, purpose } = record;
  const { reason, now } = change;
  await lockHolder(db, record);
  await changeRecord(db, record, { ...change, status: 'disabled' });
  const level = await recomputeLevel(db, userId);
  const isFrozen = purpose === 'system' && level === 1;
  if (isFrozen) await freeze(db, { userId, reason: 'identityDisabled', now });
  // Nobody is warned that they may be on a list.
  const why = reason === 'screening' ? 'operator' : reason;
  const facts = { authNo, why, sending: isFrozen ? 'paused' : 'open' } as const;
  await notify(db, { userId, kind: 'kycDisabled', facts, now });
}
