import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { testDatabase, type TestDatabase } from '../../../testing/database.ts';
import { type Databases, openDatabases } from '../database/database.ts';
import { enqueue } from '../database/outbox.ts';
import { jobSchedule, startJobs } from './jobs.ts';

/** A queue is asked, worked on and started again within a second or two; a busy machine takes its time. */
const doneWithin = { timeout: 12_000 };

/** What was logged, as text. */
function recording() {
  const lines: string[] = [];
  return { log: pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) }), lines };
}

describe('jobs', () => {
  let database: TestDatabase;
  let databases: Databases;
  let owner: pg.Pool;
  const silent = pino({ level: 'silent' });

  beforeAll(async () => {
    database = await testDatabase();
    databases = openDatabases(database.appUrl, 4);
    owner = new pg.Pool({ connectionString: database.ownerUrl, max: 2 });
  });
  afterAll(async () => {
    await databases.close();
    await owner.end();
    await database.drop();
  });

  async function waiting(): Promise<string[]> {
    const found = await owner.query<{ task: string }>(
      'select task_identifier as task from graphile_worker.jobs order by 1',
    );
    return found.rows.map(({ task }) => task);
  }

  async function scheduled(): Promise<string[]> {
    const found = await owner.query<{ identifier: string }>(
      'select identifier from graphile_worker._private_known_crontabs order by 1',
    );
    return found.rows.map(({ identifier }) => identifier);
  }

  it('run after the transaction that queued them, with its payload', async () => {
    const heard: unknown[] = [];
    const handlers = { mail: async (payload: unknown) => void heard.push(payload) };
    const jobs = await startJobs({ ownerUrl: database.ownerUrl, handlers, cron: [], log: silent });
    await databases.main.transaction().execute(async (db) => {
      await enqueue(db, 'mail', { to: 'anna@example.org' });
      expect(heard).toEqual([]);
    });
    await vi.waitFor(() => expect(heard).toEqual([{ to: 'anna@example.org' }]), doneWithin);
    await jobs.stop();
  });

  it('of a program that was killed are taken up by the next one', async () => {
    await enqueue(databases.main, 'orphan', {});
    await owner.query(
      `update graphile_worker._private_jobs set locked_by = 'a killed worker', locked_at = now() - interval '2 minutes'`,
    );
    const heard: unknown[] = [];
    const handlers = { orphan: async () => void heard.push('orphan') };
    const jobs = await startJobs({ ownerUrl: database.ownerUrl, handlers, cron: [], log: silent });
    await vi.waitFor(() => expect(heard).toEqual(['orphan']), doneWithin);
    await jobs.stop();
  });

  it('are found although the first look for them met an outage', async () => {
    const blocker = await owner.connect();
    await blocker.query('begin; lock table graphile_worker._private_tasks in access exclusive mode');
    const heard: unknown[] = [];
    const handlers = { mail: async () => void heard.push('mail') };
    const jobs = await startJobs({ ownerUrl: database.ownerUrl, handlers, cron: [], log: silent });
    await vi.waitFor(async () => {
      const ended = await owner.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'marigold-jobs' and wait_event_type = 'Lock' and datname = current_database()`,
      );
      expect(ended.rowCount).toBeGreaterThan(0);
    }, doneWithin);
    await blocker.query('rollback');
    blocker.release();
    await enqueue(databases.main, 'mail', {});
    await vi.waitFor(() => expect(heard).toEqual(['mail']), doneWithin);
    await jobs.stop();
  });

  it('are not queued by a transaction that rolls back', async () => {
    const rolledBack = databases.main.transaction().execute(async (db) => {
      await enqueue(db, 'mail', { to: 'nobody' });
      throw new Error('changed my mind');
    });
    await expect(rolledBack).rejects.toThrow('changed my mind');
    expect(await waiting()).toEqual([]);
  });

  it('replace an earlier one of the same key', async () => {
    await enqueue(databases.main, 'mail', { to: 'first' }, 'one-key');
    await enqueue(databases.main, 'mail', { to: 'second' }, 'one-key');
    const heard: unknown[] = [];
    const handlers = { mail: async (payload: unknown) => void heard.push(payload) };
    const jobs = await startJobs({ ownerUrl: database.ownerUrl, handlers, cron: [], log: silent });
    await vi.waitFor(async () => expect(await waiting()).toEqual([]), doneWithin);
    await jobs.stop();
    expect(heard).toEqual([{ to: 'second' }]);
  });

  it('stay queued after a failure and never tell the log what they carry', async () => {
    const { log, lines } = recording();
    const fail = async () => {
      throw new Error('the mail server is away');
    };
    const jobs = await startJobs({ ownerUrl: database.ownerUrl, handlers: { mail: fail }, cron: [], log });
    await enqueue(databases.main, 'mail', { to: 'very-private@example.org' });
    await vi.waitFor(() => expect(lines.join('')).toContain('the mail server is away'), doneWithin);
    await jobs.stop();
    expect(lines.join('')).not.toContain('very-private');
    expect(await waiting()).toEqual(['mail']);
    await owner.query('select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))');
  });

  it('go on after every connection of the worker was cut', async () => {
    const heard: unknown[] = [];
    const handlers = { mail: async (payload: unknown) => void heard.push(payload) };
    const jobs = await startJobs({ ownerUrl: database.ownerUrl, handlers, cron: [], log: silent });
    await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'marigold-jobs' and datname = current_database()`);
    await enqueue(databases.main, 'mail', { after: 'the cut' });
    await vi.waitFor(() => expect(heard).toEqual([{ after: 'the cut' }]), doneWithin);
    await jobs.stop();
  });

  it('repeat a task every few seconds, also after a failed round', async () => {
    let rounds = 0;
    const rates = async () => {
      rounds += 1;
      if (rounds === 1) throw new Error('the source is away');
    };
    const cron = [{ task: 'rates', everySeconds: 0.02 }];
    const jobs = await startJobs({ ownerUrl: database.ownerUrl, handlers: { rates }, cron, log: silent });
    await vi.waitFor(() => expect(rounds).toBeGreaterThan(2), doneWithin);
    await jobs.stop();
  });

  it('accept the schedule of the program and refuse a task nobody handles', async () => {
    const done = async () => undefined;
    const all = Object.fromEntries(jobSchedule.map(({ task }) => [task, done]));
    const jobs = await startJobs({
      ownerUrl: database.ownerUrl,
      handlers: all,
      cron: jobSchedule,
      log: silent,
    });
    await vi.waitFor(
      async () =>
        expect(await scheduled()).toEqual([
          'audit',
          'cardClock',
          'files',
          'kycClock',
          'kycErase',
          'kycRescreen',
          'limits',
          'prune',
          'tradeRisks',
        ]),
      doneWithin,
    );
    await jobs.stop();
    const missing = startJobs({ ownerUrl: database.ownerUrl, handlers: {}, cron: jobSchedule, log: silent });
    await expect(missing).rejects.toThrow('"audit" is due by the clock but has no handler');
  });

  it('cannot be touched by the role of the program other than by queueing', async () => {
    await expect(sql`select * from graphile_worker.jobs`.execute(databases.main)).rejects.toThrow(
      'permission denied',
    );
  });
});
