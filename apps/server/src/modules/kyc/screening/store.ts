/** SQL of comparisons with lists of sanctioned persons: which version, what was found, and what a person decided. */
import { sql } from 'kysely';

import type { Database } from '../../../platform/database/database.ts';
import { newRowId } from '../../../platform/process/ids.ts';

export type HitDecision = 'clear' | 'confirm';

export type HitRow = {
  readonly id: string;
  readonly listId: string;
  readonly listVersion: string;
  readonly score: number;
  /** Null once its record was erased. */
  readonly sealed: Buffer | null;
  readonly foundAt: number;
  /** Null: it waits for a person. */
  readonly decision: HitDecision | null;
  readonly decidedBy: string | null;
  readonly decidedAt: number | null;
};

/** The record was compared with this version. */
export async function markScreened(
  db: Database,
  { id, version, now }: { readonly id: string; readonly version: string; readonly now: number },
): Promise<void> {
  const at = new Date(now);
  await sql`
    update app.kyc_record set screened_version = ${version}, screened_at = ${at}, screen_tried_at = ${at}
    where id = ${id}`.execute(db);
}

/** What was compared is not what is known now. */
export async function markUnscreened(db: Database, id: string): Promise<void> {
  await sql`update app.kyc_record set screened_version = null, screened_at = null where id = ${id}`.execute(
    db,
  );
}

/** It was tried, and there was no answer: others are next. */
export async function markTried(db: Database, id: string, now: number): Promise<void> {
  await sql`update app.kyc_record set screen_tried_at = ${new Date(now)} where id = ${id}`.execute(db);
}

/** Records that hold and were compared with another version than this one; whoever waited longest first. */
export async function listUnscreened(
  db: Database,
  { version, most }: { readonly version: string; readonly most: number },
): Promise<readonly string[]> {
  const found = await sql<{ id: string }>`
    select id from app.kyc_record
    where review = 'approved' and status <> 'disabled' and screened_version is distinct from ${version}
    order by screen_tried_at nulls first, id limit ${most}`.execute(db);
  return found.rows.map(({ id }) => id);
}

/** All hits of a record, or those of one entry, oldest first; at most `most` of them, the newest. */
export async function listHits(
  db: Database,
  query: { readonly recordId: string; readonly listId?: string; readonly most: number },
): Promise<readonly HitRow[]> {
  const { recordId, listId, most } = query;
  const found = await sql<HitRow>`
    select id, list_id as "listId", list_version as "listVersion", score, sealed, found_at as "foundAt", decision,
      decided_by as "decidedBy", decided_at as "decidedAt"
    from app.screening_hit
    where record_id = ${recordId} and (${listId ?? null}::text is null or list_id = ${listId ?? null})
    order by found_at desc, id desc limit ${most}`.execute(db);
  return found.rows.toReversed();
}

/** Stores what waits for a person; of an entry that waits already, what was found last. */
export async function storeHit(
  db: Database,
  hit: Pick<HitRow, 'listId' | 'listVersion' | 'score' | 'sealed'> & {
    readonly recordId: string;
    readonly now: number;
  },
): Promise<void> {
  const { recordId, listId, listVersion, score, sealed, now } = hit;
  await sql`
    insert into app.screening_hit (id, record_id, list_version, list_id, score, sealed, found_at)
    values (${newRowId()}, ${recordId}, ${listVersion}, ${listId}, ${score}, ${sealed}, ${new Date(now)})
    on conflict (record_id, list_id) where decision is null do update
      set list_version = excluded.list_version, score = excluded.score, sealed = excluded.sealed`.execute(db);
}

/** Whether anything about a record waits for a person. */
export async function hasOpenHit(db: Database, recordId: string): Promise<boolean> {
  const found = await sql`
    select from app.screening_hit where record_id = ${recordId} and decision is null limit 1`.execute(db);
  return found.rows.length > 0;
}

/** False where nothing of this entry waits. */
export async function decideHit(
  db: Database,
  decided: {
    readonly recordId: string;
    readonly listId: string;
    readonly decision: HitDecision;
    readonly by: string;
    readonly now: number;
  },
): Promise<boolean> {
  const { recordId, listId, decision, by, now } = decided;
  const changed = await sql`
    update app.screening_hit set decision = ${decision}, decided_by = ${by}, decided_at = ${new Date(now)}
    where record_id = ${recordId} and list_id = ${listId} and decision is null`.execute(db);
  return changed.numAffectedRows === 1n;
}
