/**
 * Records whose term is over: what is known of their person is destroyed, and each company that had it is asked to forget
 * it too. The number, states, steps, dates and the HMAC of the document stay. Safe to run twice, and at once.
 */
import type { Database } from '../../../platform/database/database.ts';
import { queryable } from '../../../platform/database/database.ts';
import { announce } from '../../../platform/database/outbox.ts';
import { newRowId } from '../../../platform/process/ids.ts';
import { appendEvent } from '../../audit/event.ts';
import { hasOpenCall } from '../../partner/views.ts';
import { recordWish } from '../../partner/wish.ts';
import { eraseBindingTexts } from '../bind/store.ts';
import { type KycRecordRow, lockRecord } from '../record/store.ts';
import { eraseKind } from './company.ts';
import { destroySealed, findHold, listEnded, listHolders, listUnforgotten } from './store.ts';
import { isTermOver } from './term.ts';

const perBatch = 50;
/** What is left waits for the next night. */
const batchesMax = 200;
const unforgottenMax = 500;

type Term = { readonly years: number; readonly now: number };

/** A batch is one transaction, with its row of the audit log. */
export async function eraseEnded(db: Database, term: Term): Promise<void> {
  for (let batch = 0; batch < batchesMax; batch += 1) {
    const ids = await listEnded(db, { ...term, most: perBatch });
    const erased = await db
      .transaction()
      .execute(async (transaction) => await eraseBatch(transaction, ids, term));
    if (erased === 0) return;
  }
}

async function eraseBatch(db: Database, ids: readonly string[], term: Term): Promise<number> {
  let records = 0;
  for (const id of ids) {
    const record = await lockRecord(db, id);
    // Looked at again under its lock: it may be used again, or an order to keep it may have come.
    if (record === undefined || !isTermOver(record, term) || (await findHold(db, id)) !== undefined) continue;
    await erase(db, record, term.now);
    records += 1;
  }
  if (records > 0) {
    const detail = { records, years: term.years };
    const event = { actor: 'kyc', action: 'kyc.erased', subject: 'identities', reason: 'the term is over' };
    await appendEvent(queryable(db), { ...event, detail });
  }
  return records;
}

async function erase(db: Database, record: KycRecordRow, now: number): Promise<void> {
  const { id, userId, authNo } = record;
  await destroySealed(db, { id, now });
  await eraseBindingTexts(db, id);
  await wishForgotten(db, record, now);
  await announce(db, { userId, event: 'kyc', data: { authNo } });
}

/** At each company that has not confirmed it and is not asked right now; the caller has locked the record. */
async function wishForgotten(db: Database, { id, provider, companyRef }: KycRecordRow, now: number) {
  for (const holder of await listHolders(db, id)) {
    if (await hasOpenCall(db, { provider: holder, objectId: id, kind: eraseKind })) continue;
    await recordWish(db, {
      provider: holder,
      kind: eraseKind,
      nature: 'set',
      objectId: id,
      requestId: newRowId(),
      request: { ref: holder === provider ? companyRef : null },
      now,
    });
  }
}

/** Once more where a company refused. */
export async function wishAgain(db: Database, now: number): Promise<void> {
  for (const id of await listUnforgotten(db, unforgottenMax))
    await db.transaction().execute(async (transaction) => {
      const record = await lockRecord(transaction, id);
      if (record !== undefined) await wishForgotten(transaction, record, now);
    });
}
