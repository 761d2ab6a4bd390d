/** Work that a browser does before a call is heard, wanted only while there is a flood of them. */
import type { PuzzlePurpose } from '@marigold/contract/calls/puzzle';
import { Refusal } from '@marigold/contract/endpoint';

import type { Handlers } from '../../platform/http/call.ts';
import type { Limits } from '../../platform/http/limits.ts';
import { wideNetworkOf } from '../../platform/process/caller-address.ts';
import type { HumanCheck, RefuseFlood } from './port.ts';
import { effortMax, floodRule, puzzleLifeMs } from './rules.ts';
import { takeSolvedPuzzle } from './store.ts';

export type Human = {
  readonly handlers: Pick<Handlers, 'user/puzzle'>;
  readonly refuseFlood: RefuseFlood;
};

export type HumanDependencies = { readonly check: HumanCheck; readonly limits: Pick<Limits, 'count'> };

export function createHuman({ check, limits }: HumanDependencies): Human {
  /** Counts one more, and answers how many there are: 1 is the most that is no flood. */
  async function countPressure(scene: PuzzlePurpose, network: string): Promise<number> {
    const { seconds, perNetwork, ofHouse } = floodRule;
    const [inNetwork, inHouse] = await Promise.all([
      limits.count(`puzzle:${scene}:network`, network, seconds),
      limits.count(`puzzle:${scene}`, 'house', seconds),
    ]);
    return Math.max(inNetwork / perNetwork, inHouse / ofHouse);
  }

  return {
    handlers: {
      async 'user/puzzle'({ scene }, { address, now }) {
        const network = networkOf(address);
        // Counted as the calls are: puzzles that are gathered for later become heavier with each one.
        const pressure = await countPressure(scene, network);
        const effort = Math.min(Math.max(pressure, 1), effortMax);
        return { puzzle: await check.make({ scene, network }, { effort, until: now + puzzleLifeMs }) };
      },
    },
    async refuseFlood(scene, answer, { aside, address, now }) {
      if (!check.isOn) return undefined;
      const network = networkOf(address);
      if ((await countPressure(scene, network)) <= 1) return undefined;
      if (answer === undefined) return new Refusal('puzzle_needed', { scene });
      const solved = await check.check(answer, { scene, network }, now);
      // Aside: an answer is used up whatever becomes of the call.
      const isFirst = solved !== undefined && (await takeSolvedPuzzle(aside, solved));
      return isFirst ? undefined : new Refusal('puzzle_wrong', {}, 'puzzle');
    },
  };
}

function networkOf(address: string): string {
  return wideNetworkOf(address) ?? address;
}
