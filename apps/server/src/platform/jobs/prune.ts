/** Takes away what has served. Each module hands in what it lets go of; the platform's own is answers, buckets and announcements. */
import { answersKeptMs } from '@marigold/contract/durations';
import { dayMs } from '@marigold/money/spans';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

import type { Database } from '../database/database.ts';

/** A statement that takes away at most `most` rows; it is run again until it finds fewer. */
export type PruneStep = (moment: PruneMoment, most: number) => RawBuilder<unknown>;

export type PruneMoment = {
  readonly now: number;
  /** So long before now. */
  readonly ago: (ms: number) => Date;
};

/** Announcements are heard at once; the rows stay a while for whoever looks into an incident. */
const announcementsKeptMs = 3 * dayMs;
/** One statement touches at most this many rows and never stands in anybody's way for long. */
const rowsPerStatement = 1000;
/** One run takes at most this many steps; the next run goes on. */
const stepsMax = 100;

const ownSteps: readonly PruneStep[] = [
  // Keys stay for ever; only the answer goes (protocol.md "Applied once").
  ({ ago }, most) =>
    sql`update app.request_key set answer = null where (scope, request_id) in (
          select scope, request_id from app.request_key
          where answer is not null and created_at < ${ago(answersKeptMs)} order by created_at limit ${most})`,
  ({ now }, most) =>
    sql`delete from app.rate_limit where key in (
          select key from app.rate_limit where expire < ${now} limit ${most})`,
  // The oldest rows by id are the oldest by time, near enough; no other order has an index.
  ({ ago }, most) =>
    sql`delete from app.outbox where created_at < ${ago(announcementsKeptMs)} and id in (
          select id from app.outbox order by id limit ${most})`,
];

/** Runs until nothing is left or the bound is reached; answers how many rows were changed. Safe to run twice. */
export async function pruneOnce(db: Database, steps: readonly PruneStep[], now: number): Promise<number> {
  const moment = { now, ago: (ms: number) => new Date(now - ms) };
  let changed = 0;
  for (const step of [...ownSteps, ...steps]) {
    const statement = step(moment, rowsPerStatement);
    for (let round = 0; round < stepsMax; round += 1) {
      const rows = Number((await statement.execute(db)).numAffectedRows ?? 0n);
      changed += rows;
      if (rows < rowsPerStatement) break;
    }
  }
  return changed;
}
