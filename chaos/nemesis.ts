/**
 * Breaks the running system from outside, by a seed: SIGKILL of the program, of PostgreSQL whole, of its postmaster, of
 * one of its processes with or without the program, of everything at once, and in the middle of a start; SIGSTOP; and
 * commits made slow, so that kills fall into them. After each fault a payment must be acknowledged again before the next
 * one comes.
 */
import { setTimeout as sleep } from 'node:timers/promises';

import type { StormDatabase } from './database.ts';
import { changeDisk, type NemesisFault, faults, killEverything, strike, type Struck } from './faults.ts';
import type { ChaosFindings } from './findings.ts';
import type { StormProgram } from './program.ts';
import type { Random } from './random.ts';

const backWithinMs = 60_000;
const calmMs = { least: 2500, most: 5000 } as const;

/** Every kind in every round, the frequent ones more than once, so that a short run has them all. */
const round: readonly NemesisFault[] = [...faults, 'program', 'backend', 'program', 'postgres'];

export interface Nemesis {
  readonly done: Readonly<Record<NemesisFault, number>>;
  /** SIGKILLs sent to programs or databases, a whole database counting once. */
  kills(): number;
  /** From each fault to the next acknowledgement of a payment sent after it; pauses are none. */
  readonly outagesSeconds: readonly number[];
  acknowledged(sentAt: number, what: 'payment' | 'order'): void;
  rage(isOver: () => boolean): Promise<void>;
  killEverything(): void;
}

export interface NemesisDependencies {
  readonly program: StormProgram;
  /** The process that runs the books. */
  readonly engine: StormProgram;
  readonly database: StormDatabase;
  readonly random: Random;
  readonly findings: ChaosFindings;
}

interface NemesisState {
  readonly struck: Struck;
  readonly random: Random;
  readonly findings: ChaosFindings;
  readonly done: Record<NemesisFault, number>;
  readonly outagesSeconds: number[];
  /** When the last fault began, until something is acknowledged that was sent after it. */
  faultAt: number | undefined;
  /** The fault is one of those whose outage is counted. */
  isCounted: boolean;
  /** The books were killed: only an order tells that they are back. */
  needsOrder: boolean;
}

export function createNemesis({ random, findings, ...targets }: NemesisDependencies): Nemesis {
  const state: NemesisState = {
    struck: { ...targets, random, kills: 0, areCommitsSlow: false },
    random,
    findings,
    done: {
      program: 0,
      engine: 0,
      postgres: 0,
      postmaster: 0,
      backend: 0,
      both: 0,
      everything: 0,
      start: 0,
      pause: 0,
    },
    outagesSeconds: [],
    faultAt: undefined,
    isCounted: false,
    needsOrder: false,
  };
  return {
    done: state.done,
    outagesSeconds: state.outagesSeconds,
    kills: () => state.struck.kills,
    killEverything: () => killEverything(state.struck),
    acknowledged: (sentAt, what) => acknowledged(state, sentAt, what),
    rage: async (isOver) => await rage(state, isOver),
  };
}

async function rage(state: NemesisState, isOver: () => boolean): Promise<void> {
  const { random, struck, done } = state;
  let deck: NemesisFault[] = [];
  while (!isOver()) {
    await sleep(random.between(calmMs.least, calmMs.most));
    if (isOver()) return;
    if (random.chance(0.5)) await changeDisk(struck);
    if (deck.length === 0) deck = random.shuffled(round);
    const fault = deck.pop() ?? 'program';
    done[fault] += 1;
    state.isCounted = fault !== 'pause';
    const startedAt = performance.now();
    if (fault === 'engine') state.needsOrder = true;
    await strike[fault](struck);
    state.faultAt = startedAt;
    await backAgain(state, fault);
  }
}

async function backAgain(state: NemesisState, fault: NemesisFault): Promise<void> {
  const deadline = performance.now() + backWithinMs;
  while (state.faultAt !== undefined && performance.now() < deadline) await sleep(10);
  if (state.faultAt === undefined) return;
  state.faultAt = undefined;
  state.findings.add(
    'availability',
    `no payment within ${backWithinMs / 1000} s after a fault of kind ${fault}`,
  );
}

function acknowledged(state: NemesisState, sentAt: number, what: 'payment' | 'order'): void {
  const { faultAt } = state;
  if (faultAt === undefined || sentAt < faultAt || (state.needsOrder && what !== 'order')) return;
  state.needsOrder = false;
  if (state.isCounted) state.outagesSeconds.push((performance.now() - faultAt) / 1000);
  state.faultAt = undefined;
}
