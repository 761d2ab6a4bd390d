/** What time alone changes of cards: applications that nobody paid, and cards that were not sent in time. */
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/process/log.ts';
import { notify } from '../message/notify.ts';
import { closeApplication, lockWithIdentity } from './application/end.ts';
import { findApplication, listUnpaid, takeLateDeliveries } from './application/store.ts';
import { nameOfProduct } from './store.ts';

const perRun = 500;

/** Safe to run twice, and at once with whoever pays: each row is asked again under its lock. */
export async function runCardClock(db: Database, log: Log, now: number): Promise<void> {
  for (const id of await listUnpaid(db, { now, most: perRun }))
    await db.transaction().execute(async (transaction) => {
      const application = await lockWithIdentity(transaction, id);
      if (application?.state !== 'binding' || application.expiresAt > now) return;
      await closeApplication(transaction, application, { reason: 'unpaid', now });
    });
  await db.transaction().execute(async (transaction) => {
    for (const id of await takeLateDeliveries(transaction, { now, most: perRun })) {
      const application = await findApplication(transaction, id);
      if (application === undefined) continue;
      const name = await nameOfProduct(transaction, application.productId);
      const facts = { name, applicationId: id };
      await notify(transaction, { userId: application.userId, kind: 'cardLate', facts, now });
      log.warn({ application: id }, 'a card was not sent within the promised days');
    }
  });
}
