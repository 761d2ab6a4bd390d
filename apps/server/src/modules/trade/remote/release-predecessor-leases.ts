/**
 * Releases the leases of the process that this one replaces. That process left its name on the disk, and its leases bear
 * it. An address would not do: two machines may give out the same one.
 */
import { readFileSync, writeFileSync } from 'node:fs';

import type { Database } from '../../../platform/database/database.ts';
import type { Log } from '../../../platform/process/log.ts';
import { releaseLeasesOf } from './store.ts';

export type Succession = {
  readonly db: Database;
  readonly log: Log;
  /** In a directory that belongs to one process at a time. */
  readonly file: string;
  /** Of the leases that this process is about to take. */
  readonly holder: string;
};

/**
 * The process that ran markets from this place is gone, so its leases are ended instead of waited for. Without a name,
 * and in an outage, they run out by themselves.
 */
export async function releasePredecessorLeases({ db, log, file, holder }: Succession): Promise<void> {
  try {
    const dead = readName(file);
    writeFileSync(file, holder, { mode: 0o600 });
    if (dead === undefined) return;
    await releaseLeasesOf(db, dead);
  } catch (error) {
    log.warn({ err: error }, 'the markets of the process before this one wait until its leases end');
  }
}

function readName(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
