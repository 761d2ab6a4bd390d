/** The faults of the storm, each by its kind: SIGKILL of one process or of several, SIGSTOP, and commits made slow. */
import { setTimeout as sleep } from 'node:timers/promises';

import { slowCommits, type StormDatabase } from './database.ts';
import type { StormProgram } from './program.ts';
import type { Random } from './random.ts';

const pauseMs = { least: 100, most: 2000 } as const;
/** A program takes about a second to start; the second kill falls anywhere in it. */
const startMs = { least: 50, most: 1200 } as const;
/** The program dies while the database recovers from the death of one of its processes. */
const bothWithinMs = 60;
const commitMs = { least: 20, most: 100 } as const;

export const faults = [
  'program',
  'engine',
  'postgres',
  'postmaster',
  'backend',
  'both',
  'everything',
  'start',
  'pause',
] as const;
export type NemesisFault = (typeof faults)[number];

/** What the faults strike, and what they have done so far. */
export interface Struck {
  readonly program: StormProgram;
  /** The process that runs the books. */
  readonly engine: StormProgram;
  readonly database: StormDatabase;
  readonly random: Random;
  /** SIGKILLs sent to programs or databases, a whole database counting once. */
  kills: number;
  areCommitsSlow: boolean;
}

/** Each resolves when the fault has happened, not when it is over. */
export const strike: Readonly<Record<NemesisFault, (struck: Struck) => Promise<void>>> = {
  async program(struck) {
    killProgram(struck);
  },
  async engine(struck) {
    struck.kills += 1;
    struck.engine.expectEnd();
    struck.engine.signal('SIGKILL');
  },
  async postgres(struck) {
    killAll(struck, struck.database.processes());
  },
  async postmaster(struck) {
    killAll(struck, struck.database.processes().slice(0, 1));
  },
  async backend(struck) {
    killOneOfPostgres(struck);
  },
  async both(struck) {
    killOneOfPostgres(struck);
    await sleep(struck.random.between(0, bothWithinMs));
    killProgram(struck);
  },
  async everything(struck) {
    killEverything(struck);
  },
  async start(struck) {
    killProgram(struck);
    await sleep(struck.random.between(startMs.least, startMs.most));
    killProgram(struck);
  },
  async pause({ program, random }) {
    program.signal('SIGSTOP');
    await sleep(random.between(pauseMs.least, pauseMs.most));
    program.signal('SIGCONT');
  },
};

/** Programs and database at once. */
export function killEverything(struck: Struck): void {
  const { program, engine, database } = struck;
  program.expectEnd();
  engine.expectEnd();
  const pids = database.processes();
  program.signal('SIGKILL');
  engine.signal('SIGKILL');
  killAll(struck, pids);
}

/** Commits become slow, so that kills fall into them, or fast again. */
export async function changeDisk(struck: Struck): Promise<void> {
  const { database, random } = struck;
  struck.areCommitsSlow = !struck.areCommitsSlow;
  const ms = struck.areCommitsSlow ? random.between(commitMs.least, commitMs.most) : 0;
  // A database that is just away stays as fast as it was.
  await database.use('admin', async (query) => await slowCommits(query, ms)).catch(() => undefined);
}

function killProgram(struck: Struck): void {
  struck.kills += 1;
  struck.program.expectEnd();
  struck.program.signal('SIGKILL');
}

function killOneOfPostgres(struck: Struck): void {
  const [, ...others] = struck.database.processes();
  if (others.length > 0) killAll(struck, [struck.random.pick(others)]);
}

function killAll(struck: Struck, pids: readonly number[]): void {
  if (pids.length > 0) struck.kills += 1;
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      // It ended by itself meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
