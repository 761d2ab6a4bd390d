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

export type HumanDependencies = {
  readonly check: HumanCheck;
  readonly limits: Pick<Limits, 'count' | 'countOf'>;
};

export function createHuman({ check, limits }: HumanDependencies): Human {
  /** How many calls there are as `read` answers it for each bucket: 1 is the most that is no flood. */
  async function pressureBy(
    read: (bucket: string, key: string) => Promise<number>,
    scene: PuzzlePurpose,
    network: string,
  ): Promise<number> {
    const { perNetwork, ofHouse } = floodRule;
    const [inNetwork, inHouse] = await Promise.all([
      read(`puzzle:${scene}:network`, network),
      read(`puzzle:${scene}`, 'house'),
    ]);
    return Math.max(inNetwork / perNetwork, inHouse / ofHouse);
  }

  async function countOneMore(bucket: string, key: string): Promise<number> {
    return await limits.count(bucket, key, floodRule.seconds);
  }

  /** As it will be with the next call. */
  async function lookAhead(bucket: string, key: string): Promise<number> {
    return (await limits.countOf(bucket, key)) + 1;
  }

  return {
    handlers: {
      async 'user/puzzle'({ scene }, { address, now }) {
        const network = networkOf(address);
        const expires = now + puzzleLifeMs;
        // Browsers ask while somebody types: a calm day makes no work, and looking is not counted.
        if (!check.isOn || (await pressureBy(lookAhead, scene, network)) <= 1)
          return { puzzle: null, expires };
        // Counted as the calls are: puzzles that are gathered for later become heavier with each one.
        const pressure = await pressureBy(countOneMore, scene, network);
        const effort = Math.min(Math.max(pressure, 1), effortMax);
        return { puzzle: await check.make({ scene, network }, { effort, until: expires }), expires };
      },
    },
    async refuseFlood(scene, answer, { aside, address, now }) {
      if (!check.isOn) return undefined;
      const network = networkOf(address);
      if ((await pressureBy(countOneMore, scene, network)) <= 1) return undefined;
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
