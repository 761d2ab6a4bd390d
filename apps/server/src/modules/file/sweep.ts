/** Removes expired files: the table says which files there are, and the store follows it. */
import { hourMs } from '@marigold/money/spans';

import type { Database } from '../../platform/database/database.ts';
import type { FileStore } from './port.ts';
import { listKnownFiles, removeExpiredFiles } from './store.ts';

/** Bytes lie in the store before their row is committed; after this time there will be no row. */
const rowAwaitedMs = hourMs;
const rowsPerStatement = 500;
/** One run takes at most this many steps; the next run goes on. */
const stepsMax = 100;

/** Removes expired files, then bytes without a row. Safe to run twice, and after a kill in any place. */
export async function sweepFiles(db: Database, store: FileStore, now: number): Promise<void> {
  await removeExpired(db, store, now);
  await removeOrphans(db, store, now);
  await store.removeUnfinished(now - rowAwaitedMs);
}

async function removeExpired(db: Database, store: FileStore, now: number): Promise<void> {
  for (let step = 0; step < stepsMax; step += 1) {
    const removed = await removeExpiredFiles(db, { now, most: rowsPerStatement });
    for (const id of removed) await store.remove(id);
    if (removed.length < rowsPerStatement) return;
  }
}

async function removeOrphans(db: Database, store: FileStore, now: number): Promise<void> {
  let ids: string[] = [];
  for await (const { id, since } of store.list()) {
    if (since > now - rowAwaitedMs) continue;
    ids.push(id);
    if (ids.length < rowsPerStatement) continue;
    await removeUnknown(db, store, ids);
    ids = [];
  }
  await removeUnknown(db, store, ids);
}

async function removeUnknown(db: Database, store: FileStore, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = new Set(await listKnownFiles(db, ids));
  for (const id of ids) if (!rows.has(id)) await store.remove(id);
}
