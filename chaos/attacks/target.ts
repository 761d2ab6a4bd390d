/**
 * The program that is attacked: one process of a repository with the product's own PostgreSQL under it, calls from any
 * address, a kill whenever it is asked for, and a clock that a kill may move on.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { freePort } from '../../e2e/program/program.ts';
import { type Client, createClient } from '../client.ts';
import { type DatabaseRow, keepDatabase, letTimePass, type StormDatabase } from '../database.ts';
import { type ChaosFindings, createFindings } from '../findings.ts';
import { keepRunning, type StormProgram } from '../program.ts';
import type { AttackOptions } from './attack.ts';

/** Whatever is hashed for the people of an attack is hashed with it (people.ts). */
const secretKey = 'the attack has a secret key of its own';
const backWithinMs = 60_000;
const outputMax = 3000;

export interface Target {
  readonly repository: string;
  readonly client: Client;
  readonly findings: ChaosFindings;
  readonly database: StormDatabase;
  /** The program's clock, epoch milliseconds. */
  readonly now: () => number;
  /** As the owner of the database. */
  readonly query: (sql: string, values?: unknown[]) => Promise<DatabaseRow[]>;
  /** Empties the buckets of the limits and lets payments of before count for no window. */
  readonly letTimePass: () => Promise<void>;
  /** SIGKILL; the next life's clock is so much further. Waits until it answers again. */
  readonly kill: (moveMs?: number) => Promise<void>;
  /** Waits until it runs. */
  readonly ready: () => Promise<void>;
}

/** Starts a target for `use` and takes it away again. Throws when it does not start. */
export async function withTarget<Result>(
  {
    repository,
    settings,
    say,
  }: Pick<AttackOptions, 'repository' | 'say'> & { readonly settings: Readonly<Record<string, string>> },
  use: (target: Target) => Promise<Result>,
): Promise<Result> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'marigold-attack-'));
  // Root's database runs as another user, who must be able to reach it.
  chmodSync(dataDirectory, 0o755);
  const stops: (() => unknown)[] = [() => rmSync(dataDirectory, { recursive: true, force: true })];
  try {
    const database = await keepDatabase(repository, join(dataDirectory, 'postgres'));
    stops.push(async () => await database.destroy());
    const programDirectory = join(dataDirectory, 'program');
    mkdirSync(programDirectory);
    const clock = { offsetMs: 0, toMoveMs: 0, life: 0 };
    const findings = createFindings();
    const port = await freePort();
    const program = keepRunning({
      repository,
      dataDirectory: programDirectory,
      port,
      findings,
      settings: () => {
        // The clock moves between two lives: the one before would refuse an envelope of later.
        clock.offsetMs += clock.toMoveMs;
        clock.toMoveMs = 0;
        clock.life += 1;
        const offset = clock.offsetMs === 0 ? {} : { CLOCK_OFFSET_MS: String(clock.offsetMs) };
        return {
          ...database.settings,
          SECRET_KEY: secretKey,
          DEMO: '1',
          TRUSTED_PROXIES: '127.0.0.1,::1',
          ...settings,
          ...offset,
        };
      },
      diedAtCrashPoint: () => false,
    });
    stops.push(async () => await program.stop());
    const now = (): number => Date.now() + clock.offsetMs;
    const client = createClient(port, { now });
    stops.push(() => client.close());
    const target = createTarget({ repository, client, findings, database, now }, program, clock);
    await target.ready();
    const result = await use(target);
    if (findings.count('answer') > 0) say(`The program printed:\n${program.output().slice(-outputMax)}`);
    return result;
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
}

function createTarget(
  parts: Pick<Target, 'repository' | 'client' | 'findings' | 'database' | 'now'>,
  program: StormProgram,
  clock: { toMoveMs: number; readonly life: number },
): Target {
  const { database } = parts;
  const ready = async (): Promise<void> => {
    if (!(await program.ready())) throw new Error(`The program does not start:\n${program.output()}`);
  };
  return {
    ...parts,
    query: async (sql, values) => await database.use('owner', async (query) => await query(sql, values)),
    letTimePass: async () => await database.use('owner', letTimePass),
    async kill(moveMs = 0) {
      const { life } = clock;
      clock.toMoveMs += moveMs;
      program.expectEnd();
      program.signal('SIGKILL');
      const deadline = Date.now() + backWithinMs;
      while (clock.life === life && Date.now() < deadline) await sleep(5);
      await ready();
    },
    ready,
  };
}
