/** The rows of app.export: how they begin, who builds them, how they end. */
import { exportKeptMs } from '@marigold/contract/durations';
import type { Export, ExportFormat, ExportStatus } from '@marigold/contract/export';
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { announce } from '../../platform/outbox.ts';
import type { Files } from '../file/service.ts';
import { Filter } from './rows.ts';

/** A builder that was not heard of for so long is dead. */
const silentMs = 30_000;
export const attemptsMax = 3;
const listedMax = 50;

type Row = {
  id: string;
  format: ExportFormat;
  status: ExportStatus;
  done: number;
  total: number;
  name: string;
  file_id: string | null;
  size: bigint | null;
  expires_at: number | null;
  created_at: number;
};

/** An export as its owner sees it. */
function exportOf(row: Row, files: Files, now: number): Export {
  const isOver = row.status === 'ready' && (row.expires_at ?? 0) <= now;
  const isReady = row.status === 'ready' && !isOver && row.file_id !== null;
  return {
    taskId: row.id,
    format: row.format,
    status: isOver ? 'expired' : row.status,
    done: row.done,
    total: row.total,
    name: row.name,
    size: isReady ? Number(row.size) : null,
    url:
      isReady && row.file_id !== null
        ? files.signFileLink(row.file_id, { expires: row.expires_at ?? now })
        : null,
    expires: isReady ? row.expires_at : null,
    time: row.created_at,
  };
}

const shown = sql`e.id, e.format, e.status, e.done, e.total, e.name, e.file_id, f.size, e.expires_at, e.created_at
  from app.export e left join app.file f on f.id = e.file_id`;

type Owner = { readonly userId: string; readonly now: number; readonly files: Files };

/** Undefined for what is missing and what is somebody else's. */
export async function findExport(
  db: Database,
  id: string,
  { userId, now, files }: Owner,
): Promise<Export | undefined> {
  const found = await sql<Row>`select ${shown} where e.id = ${id} and e.user_id = ${userId}`.execute(db);
  const row = found.rows[0];
  return row === undefined ? undefined : exportOf(row, files, now);
}

/** Those of the last 24 hours and those whose file is still there, newest first. */
export async function recentExports(db: Database, { userId, now, files }: Owner): Promise<Export[]> {
  const found = await sql<Row>`
    select ${shown}
    where e.user_id = ${userId} and (e.created_at > ${new Date(now - exportKeptMs)} or e.expires_at > ${new Date(now)})
    order by e.id desc limit ${listedMax}`.execute(db);
  return found.rows.map((row) => exportOf(row, files, now));
}

export type NewExport = {
  readonly userId: string;
  readonly format: ExportFormat;
  readonly filter: Filter;
  readonly name: string;
  readonly total: number;
  readonly emails: readonly string[];
  readonly now: number;
};

/** Queues an export; undefined while another one of this person runs. */
export async function addExport(db: Database, made: NewExport): Promise<string | undefined> {
  const id = newId();
  const added = await sql`
    insert into app.export (id, user_id, format, filter, status, total, name, emails, created_at)
    values (${id}, ${made.userId}, ${made.format}, ${JSON.stringify(made.filter)}, 'queued', ${made.total}, ${made.name},
      ${made.emails}::text[], ${new Date(made.now)})
    on conflict do nothing`.execute(db);
  return added.numAffectedRows === 1n ? id : undefined;
}

/** A task as its builder has it; `attempt` says whose turn it is. */
export type Task = {
  readonly id: string;
  readonly userId: string;
  readonly format: ExportFormat;
  readonly filter: Filter;
  readonly name: string;
  readonly total: number;
  readonly emails: readonly string[];
  readonly attempt: number;
};

/** Takes the oldest task that waits or whose builder is silent; undefined when there is none. */
export async function takeTask(db: Database, now: number): Promise<Task | undefined> {
  const taken = await sql<Omit<Task, 'filter'> & { filter: unknown }>`
    update app.export set status = 'building', attempt = attempt + 1, done = 0, beat_at = ${new Date(now)}
    where id = (
      select id from app.export
      where status = 'queued' or (status = 'building' and beat_at < ${new Date(now - silentMs)})
      order by id limit 1 for update skip locked)
    returning id, user_id as "userId", format, filter, name, total, emails, attempt`.execute(db);
  const row = taken.rows[0];
  return row === undefined ? undefined : { ...row, filter: Filter.parse(row.filter) };
}

/** Somebody else builds it now, because we were silent. */
export class TakenOver extends Error {
  constructor(id: string) {
    super(`The export ${id} is built by somebody else`);
    this.name = 'TakenOver';
  }
}

type Change = {
  readonly status: ExportStatus;
  readonly done: number;
  readonly total: number;
  readonly fileId?: string;
  readonly expires?: number;
};

/** Writes how far a task is and tells its owner, in the caller's transaction; throws TakenOver when it is not ours any more. */
export async function report(db: Database, task: Task, change: Change, now: number): Promise<void> {
  const { status, done, total, fileId, expires } = change;
  const isOver = status === 'ready' || status === 'failed';
  const written = await sql`
    update app.export set status = ${status}, done = ${done}, total = ${total}, beat_at = ${new Date(now)},
      file_id = ${fileId ?? null}, finished_at = ${isOver ? new Date(now) : null},
      expires_at = ${expires === undefined ? null : new Date(expires)}
    where id = ${task.id} and attempt = ${task.attempt} and status = 'building'`.execute(db);
  if (written.numAffectedRows !== 1n) throw new TakenOver(task.id);
  await announce(db, {
    userId: task.userId,
    event: 'export',
    data: { taskId: task.id, done, total, status },
  });
}

/** Gives a task back, to be built from the beginning; one that was stopped by the program's own end loses no attempt. */
export async function giveBack(db: Database, task: Task, isOurs: boolean): Promise<void> {
  await sql`
    update app.export set status = 'queued', attempt = attempt - ${isOurs ? 1 : 0}
    where id = ${task.id} and attempt = ${task.attempt} and status = 'building'`.execute(db);
}
