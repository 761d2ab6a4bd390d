/** How workers of a world die: once at each named point of each line of wishes, and by chance. */
import type { PartnerCrashPoint } from '../../apps/server/src/modules/partner/crash-points.ts';
import type { Random } from '../../chaos/random.ts';

const usualChance = 0.003;

/** What a worker that died did not write down did not happen. */
export class Crashed extends Error {}

/** `Line`: whose wishes, such as those for one company. */
export type Doom<Line extends string> = {
  isOn: boolean;
  /** Dies there for sure where nobody has died yet, else by chance. */
  readonly meet: (point: PartnerCrashPoint, fate: Random, line: Line) => void;
  /** A worker of its own: once it is dead, it does nothing any more. */
  readonly worker: (fate: Random, line: Line) => (point: PartnerCrashPoint) => void;
  /** Where nobody has died. */
  readonly unmet: () => readonly string[];
};

/** `lines`: at which points workers of each line die. */
export function createDoom<Line extends string>(
  lines: Readonly<Record<Line, readonly PartnerCrashPoint[]>>,
  crashChance = usualChance,
): Doom<Line> {
  const nameOf = (point: PartnerCrashPoint, line: Line): string => `${point} of ${line}`;
  const all = Object.entries<readonly PartnerCrashPoint[]>(lines) as [Line, readonly PartnerCrashPoint[]][];
  const waiting = new Set(all.flatMap(([line, points]) => points.map((point) => nameOf(point, line))));
  const isFatal = (point: PartnerCrashPoint, fate: Random, line: Line): boolean =>
    doom.isOn && (waiting.delete(nameOf(point, line)) || fate.chance(crashChance));
  const doom: Doom<Line> = {
    isOn: true,
    meet(point, fate, line) {
      if (isFatal(point, fate, line)) throw new Crashed(point);
    },
    worker(fate, line) {
      let isDead = false;
      return (point) => {
        isDead ||= isFatal(point, fate, line);
        if (isDead) throw new Crashed(point);
      };
    },
    unmet: () => [...waiting],
  };
  return doom;
}
