import type { CardDesign } from './card-art.ts';

/** The colours of one face. Those of plastic are printed: the same in both themes, and no tokens. */
export interface CardInks {
  /** One colour, which also lies around letters so that no engraved line runs into them. */
  readonly ground: string;
  /** What is painted in its place where plastic shines. */
  readonly sheen?: readonly [string, string, string];
  readonly engraving: readonly [string, string];
  /** A line around the whole face. */
  readonly edge: string;
  readonly ink: string;
  readonly quietInk: string;
  /** Its plate, and the lines between its contacts; none on a face without a chip. */
  readonly chip?: readonly [string, string];
}

/** What hangs before a locked card. */
export const padlockInk = '#ffffff';

const contacts = '#8f7340';

const printed: Readonly<Record<Exclude<CardDesign, 'blank'>, CardInks>> = {
  master: {
    ground: '#ffb21a',
    engraving: ['#d98200', '#d98200'],
    edge: 'transparent',
    ink: '#14211c',
    quietInk: '#4a3600',
    chip: ['#ffdf9a', contacts],
  },
  muse: {
    ground: '#dde3e1',
    sheen: ['#f0f3f2', '#d3dad8', '#e6eae9'],
    engraving: ['#acb8b4', '#acb8b4'],
    edge: 'transparent',
    ink: '#14211c',
    quietInk: '#44544f',
    chip: ['#f2e2b4', contacts],
  },
  utglblack: {
    ground: '#101413',
    engraving: ['#3b4442', '#5e6a68'],
    edge: '#ffb21a',
    ink: '#f3f1ea',
    quietInk: '#b3b7b2',
    chip: ['#e5c277', contacts],
  },
  utglelite: {
    ground: '#0e3b34',
    engraving: ['#bb9440', '#dbb965'],
    edge: 'transparent',
    ink: '#fff3d9',
    quietInk: '#b9d3c8',
    chip: ['#e5c277', contacts],
  },
};

/** Nothing is printed here yet, so it goes with the theme. */
const blank: CardInks = {
  ground: 'var(--sunken-2)',
  engraving: ['var(--card-face-blank-line)', 'var(--card-face-blank-line)'],
  edge: 'transparent',
  ink: 'var(--text-2)',
  quietInk: 'var(--text-3)',
};

/** So much of its colour a locked card loses, and so much of the rest goes under a dark veil. */
const lostColour = 0.82;
const veilShare = 0.65;
const veil = [10, 18, 17] as const;
/** One grey for every ground: under the veil gold would be as light as steel. */
const lockedChip = ['#858a88', '#3a413f'] as const;

/** The colours of a face: in grey under a dark veil with light letters where the card is locked. */
export function inksOf(design: CardDesign, isLocked: boolean): CardInks {
  if (design === 'blank') return blank;
  const inks = printed[design];
  if (!isLocked) return inks;
  const { ground, sheen, engraving, edge, chip } = inks;
  return {
    ground: veiled(ground),
    ...(sheen === undefined ? {} : { sheen: [veiled(sheen[0]), veiled(sheen[1]), veiled(sheen[2])] }),
    engraving: [veiled(engraving[0]), veiled(engraving[1])],
    edge: edge === 'transparent' ? edge : veiled(edge),
    ink: '#f3f1ea',
    quietInk: '#e2e6e3',
    ...(chip === undefined ? {} : { chip: lockedChip }),
  };
}

/** A colour `#rrggbb` as it looks on a locked card. */
export function veiled(colour: string): string {
  const [red, green, blue] = channelsOf(colour);
  // What an eye takes for as light: the weights of the filter `grayscale`.
  const grey = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  const dimmed = [red, green, blue].map((channel, index) => {
    const pale = channel + (grey - channel) * lostColour;
    return Math.round(pale * (1 - veilShare) + (veil[index] ?? 0) * veilShare);
  });
  return `#${dimmed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** Red, green and blue of `#rrggbb`, 0 to 255 each. */
function channelsOf(colour: string): [number, number, number] {
  const all = Number.parseInt(colour.slice(1), 16);
  return [all >> 16, (all >> 8) & 255, all & 255];
}
