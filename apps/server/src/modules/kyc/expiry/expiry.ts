/** Documents run out: their people hear of it in time, and a record ends with its document. Safe to run twice, and at once. */
import { dayMs } from '@marigold/money/spans';

import type { Database } from '../../../platform/database/database.ts';
import { notify } from '../../message/notify.ts';
import { endHolding, holds } from '../record/holding.ts';
import { type KycRecordRow, lockRecord } from '../record/store.ts';
import { type ExpiringRow, listExpired, listExpiring, markReminded } from './store.ts';

type Running = { readonly now: number; readonly most: number };

/** A document is good through the day that is written on it, which ends with UTC's. */
export function isExpired({ expiresOn }: Pick<KycRecordRow, 'expiresOn'>, now: number): boolean {
  return expiresOn !== null && expiresOn < dayOf(now);
}

function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}

/** Each in a transaction of its own. */
export async function runExpiry(db: Database, { now, most }: Running): Promise<void> {
  const today = dayOf(now);
  for (const row of await listExpiring(db, { today, most }))
    await db.transaction().execute(async (transaction) => await remind(transaction, row, now));
  for (const id of await listExpired(db, { today, most }))
    await db.transaction().execute(async (transaction) => await expire(transaction, id, now));
}

async function remind(db: Database, row: ExpiringRow, now: number): Promise<void> {
  const record = await lockRecord(db, row.id);
  if (record === undefined || record.expiresOn === null || !holds(record)) return;
  if (!(await markReminded(db, row))) return;
  const { userId, authNo, expiresOn } = record;
  const days = Math.round((Date.parse(expiresOn) - Date.parse(dayOf(now))) / dayMs);
  await notify(db, { userId, kind: 'kycExpiring', facts: { days, authNo }, now });
}

async function expire(db: Database, id: string, now: number): Promise<void> {
  const record = await lockRecord(db, id);
  if (record === undefined || !holds(record) || !isExpired(record, now)) return;
  await endHolding(db, record, { reason: 'expired', now });
}
