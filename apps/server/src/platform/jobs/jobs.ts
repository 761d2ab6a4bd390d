/**
 * Work that waits: jobs that a call queued in its own transaction (outbox.ts `enqueue`) and what is due by the clock.
 * The queue lives in PostgreSQL (schema graphile_worker), so a killed process loses nothing; a job may run twice, and
 * every handler is written so that the second run changes nothing. Payloads are never logged.
 */
import { Logger, parseCronItems, run, runMigrations, type Runner } from 'graphile-worker';
import pg from 'pg';

import type { Log } from '../process/log.ts';

/** One handler per task. It gets the payload as stored (its own schema checks it) and throws to be tried again. */
export type JobHandlers = Readonly<Record<string, (payload: unknown) => Promise<void>>>;

/** A task that is due by the clock: at minutes of a cron pattern (UTC, once in all processes) or every few seconds. */
export type JobSchedule =
  | { readonly task: string; readonly minutes: string }
  | { readonly task: string; readonly everySeconds: number };

/** What the program does by the clock; main gives the handlers. */
export const jobSchedule: readonly JobSchedule[] = [
  { task: 'audit', minutes: '* * * * *' },
  { task: 'prune', minutes: '*/10 * * * *' },
  { task: 'files', minutes: '*/10 * * * *' },
  { task: 'tradeRisks', minutes: '*/10 * * * *' },
  { task: 'limits', minutes: '* * * * *' },
  { task: 'kycClock', minutes: '* * * * *' },
  { task: 'cardClock', minutes: '* * * * *' },
  { task: 'kycErase', minutes: '17 2 * * *' },
  // At night, so many in each run; once everybody was compared, a run asks for the version of the list alone.
  { task: 'kycRescreen', minutes: '*/5 1-4 * * *' },
  { task: 'rates', everySeconds: 10 },
  // Exports are begun by whoever asks; the clock finds those whose builder was killed.
  { task: 'export', everySeconds: 15 },
];

export type JobsDependencies = {
  /** The queue's tables belong to the owner; the program's own role can only queue. */
  readonly ownerUrl: string;
  readonly handlers: JobHandlers;
  readonly cron: readonly JobSchedule[];
  readonly log: Log;
};

export type Jobs = { stop(): Promise<void> };

const jobsAtOnce = 4;
/** Three jobs' own queries, the listening connection and the clock. */
const connectionsMax = 6;
const restartAfterMs = 1000;
/** A job that runs longer than this belongs to a program that was killed; the audit alone may take its time. */
const jobSecondsMax = 60;
const unlockEverySeconds = 20;

/** Makes or updates the queue's tables; part of migrating, as the owner. */
export async function migrateJobs(ownerUrl: string): Promise<void> {
  const pool = createPool(ownerUrl);
  try {
    await runMigrations({ pgPool: pool, logger: silent });
  } finally {
    await pool.end();
  }
}

/**
 * Works on jobs until stopped. Throws when the database cannot be reached now; later outages are waited out. A task of
 * the schedule without a handler is a defect and refused at once.
 */
