/** The bloom has one petal for each block that a deposit waits for (DESIGN.md, "The bloom counts"). */
export const petalCount = 12;

const petal = 'M0 -13C6.6 -19 8.6 -36 0 -48C-8.6 -36 -6.6 -19 0 -13Z';
const petalAroundNumber = 'M0 -21C6 -26 8.2 -39 0 -49C-8.2 -39 -6 -26 0 -21Z';

/** The drawing of one upright petal on a 100 by 100 grid around 0 0; shorter inside when a number stands there. */
export function petalPath(hasNumber: boolean): string {
  return hasNumber ? petalAroundNumber : petal;
}

/** The petal's place: the first points up, the others follow clockwise. */
export function petalTransform(index: number): string {
  return `rotate(${(index * 360) / petalCount})`;
}

/** Whole lit petals for a share of 0 to 1; the last one opens only when the share is complete. */
export function petalsForShare(share: number): number {
  if (!(share > 0)) return 0;
  return Math.min(petalCount, Math.floor(share * petalCount));
}

/** Whole lit petals for so many counted steps of all; a chain may need another number of blocks than there are petals. */
export function petalsOf(count: number, all: number): number {
  if (!(count > 0) || !(all > 0)) return 0;
  return Math.min(petalCount, Math.floor((count * petalCount) / all));
}
