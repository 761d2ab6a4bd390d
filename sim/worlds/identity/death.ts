/** How workers of the world of identities die: once at each named point of a history, and by chance. */
import {
  partnerCrashPoints,
  type PartnerCrashPoint,
} from '../../../apps/server/src/modules/partner/crash-points.ts';
import type { IdentityCrash } from '../../../apps/server/testing/identity-setup.ts';
import type { Random } from '../../../chaos/random.ts';

const crashChance = 0.003;

/** Whose wishes: those for the page of a company, or what is handed to the house. */
export type WishLine = 'page' | 'own';

/** The house sends no events. */
const ownPoints = partnerCrashPoints.filter((point) => !point.startsWith('partner.event.'));

/** What a worker that died did not write down did not happen. */
export class Crashed extends Error {}

export type Doom = {
  isOn: boolean;
  /** Dies there for sure where nobody has died yet, else by chance. */
  readonly meet: (point: PartnerCrashPoint, fate: Random, line: WishLine) => void;
  /** A worker of its own: once it is dead, it does nothing any more. */
  readonly worker: (fate: Random, line: WishLine) => IdentityCrash;
  /** Where nobody has died. */
  readonly unmet: () => readonly string[];
};

export function createDoom(): Doom {
  const nameOf = (point: PartnerCrashPoint, line: WishLine): string => `${point} of ${line}`;
  const waiting = new Set([
    ...partnerCrashPoints.map((point) => nameOf(point, 'page')),
    ...ownPoints.map((point) => nameOf(point, 'own')),
  ]);
  const isFatal = (point: PartnerCrashPoint, fate: Random, line: WishLine): boolean =>
    doom.isOn && (waiting.delete(nameOf(point, line)) || fate.chance(crashChance));
  const doom: Doom = {
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