export async function startJobs({ ownerUrl, handlers, cron, log }: JobsDependencies): Promise<Jobs> {
  for (const { task } of cron) {
    if (handlers[task] === undefined)
      throw new Error(`Broken: the task "${task}" is due by the clock but has no handler`);
  }
  const pool = createPool(ownerUrl);
  const stopping = new AbortController();
  const start = async () => {
    const started = await run({
      pgPool: pool,
      logger: quiet(log),
      concurrency: jobsAtOnce,
      noHandleSignals: true,
      taskList: taskList(handlers, log),
      parsedCronItems: parseCronItems(
        cron.flatMap((entry) =>
          'minutes' in entry ? [{ task: entry.task, match: entry.minutes, options: { maxAttempts: 1 } }] : [],
        ),
      ),
    });
    endUnlessItLooks(started);
    return started;
  };
  let runner = await start();
  const supervised = supervise();
  const repeated: readonly (readonly [string, number, JobHandlers[string]])[] = [
    ['unlock', unlockEverySeconds, async () => await unlockOrphans(pool)],
    ...cron.flatMap((entry) => {
      const handle = 'everySeconds' in entry ? handlers[entry.task] : undefined;
      return handle !== undefined && 'everySeconds' in entry
        ? [[entry.task, entry.everySeconds, handle] as const]
        : [];
    }),
  ];
  const intervals = repeated.map(async ([task, seconds, handle]) => {
    await repeat(task, seconds, handle, log, stopping.signal);
  });

  /** The worker gives up when the database stays away; it is started again until we are told to stop. */
  async function supervise(): Promise<void> {
    // Ends: when the process stops; each turn waits for the end of a worker and a moment more.
    while (!stopping.signal.aborted) {
      await ended(runner);
      if (stopping.signal.aborted) return;
      log.warn('the job worker ended and is started again');
      await pause(restartAfterMs, stopping.signal);
      if (stopping.signal.aborted) return;
      try {
        runner = await start();
      } catch (error) {
        log.warn({ err: error }, 'the job worker could not be started');
      }
    }
  }

  return {
    async stop() {
      stopping.abort();
      // A runner that ended by itself refuses to be stopped a second time; it is stopped, and that is what we want.
      await runner.stop().catch(() => undefined);
      await Promise.all([supervised, ...intervals]);
      await pool.end();
    },
  };
}

/**
 * A worker asks once which tasks there are and keeps what came of it, also a failure (graphile-worker 0.18,
 * taskIdentifiers.js): where that first look meets an outage, it would never find a job again, and no code would be mailed.
 * Such a worker ends, and the supervisor starts another one.
 */
function endUnlessItLooks(runner: Runner): void {
  let hasLooked = false;
  for (const event of ['worker:getJob:empty', 'job:start'] as const)
    runner.events.once(event, () => void (hasLooked = true));
  runner.events.on('worker:getJob:error', () => {
    // All its workers hear of the same failure; one of them stops it.
    if (!hasLooked) void runner.stop('its first look failed').catch(() => undefined);
  });
}

/** Frees the jobs of programs that were killed: otherwise a code would wait four hours to be mailed. */
async function unlockOrphans(pool: pg.Pool): Promise<void> {
  await pool.query(
    `select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
     from graphile_worker.jobs
     where locked_at < now() - make_interval(secs => $1) and task_identifier <> 'audit'
     having count(*) > 0`,
    [jobSecondsMax],
  );
}

async function ended(runner: Runner): Promise<void> {
  await runner.promise.catch(() => undefined);
}

function taskList(handlers: JobHandlers, log: Log) {
  return Object.fromEntries(
    Object.entries(handlers).map(([task, handle]) => [
      task,
      async (payload: unknown) => {
        try {
          await handle(payload);
        } catch (error) {
          log.warn({ task, err: error }, 'a job failed and will be tried again');
          throw error;
        }
      },
    ]),
  );
}

/** Runs a task now and then every few seconds, one at a time; a failure waits for the next round. */
async function repeat(
  task: string,
  seconds: number,
  handle: JobHandlers[string],
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  // Ends: when the process stops; each turn waits for its time.
  while (!signal.aborted) {
    try {
      await handle?.({});
    } catch (error) {
      log.warn({ task, err: error }, 'a repeated job failed and will run again');
    }
    await pause(seconds * 1000, signal);
  }
}

/** Waits, but not longer than until the signal. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
}

/** The worker expects ids as text and times as dates, whatever our own parsers make of them (database.ts). */
function createPool(ownerUrl: string): pg.Pool {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, (text) => text);
  types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text));
  const pool = new pg.Pool({
    connectionString: ownerUrl,
    max: connectionsMax,
    connectionTimeoutMillis: 3000,
    application_name: 'marigold-jobs',
    types,
  });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

const silent = new Logger(() => () => undefined);

/** The worker's own words without their details, which hold payloads. Its report of a failed job is ours already. */
function quiet(log: Log): Logger {
  return new Logger((scope) => (level, message) => {
    if (scope.jobId !== undefined || message.startsWith('Failed task')) return;
    if (level === 'error') log.error({ part: 'jobs' }, message);
    else if (level === 'warning') log.warn({ part: 'jobs' }, message);
  });
}
