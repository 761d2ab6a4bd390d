/** What leaves for a company that issues cards, each written beside the decision that it follows from. */
import type { Database } from '../../../platform/database/database.ts';
import { newRowId } from '../../../platform/process/ids.ts';
import { recordWish } from '../../partner/wish.ts';
import { changeApplication } from '../application/change.ts';
import { type ApplicationRow, scheduleApplication, storeApplication } from '../application/store.ts';
import { holderKind, openKind } from './kind-names.ts';

/** Its person's data goes to the company: one try of them. Of a row that the caller has locked. */
export async function submitHolder(db: Database, application: ApplicationRow, now: number): Promise<void> {
  const { id, provider, tries } = application;
  await changeApplication(db, application, { states: ['submitting'], now });
  await storeApplication(db, id, { tries: tries + 1, named: [] });
  await recordWish(db, {
    provider,
    kind: holderKind,
    nature: 'set',
    objectId: id,
    requestId: newRowId(),
    request: { attempt: tries + 1 },
    now,
  });
}

/** The card itself is wished: once, under the id of its application, which is its name at the company for ever. */
export async function wishCard(db: Database, application: ApplicationRow, now: number): Promise<void> {
  const { id, provider, productId } = application;
  await changeApplication(db, application, { states: ['passed'], now });
  await recordWish(db, {
    provider,
    kind: openKind,
    nature: 'move',
    objectId: id,
    requestId: id,
    request: { product: productId },
    now,
  });
  await scheduleApplication(db, id, { lookAt: null, looks: 0, silentSince: null, seen: application.lookAt });
}
