/** The engraving of each card as the drawing of a few paths, and where everything stands on a face. Pure. */

/** What a card looks like: the four that are issued, and the face of one that is not issued or is not known. */
export type CardDesign = 'master' | 'muse' | 'utglblack' | 'utglelite' | 'blank';

/** The grid that faces are drawn on; plastic has this shape everywhere. */
export const faceWidth = 343;
export const faceHeight = 216;

export interface EngravedLines {
  /** For `<path d>`, on the grid of the face. */
  readonly path: string;
  /** Of the lines, in units of the grid. */
  readonly width: number;
  /** Which of the face's two engraving inks. */
  readonly ink: 0 | 1;
}

interface Rosette {
  readonly x: number;
  readonly y: number;
  readonly count: number;
  /** Of each ellipse: along the ray on which it lies, and across. */
  readonly along: number;
  readonly across: number;
  /** From the middle of the rosette to that of each ellipse; 0 lays all of them on each other. */
  readonly distance: number;
}

/** Ellipses turned around one point in even steps, as one path; around their own middle they need half a turn. */
export function rosettePath({ x, y, count, along, across, distance }: Rosette): string {
  const turn = distance === 0 ? 180 : 360;
  return Array.from({ length: count }, (_, index) => {
    const degrees = (index * turn) / count;
    const cos = Math.cos((degrees * Math.PI) / 180);
    const sin = Math.sin((degrees * Math.PI) / 180);
    const half = (sign: 1 | -1): string =>
      `a${along} ${across} ${rounded(degrees)} 1 0 ${rounded(2 * sign * along * cos)} ${rounded(2 * sign * along * sin)}`;
    const near = distance - along;
    return `M${rounded(x + near * cos)} ${rounded(y + near * sin)}${half(1)}${half(-1)}`;
  }).join('');
}

const waveStep = 4.2;
/** Swell reaches out of the face: lines begin above it and end below. */
const wavesAbove = 4;
const waveCount = 62;

/** Lines that swell from edge to edge, each a little unlike the one above it, as one path. */
export function wavesPath(): string {
  return Array.from({ length: waveCount }, (_, index) => {
    const line = index - wavesAbove;
    const y = line * waveStep;
    const rise = rounded(y - 22 + Math.sin(line / 5) * 18);
    const fall = rounded(y - 26 + Math.cos(line / 6) * 16);
    const level = rounded(y);
    return `M-10 ${level}C60 ${rise} 120 ${rounded(y + 26)} 190 ${level}S300 ${fall} 360 ${level}`;
  }).join('');
}

/** Hundredths of a unit: finer than any screen draws. */
function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

const flower = { x: 262, y: 118 } as const;
const outerPetals = rosettePath({ ...flower, count: 24, along: 62, across: 32, distance: 76 });
const innerPetals = rosettePath({ ...flower, count: 24, along: 36, across: 17, distance: 48 });
const net = { x: 300, y: 226, distance: 0 } as const;
const sun = { x: 276, y: 236 } as const;

/** What is engraved on each face, the first lines lowest. */
export const engravings: Readonly<Record<CardDesign, readonly EngravedLines[]>> = {
  master: [
    { path: outerPetals, width: 0.7, ink: 0 },
    { path: innerPetals, width: 0.7, ink: 0 },
    {
      path: rosettePath({ ...flower, count: 12, along: 14, across: 7, distance: 20 }),
      width: 0.8,
      ink: 0,
    },
  ],
  muse: [{ path: wavesPath(), width: 0.55, ink: 0 }],
  utglblack: [
    { path: rosettePath({ ...net, count: 72, along: 250, across: 120 }), width: 0.45, ink: 0 },
    { path: rosettePath({ ...net, count: 48, along: 120, across: 52 }), width: 0.45, ink: 1 },
  ],
  utglelite: [
    { path: rosettePath({ ...sun, count: 48, along: 96, across: 58, distance: 92 }), width: 0.5, ink: 0 },
    { path: rosettePath({ ...sun, count: 36, along: 52, across: 30, distance: 56 }), width: 0.5, ink: 1 },
  ],
  blank: [
    { path: outerPetals, width: 0.5, ink: 0 },
    { path: innerPetals, width: 0.5, ink: 0 },
  ],
};

/** The contacts on the chip, from its own upper left corner; the chip is 40 by 30. */
export const chipContacts = 'M0 10h13M0 20h13M27 10h13M27 20h13M13 0v30M27 0v30M13 15h14';

/** A padlock of 27 by 34 around its own middle. */
export const padlock =
  'M10.5 -3H8.5V-7a8.5 8.5 0 0 0-17 0v4h-2a3 3 0 0 0-3 3v14a3 3 0 0 0 3 3h21a3 3 0 0 0 3-3V0a3 3 0 0 0-3-3zM-5.5 -7a5.5 5.5 0 0 1 11 0v4h-11z';
