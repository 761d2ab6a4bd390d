/** Builds queued exports one after the other, and tells how far they are. */
import { exportRetentionMs } from '@marigold/contract/durations';

import type { Database } from '../../platform/database/database.ts';
import { isOutage } from '../../platform/database/database.ts';
import type { Clock } from '../../platform/process/clock.ts';
import type { Log } from '../../platform/process/log.ts';
import type { BillFacts } from '../bill/facts.ts';
import type { Files } from '../file/service.ts';
import { dropFile } from '../file/views.ts';
import { notify } from '../message/notify.ts';
import { getPerson } from '../person/views.ts';
import { queueLinkMail } from './link-mail.ts';
import { render } from './render.ts';
import { readBills } from './rows.ts';
import type { SheetBill, BillSheet } from './sheet.ts';
import { daysOf } from './sheet.ts';
import type { ExportTask } from './task.ts';
import { attemptsMax, requeueTask, reportProgress, TakenOver, takeTask } from './task.ts';
import { mediaTypes } from './writer.ts';

export const rowsMax = 50_000;

export type BuilderDependencies = {
  readonly db: Database;
  readonly files: Files;
  readonly billFacts: BillFacts;
  readonly clock: Clock;
  readonly log: Log;
  /** The address of this program as mails name it, without a slash at the end. */
  readonly publicAddress: () => string;
};

export type Builder = {
  /** Builds until nothing waits. While that goes on, another call only says that there may be more. */
  work(): Promise<void>;
  /** Gives back what is being built and builds nothing any more. */
  stop(): Promise<void>;
};

export function createBuilder(dependencies: BuilderDependencies): Builder {
  const { clock, db, log } = dependencies;
  const stopping = new AbortController();
  let working: Promise<void> | undefined;
  let isRepeat = false;

  async function workOff(): Promise<void> {
    // Ends: when nothing waits, or the program stops; it goes round again only where somebody called meanwhile.
    do {
      isRepeat = false;
      // Ends: when nothing waits, or the program stops: a person has one export at a time, which is tried `attemptsMax`
      // times.
      while (!stopping.signal.aborted) {
        const task = await takeTask(db, clock());
        if (task === undefined) break;
        await attempt(task);
      }
    } while (isRepeat && !stopping.signal.aborted);
  }

  /** One try; what goes wrong is tried again from the beginning, but not for ever. */
  async function attempt(task: ExportTask): Promise<void> {
    try {
      if (task.attempt > attemptsMax) return await fail(task);
      await build(task, stopping.signal, dependencies);
    } catch (error) {
      if (error instanceof TakenOver) return;
      if (!stopping.signal.aborted)
        log.warn({ err: error, attempt: task.attempt }, 'an export was not built');
      if (isOutage(error)) throw error;
      await requeueTask(db, task, stopping.signal.aborted);
    }
  }

  async function fail(task: ExportTask): Promise<void> {
    const { userId, format, total } = task;
    const now = clock();
    await db.transaction().execute(async (tx) => {
      await reportProgress(tx, task, { status: 'failed', done: 0, total }, now);
      await notify(tx, { userId, kind: 'exportFailed', facts: { format }, now });
    });
  }

  return {
    async work() {
      isRepeat = true;
      if (working !== undefined) return;
      working = workOff().finally(() => (working = undefined));
      await working;
    },
    async stop() {
      stopping.abort(new Error('the program stops'));
      await working?.catch(() => undefined);
    },
  };
}

async function build(
  task: ExportTask,
  signal: AbortSignal,
  dependencies: BuilderDependencies,
): Promise<void> {
  const { billFacts, clock, db, files } = dependencies;
  const { userId, filter, format, name, total } = task;
  const person = await getPerson(db, userId);
  const startedAt = clock();
  const sheet: BillSheet = { ...filter, username: person.username, madeAt: startedAt };
  let done = 0;
  async function* pages(): AsyncGenerator<readonly SheetBill[]> {
    for await (const page of readBills(db, { userId, which: filter, billFacts }, rowsMax)) {
      yield page;
      done += page.length;
      const progress = { status: 'building', done, total: Math.max(done, total) } as const;
      await db.transaction().execute(async (tx) => await reportProgress(tx, task, progress, clock()));
    }
  }
  const expires = startedAt + exportRetentionMs;
  const file = { ownerId: userId, kind: 'export', name, mediaType: mediaTypes[format], expires } as const;
  const bytes = render({ format, sheet }, pages(), signal);
  const storedFile = await files.keep(db, { ...file, now: startedAt }, bytes);
  try {
    await db.transaction().execute(async (tx) => {
      await reportProgress(
        tx,
        task,
        { status: 'ready', done, total: done, fileId: storedFile.id, expires },
        clock(),
      );
      await notify(tx, { userId, kind: 'exportReady', facts: { format, bills: done }, now: clock() });
      if (task.emails.length === 0) return;
      const link = `${dependencies.publicAddress()}${files.signFileLink(storedFile.id, { expires })}`;
      await mailLink(tx, task, link, expires);
    });
  } catch (error) {
    // A file that no task names would stay a day for nobody.
    await dropFile(db, storedFile.id).catch(() => undefined);
    throw error;
  }
}

/** Queues the mails with the task's end, so that they leave once or not at all. */
async function mailLink(tx: Database, task: ExportTask, link: string, expires: number): Promise<void> {
  const { username } = await getPerson(tx, task.userId);
  const { language } = task.filter;
  for (const to of task.emails) {
    await queueLinkMail(tx, { to, language, username, ...daysOf(task.filter), link, expires });
  }
}
