/** Which crash points the next life of a program dies at, and which have been met: all of them, before any twice. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Random } from './random.ts';

/** Once all were met, most lives meet none, so that the storm goes on between. */
const armedOften = 0.3;
const pointsOfALife = 2;

export interface CrashPlan {
  /** The setting of the next life; undefined: it meets none. */
  next(): string | undefined;
  /** Whether the program has died at a point since this was asked last. */
  diedAgain(): boolean;
  readonly points: readonly string[];
  /** How often each was met. */
  hits(): ReadonlyMap<string, number>;
}

export interface CrashPlanOptions {
  readonly points: readonly string[];
  /** How often a life that meets a point dies there: soon, but not at the first call. */
  readonly dieOften: number;
  /** Where the program keeps its things. */
  readonly dataDirectory: string;
  readonly random: Random;
}

export function createCrashPlan({ points, dieOften, dataDirectory, random }: CrashPlanOptions): CrashPlan {
  const file = join(dataDirectory, 'crash-points.txt');
  let known = 0;

  function reachedPoints(): string[] {
    if (!existsSync(file)) return [];
    return readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .filter((line) => points.includes(line));
  }

  function hits(): Map<string, number> {
    const counts = new Map(points.map((point) => [point, 0]));
    for (const point of reachedPoints()) counts.set(point, (counts.get(point) ?? 0) + 1);
    return counts;
  }

  return {
    points,
    hits,
    next() {
      const counts = [...hits()].toSorted(([, left], [, right]) => left - right);
      const isLeft = counts.some(([, count]) => count === 0);
      if (points.length === 0 || !random.chance(isLeft ? 1 : armedOften)) return undefined;
      const [, least] = counts[0] ?? ['', 0];
      const rarest = counts.filter(([, count]) => count === least).map(([point]) => point);
      return random
        .shuffled(rarest)
        .slice(0, pointsOfALife)
        .map((point) => `${point}:${dieOften}`)
        .join(',');
    },
    diedAgain() {
      const now = reachedPoints().length;
      const hasDied = now > known;
      known = now;
      return hasDied;
    },
  };
}
