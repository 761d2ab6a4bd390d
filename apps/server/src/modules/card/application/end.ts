/** How an application is over without a card: what was paid comes back, its identity is free, the stock has one more. */
import { isFinal } from '@marigold/money/states';
import { cardApplicationStates, type CardCloseReason } from '@marigold/partners/card-states';

import type { Database } from '../../../platform/database/database.ts';
import { sayUnits } from '../../asset/asset.ts';
import { changeRecord } from '../../kyc/record/change.ts';
import { lockRecord } from '../../kyc/record/store.ts';
import { notify } from '../../message/notify.ts';
import { wasSent } from '../../partner/views.ts';
import { refund } from '../../purchase/purchase.ts';
import { holderKind } from '../issuing/kind-names.ts';
import { nameOfProduct, putIntoStock } from '../store.ts';
import { announceApplication } from './change.ts';
import {
  type ApplicationRow,
  findApplication,
  lockApplication,
  moveApplication,
  scheduleApplication,
} from './store.ts';

/** Locks an application and, before it, its identity: whoever ends an identity locks that first as well. */
export async function lockWithIdentity(db: Database, id: string): Promise<ApplicationRow | undefined> {
  const seen = await findApplication(db, id);
  if (seen === undefined) return undefined;
  if (seen.recordId !== null) await lockRecord(db, seen.recordId);
  return await lockApplication(db, id);
}

type Closing = { readonly reason: CardCloseReason; readonly now: number };

/**
 * Closes one that the caller has locked by `lockWithIdentity`. Answers whether something came back; one that is over stays
 * as it ended. The ledger itself refuses a second end of one payment.
 */
export async function closeApplication(
  db: Database,
  application: ApplicationRow,
  { reason, now }: Closing,
): Promise<{ readonly isRefunded: boolean }> {
  const { id, userId, productId, state, recordId } = application;
  if (isFinal(cardApplicationStates, state)) return { isRefunded: false };
  await moveApplication(db, application, { states: ['closed'], reason, now });
  await scheduleApplication(db, id, { lookAt: null, looks: 0, silentSince: null, seen: application.lookAt });
  await announceApplication(db, application);
  const back = await refund(db, { product: 'card', objectId: id, now });
  if (back === undefined) return { isRefunded: false };
  await putIntoStock(db, productId);
  const which = { provider: application.provider, objectId: id, kind: holderKind };
  if (recordId !== null) await letIdentityGo(db, recordId, { wasGiven: await wasSent(db, which), now });
  const { billId, units, asset } = back;
  const name = await nameOfProduct(db, productId);
  const facts = { name, amount: sayUnits(asset, units), currency: asset.code, billId };
  await notify(db, { userId, kind: 'cardRefunded', facts, now });
  return { isRefunded: true };
}

/** What a company was given is not bound again; what nobody was given is as it was (decision 61). */
async function letIdentityGo(
  db: Database,
  recordId: string,
  { wasGiven, now }: { readonly wasGiven: boolean; readonly now: number },
): Promise<void> {
  const record = await lockRecord(db, recordId);
  if (record?.status !== 'normal') return;
  await changeRecord(db, record, { status: 'notBound', use: wasGiven ? 'unusable' : 'notUsed', now });
}
