/** Calls that want work of the browser while there is a flood of them (docs/decisions/0054). */
import type { PuzzlePurpose } from '@marigold/contract/calls/puzzle';
import type { Contract, Path } from '@marigold/contract/contract';
import type { WireInput } from '@marigold/contract/endpoint';
import { useEffect, useState } from 'react';

import { serverClock } from '../../lib/device/clock.ts';
import type { CallOptions, RefusalFor, Result } from '../../lib/http/api.ts';
import { call } from '../../lib/http/call.ts';

/** The calls that may ask for a puzzle. */
type WorkPath = { [P in Path]: 'puzzle_needed' extends RefusalFor<P> ? P : never }[Path];

/** security.md 9.2: what takes longer is explained. */
const slowMs = 2000;

/** Work for a call that somebody is about to make. */
export type EarlyWork = {
  readonly scene: PuzzlePurpose;
  /** Asks whether work is wanted, and does it; nothing while an earlier answer holds. */
  readonly begin: () => void;
  /**
   * The answer, once; undefined where none was begun, or it is too old by now. Unless it `isNeeded` nobody waits for the
   * server to say whether work is wanted.
   */
  readonly take: (isNeeded: boolean) => Promise<string | undefined>;
};

/** Work that is done while somebody types, begun once there is something to send; undefined while there is nothing. */
export function useEarlyWork(scene: PuzzlePurpose, typed: string | undefined): EarlyWork {
  const [work] = useState(() => createEarlyWork(scene));
  useEffect(() => {
    if (typed !== undefined) work.begin();
  }, [work, typed]);
  return work;
}

function createEarlyWork(scene: PuzzlePurpose): EarlyWork {
  let begun: Promise<string | undefined> | undefined;
  /** Until when nothing is asked again, by the server's clock: while one asks, and after a failure, for ever. */
  let endsAt = 0;
  let isWanted = false;

  async function work(): Promise<string | undefined> {
    // Nobody waits for it yet: what fails is tried again by the call itself, and explained there.
    const made = await call('user/puzzle', { scene }, { disableLoading: true, onFail: () => undefined });
    if (!made.ok) return undefined;
    const { puzzle, expires } = made.data;
    endsAt = expires;
    isWanted = puzzle !== null;
    return puzzle === null ? undefined : await solve(puzzle);
  }

  return {
    scene,
    begin() {
      if (endsAt > serverClock.now()) return;
      endsAt = Infinity;
      begun = work().catch(() => undefined);
    },
    async take(isNeeded) {
      if (!isNeeded && !isWanted) return undefined;
      const answer = await begun;
      const isGood = endsAt > serverClock.now();
      // Good for one call: what is typed for the next one begins anew.
      [begun, isWanted, endsAt] = [undefined, false, 0];
      return isGood ? answer : undefined;
    },
  };
}

type WorkOptions = CallOptions & {
  /** What was begun while somebody typed. */
  readonly early: EarlyWork;
  /** Called when somebody who pressed has waited for work for two seconds. */
  readonly onSlow: () => void;
};

/**
 * Makes a call with the answer to a puzzle where work was begun for it; where it is refused for want of one, fetches one,
 * solves it and makes the call again. Where no answer is found the first refusal stands.
 */
export async function callWithWork<P extends WorkPath>(
  path: P,
  input: WireInput<Contract[P]>,
  options: WorkOptions,
): Promise<Result<P>> {
  const { early, onSlow, ...how } = options;
  const ready = await explained(early.take(false), onSlow);
  const first = await call(path, ready === undefined ? input : { ...input, puzzle: ready }, how);
  if (first.ok || first.kind !== 'refusal') return first;
  // What was ready may have been made for another network.
  const isStale = first.refusal === 'puzzle_wrong' && ready !== undefined;
  if (first.refusal !== 'puzzle_needed' && !isStale) return first;
  return await explained(again(), onSlow);

  async function again(): Promise<Result<P>> {
    const begun = ready === undefined ? await early.take(true) : undefined;
    if (begun !== undefined) return await call(path, { ...input, puzzle: begun }, how);
    const made = await call('user/puzzle', { scene: early.scene }, how);
    if (!made.ok) return made;
    // The flood is over.
    if (made.data.puzzle === null) return await call(path, input, how);
    // No workers here, or a version whose files are gone.
    const puzzle = await solve(made.data.puzzle).catch(() => undefined);
    return puzzle === undefined ? first : await call(path, { ...input, puzzle }, how);
  }
}

async function explained<Outcome>(waited: Promise<Outcome>, onSlow: () => void): Promise<Outcome> {
  const slow = setTimeout(onSlow, slowMs);
  return await waited.finally(() => clearTimeout(slow));
}

async function solve(puzzle: string): Promise<string | undefined> {
  const { solvePuzzle } = await import('./solve-puzzle.ts');
  return await solvePuzzle(puzzle);
}
