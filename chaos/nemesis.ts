/**
 * Breaks the running system from outside, by a seed: SIGKILL of the program, of PostgreSQL whole, of its postmaster, of
 * one of its processes with or without the program, of everything at once, and in the middle of a start; SIGSTOP; and
 * commits made slow, so that kills fall into them. After each fault a payment must be acknowledged again before the next
 * one comes.
 */
import { setTimeout as sleep } from 'node:timers/promises';

import { slowCommits, type StormDatabase } from './database.ts';
import type { Findings } from './findings.ts';
import type { Program } from './program.ts';
import type { Random } from './random.ts';

const backWithinMs = 60_000;
const calmMs = { least: 2500, most: 5000 } as const;
const pauseMs = { least: 100, most: 2000 } as const;
/** A program takes about a second to start; the second kill falls anywhere in it. */
const startMs = { least: 50, most: 1200 } as const;
/** The program dies while the database recovers from the death of one of its processes. */
const bothWithinMs = 60;
const commitMs = { least: 20, most: 100 } as const;

const faults = [
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
type Fault = (typeof faults)[number];
/** Every kind in every round, the frequent ones more than once, so that a short run has them all. */
const round: readonly Fault[] = [...faults, 'program', 'backend', 'program', 'postgres'];

export interface Nemesis {
  readonly done: Readonly<Record<Fault, number>>;
  /** SIGKILLs sent to programs or databases, a whole database counting once. */
  kills(): number;
  /** From each fault to the next acknowledgement of a payment sent after it; pauses are none. */
  readonly outagesSeconds: readonly number[];
  acknowledged(sentAt: number, what: 'payment' | 'order'): void;
  rage(isOver: () => boolean): Promise<void>;
  killEverything(): void;
}

export interface NemesisDependencies {
  readonly program: Program;
  /** The process that runs the books. */
  readonly engine: Program;
  readonly database: StormDatabase;
  readonly random: Random;
  readonly findings: Findings;
}

export function createNemesis(dependencies: NemesisDependencies): Nemesis {
  const { program, engine, database, random, findings } = dependencies;
  const done = {
    program: 0,
    engine: 0,
    postgres: 0,
    postmaster: 0,
    backend: 0,
    both: 0,
    everything: 0,
    start: 0,
    pause: 0,
  };
  const outagesSeconds: number[] = [];
  let faultAt: number | undefined;
  let isCounted = false;
  let kills = 0;
  let isSlow = false;
  /** The books were killed: only an order tells that they are back. */
  let needsOrder = false;

  const strike: Record<Fault, () => Promise<void>> = {
    async program() {
      killProgram();
    },
    async engine() {
      needsOrder = true;
      killEngine();
    },
    async postgres() {
      killAll(database.processes());
    },
    async postmaster() {
      killAll(database.processes().slice(0, 1));
    },
    async backend() {
      killOneOfPostgres();
    },
    async both() {
      killOneOfPostgres();
      await sleep(random.between(0, bothWithinMs));
      killProgram();
    },
    async everything() {
      killEverything();
    },
    async start() {
      killProgram();
      await sleep(random.between(startMs.least, startMs.most));
      killProgram();
    },
    async pause() {
      program.signal('SIGSTOP');
      await sleep(random.between(pauseMs.least, pauseMs.most));
      program.signal('SIGCONT');
    },
  };

  function killEngine(): void {
    kills += 1;
    engine.expectEnd();
    engine.signal('SIGKILL');
  }

  function killProgram(): void {
    kills += 1;
    program.expectEnd();
    program.signal('SIGKILL');
  }

  function killAll(pids: readonly number[]): void {
    if (pids.length > 0) kills += 1;
    for (const pid of pids) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch (error) {
        // It ended by itself meanwhile.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
  }

  function killOneOfPostgres(): void {
    const [, ...others] = database.processes();
    if (others.length > 0) killAll([random.pick(others)]);
  }

  function killEverything(): void {
    program.expectEnd();
    engine.expectEnd();
    const pids = database.processes();
    program.signal('SIGKILL');
    engine.signal('SIGKILL');
    killAll(pids);
  }

  async function changeDisk(): Promise<void> {
    isSlow = !isSlow;
    const ms = isSlow ? random.between(commitMs.least, commitMs.most) : 0;
    // A database that is just away stays as fast as it was.
    await database.use('admin', async (query) => await slowCommits(query, ms)).catch(() => undefined);
  }

  async function backAgain(fault: Fault): Promise<void> {
    const deadline = performance.now() + backWithinMs;
    while (faultAt !== undefined && performance.now() < deadline) await sleep(10);
    if (faultAt === undefined) return;
    faultAt = undefined;
    findings.add('availability', `no payment within ${backWithinMs / 1000} s after a fault of kind ${fault}`);
  }

  return {
    done,
    outagesSeconds,
    kills: () => kills,
    killEverything,
    acknowledged(sentAt, what) {
      if (faultAt === undefined || sentAt < faultAt || (needsOrder && what !== 'order')) return;
      needsOrder = false;
      if (isCounted) outagesSeconds.push((performance.now() - faultAt) / 1000);
      faultAt = undefined;
    },
    async rage(isOver) {
      let deck: Fault[] = [];
      while (!isOver()) {
        await sleep(random.between(calmMs.least, calmMs.most));
        if (isOver()) return;
        if (random.chance(0.5)) await changeDisk();
        if (deck.length === 0) deck = random.shuffled(round);
        const fault = deck.pop() ?? 'program';
        done[fault] += 1;
        isCounted = fault !== 'pause';
        const startedAt = performance.now();
        await strike[fault]();
        faultAt = startedAt;
        await backAgain(fault);
      }
    },
  };
}
