/** Takes away what nobody needs any more: the table says which files there are, and the store follows it. */
import { hourMs } from '@marigold/money/spans';
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';
import type { FileStore } from './port.ts';

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
    // Asked once more of the row itself: somebody may have kept it for good while we waited for it.
    const removed = await sql<{ id: string }>`
      delete from app.file where id in (
        select id from app.file where expires_at <= ${new Date(now)} order by expires_at limit ${rowsPerStatement})
        and expires_at <= ${new Date(now)}
      returning id`.execute(db);
    for (const { id } of removed.rows) await store.remove(id);
    if (removed.rows.length < rowsPerStatement) return;
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
  const known = await sql<{ id: string }>`select id from app.file where id = any(${ids}::uuid[])`.execute(db);
  const rows = new Set(known.rows.map(({ id }) => id));
  for (const id of ids) if (!rows.has(id)) await store.remove(id);
}
