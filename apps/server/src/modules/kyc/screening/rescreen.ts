/**
 * Lists change: whoever holds an identity is compared with the new one, at night, so many in a run. A run that dies is
 * gone on with by the next, since each record says with which version it was compared.
 */
import type { ScreeningList } from '@marigold/partners/screening-port';

import type { Database } from '../../../platform/database/database.ts';
import { enqueue } from '../../../platform/database/outbox.ts';
import type { Clock } from '../../../platform/process/clock.ts';
import type { Log } from '../../../platform/process/log.ts';
import { mapConcurrent } from '../../../platform/process/map-concurrent.ts';
import { openFields } from '../record/fields.ts';
import { endHolding, holds } from '../record/holding.ts';
import { findRecord, lockRecord } from '../record/store.ts';
import type { Vault } from '../record/vault.ts';
import { compareRecord, screenedPersonOf } from './compare.ts';
import { listUnscreened, markTried } from './store.ts';

export type Rescreening = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly vault: Vault;
  readonly list: ScreeningList;
};

/** Runs follow each other all night: more in one of them would only end it unfinished. */
export const rescreenedPerRun = 500;
const atOnce = 4;
/** A job is taken for dead after a minute. */
const runMsMax = 40_000;
/** A list that answers nobody is left alone until the next run. */
const unansweredMax = 12;

/** Who was disabled was left out at night: a run is queued for whoever holds again, in the transaction that says so. */
export async function compareSoon(db: Database): Promise<void> {
  await enqueue(db, 'kycRescreen', {}, 'kycRescreen:soon');
}

export async function runRescreen(parts: Rescreening): Promise<void> {
  const { db, clock, log, list } = parts;
  const startedAt = clock();
  const version = await list.version();
  if (version === undefined) {
    log.warn({}, 'the list of sanctioned persons cannot be reached: nobody was compared again');
    return;
  }
  let unanswered = 0;
  const due = await listUnscreened(db, { version, most: rescreenedPerRun });
  await mapConcurrent(due, atOnce, async (id) => {
    if (unanswered >= unansweredMax || clock() - startedAt > runMsMax) return;
    if (!(await compareAgain(parts, id))) unanswered += 1;
  });
  if (unanswered > 0)
    log.warn({ unanswered }, 'a list of sanctioned persons did not answer about identities');
}

/** False where it could not be done; it is tried again after all others. */
async function compareAgain({ db, clock, log, vault, list }: Rescreening, id: string): Promise<boolean> {
  try {
    const seen = await findRecord(db, id);
    const read = seen === undefined ? undefined : openFields(vault, seen);
    if (read === undefined) {
      // Nothing is known of them any more.
      await markTried(db, id, clock());
      return true;
    }
    const screened = await list.screen(screenedPersonOf(read));
    const now = clock();
    if (screened.is !== 'done') {
      await markTried(db, id, now);
      return false;
    }
    const isFound = await db.transaction().execute(async (transaction) => {
      const record = await lockRecord(transaction, id);
      if (record === undefined || !holds(record)) return false;
      const applying = { db: transaction, vault, now };
      if ((await compareRecord(applying, record, { read, screened })) !== 'hit') return false;
      await endHolding(transaction, record, { reason: 'screening', now });
      return true;
    });
    if (isFound)
      log.warn({ record: id }, 'somebody with an identity may be on a list: a person decides (kyc-hit)');
    return true;
  } catch (error) {
    log.error({ err: error, record: id }, 'an identity could not be compared with a list');
    await markTried(db, id, clock());
    return false;
  }
}
