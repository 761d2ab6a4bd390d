/** Takes away what has served: each owner of a table hands in what it lets go of. */
import type { RawBuilder } from 'kysely';

import type { Database } from './database.ts';

/** A statement that takes away at most `most` rows; it is run again until it finds fewer. */
export type PruneStep = (moment: PruneMoment, most: number) => RawBuilder<unknown>;

export type PruneMoment = {
  readonly now: number;
  /** So long before now. */
  readonly ago: (ms: number) => Date;
};

/** One statement touches at most this many rows and never stands in anybody's way for long. */
const rowsPerStatement = 1000;
/** One run takes at most this many steps; the next run goes on. */
const stepsMax = 100;

/** Runs until nothing is left or the bound is reached; answers how many rows were changed. Safe to run twice. */
export async function pruneOnce(db: Database, steps: readonly PruneStep[], now: number): Promise<number> {
  const moment = { now, ago: (ms: number) => new Date(now - ms) };
  let changed = 0;
  for (const step of steps) {
    const statement = step(moment, rowsPerStatement);
    for (let round = 0; round < stepsMax; round += 1) {
      const rows = Number((await statement.execute(db)).numAffectedRows ?? 0n);
      changed += rows;
      if (rows < rowsPerStatement) break;
    }
  }
  return changed;
}
