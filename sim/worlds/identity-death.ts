/** How workers of the world of identities die: once at each named point of a history, and by chance. */
import {
  partnerCrashPoints,
  type PartnerCrashPoint,
} from '../../apps/server/src/modules/partner/crash-points.ts';
import type { IdentityCrash } from '../../apps/server/testing/identity-setup.ts';
import type { Random } from '../../chaos/random.ts';

const crashChance = 0.003;

/** What a worker that died did not write down did not happen. */
export class Crashed extends Error {}

export type Doom = {
  isOn: boolean;
  /** Dies there for sure where nobody has died yet, else by chance. */
  readonly meet: (point: PartnerCrashPoint, fate: Random) => void;
  /** A worker of its own: once it is dead, it does nothing any more. */
  readonly worker: (fate: Random) => IdentityCrash;
  /** Where nobody has died. */
  readonly unmet: () => readonly PartnerCrashPoint[];
};

export function createDoom(): Doom {
  const waiting = new Set<PartnerCrashPoint>(partnerCrashPoints);
  const isFatal = (point: PartnerCrashPoint, fate: Random): boolean =>
    doom.isOn && (waiting.delete(point) || fate.chance(crashChance));
  const doom: Doom = {
    isOn: true,
    meet(point, fate) {
      if (isFatal(point, fate)) throw new Crashed(point);
    },
    worker(fate) {
      let isDead = false;
      return (point) => {
        isDead ||= isFatal(point, fate);
        if (isDead) throw new Crashed(point);
      };
    },
    unmet: () => [...waiting],
  };
  return doom;
}
