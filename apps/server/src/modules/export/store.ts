/** The rows of app.export as this module reads and writes them. */
import type { ExportFormat, ExportStatus } from '@marigold/contract/calls/export';
import { dayMs } from '@marigold/money/spans';
import { assertMayFollow, before } from '@marigold/money/states';
import { sql } from 'kysely';

import type { Database } from '../../platform/database/database.ts';
import type { PruneStep } from '../../platform/database/prune.ts';
import { joinFile } from '../file/views.ts';
import { exportStates } from './states.ts';

export type ExportRow = {
  readonly id: string;
  readonly format: ExportFormat;
  readonly status: ExportStatus;
  readonly done: number;
  readonly total: number;
  readonly name: string;
  readonly file_id: string | null;
  readonly size: bigint | null;
  readonly expires_at: number | null;
  readonly created_at: number;
};

const rows = sql`e.id, e.format, e.status, e.done, e.total, e.name, e.file_id, f.size, e.expires_at, e.created_at
  from app.export e ${joinFile(sql`e.file_id`)}`;

/** Undefined for what is missing and what is somebody else's. */
export async function findExportRow(
  db: Database,
  { id, userId }: { readonly id: string; readonly userId: string },
): Promise<ExportRow | undefined> {
  const found = await sql<ExportRow>`select ${rows} where e.id = ${id} and e.user_id = ${userId}`.execute(db);
  return found.rows[0];
}

/** Those of a time and those whose file is still there, newest first. */
export async function listRecent(
  db: Database,
  of: {
    readonly userId: string;
    readonly createdAfter: Date;
    readonly storedUntil: Date;
    readonly max: number;
  },
): Promise<readonly ExportRow[]> {
  const found = await sql<ExportRow>`
    select ${rows}
    where e.user_id = ${of.userId} and (e.created_at > ${of.createdAfter} or e.expires_at > ${of.storedUntil})
    order by e.id desc limit ${of.max}`.execute(db);
  return found.rows;
}

/** Two exports of one person follow each other, so that limits count what was really asked. Ends with the transaction. */
export async function lockExports(db: Database, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`export:${userId}`}, 0))`.execute(db);
}

/** Whether somebody's export waits or is built. */
export async function hasRunning(db: Database, userId: string): Promise<boolean> {
  const found = await sql`
    select 1 from app.export where user_id = ${userId} and status in ('queued', 'building')`.execute(db);
  return found.rows.length > 0;
}

/** When somebody's newest exports began that did not fail, newest first. */
export async function listNewest(
  db: Database,
  of: { readonly userId: string; readonly since: Date; readonly max: number },
): Promise<readonly number[]> {
  const found = await sql<{ created_at: number }>`
    select created_at from app.export
    where user_id = ${of.userId} and status <> 'failed' and created_at > ${of.since}
    order by created_at desc limit ${of.max}`.execute(db);
  return found.rows.map(({ created_at }) => created_at);
}

/** Failed ones were never mailed. */
export async function countMailed(db: Database, userId: string, since: Date): Promise<number> {
  const found = await sql<{ count: bigint }>`
    select count(*) as count from app.export
    where user_id = ${userId} and emails <> '{}' and status <> 'failed'
      and created_at > ${since}`.execute(db);
  return Number(found.rows[0]?.count ?? 0n);
}

/** False while another one of this person runs. */
export async function insertExport(
  db: Database,
  made: {
    readonly id: string;
    readonly userId: string;
    readonly format: ExportFormat;
    readonly filter: unknown;
    readonly name: string;
    readonly total: number;
    readonly emails: readonly string[];
    readonly now: number;
  },
): Promise<boolean> {
  const added = await sql`
    insert into app.export (id, user_id, format, filter, status, total, name, emails, created_at)
    values (${made.id}, ${made.userId}, ${made.format}, ${JSON.stringify(made.filter)}, 'queued', ${made.total}, ${made.name},
      ${made.emails}::text[], ${new Date(made.now)})
    on conflict do nothing`.execute(db);
  return added.numAffectedRows === 1n;
}

/** As its builder has it; its filter as it was stored. */
export type TakenExport = {
  readonly id: string;
  readonly userId: string;
  readonly format: ExportFormat;
  readonly filter: unknown;
  readonly name: string;
  readonly total: number;
  readonly emails: readonly string[];
  readonly attempt: number;
};

/** Marks the oldest that waits or whose builder is silent as ours; undefined when there is none. */
export async function takeOldest(
  db: Database,
  { now, silentSince }: { readonly now: Date; readonly silentSince: Date },
): Promise<TakenExport | undefined> {
  const taken = await sql<TakenExport>`
    update app.export set status = 'building', attempt = attempt + 1, done = 0, beat_at = ${now}
    where id = (
      select id from app.export
      where status = any(${before(exportStates, 'building')}::text[]) or (status = 'building' and beat_at < ${silentSince})
      order by id limit 1 for update skip locked)
    returning id, user_id as "userId", format, filter, name, total, emails, attempt`.execute(db);
  return taken.rows[0];
}

type Turn = Pick<TakenExport, 'id' | 'attempt'>;

/** False when it is not ours any more. */
export async function updateProgress(
  db: Database,
  { id, attempt }: Turn,
  to: {
    readonly status: ExportStatus;
    readonly done: number;
    readonly total: number;
    readonly now: Date;
    readonly fileId: string | null;
    readonly finishedAt: Date | null;
    readonly expiresAt: Date | null;
  },
): Promise<boolean> {
  if (to.status !== 'building') assertMayFollow(exportStates, 'building', to.status);
  const written = await sql`
    update app.export set status = ${to.status}, done = ${to.done}, total = ${to.total}, beat_at = ${to.now},
      file_id = ${to.fileId}, finished_at = ${to.finishedAt},
      expires_at = ${to.expiresAt}
    where id = ${id} and attempt = ${attempt} and status = 'building'`.execute(db);
  return written.numAffectedRows === 1n;
}

/** Gives it back with so many attempts less; nothing when it is not ours any more. */
export async function updateQueued(db: Database, { id, attempt }: Turn, attemptsBack: 0 | 1): Promise<void> {
  await sql`
    update app.export set status = 'queued', attempt = attempt - ${attemptsBack}
    where id = ${id} and attempt = ${attempt} and status = any(${before(exportStates, 'queued')}::text[])`.execute(
    db,
  );
}

/** The file goes by its own expiry; what was in it and who had it goes with it. Failed ones have neither after a day. */
export const pruneExports: PruneStep = ({ now, ago }, most) =>
  sql`update app.export set
          status = case when status = any(${before(exportStates, 'expired')}::text[]) then 'expired' else status end,
          file_id = null, filter = '{}', emails = '{}'
        where id in (
          select id from app.export
          where (status = 'ready' and expires_at <= ${new Date(now)})
            or (status = 'failed' and filter <> '{}' and created_at < ${ago(dayMs)})
          limit ${most})`;
