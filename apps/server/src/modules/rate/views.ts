/** What other modules may know of rates, and what is let go of them. */
import { dayMs } from '@marigold/money/spans';
import { sql } from 'kysely';

import type { PruneStep } from '../../platform/prune.ts';

/** Prices of the last days are what a change over 24 hours is measured from. */
const ratesKeptMs = 3 * dayMs;

export const pruneRates: readonly PruneStep[] = [
  ({ ago }) => sql`delete from app.rate_history where at < ${ago(ratesKeptMs)}`,
  // A source that left the settings, or an asset that it no longer names.
  ({ ago }) => sql`delete from app.rate_source where seen_at < ${ago(ratesKeptMs)}`,
];
