/** Wider limits hold from their moment on, whoever reads them; here that is written down, once, and their owner hears of it. */
import type { Database } from '../../platform/database/database.ts';
import { notifyAll } from '../message/notify.ts';
import { applyDueRaises } from '../spending/person-limits.ts';

/** So many in one transaction. */
const batch = 100;

/** Of one person, in a transaction that holds `lockLimits`. */
export async function settleOwn(db: Database, userId: string, now: number): Promise<void> {
  await settle(db, { userId, now, most: 1 });
}

/** Everybody's. Whoever changes their limits at this very moment settles their own. */
export async function settleAll(db: Database, now: number): Promise<void> {
  let count = batch;
  // Ends: each round writes down what is due, and nothing new is due at the same `now`.
  while (count === batch)
    count = await db.transaction().execute(async (tx) => await settle(tx, { now, most: batch }));
}

async function settle(
  db: Database,
  due: { readonly userId?: string; readonly now: number; readonly most: number },
): Promise<number> {
  const applied = await applyDueRaises(db, due);
  const notices = applied.map(({ userId, ...facts }) => ({ userId, facts, now: due.now }));
  await notifyAll(db, 'limitsInForce', notices);
  return applied.length;
}
