/** The crash points of both processes of a storm: armed while it rages, disarmed in the calm before and after. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { orderCrashPoints } from '../apps/server/src/modules/trade/crash.ts';
import { type CrashPlan, createCrashPlan } from './crash-points.ts';
import { createRandom } from './random.ts';

/** Where a transfer can be cut; orders say so themselves (modules/trade/crash.ts). */
const transferCrashPoints = [
  'transfer.before-journal',
  'transfer.after-journal',
  'transfer.after-bills',
  'call.before-commit',
  'call.after-commit',
] as const;

export interface Arms {
  /** Where each process keeps its things. */
  readonly directories: { readonly program: string; readonly engine: string };
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
  const directories = { program: join(dataDirectory, 'program'), engine: join(dataDirectory, 'engine') };
  for (const directory of Object.values(directories)) mkdirSync(directory);
  const pointsOf = (points: readonly string[]): readonly string[] =>
    only === undefined ? points : points.filter((point) => point === only);
  const plans = {
    program: createCrashPlan({
      points: pointsOf(transferCrashPoints),
      dieOften: 0.4,
      dataDirectory: directories.program,
      random: createRandom(seed, 'program crashes'),
    }),
    engine: createCrashPlan({
      points: pointsOf(orderCrashPoints),
      dieOften: 0.3,
      dataDirectory: directories.engine,
      random: createRandom(seed, 'engine crashes'),
    }),
  };
  let isArmed = false;
  return {
    directories,
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
