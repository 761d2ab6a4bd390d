import type { Export, ExportFormat, ExportStatus } from '@marigold/contract/calls/export';
/** Exports: how they begin, who builds them, how they end. */
import { exportRetentionMs } from '@marigold/contract/durations';

import type { Database } from '../../platform/database/database.ts';
import { announce } from '../../platform/database/outbox.ts';
import { newRowId } from '../../platform/process/ids.ts';
import type { Files } from '../file/service.ts';
import { Filter } from './rows.ts';
import type { ExportRow } from './store.ts';
import {
  findExportRow,
  insertExport,
  listRecent,
  takeOldest,
  updateProgress,
  updateQueued,
} from './store.ts';

/** A builder that reported nothing for so long is taken for dead. */
const silentMs = 30_000;
export const attemptsMax = 3;
const listedMax = 50;

/** An export as its owner sees it. */
function exportOf(row: ExportRow, files: Files, now: number): Export {
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

type Owner = { readonly userId: string; readonly now: number; readonly files: Files };

/** Undefined for what is missing and what is somebody else's. */
export async function findExport(
  db: Database,
  id: string,
  { userId, now, files }: Owner,
): Promise<Export | undefined> {
  const row = await findExportRow(db, { id, userId });
  return row === undefined ? undefined : exportOf(row, files, now);
}

/** Those of the last 24 hours and those whose file is still there, newest first. */
export async function recentExports(db: Database, { userId, now, files }: Owner): Promise<Export[]> {
  const until = { createdAfter: new Date(now - exportRetentionMs), storedUntil: new Date(now) };
  const found = await listRecent(db, { userId, ...until, max: listedMax });
  return found.map((row) => exportOf(row, files, now));
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
  const id = newRowId();
  return (await insertExport(db, { ...made, id })) ? id : undefined;
}

/** A task as its builder has it; `attempt` says whose turn it is. */
export type ExportTask = {
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
export async function takeTask(db: Database, now: number): Promise<ExportTask | undefined> {
  const row = await takeOldest(db, { now: new Date(now), silentSince: new Date(now - silentMs) });
  return row === undefined ? undefined : { ...row, filter: Filter.parse(row.filter) };
}

/** Another builder took the task over, because this one reported nothing for too long. */
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
export async function reportProgress(
  db: Database,
  task: ExportTask,
  change: Change,
  now: number,
): Promise<void> {
  const { status, done, total, fileId, expires } = change;
  const isOver = status === 'ready' || status === 'failed';
  const isWritten = await updateProgress(db, task, {
    status,
    done,
    total,
    now: new Date(now),
    fileId: fileId ?? null,
    finishedAt: isOver ? new Date(now) : null,
    expiresAt: expires === undefined ? null : new Date(expires),
  });
  if (!isWritten) throw new TakenOver(task.id);
  await announce(db, {
    userId: task.userId,
    event: 'export',
    data: { taskId: task.id, done, total, status },
  });
}

/** Gives a task back, to be built from the beginning; one that was stopped by the program's own end loses no attempt. */
export async function requeueTask(db: Database, task: ExportTask, isOurs: boolean): Promise<void> {
  await updateQueued(db, task, isOurs ? 1 : 0);
}
