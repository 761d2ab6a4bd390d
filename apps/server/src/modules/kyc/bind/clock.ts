/** What time does to bindings: it looks for whom a number belongs to, tells the owner, and ends what nobody answered. */
import { dayMs } from '@marigold/money/spans';

import type { Database } from '../../../platform/database/database.ts';
import { announce } from '../../../platform/database/outbox.ts';
import { notify } from '../../message/notify.ts';
import { maskedName } from '../../person/views.ts';
import { lockHolder } from '../record/holding.ts';
import { type KycRecordRow, lockRecordByNumber } from '../record/store.ts';
import { whyNotBindable } from './bindable.ts';
import {
  cancelBindings,
  countReached,
  deleteOldBindings,
  expireBindings,
  listUnsought,
  lockBinding,
  markSought,
  passMissingNumbers,
} from './store.ts';

/** Strangers may not flood an owner: what is more than this reaches nobody, and runs out like a number that nobody has. */
const openPerRecordMax = 3;
const perOwnerADayMax = 3;

/** Safe to run twice, and at once: each row is asked again under its lock. */
export async function runBindings(
  db: Database,
  { now, most }: { readonly now: number; readonly most: number },
): Promise<void> {
  await passMissingNumbers(db, { now, most });
  for (const { id, authNo } of await listUnsought(db, most))
    await db.transaction().execute(async (transaction) => await seekOwner(transaction, { id, authNo, now }));
  await db.transaction().execute(async (transaction) => {
    for (const { userId, ownerId } of await expireBindings(transaction, { now, most }))
      for (const hearer of ownerId === null ? [userId] : [userId, ownerId])
        await announce(transaction, { userId: hearer, event: 'kyc', data: {} });
  });
  await db.transaction().execute(async (transaction) => {
    for (const userId of await cancelBindings(transaction, { now, most }))
      await announce(transaction, { userId, event: 'kyc', data: {} });
  });
  await deleteOldBindings(db, { now, most });
}

type Sought = { readonly id: string; readonly authNo: string; readonly now: number };

async function seekOwner(db: Database, { id, authNo, now }: Sought): Promise<void> {
  const record = await lockRecordByNumber(db, authNo);
  const isFree = record !== undefined && (await hasRoom(db, record, now));
  const binding = await lockBinding(db, id);
  if (binding === undefined || binding.soughtAt !== null) return;
  const { userId, state, expiresAt } = binding;
  const isReached = isFree && state === 'open' && expiresAt > now && record.userId !== userId;
  await markSought(db, { id, recordId: isReached ? record.id : null, now });
  if (!isReached) return;
  const { userId: ownerId } = record;
  const facts = { from: await maskedName(db, userId), authNo };
  await notify(db, { userId: ownerId, kind: 'kycBindRequested', facts, now });
  await announce(db, { userId: ownerId, event: 'kyc', data: { authNo } });
}

/** Of a record that the caller has locked: whether it can be bound, and its owner was not told of others enough. */
async function hasRoom(db: Database, record: KycRecordRow, now: number): Promise<boolean> {
  if (whyNotBindable(record) !== undefined) return false;
  const { id: recordId, userId: ownerId } = record;
  // Two records of one person are counted one after the other.
  await lockHolder(db, record);
  const { open, recent } = await countReached(db, { recordId, ownerId, since: now - dayMs });
  return open < openPerRecordMax && recent < perOwnerADayMax;
}
