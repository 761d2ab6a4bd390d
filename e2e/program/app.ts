/** A running program for journeys, shared or of one's own, with what stands beside the screens (inbox, faucet, crash). */
import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

import pg from 'pg';
import { expect, inject, vi } from 'vitest';

import { bearWitness, keepText } from '../window/evidence.ts';
import { demoSettings, newDataFolder } from './data-folder.ts';
import { freePort, killProcessesOf, processesOf, type Program, startProgram } from './program.ts';

/** A mail is queued, handed to a mail server and kept: three steps, none of them slow. */
const mailWithin = { timeout: 30_000, interval: 50 };
/** A chain of this machine, blocks made as fast as they are read. */
const creditedWithin = { timeout: 60_000, interval: 500 };
const goneWithin = { timeout: 30_000, interval: 50 };

export interface ReceivedMail {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
}

/** A program that others use at the same time: nobody stops it, and what is done to it is done to all. */
export interface SharedApp {
  /** `http://localhost:PORT`; stays the same through crashes. */
  readonly url: string;
  /** The `number`-th mail to an address (1 is the first), waited for. */
  readonly mail: (to: string, number?: number) => Promise<ReceivedMail>;
  /** The first mail to an address whose subject says so, waited for; others may come before it. */
  readonly mailAbout: (to: string, subject: RegExp) => Promise<ReceivedMail>;
  /** Demo money for somebody, by the faucet's own door; where it comes over a chain, final when this answers. */
  readonly credit: (username: string, currency: string, amount: string) => Promise<void>;
  /** Address of the program's own database, as the login that owns it. */
  readonly databaseUrl: () => string;
  /** What it seals and signs with, which a demo makes for itself. */
  readonly secretKey: () => string;
}

/** A program of one's own. */
export interface App extends SharedApp {
  /** Kills every process of the program and of its database at once, with SIGKILL. */
  readonly crash: () => Promise<void>;
  /** Starts on the same data and port, with other settings where they are given: a day later with CLOCK_OFFSET_MS. */
  readonly restart: (more?: Readonly<Record<string, string>>) => Promise<void>;
  /** Stops it and deletes its data. */
  readonly end: () => Promise<void>;
}

/**
 * The one program of all journeys that neither stop nor configure it (shared-program.ts): with people in its markets, and
 * demo money at once instead of a chain. Its demo people belong to nobody: a file makes its own.
 */
export function sharedApp(): SharedApp {
  const { url, data, log } = inject('sharedProgram');
  let seen = statSync(log).size;
  bearWitness({
    forget: async () => void (seen = statSync(log).size),
    keep: async (folder) =>
      keepText(folder, 'program-shared.log', readFileSync(log).subarray(seen).toString()),
  });
  return appAt(url, data);
}

/** `npm start` in demo mode on data of its own, with more settings where a journey needs them. */
export async function startApp(settings: Readonly<Record<string, string>> = {}): Promise<App> {
  const data = newDataFolder(inject('templateData'));
  const env = { ...demoSettings, ...settings, DATA_DIR: data, PORT: String(await freePort()) };
  const forget = (): void => rmSync(data, { recursive: true, force: true });
  const first = await startProgram({ env }).catch((error: unknown) => {
    forget();
    throw error;
  });
  let program: Program | undefined = first;
  return {
    ...appAt(first.url, data),
    async crash() {
      await program?.killAll();
      program = undefined;
      killProcessesOf(data);
      await vi.waitFor(() => expect(processesOf(data)).toEqual([]), goneWithin);
    },
    async restart(more = {}) {
      program = await startProgram({ env: { ...env, ...more } });
    },
    async end() {
      await program?.end();
      forget();
    },
  };
}

