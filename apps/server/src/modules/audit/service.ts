import { audit, auditStatus, type BrokenRow, haltMoney } from '@marigold/ledger/audit';
import type { Queryable } from '@marigold/ledger/queryable';
import { dayMs, hourMs } from '@marigold/money/spans';

import { type Database, queryable } from '../../platform/database/database.ts';
import type { Log } from '../../platform/process/log.ts';
import { appendEvent, sealEvents, verifyEvents } from './event.ts';
import { allowLongAudit } from './store.ts';

export type ListBroken = (db: Database, max: number) => Promise<readonly BrokenRow[]>;

export interface AuditorDependencies {
  readonly db: Database;
  readonly log: Log;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /**
   * Rows of business that say something else than lies in the accounts, at most so many: each owner of such rows lists its
   * own.
   */
  readonly lists: readonly ListBroken[];
}

export interface Auditor {
  /**
   * Audits once: incrementally, or everything when `full` says so, or, with `full` left out, at the first run after
   * three at night UTC. Broken rows halt money, are logged as fatal and answered.
   */
  auditOnce(full?: boolean): Promise<BrokenRow[]>;
}

const nightlyHourMs = 3 * hourMs;
const listedMax = 20;
const brokenMax = 1000;

export function createAuditor({ db, log, clock, lists }: AuditorDependencies): Auditor {
  return {
    async auditOnce(full) {
      const isFull = full ?? (await isFullDue(db, clock()));
      const before = await auditStatus(queryable(db));
      const broken = await auditInTransaction({ db, lists }, isFull);
      if (broken.length > 0) await reportBroken({ db, log }, broken, before.halt === null);
      await sealEvents(queryable(db));
      if (isFull) await reportTampering({ db, log });
      return broken;
    },
  };
}

/** Due when the last full audit was before the latest three o'clock at night. */
async function isFullDue(db: Database, now: number): Promise<boolean> {
  const { fullAt } = await auditStatus(queryable(db));
  const latestNight = Math.floor((now - nightlyHourMs) / dayMs) * dayMs + nightlyHourMs;
  return fullAt === null || fullAt < latestNight;
}

async function auditInTransaction(
  { db, lists }: Pick<AuditorDependencies, 'db' | 'lists'>,
  full: boolean,
): Promise<BrokenRow[]> {
  return await db.transaction().execute(async (transaction) => {
    const inside = queryable(transaction);
    await allowLongAudit(inside);
    const broken = await audit(inside, { full });
    if (broken.length > 0) return broken;
    for (const list of lists) {
      const rows = await list(transaction, brokenMax);
      if (rows.length > 0) return await haltFor(inside, rows);
    }
    return [];
  });
}

/** What rows of business say of money is what lies in the accounts; anything else halts money too. */
async function haltFor(db: Queryable, rows: readonly BrokenRow[]): Promise<BrokenRow[]> {
  const [first] = rows;
  if (first !== undefined) await haltMoney(db, `auditor: ${first.what} (${first.id})`);
  return [...rows];
}

type Reporting = Pick<AuditorDependencies, 'db' | 'log'>;

async function reportBroken(
  { db, log }: Reporting,
  broken: readonly BrokenRow[],
  isNew: boolean,
): Promise<void> {
  const rows = broken.slice(0, listedMax).map(({ what, id }) => `${what}: ${id}`);
  log.fatal(
    { rows, count: broken.length },
    'The books are broken: money is halted until two operators resume it.',
  );
  if (!isNew) return;
  await appendEvent(queryable(db), {
    actor: 'auditor',
    action: 'money.halted',
    subject: 'ledger',
    reason: rows[0] ?? '',
    detail: { rows, count: broken.length },
  });
}

async function reportTampering({ db, log }: Reporting): Promise<void> {
  const places = await verifyEvents(queryable(db));
  if (places.length === 0) return;
  log.fatal({ places: places.slice(0, listedMax), count: places.length }, 'The audit log was changed.');
}
