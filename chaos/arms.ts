/** The crash points of both processes of a storm: armed while it rages, disarmed in the calm before and after. */
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { orderCrashPoints } from '../apps/server/src/modules/trade/crash.ts';
import { transferCrashPoints } from '../apps/server/src/platform/crash-point.ts';
import { type CrashPlan, createCrashPlan } from './crash-points.ts';
import { createRandom } from './random.ts';

export interface Arms {
  /** Where the process of the books keeps its things. */
  readonly engineDirectory: string;
  readonly plans: { readonly program: CrashPlan; readonly engine: CrashPlan };
  /** The setting of the next life of a process; nothing in the calm. */
  settingsOf(process: 'program' | 'engine'): Readonly<Record<string, string>>;
  arm(): void;
  disarm(): void;
  figures(): { readonly crashPoints: number; readonly crashPointsHit: number; readonly crashes: number };
}

export interface ArmsOptions {
  readonly dataDirectory: string;
  readonly seed: number;
  /** The one point that is armed, and in every life. */
  readonly only: string | undefined;
}

export function createArms({ dataDirectory, seed, only }: ArmsOptions): Arms {
  const engineDirectory = join(dataDirectory, 'engine');
  mkdirSync(engineDirectory);
  chmodSync(engineDirectory, 0o755);
  const pointsOf = (points: readonly string[]): readonly string[] =>
    only === undefined ? points : points.filter((point) => point === only);
  const plans = {
    program: createCrashPlan({
      points: pointsOf(transferCrashPoints),
      dieOften: 0.2,
      dataDirectory,
      random: createRandom(seed, 'program crashes'),
    }),
    engine: createCrashPlan({
      points: pointsOf(orderCrashPoints),
      dieOften: 0.1,
      dataDirectory: engineDirectory,
      random: createRandom(seed, 'engine crashes'),
    }),
  };
  let isArmed = false;
  return {
    engineDirectory,
    plans,
    settingsOf(process) {
      const points = isArmed ? plans[process].next() : undefined;
      return points === undefined ? {} : { CRASH_POINTS: points };
    },
    arm: () => void (isArmed = true),
    disarm: () => void (isArmed = false),
    figures() {
      const counts = [...plans.program.hits().values(), ...plans.engine.hits().values()];
      return {
        crashPoints: counts.length,
        crashPointsHit: counts.filter((count) => count > 0).length,
        crashes: counts.reduce((sum, count) => sum + count, 0),
      };
    },
  };
}