/** What can be asked of a program by where it answers and where its data lie. */
function appAt(url: string, data: string): SharedApp {
  async function mails(to: string): Promise<readonly ReceivedMail[]> {
    const answer = await fetch(`${url}/dev/inbox.json?to=${encodeURIComponent(to)}`);
    const { list } = (await answer.json()) as { readonly list: readonly ReceivedMail[] };
    return list.toReversed();
  }
  async function mailThat(
    to: string,
    is: (mail: ReceivedMail, index: number) => boolean,
  ): Promise<ReceivedMail> {
    let came: readonly ReceivedMail[] | undefined;
    try {
      return await vi.waitFor(async () => {
        came = await mails(to);
        const found = came.find(is);
        if (found === undefined) throw new Error('not yet');
        return found;
      }, mailWithin);
    } catch (error) {
      const others = came?.map(({ subject }) => subject).join('; ');
      const queue = await queueOf(databaseUrlOf(data)).catch(String);
      throw new Error(`No such mail to ${to}, but: ${others ?? 'no answer'}. In the queue: ${queue}`, {
        cause: error,
      });
    }
  }
  return {
    url,
    mail: async (to, number = 1) => await mailThat(to, (_, index) => index === number - 1),
    mailAbout: async (to, words) => await mailThat(to, ({ subject }) => words.test(subject)),
    async credit(username, asset, amount) {
      const had = await depositsOf(databaseUrlOf(data), username);
      const answer = await fetch(`${url}/dev/faucet`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: url },
        body: JSON.stringify({ username, asset, amount, requestId: randomUUID() }),
      });
      const given = (await answer.json()) as { readonly kind?: string };
      expect([answer.status, given.kind]).toEqual([200, expect.stringMatching(/^(done|sent)$/)]);
      if (given.kind === 'sent') await hurryDeposits({ url, data, username, wanted: had + 1 });
    },
    databaseUrl: () => databaseUrlOf(data),
    secretKey: () => readFileSync(join(data, 'secret-key'), 'utf8').trim(),
  };
}

/** The six digits of a mail. */
export function codeIn(mail: ReceivedMail): string {
  const code = /\b\d{6}\b/.exec(mail.body)?.[0];
  if (code === undefined) throw new Error(`There is no code in the mail "${mail.subject}": ${mail.body}`);
  return code;
}

/** The embedded server says its port in the fourth line of its lock file; the passwords lie beside the cluster. */
function databaseUrlOf(data: string): string {
  const home = join(data, 'postgres');
  const [, , , port] = readFileSync(join(home, 'cluster', 'postmaster.pid'), 'utf8').split('\n');
  const { owner } = JSON.parse(readFileSync(join(home, 'passwords.json'), 'utf8')) as {
    readonly owner: string;
  };
  return `postgres://marigold_owner:${owner}@127.0.0.1:${port}/marigold`;
}

/** What waits in the program's queue, without payloads: why a mail did not come. */
async function queueOf(database: string): Promise<string> {
  const jobs = await rowsOf<Record<string, unknown>>(
    database,
    `select task_identifier as task, attempts, run_at - now() as due, now() - locked_at as locked, locked_by, last_error
     from graphile_worker.jobs order by id desc limit 20`,
  );
  return JSON.stringify(jobs);
}

/** How many deposits of somebody are credited for good. */
async function depositsOf(database: string, username: string): Promise<number> {
  const [found] = await rowsOf<{ credited: number }>(
    database,
    `select count(*)::int as credited from app.deposit d join app.person p on p.id = d.user_id
     where p.username = $1 and d.state = 'success'`,
    username,
  );
  return found?.credited ?? 0;
}

async function rowsOf<Row extends pg.QueryResultRow>(
  database: string,
  statement: string,
  ...values: readonly string[]
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: database, connectionTimeoutMillis: 3000 });
  await client.connect();
  try {
    return (await client.query<Row>(statement, [...values])).rows;
  } finally {
    await client.end();
  }
}

interface AwaitedDeposit {
  readonly url: string;
  readonly data: string;
  readonly username: string;
  /** How many credited deposits they have in the end. */
  readonly wanted: number;
}

/** Mines until what was sent to somebody over the local chain is credited for good, by the panel's own door. */
async function hurryDeposits({ url, data, username, wanted }: AwaitedDeposit): Promise<void> {
  await vi.waitFor(async () => {
    await fetch(`${url}/dev/chain`, {
      method: 'POST',
      headers: { origin: url },
      body: new URLSearchParams({ order: 'mine', depth: '30' }),
      redirect: 'manual',
    });
    expect(await depositsOf(databaseUrlOf(data), username)).toBeGreaterThanOrEqual(wanted);
  }, creditedWithin);
}
