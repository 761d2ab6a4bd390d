/** What a simulated world is: the product's own code around a made-up outside, driven by one seed. */
import type { TestDatabase } from '../apps/server/testing/database.ts';
import type { Random } from '../chaos/random.ts';

export interface WorldRun {
  readonly seed: number;
  readonly random: Random;
  /** Fresh, migrated, for this run alone. */
  readonly database: TestDatabase;
}

export interface WorldResult {
  /** How many payments this run made. */
  readonly payments: number;
  /** Every broken promise, as a sentence with what is needed to look at it. */
  readonly failures: readonly string[];
  /** What happened, without ids that are drawn anew: the same seed tells it again. Absent where programs race. */
  readonly story?: string;
}

export interface World {
  /** What the figures call the payments: `payments`, `withdrawals`. */
  readonly counts: string;
  /** Payments of one usual run of the command, all seeds together. */
  readonly usual: number;
  readonly run: (run: WorldRun) => Promise<WorldResult>;
}
